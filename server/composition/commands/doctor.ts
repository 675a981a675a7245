// The `doctor` command: checks settings, database, clock, payments by phone without an outcome, card gateways, operators, exchange rates and the mail server.
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { checkSmtp } from '../../adapters/messages/smtp.ts'
import { rateTimeoutMs } from '../../adapters/rate-settings.ts'
import { openRateProvider } from '../../adapters/rates.ts'
import { attentionSeconds, oldestStuck } from '../../cards/collections/oversight/stuck.ts'
import { type Deployment, openDeployment } from '../../config/sandbox-deployment.ts'
import { type CompleteSettings, InvalidSettings, type Settings } from '../../config/settings.ts'
import { unknownSettings, unknownSettingText } from '../../config/unknown-settings.ts'
import type { Environment } from '../../kernel/environment.ts'
import { type OperatorCode, operatorCodes } from '../../kernel/operators.ts'
import { inEachCell, openCells } from '../../platform/database/cells.ts'
import { commonStatement, openDatabase } from '../../platform/database/database.ts'
import {
  knownMigrations,
  nameOf,
  pendingMigrations,
  UnfitDatabase,
} from '../../platform/database/migrations.ts'
import { runningPorts } from '../../platform/process/data-directory.ts'
import { silentLog } from '../../platform/process/log.ts'
import { openMasterSecrets } from '../../platform/retained-keys.ts'
import { systemClock } from '../../platform/time/clock.ts'
import { callbackUrl } from '../../remittance/payouts/payout.ts'
import { openGateways } from '../card-gateways.ts'
import { openOperators } from '../operators.ts'
import { commandSettings, withSettings } from './with-database.ts'

type Check = { check: string; ok: boolean; detail: string }

const readVersion = commonStatement<{ version: string; now: Temporal.Instant }>(
  'ask_database_version',
  "select current_setting('server_version') as version, clock_timestamp() as now",
)

export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .description(
      'check settings, database, clock, payments by phone without an outcome, card gateways, operators, exchange rates and the mail server, one line each',
    )
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
  const { settings, faults } = examineSettings()
  if (!settings) return faults
  let deployment: Deployment
  try {
    deployment = await openDeployment(settings, { serve: false })
  } catch (error) {
    return [...faults, { check: 'database', ok: false, detail: (error as Error).message }]
  }
  try {
    const subject = `${settings.LIKUTA_ENV}, ${deployment.settings.BASE_URL}`
    return [
      ...(faults.length > 0 ? faults : [{ check: 'settings', ok: true, detail: subject }]),
      ...examineSystem(settings),
      ...(await examineDatabase(deployment.settings)),
      ...(await examineCollections(deployment.settings)),
      ...(await examineGateways(deployment.settings)),
      ...(await examineOperators(deployment.settings)),
      ...(await examineRates(deployment.settings)),
      ...(await examineEmail(deployment.settings)),
    ]
  } finally {
    await deployment.stop()
  }
}

/** In a sandbox, the lines about gateway, operators and rates describe the simulators, which run only after a start. */
function examineSystem({ production, LIKUTA_DATA_DIR }: Settings): Check[] {
  if (production) return []
  const directory = resolve(LIKUTA_DATA_DIR)
  const { PORT } = runningPorts(directory)
  const detail = PORT
    ? `runs on port ${PORT}`
    : `does not run in ${directory}: likuta start starts it, and the simulators with it`
  return [{ check: 'system', ok: true, detail }]
}

/** Returns one line per fault, of whatever kind. */
function examineSettings(): { settings?: Settings; faults: Check[] } {
  const asChecks = (faults: readonly string[]) =>
    faults.map((detail) => ({ check: 'settings', ok: false, detail }))
  const unknown = unknownSettings(process.env).map(unknownSettingText)
  try {
    return { settings: commandSettings(), faults: asChecks(unknown) }
  } catch (error) {
    if (!(error instanceof InvalidSettings)) throw error
    return { faults: asChecks([...error.faults, ...unknown]) }
  }
}

async function examineDatabase({ DATABASE_URL: url, CELLS: cells }: CompleteSettings): Promise<Check[]> {
  const db = openDatabase(url, { connections: 1, name: 'likuta-doctor', cell: 0 })
  try {
    const [row] = await db.rows(readVersion)
    const skewMs = Math.abs(Number(row?.now.epochMilliseconds) - systemClock.now().epochMilliseconds)
    return [
      { check: 'database', ok: true, detail: `PostgreSQL ${row?.version}` },
      await examineMigrations(url, cells),
      { check: 'clock', ok: skewMs < 5_000, detail: `${skewMs} ms off the clock of the database` },
    ]
  } catch (error) {
    return [{ check: 'database', ok: false, detail: (error as Error).message || 'unreachable' }]
  } finally {
    await db.close()
  }
}

/** Payments by phone whose outcome nobody knows. A database without its cells has been reported by then. */
async function examineCollections({ DATABASE_URL: url, CELLS }: CompleteSettings): Promise<Check[]> {
  const check = 'collections'
  const cells = openCells(CELLS, (cell) => openDatabase(url, { connections: 1, name: 'likuta-doctor', cell }))
  try {
    const now = systemClock.now()
    const found = await inEachCell(cells, (db) => oldestStuck(db, now))
    const count = found.reduce((sum, each) => sum + each.count, 0)
    const [oldest] = found.flatMap(({ oldest }) => oldest ?? []).toSorted(Temporal.Instant.compare)
    const minutes = attentionSeconds / 60
    if (!oldest) return [{ check, ok: true, detail: `none without an outcome after ${minutes} minutes` }]
    const age = Math.floor(oldest.until(now).total('minutes'))
    const detail = `${count} without an outcome after ${minutes} minutes, the oldest since ${age} minutes`
    return [{ check, ok: false, detail }]
  } catch {
    return []
  } finally {
    await cells.close()
  }
}

