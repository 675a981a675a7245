import type { Command } from 'commander'
import { openDeployment } from '../deployment.ts'
import { systemClock } from '../platform/clock.ts'
import { openDatabase, statement } from '../platform/database.ts'
import { silentLog } from '../platform/log.ts'
import { knownMigrations, pendingMigrations } from '../platform/migrations.ts'
import { readSettings } from '../settings.ts'
import { type CompleteSettings, openGateways } from '../system.ts'

type Check = { check: string; ok: boolean; detail: string }

const askVersion = statement<{ version: string; now: Temporal.Instant }>(
  'ask_database_version',
  "select current_setting('server_version') as version, clock_timestamp() as now",
)

export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .description('check settings, database, clock and card gateways, a line each')
    .option('--json', 'print one JSON array')
    .action(async ({ json }: { json?: boolean }) => {
      const checks = await examine()
      if (json) console.log(JSON.stringify(checks))
      else
        for (const { check, ok, detail } of checks)
          console.log(`${ok ? 'ok  ' : 'FAIL'}  ${check.padEnd(24)} ${detail}`)
      if (checks.some(({ ok }) => !ok)) process.exitCode = 1
    })
}

async function examine(): Promise<Check[]> {
  const settings = readSettings(process.env)
  const deployment = await openDeployment(settings, { serve: false })
  try {
    return [
      { check: 'settings', ok: true, detail: `${settings.MOSOLO_ENV}, ${deployment.settings.BASE_URL}` },
      ...(await examineDatabase(deployment.settings)),
      ...(await examineGateways(deployment.settings)),
    ]
  } finally {
    await deployment.stop()
  }
}

async function examineDatabase({ DATABASE_URL: url }: CompleteSettings): Promise<Check[]> {
  const db = openDatabase(url, { connections: 1, name: 'mosolo-doctor' })
  try {
    const [row] = await db.rows(askVersion)
    const pending = await pendingMigrations(url)
    const skewMs = Math.abs(Number(row?.now.epochMilliseconds) - systemClock.now().epochMilliseconds)
    return [
      { check: 'database', ok: true, detail: `PostgreSQL ${row?.version}` },
      {
        check: 'migrations',
        ok: pending.length === 0,
        detail:
          pending.length === 0
            ? `${knownMigrations().length} applied`
            : `lacks ${pending.join(', ')}: run mosolo migrate`,
      },
      { check: 'clock', ok: skewMs < 5_000, detail: `${skewMs} ms from the database's` },
    ]
  } catch (error) {
    return [{ check: 'database', ok: false, detail: (error as Error).message || 'unreachable' }]
  } finally {
    await db.close()
  }
}

async function examineGateways(settings: CompleteSettings): Promise<Check[]> {
  const gatewayFor = openGateways(settings, { clock: systemClock, log: silentLog })
  const configured = (['sandbox', 'production'] as const).filter(
    (environment) => settings.gateways[environment],
  )
  return Promise.all(
    configured.map(async (environment) => {
      const answer = await gatewayFor(environment).probe()
      const detail = answer.kind === 'ok' ? (settings.gateways[environment]?.url ?? '') : answer.cause
      return { check: `card gateway ${environment}`, ok: answer.kind === 'ok', detail }
    }),
  )
}
