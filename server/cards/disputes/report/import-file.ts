// Reads disputes from a CSV file that an admin has written or converted by hand, where the gateway's report lacks them. Its lines
// are applied as those of the report are, so a file may be imported twice.

import type { Environment } from '../../../kernel/environment.ts'
import { type Cells, inEachCell } from '../../../platform/database/cells.ts'
import { statement } from '../../../platform/database/database.ts'
import { decimalMarkOf, spreadsheetFault, spreadsheetRows } from '../../../platform/documents/spreadsheet.ts'
import { type DecimalMark, spreadsheetAmount } from '../../../platform/documents/written-amount.ts'
import type { DisputeLine } from '../../gateway/gateway.ts'
import { cardCurrencies } from '../../transaction/amount.ts'

/** The columns of the file, in any order; the last four may be missing or empty. */
export const disputeColumnsOfFile = [
  'case_number',
  'kind',
  'transaction_uuid',
  'amount',
  'currency',
  'at',
  'payment_id',
  'reason_code',
  'reason',
  'respond_by',
] as const
type Column = (typeof disputeColumnsOfFile)[number]
type Row = Partial<Record<Column, string>>

const kinds = ['inquiry', 'opened', 'won', 'lost'] as const

/** The lines of a file, or what is wrong with it, line by line. */
export function readDisputeFile(
  text: string,
  now: Temporal.Instant,
): { lines: DisputeLine[]; faults: string[] } {
  const file = rowsOf(text)
  if (typeof file === 'string') return { lines: [], faults: [file] }
  const { rows, decimals } = file
  const read = rows.map((row, n) => lineOf(row, n + 2, { now, decimals }))
  return {
    lines: read.filter((line) => typeof line !== 'string'),
    faults: read.filter((line) => typeof line === 'string'),
  }
}

function rowsOf(text: string): { rows: Row[]; decimals: DecimalMark } | string {
  try {
    const { rows, separator } = spreadsheetRows(text)
    return { rows, decimals: decimalMarkOf(separator) }
  } catch (error) {
    return spreadsheetFault(error)
  }
}

const maxIdLength = 100
const maxReasonLength = 500

/** A value that is too long to be one, or has characters that cannot be stored. */
function unstorable(row: Row): string | undefined {
  const faults = Object.entries(row).map(([column, value]) => {
    if (value.length > (column === 'reason' ? maxReasonLength : maxIdLength)) return `${column} is too long`
    return value.includes('\0') || !value.isWellFormed()
      ? `${column} has characters that cannot be stored`
      : undefined
  })
  return faults.find(Boolean)
}

type File = { now: Temporal.Instant; decimals: DecimalMark }

function lineOf(row: Row, number: number, { now, decimals }: File): DisputeLine | string {
  const kind = kinds.find((known) => known === row.kind)
  const currency = cardCurrencies.find((known) => known === row.currency)
  const amount = currency && spreadsheetAmount(row.amount ?? '', currency, decimals)
  const at = timeOf(row.at)
  // Every later line of the case would count as late, and be left out without a word.
  // guard: dispute-file-future
  const isFuture = at !== undefined && Temporal.Instant.compare(at, now) > 0
  const respondBy = row.respond_by ? timeOf(row.respond_by) : undefined
  const fault =
    unstorable(row) ||
    (!row.case_number && 'case_number is missing') ||
    (!kind && `kind is not one of ${kinds.join(', ')}`) ||
    (!row.transaction_uuid && !row.payment_id && 'transaction_uuid or payment_id is missing') ||
    (!(amount && amount.minor > 0n) && 'amount or currency is invalid') ||
    (!at && 'at is not a time such as 2026-11-23T09:30:00Z') ||
    (isFuture && 'at is in the future') ||
    (row.respond_by && !respondBy && 'respond_by is not a time such as 2026-11-23T09:30:00Z')
  if (fault || !kind || !amount || !at) return `line ${number}: ${fault}`
  return {
    caseNumber: row.case_number ?? '',
    kind,
    paymentId: row.payment_id ?? '',
    code: row.transaction_uuid ?? '',
    amount,
    reasonCode: row.reason_code ?? '',
    reason: row.reason ?? '',
    ...(respondBy && { respondBy }),
    at,
  }
}

function timeOf(text: string | undefined): Temporal.Instant | undefined {
  try {
    return Temporal.Instant.from(text ?? '')
  } catch {
    return undefined
  }
}

const findNamed = statement<{ n: bigint; differs: boolean; is_absurd: boolean }>(
  'find_payments_of_dispute_file',
  `select l.n, l.code <> '' and l.payment_id <> '' and t.cs_payment_id is distinct from l.payment_id as differs,
          l.amount_minor > 2 * t.amount_minor as is_absurd
     from unnest($2::text[], $3::text[], $4::bigint[]) with ordinality l(code, payment_id, amount_minor, n)
    cross join lateral (
          select cs_payment_id, amount_minor from card_transaction t
           where t.environment = $1
             and case when l.code <> '' then t.transaction_uuid = l.code else t.cs_payment_id = l.payment_id end
           limit 1) t
    order by l.n`,
)

/** What contradicts the payments that the lines name, case by case. Some banks claim a little more than was paid, none twice as much. */
export async function faultsOfFile(
  cells: Cells,
  environment: Environment,
  lines: readonly DisputeLine[],
): Promise<string[]> {
  const values = [
    environment,
    lines.map(({ code }) => code),
    lines.map(({ paymentId }) => paymentId),
    lines.map(({ amount }) => amount.minor),
  ]
  const payments = (await inEachCell(cells, (db) => db.rows(findNamed, values))).flat()
  return payments
    .toSorted((a, b) => Number(a.n - b.n))
    .flatMap(({ n, differs, is_absurd }) => {
      const line = lines[Number(n) - 1]
      if (!line) return []
      const { caseNumber, paymentId, code } = line
      // guard: dispute-file-payment
      const other = differs ? [`case ${caseNumber}: payment_id ${paymentId} is not that of ${code}`] : []
      // guard: dispute-file-amount
      const absurd = is_absurd ? [`case ${caseNumber}: amount is more than twice what was paid`] : []
      return [...other, ...absurd]
    })
}
