// Serves an opened deployment: migrates a sandbox, opens the system and its ports, and stops gracefully.
import closeWithGrace from 'close-with-grace'
import type { Deployment } from '../../../config/sandbox-deployment.ts'
import type { Role } from '../../../config/settings.ts'
import {
  knownMigrations,
  migrate,
  pendingMigrations,
  UnfitDatabase,
} from '../../../platform/database/migrations.ts'
import { onStopSignal } from '../../../platform/process/child-process.ts'
import { trimStartupMemory } from '../../../platform/process/memory.ts'
import { version } from '../../../platform/process/version.ts'
import { openSystem, type System } from '../../system.ts'
import { type Demo, demoText, seedDemo } from '../demo/demo-merchant.ts'
import { sandboxSecrets } from '../with-database.ts'
import { listen, listenToMonitoring, startApiProcesses } from './api-processes.ts'

export type Options = { role: Role; workers: number; json?: boolean }

/** Resolves once the process is ready. @throws Error when it cannot serve; everything is stopped then. */
export async function serve(deployment: Deployment, { role, workers, json }: Options): Promise<void> {
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
    const hasDemo = !deployment.settings.production && role !== 'worker'
    const demo = hasDemo ? await seedDemo(system, deployment) : undefined
    logStart(system, role)
    process.stdout.write(json ? readyJson(system, role, demo) : readyText(system, demo))
    trimStartupMemory()
  } catch (error) {
    await closeAll(closers)
    throw error
  }
}

function readyText({ settings: { BASE_URL } }: System, demo: Demo | undefined): string {
  return `${demo ? demoText(demo, BASE_URL) : ''}ready ${BASE_URL}\n`
}

/** One line for a program that starts the service and waits until it can be used. */
function readyJson({ settings: { BASE_URL } }: System, role: Role, demo: Demo | undefined): string {
  const sandbox = demo && {
    admin_token: demo.adminToken,
    checkout_link: demo.checkoutLink,
    demo_merchant: demo.credentials,
  }
  return `${JSON.stringify({ ready: BASE_URL, role, ...sandbox })}\n`
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
  const { DATABASE_URL: url, CELLS: cells } = settings
  if (!settings.production) {
    await migrate(url, { cells }).catch((error: Error) => {
      if (error instanceof UnfitDatabase) throw error
      throw new Error(
        `DATABASE_URL: the database cannot be used: ${error.message || (error as { code?: string }).code}`,
      )
    })
    return
  }
  const pending = await pendingMigrations(url, cells)
  if (pending.length > 0)
    throw new Error(
      `${pending.length} of ${knownMigrations(cells).length} migrations are pending: run likuta migrate`,
    )
}

/** The first signal finishes requests in flight, within a bounded time; a later one ends the process at once. */
function stopGracefully({ log, settings }: System, close: () => Promise<void>): void {
  let reason = 'asked'
  const delay = 15_000 + settings.DRAIN_SECONDS * 1_000
  const skip = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  const grace = closeWithGrace({ delay, logger: false, skip: [...skip] }, async ({ err, signal }) => {
    if (err) log.error('stopping after an uncaught error', { error: err })
    else log.info('stopping', { reason: signal ?? reason })
    await close()
  })
  onStopSignal((signal) => {
    reason = signal
    void grace.close()
  })
}
