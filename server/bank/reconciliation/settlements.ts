// What the card gateway and operators should pay us for each day, written down once the day has ended: from our ledger, and from the
// gateway's own report of the day where it can be read. What that report shows as settled becomes available to the merchants.

import { makeSettledPaymentsDue, type SettledPayment } from '../../balances/settled-payments.ts'
import type { GatewayFor, ReportLine } from '../../cards/gateway/gateway.ts'
import type { Environment } from '../../kernel/environment.ts'
import { type LocalCurrency, localCurrencies } from '../../kernel/money.ts'
import type { OperatorCode } from '../../kernel/operators.ts'
import { type Cells, inEachCell } from '../../platform/database/cells.ts'
import { type ControlSql, controlStatement, statement } from '../../platform/database/database.ts'
import type { Clock } from '../../platform/time/clock.ts'

/** Days before that are not looked at again. */
const maxDays = 31
/** How many reports one round reads. */
const atOnce = 5

type DaySum = {
  environment: Environment
  day: string
  currency: LocalCurrency
  /** Null for the card gateway. */
  operator: OperatorCode | null
  gross_minor: bigint
  net_minor: bigint
}

// A day is summed up an hour after it has ended, when the last of its postings were committed. The acquirer deducts disputes and their
// fees from what it pays, and pays back what was won; its report of the day's transactions has none of them.
// guard: settlement-disputes
const sumUp = statement<DaySum>(
  'sum_up_gateway_settlements',
  `select a.environment, (p.posted_at at time zone 'UTC')::date as day, a.currency, a.operator,
          coalesce(sum(e.amount_minor) filter (
            where a.code = 'operator_receivable'
               or a.code = 'gateway_receivable' and split_part(p.key, ':', 1) in ('charge', 'refund', 'void')), 0)::bigint
            as gross_minor,
          sum(e.amount_minor)::bigint as net_minor
     from ledger_posting p join ledger_entry e on e.posting_id = p.id
     join ledger_account a on a.id = e.account_id and a.code in ('gateway_receivable', 'bank_commission', 'operator_receivable')
    where p.posted_at >= $1 and p.posted_at < $2 and split_part(p.key, ':', 1) in
          ('charge', 'refund', 'void', 'dispute', 'dispute_reversal', 'surplus', 'surplus_refund')
    group by 1, 2, 3, 4`,
)
const record = controlStatement(
  'record_gateway_settlements',
  `insert into expected_settlement (environment, day, currency, operator, gross_minor, net_minor)
   select environment, day, currency, operator, gross_minor, net_minor
     from json_to_recordset($1) as s (environment text, day date, currency text, operator text, gross_minor bigint, net_minor bigint)
   on conflict do nothing`,
)
const findUnreported = controlStatement<{ environment: Environment; day: string }>(
  'find_unreported_gateway_settlements',
  `select distinct environment, day::text as day from expected_settlement
    where operator is null and reported_minor is null and day >= $1 and environment = any($2) and (day, environment) > ($3::date, $4::text)
    order by 2, 1 limit ${atOnce}`,
)
const saveReport = controlStatement(
  'save_report_of_gateway_settlement',
  'update expected_settlement set reported_minor = $4 where environment = $1 and day = $2 and currency = $3 and operator is null',
)

/**
 * Writes down the days that have ended and are not there yet.
 * @throws while a cell does not respond: what was written down once is not changed.
 */
export async function recordSettlements({ cells, clock }: { cells: Cells; clock: Clock }): Promise<void> {
  const end = clock.now().subtract({ hours: 1 }).toZonedDateTimeISO('UTC').startOfDay()
  const period = [end.subtract({ days: maxDays }).toInstant(), end.toInstant()]
  const sums = await inEachCell(cells, (db) => db.rows(sumUp, period))
  const rows = addedUp(sums.flat()).map(({ gross_minor, net_minor, ...of }) => ({
    ...of,
    gross_minor: String(gross_minor),
    net_minor: String(net_minor),
  }))
  if (rows.length > 0) await cells.control.rows(record, [JSON.stringify(rows)])
}

/** The sums of all cells: one of each environment, day, currency and payer. */
function addedUp(sums: readonly DaySum[]): DaySum[] {
  const added = new Map<string, DaySum>()
  for (const sum of sums) {
    const key = `${sum.environment} ${sum.day} ${sum.currency} ${sum.operator}`
    const { gross_minor = 0n, net_minor = 0n } = added.get(key) ?? {}
    added.set(key, {
      ...sum,
      gross_minor: sum.gross_minor + gross_minor,
      net_minor: sum.net_minor + net_minor,
    })
  }
  return [...added.values()]
}

type ReportNeeds = {
  cells: Cells
  clock: Clock
  gatewayFor: GatewayFor
  /** Those that have a gateway. */
  environments: readonly Environment[]
}

/**
 * Returns a function that reads the gateway's reports of days that have none yet, a few per round, and returns whether any was read.
 * Each round continues after the last one, so that days without a report keep no other day waiting.
 */
export function openSettlementReports({ cells, clock, gatewayFor, environments }: ReportNeeds) {
  const start = { day: '-infinity', environment: '' }
  let last = start
  return async (): Promise<boolean> => {
    const first = clock.now().toZonedDateTimeISO('UTC').subtract({ days: maxDays }).toPlainDate()
    // guard: settlement-report-turn
    const values = [first.toString(), environments, last.day, last.environment]
    const due = await cells.control.rows(findUnreported, values)
    last = (due.length === atOnce && due.at(-1)) || start
    let read = 0
    for (const { environment, day } of due) {
      const report = await gatewayFor(environment).reportDay(day)
      if (report.kind !== 'report') continue
      // First, so that a report is read again if the process dies in between.
      const settled = settledPaymentsIn(report.lines)
      await inEachCell(cells, (db) => makeSettledPaymentsDue({ db, clock }, environment, settled))
      await save(cells.control, { environment, day }, report.lines)
      read += 1
    }
    return read > 0
  }
}

/** TRANSMITTED is not among them: the payment was only sent to the processor, and may be paid out before the money is there. */
const settledStatuses = ['SUCCEEDED', 'SETTLED']

/** The charges whose settlement the gateway confirms. */
function settledPaymentsIn(lines: readonly ReportLine[]): SettledPayment[] {
  // guard: settled-status
  return lines
    .filter(({ type, status }) => type === 'charge' && settledStatuses.includes(status))
    .map(({ id, amount }) => ({ id, minor: amount.minor, currency: amount.currency }))
}

async function save(
  db: ControlSql,
  { environment, day }: { environment: Environment; day: string },
  all: readonly ReportLine[],
): Promise<void> {
  for (const currency of localCurrencies) {
    const lines = all.filter(({ amount }) => amount.currency === currency)
    const total = lines.reduce(
      (sum, { type, amount }) => (type === 'charge' ? sum + amount.minor : sum - amount.minor),
      0n,
    )
    await db.rows(saveReport, [environment, day, currency, total])
  }
}
