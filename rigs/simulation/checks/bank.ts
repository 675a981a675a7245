// Compares what we recorded about payouts to banks with the bank's books: each line of its statements is matched or is in the work
// list as what it is, and every planted difference is there, and nothing else.
import type { Bank, Booking } from '../upstreams/bank.ts'
import type { Violation } from './invariants/invariant.ts'

type Line = {
  id: bigint
  statement_id: string
  bank_reference: string
  state: string
  expected_kind: string | null
  expected_key: string | null
  decided_at: { epochMilliseconds: number } | null
  imported_at: { epochMilliseconds: number }
  /** Whether the importer had approved the payout that the line names, or its batch. */
  is_own: boolean
  /** Whether the line was matched by whoever imported it. */
  is_alone: boolean
}
type Payout = {
  id: string
  state: string
  amount_minor: bigint
  currency: string
  failure_code: string | null
}
type RunQuery = (sql: string) => Promise<any[]>

const findLines = `
  select l.id, regexp_replace(coalesce(l.statement_name, l.statement_id), '-N$', '') as statement_id, l.bank_reference, l.state,
         l.expected_kind, l.expected_key, l.decided_at, f.imported_at,
         coalesce(f.imported_owner in (p.decided_owner, b.decided_owner), false) as is_own,
         coalesce(l.matched_by in (f.imported_by, 'reference'), false) as is_alone
    from bank_line l join bank_file f on f.id = l.file_id
    left join merchant_payout p on replace(p.public_id::text, '-', '') = l.end_to_end_id
    left join payout_batch b on b.id = p.batch_id`
const findPayouts = `
  select p.public_id::text as id, p.state, p.amount_minor, p.currency, p.failure_code
    from merchant_payout p join payout_destination d on d.id = p.destination_id and d.type = 'bank'`

/** @returns an empty list where both agree. */
export async function checkBank(query: RunQuery, bank: Bank): Promise<Violation[]> {
  const [lines, payouts]: [Line[], Payout[]] = [await query(findLines), await query(findPayouts)]
  return [
    ...violation('I-63', 'every line of a bank statement is found as what it is, and no other is', [
      ...wrongLines(bank, lines),
    ]),
    ...violation('I-63b', 'payouts to banks end as the bank paid them, each instructed once', [
      ...wrongPayouts(bank, payouts),
    ]),
  ]
}

function* wrongLines(bank: Bank, lines: readonly Line[]) {
  const at = (statement: string, reference: string) => `${statement} ${reference}`
  const byBooking = new Map(lines.map((line) => [at(line.statement_id, line.bank_reference), line]))
  const known = new Set<string>()
  for (const { id, bookings, importedBy } of bank.statements)
    for (const booking of bookings) {
      known.add(at(id, booking.reference))
      const line = byBooking.get(at(id, booking.reference))
      if (!line ? importedBy !== undefined : !isFoundAs(booking, line, lines)) yield { booking, line }
    }
  for (const line of lines) if (!known.has(at(line.statement_id, line.bank_reference))) yield { line }
}

function isFoundAs({ what, payout }: Booking, line: Line, lines: readonly Line[]): boolean {
  const { state, is_own, is_alone } = line
  const kind = what === 'return' ? 'payout_return' : 'payout'
  const isMatched = state === 'MATCHED' && line.expected_kind === kind && line.expected_key === payout
  if (what === 'repeat') return state === 'DUPLICATE'
  if (what === 'other') return state === 'UNKNOWN' || state === 'WRITTEN_OFF'
  if (what === 'payment of another amount') return state === 'AMOUNT_DIFFERS'
  if (what === 'payment without reference') return isMatched || state === 'CANDIDATES'
  // Whoever imports a return leaves it to another admin to give the money back.
  if (what === 'return' && isMatched && is_alone) return false
  // Whoever has approved a payment cannot show that it was made.
  if (isMatched || (state === 'CANDIDATES' && (is_own || what === 'return'))) return true
  return what === 'return' && state === 'CONFLICT' && !wasPaidBefore(line, payout, lines)
}

/** A payment that waited for an admin when its return came. */
function wasPaidBefore({ imported_at }: Line, payout: string | undefined, lines: readonly Line[]): boolean {
  const paid = lines.find(
    ({ expected_kind, expected_key }) => expected_kind === 'payout' && expected_key === payout,
  )
  return !!paid?.decided_at && paid.decided_at.epochMilliseconds < imported_at.epochMilliseconds
}

function* wrongPayouts({ orders }: Bank, payouts: readonly Payout[]) {
  const byId = new Map(orders.map((order) => [order.payout, order]))
  for (const payout of payouts) {
    const order = byId.get(payout.id)
    byId.delete(payout.id)
    const states = {
      PAID: ['paid', 'returning', 'returned'],
      RETURNED: ['returned'],
      FAILED: ['refused'],
      SENT: [undefined, 'waiting', 'paid', 'refused', 'returning', 'returned'],
    }[payout.state] ?? [undefined]
    const isSame =
      !order ||
      (order.times === 1 &&
        order.currency === payout.currency &&
        BigInt(order.amount.replace('.', '')) === payout.amount_minor)
    if (!isSame || !states.includes(order?.state)) yield { payout, order }
  }
  for (const order of byId.values()) yield { order }
}

const violation = (invariant: string, title: string, rows: unknown[]): Violation[] =>
  rows.length > 0 ? [{ invariant, title, rows }] : []
