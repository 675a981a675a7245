// The `reconcile` command: compares a day with the card gateway's report, and all wallets with the ledger.
import { type Command, InvalidArgumentError as CommandFault } from 'commander'
import { reconcileDay, reportJson } from '../../cards/payments/reconcile.ts'
import { defaultEnvironment, isReportDay } from '../../cards/payments/reconciliation-api.ts'
import type { Environment } from '../../kernel/environment.ts'
import { silentLog } from '../../platform/process/log.ts'
import { compareAllWallets } from '../../remittance/wallets/check.ts'
import { openGateways } from '../card-gateways.ts'
import { type CommandNeeds, withDatabase } from './with-database.ts'

type Options = { date?: string; environment?: Environment; json?: boolean }
type Report = ReturnType<typeof reportJson> & {
  /** All wallets of the environment, in their current state. */
  wallets: Awaited<ReturnType<typeof compareAllWallets>>
}

export function addReconcile(program: Command): void {
  program
    .command('reconcile')
    .description(
      "compare a day with the card gateway's own report, and all wallets with the ledger; exits 1 when they differ",
    )
    .option('--date <date>', 'the UTC day, as YYYY-MM-DD; yesterday by default', dateOption)
    .option(
      '--environment <environment>',
      'sandbox or production; by default that of the deployment',
      environmentOption,
    )
    .option('--json', 'print one JSON object')
    .action((options: Options) =>
      withDatabase(async (needs) => {
        const report = await reconcile(needs, options)
        const lines = linesOf(report)
        if (options.json) console.log(JSON.stringify(report))
        else for (const line of [...lines, countLine(report, lines.length)]) console.log(line)
        if (lines.length > 0) process.exitCode = 1
      }),
    )
}

async function reconcile({ db, clock, settings }: CommandNeeds, options: Options): Promise<Report> {
  const environments = Object.keys(settings.gateways) as Environment[]
  const environment = options.environment ?? defaultEnvironment(environments)
  if (!environments.includes(environment)) throw new Error(`no card gateway is configured for ${environment}`)
  const today = clock.now().toZonedDateTimeISO('UTC').toPlainDate()
  const date = options.date ? Temporal.PlainDate.from(options.date) : today.subtract({ days: 1 })
  const gatewayFor = openGateways(settings, { clock, log: silentLog })
  const comparison = await reconcileDay(
    { cells: db, clock, log: silentLog, gatewayFor },
    { date, environment },
  )
  return { ...reportJson(date, comparison), wallets: await compareAllWallets(db, environment) }
}

function linesOf(report: Report): string[] {
  return [
    ...report.missing_here.map((line) => ['missing here', ...named(line), ...worth(line), line.status]),
    ...report.missing_there.map((line) => ['missing there', ...named(line), ...worth(line), line.status]),
    ...report.amount_differs.map((line) => [
      'amount differs',
      ...named(line),
      `${line.amount_here} ${line.currency_here} here, ${line.amount_there} ${line.currency_there} there`,
    ]),
    ...report.status_differs.map((line) => [
      'status differs',
      ...named(line),
      ...worth(line),
      `${line.status_here} here, ${line.status_there} there`,
    ]),
    ...report.wallets.differs.map(({ merchant_code, detail }) => ['wallet differs', merchant_code, detail]),
  ].map((parts) => parts.join('  '))
}

const named = ({ type, id, code }: { type: string; id: string; code: string }) => [type, id || '-', code]
const worth = ({ amount, currency }: { amount: string; currency: string }) => [`${amount} ${currency}`]

function countLine({ date, matched }: Report, differences: number): string {
  return `${date}: ${matched} matched, ${differences} ${differences === 1 ? 'difference' : 'differences'}`
}

function dateOption(value: string): string {
  if (!isReportDay(value)) throw new CommandFault(`${value} is not a date such as 2026-11-20`)
  return value
}

function environmentOption(value: string): Environment {
  if (value !== 'sandbox' && value !== 'production')
    throw new CommandFault(`${value} is not one of sandbox, production`)
  return value
}
