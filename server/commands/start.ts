import closeWithGrace from 'close-with-grace'
import type { Command } from 'commander'
import { seedDemo } from '../demo.ts'
import { type Deployment, openDeployment } from '../deployment.ts'
import { systemClock } from '../platform/clock.ts'
import { openDatabase } from '../platform/database.ts'
import { masterKeysOf, openKeptSecrets } from '../platform/kept-keys.ts'
import { knownMigrations, migrate, pendingMigrations } from '../platform/migrations.ts'
import type { Secrets } from '../platform/secrets.ts'
import { type Role, readSettings } from '../settings.ts'
import { type CompleteSettings, openSystem, type System } from '../system.ts'

export function addStart(program: Command): void {
  program
    .command('start')
    .description('run the service; in sandbox with a database and simulators of its own')
    .option('--role <role>', 'all, api or worker', 'all')
    .action((options: { role: string }) => start(options.role as Role))
}

async function start(role: Role): Promise<void> {
  if (!['all', 'api', 'worker'].includes(role))
    throw new Error(`--role: ${role} is not one of all, api, worker`)
  const settings = readSettings(process.env)
  const deployment = await openDeployment(settings, { serve: true })
  let system: System | undefined
  try {
    await prepareDatabase(deployment)
    const secrets = await keptSecrets(deployment.settings)
    system = openSystem(deployment.settings, { role, secrets })
    if (role !== 'worker') await listen(system)
    stopGracefully(system, deployment)
    if (!settings.production && role !== 'worker') await seedDemo(system, deployment)
    process.stdout.write(`ready ${deployment.settings.BASE_URL}\n`)
  } catch (error) {
    await system?.close()
    await deployment.stop()
    throw error
  }
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
      `the database lacks ${pending.length} of ${knownMigrations().length} migrations: run mosolo migrate`,
    )
}

/** @throws where the master key is not the one the database was sealed with. */
async function keptSecrets(settings: CompleteSettings): Promise<Secrets> {
  const db = openDatabase(settings.DATABASE_URL, { connections: 1, name: 'mosolo-start' })
  try {
    return await openKeptSecrets(masterKeysOf(settings), { sql: db, clock: systemClock })
  } finally {
    await db.close()
  }
}

async function listen(system: System): Promise<void> {
  const { HOST: host, PORT: port } = system.settings
  try {
    await system.app.listen({ host, port })
  } catch (error) {
    const { code } = error as { code?: string }
    throw new Error(
      code === 'EADDRINUSE'
        ? `PORT: ${port} is already in use`
        : `HOST, PORT: cannot listen on ${host}:${port} (${code})`,
    )
  }
}

/** The first signal finishes what is in flight; close-with-grace exits 1 at the second. */
function stopGracefully(system: System, deployment: Deployment): void {
  closeWithGrace({ delay: 15_000, logger: false }, async ({ err, signal }) => {
    if (err) system.log.error('stopping after an error nobody caught', { error: err })
    else system.log.info('stopping', { reason: signal ?? 'asked' })
    await system.close()
    await deployment.stop()
  })
}
