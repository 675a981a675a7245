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
import { beApiProcess, startApiProcesses } from './api-processes.ts'
import { listen, listenToMonitoring } from './listen-on-port.ts'

type Options = { role: Role; workers: number }

export function addStart(program: Command): void {
  program
    .command('start')
    .description('run the service; in sandbox with a database and simulators of its own')
    .addOption(
      new Option('--role <role>', 'what this process does').choices(['all', 'api', 'worker']).default('all'),
    )
    .option('--workers <n>', 'processes that answer requests, on one port', countOption, 1)
    .action((options: Options) => (cluster.isWorker ? beApiProcess() : start(options)))
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
  // What was opened, to be closed in turn from the last.
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

/** Before anything else, because what fails next may fail for it: so it is written at once, and not by the buffered log. */
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

/** Sandbox brings the schema up to date by itself; production wants to be asked. */
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
      `the database lacks ${pending.length} of ${knownMigrations().length} migrations: run likuta migrate`,
    )
}

/** The first signal finishes what is in flight; close-with-grace exits 1 at the second. */
function stopGracefully({ log, settings }: System, close: () => Promise<void>): void {
  closeWithGrace(
    { delay: 15_000 + settings.DRAIN_SECONDS * 1_000, logger: false },
    async ({ err, signal }) => {
      if (err) log.error('stopping after an error nobody caught', { error: err })
      else log.info('stopping', { reason: signal ?? 'asked' })
      await close()
    },
  )
}
