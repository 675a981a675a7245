// Reads disputes from a CSV file that an admin has written or converted by hand, where the gateway's report lacks them. Its lines
// are applied as those of the report are, so a file may be imported twice.
import { parse } from 'csv-parse/sync'
import { parseMoney } from '../../../kernel/money.ts'
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
  const rows = rowsOf(text)
  if (typeof rows === 'string') return { lines: [], faults: [rows] }
  const read = rows.map((row, n) => lineOf(row, n + 2, now))
  return {
    lines: read.filter((line) => typeof line !== 'string'),
    faults: read.filter((line) => typeof line === 'string'),
  }
}

function rowsOf(text: string): Row[] | string {
  try {
    const [header = ''] = text.split('\n', 1)
    // Spreadsheets in French separate columns by semicolons.
    const delimiter = header.includes(';') && !header.includes(',') ? ';' : ','
    return parse(text, { bom: true, columns: true, delimiter, skip_empty_lines: true, trim: true }) as Row[]
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const longestId = 100
const longestReason = 500

/** A value that is too long to be one, or has characters that cannot be stored. */
function unstorable(row: Row): string | undefined {
  const faults = Object.entries(row).map(([column, value]) => {
    if (value.length > (column === 'reason' ? longestReason : longestId)) return `${column} is too long`
    return value.includes('\0') || !value.isWellFormed()
      ? `${column} has characters that cannot be stored`
      : undefined
  })
  return faults.find(Boolean)
}

function lineOf(row: Row, number: number, now: Temporal.Instant): DisputeLine | string {
  const kind = kinds.find((known) => known === row.kind)
  const currency = cardCurrencies.find((known) => known === row.currency)
  const amount = currency && parseMoney(row.amount ?? '', currency)
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