async function examineMigrations(url: string, cells: number): Promise<Check> {
  const check = 'migrations'
  try {
    const known = knownMigrations(cells).map(nameOf)
    const pending = await pendingMigrations(url, cells)
    const applied = cells === 1 ? `${known.length} applied` : `${known.length} applied, in ${cells} cells`
    const detail = pending.length === 0 ? applied : `${missingText(known, pending)}: run likuta migrate`
    return { check, ok: pending.length === 0, detail }
  } catch (error) {
    if (!(error instanceof UnfitDatabase)) throw error
    return { check, ok: false, detail: error.message }
  }
}

/** A cell that lacks all of its migrations is absent; of the other schemas each migration is named. */
function missingText(known: readonly string[], pending: readonly string[]): string {
  const countOf = (names: readonly string[], cell: string) =>
    names.filter((name) => name.startsWith(`${cell}/`)).length
  const absent = [...new Set(pending.map((name) => name.split('/')[0]!))].filter(
    (name) => name.startsWith('cell_') && countOf(known, name) === countOf(pending, name),
  )
  const behind = pending.filter((name) => !absent.includes(name.split('/')[0]!))
  return [
    ...(behind.length > 0 ? [`missing ${behind.join(', ')}`] : []),
    ...absent.map((name) => `${name} is absent`),
  ].join('; ')
}

async function examineGateways(settings: CompleteSettings): Promise<Check[]> {
  const gatewayFor = openGateways(settings, { clock: systemClock, log: silentLog })
  const configured = (['sandbox', 'production'] as const).filter(
    (environment) => settings.gateways[environment],
  )
  return Promise.all(
    configured.map(async (environment) => {
      const reply = await gatewayFor(environment).probe()
      const url = settings.gateways[environment]?.url ?? ''
      const detail = reply.kind === 'ok' ? url : `${url}: ${reply.cause}`
      return { check: `card gateway ${environment}`, ok: reply.kind === 'ok', detail }
    }),
  )
}

/** Makes one cheap call per operator, which checks credentials and connectivity and moves no money. */
async function examineOperators(settings: CompleteSettings): Promise<Check[]> {
  const operators = openOperators(settings, { wallClock: systemClock, log: silentLog })
  try {
    return await Promise.all(
      configuredOperators(settings).map(async ({ environment, operator, protocol, url }) => {
        const health = await operators.find(environment, operator)?.health()
        const detail = `${protocol} ${url}${health?.kind === 'down' ? `: ${health.cause}` : ''}`
        return { check: `${operator} ${environment}`, ok: health?.kind === 'up', detail }
      }),
    )
  } finally {
    await operators.close()
  }
}

/** Requests one rate from the provider, which counts against its quota like any call. */
async function examineRates({ rates, operators }: CompleteSettings): Promise<Check[]> {
  const check = 'exchange rates'
  if (!rates) {
    const isNeeded = Object.keys(operators).length > 0
    return isNeeded
      ? [{ check, ok: false, detail: 'RATE_PROVIDER is not set: only transfers in US dollars are accepted' }]
      : []
  }
  const provider = openRateProvider(rates, { timeoutMs: rateTimeoutMs })
  try {
    const reply = await provider.latest(['CDF'])
    const ok = reply.kind === 'rates'
    const detail = ok ? `${provider.source}, as of ${reply.asOf}` : `${provider.source}: ${reply.cause}`
    return [{ check, ok, detail }]
  } finally {
    await provider.close()
  }
}

/** Signs in to the mail server and sends nothing. */
async function examineEmail({ messages: { smtp }, production }: CompleteSettings): Promise<Check[]> {
  const check = 'email'
  if (!smtp) return production ? [{ check, ok: true, detail: 'SMTP_URL is not set: no email leaves' }] : []
  const cause = await checkSmtp(smtp)
  const { hostname, port } = new URL(smtp.url)
  const server = port === '' ? hostname : `${hostname}:${port}`
  return [{ check, ok: cause === undefined, detail: cause === undefined ? server : `${server}: ${cause}` }]
}

export type ConfiguredOperator = {
  environment: Environment
  operator: OperatorCode
  protocol: string
  url: string
}

export function addOperators(program: Command): void {
  program
    .command('operators')
    .description('list the configured mobile-money operators and the callback URL of each')
    .option('--json', 'print one JSON array')
    .action(({ json }: { json?: boolean }) =>
      withSettings(async (settings) => {
        const rows = addresses(settings)
        if (json) console.log(JSON.stringify(rows))
        else for (const row of rows) console.log(Object.values(row).join('  '))
      }),
    )
}

function addresses(settings: CompleteSettings) {
  const secrets = openMasterSecrets(settings)
  return configuredOperators(settings).map((row) => ({
    ...row,
    callback_url: callbackUrl({ secrets, baseUrl: settings.BASE_URL }, row.environment, row.operator),
  }))
}

function configuredOperators({ operators }: Pick<CompleteSettings, 'operators'>): ConfiguredOperator[] {
  return (['sandbox', 'production'] as const).flatMap((environment) =>
    operatorCodes.flatMap((operator) => {
      const connection = operators[environment]?.[operator]
      return connection ? [{ environment, operator, protocol: connection.protocol, url: connection.url }] : []
    }),
  )
}
