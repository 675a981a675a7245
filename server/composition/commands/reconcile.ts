// The `reconcile` command: compares a day with the card gateway's report, all wallets and what operators owe us with the ledger, and what
// control refers to with the cells.
import { type Command, InvalidArgumentError as CommandFault } from 'commander'
import { compareOperatorBooks } from '../../bank/operators/operator-books.ts'
import { reconcileDay, reportJson } from '../../cards/payments/reconcile.ts'
import { defaultEnvironment, isReportDay } from '../../cards/payments/reconciliation-api.ts'
import type { Environment } from '../../kernel/environment.ts'
import { inEachCell } from '../../platform/database/cells.ts'
import { silentLog } from '../../platform/process/log.ts'
import { compareAllWallets } from '../../remittance/wallets/check.ts'
import { openGateways } from '../card-gateways.ts'
import { checkReferences, type MissingRow } from '../cell-references.ts'
import { type CommandNeeds, withDatabase } from './with-database.ts'

type Options = { date?: string; environment?: Environment; json?: boolean }
type Report = ReturnType<typeof reportJson> & {
  /** All wallets of the environment, in their current state. */
  wallets: Awaited<ReturnType<typeof compareAllWallets>>
  /** What operators owe us and we owe payers by phone, in the current state. */
  operators: Awaited<ReturnType<typeof compareOperatorBooks>>
  /** What control refers to and its cell lacks, in either environment; absent if there is nothing. */
  missing_in_cells?: readonly MissingRow[]
}

export function addReconcile(program: Command): void {
  program
    .command('reconcile')
    .description(
      "compare a day with the card gateway's own report, all wallets and what operators owe us with the ledger, and references with the rows of cells; exits 1 when they differ",
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

async function reconcile({ cells, clock, settings }: CommandNeeds, options: Options): Promise<Report> {
  const environments = Object.keys(settings.gateways) as Environment[]
  const environment = options.environment ?? defaultEnvironment(environments)
  if (!environments.includes(environment)) throw new Error(`no card gateway is configured for ${environment}`)
  const today = clock.now().toZonedDateTimeISO('UTC').toPlainDate()
  const date = options.date ? Temporal.PlainDate.from(options.date) : today.subtract({ days: 1 })
  const gatewayFor = openGateways(settings, { clock, log: silentLog })
  const comparison = await reconcileDay({ cells, clock, log: silentLog, gatewayFor }, { date, environment })
  const { missing } = await checkReferences(cells)
  const wallets = await inEachCell(cells, (db) => compareAllWallets(db, environment))
  return {
    ...reportJson(date, comparison),
    wallets: {
      checked: wallets.reduce((sum, { checked }) => sum + checked, 0),
      differs: wallets.flatMap(({ differs }) => differs),
    },
    operators: await compareOperatorBooks(cells, environment),
    ...(missing.length > 0 && { missing_in_cells: missing }),
  }
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
    ...report.operators.differs.map(({ account, operator, currency, booked, due }) => [
      'operator differs',
      ...(operator === null ? [] : [operator]),
      account,
      `${booked} ${currency} in the ledger, ${due} ${currency} by its calls and the bank`,
    ]),
    ...(report.missing_in_cells ?? []).map(({ what, id, reference, cell }) => [
      'missing in its cell',
      `${what} ${id}`,
      `${reference} is not in ${cell === null ? 'any cell' : `cell ${cell}`}`,
    ]),
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
