// The `start` command: opens the deployment, migrates a sandbox, serves requests and stops gracefully.
import cluster from 'node:cluster'
import closeWithGrace from 'close-with-grace'
import { type Command, InvalidArgumentError as CommandFault, Option } from 'commander'
import { openSystem, type System } from '../../composition/system.ts'
import { type Deployment, openDeployment } from '../../config/sandbox-deployment.ts'
import { type Role, readSettings, type Settings } from '../../config/settings.ts'
import { unknownSettings, unknownSettingText } from '../../config/unknown-settings.ts'
import { knownMigrations, migrate, pendingMigrations } from '../../platform/database/migrations.ts'
import { openLog } from '../../platform/observability/log.ts'
import { trimStartupMemory } from '../../platform/process/startup-memory.ts'
import { version } from '../../platform/process/version.ts'
import { seedDemo } from '../demo/demo-merchant.ts'
import { sandboxSecrets } from '../support/sandbox-secrets.ts'
import { runApiProcess, startApiProcesses } from './api-processes.ts'
import { listen, listenToMonitoring } from './listen-on-port.ts'

type Options = { role: Role; workers: number }

export function addStart(program: Command): void {
  program
    .command('start')
    .description('run the service; in a sandbox with its own database and simulators')
    .addOption(
      new Option('--role <role>', 'what this process runs').choices(['all', 'api', 'worker']).default('all'),
    )
    .option('--workers <n>', 'how many processes serve requests on one port', countOption, 1)
    .action((options: Options) => (cluster.isWorker ? runApiProcess() : start(options)))
}

function countOption(text: string): number {
  const count = Number(text)
  if (Number.isInteger(count) && count >= 1 && count <= 64) return count
  throw new CommandFault(`${text} is not a whole number from 1 to 64`)
}

async function start({ role, workers }: Options): Promise<void> {
  const settings = readSettings(process.env)
  warnOfUnknownSettings(settings)
  const deployment = await openDeployment(settings, { serve: role })
  // Closes what has been opened, in reverse order.
  const closers = [() => deployment.stop()]
  try {
    await prepareDatabase(deployment)
    const servesItself = role !== 'worker' && workers === 1
    const secrets = await sandboxSecrets(deployment.settings)
    const system = openSystem(deployment.settings, {
      role: servesItself || role !== 'all' ? role : 'worker',
      secrets,
    })
    closers.push(() => system.close())
    if (servesItself) await listen(system)
    else if (role !== 'worker') closers.push((await startApiProcesses(workers, system)).stop)
    const monitoring = await listenToMonitoring(system)
    if (monitoring) closers.push(() => monitoring.close())
    stopGracefully(system, () => closeAll(closers))
    if (!settings.production && role !== 'worker') await seedDemo(system, deployment)
    logStart(system, role)
    process.stdout.write(`ready ${deployment.settings.BASE_URL}\n`)
    trimStartupMemory()
  } catch (error) {
    await closeAll(closers)
    throw error
  }
}

/** Runs first, because a later failure may be caused by it, and writes unbuffered, so that the warning is not lost. */
function warnOfUnknownSettings({ LOG_LEVEL }: Settings): void {
  const log = openLog(LOG_LEVEL, process.stderr)
  for (const unknown of unknownSettings(process.env))
    log.warn(unknownSettingText(unknown), { setting: unknown.name })
}

function logStart({ log, settings }: System, role: Role): void {
  const port = role === 'worker' ? settings.METRICS_PORT : settings.PORT
  const address = port === undefined ? {} : { address: `http://${settings.HOST}:${port}` }
  log.info('started', { version, role, ...address })
}

async function closeAll(closers: (() => Promise<void>)[]): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close()
}

/** Migrates a sandbox automatically; production refuses to start with pending migrations. */
async function prepareDatabase({ settings }: Deployment): Promise<void> {
  if (!settings.production) {
    await migrate(settings.DATABASE_URL).catch((error: Error) => {
      throw new Error(`DATABASE_URL: the database cannot be used: ${error.message}`)
    })
    return
  }
  const pending = await pendingMigrations(settings.DATABASE_URL)
  if (pending.length > 0)
    throw new Error(
      `${pending.length} of ${knownMigrations().length} migrations are pending: run likuta migrate`,
    )
}

/** The first signal finishes requests in flight; a second one makes close-with-grace exit with 1 at once. */
function stopGracefully({ log, settings }: System, close: () => Promise<void>): void {
  closeWithGrace(
    { delay: 15_000 + settings.DRAIN_SECONDS * 1_000, logger: false },
    async ({ err, signal }) => {
      if (err) log.error('stopping after an uncaught error', { error: err })
      else log.info('stopping', { reason: signal ?? 'asked' })
      await close()
    },
  )
}
