// What the receipt over all parts of a payment link states: there is one once the total is paid, also after a refund, as of one payment.
import assert from 'node:assert/strict'
import type { LocalCurrency } from '../../../kernel/money.ts'
import { Problem } from '../../../kernel/problem.ts'
import { type Sql, statement } from '../../../platform/database/database.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { receiptCode } from '../../../receipts/receipt-codes.ts'
import type { ReceiptFacts, ReceiptPart, ReceiptState } from '../../../receipts/receipt-facts.ts'
import { receiptStateOf, returnedAt } from '../../receipts/payment-receipt.ts'
import { amountOf } from '../../transaction/amount.ts'
import { cardProblems } from '../../transaction/problems.ts'
import type { TransactionStatus } from '../../transaction/transaction.ts'

type PaidLink = {
  environment: 'sandbox' | 'production'
  amount_minor: bigint
  paid_minor: bigint
  currency: LocalCurrency
  merchant_reference: string
  merchant_name: string
  time_zone: string
}

type Part = {
  id: bigint
  amount_minor: bigint
  refunded_minor: bigint
  disputed_minor: bigint
  open_disputes: number
  status: TransactionStatus
  finalised_at: Temporal.Instant
  returned_at: Temporal.Instant | null
  code: string | null
}

/** A link in parts whose total was paid, also if some of it was refunded since. */
// guard: receipt-of-paid-link
const findPaidLink = statement<PaidLink>(
  'find_fully_paid_link',
  `select m.environment, l.amount_minor, l.paid_minor, l.currency, l.merchant_reference, m.name as merchant_name, m.time_zone
     from payment_link l join merchant m on m.id = l.merchant_id and m.environment = l.environment
    where l.id = $1 and l.kind = 'parts' and (l.paid_minor >= l.amount_minor
       or exists (select from payment_link_move v where v.payment_link_id = l.id and v.event = 'used_up'))`,
)
const maxParts = 1_000
const findParts = statement<Part>(
  'find_completed_parts_of_link',
  `select t.id, t.amount_minor, t.refunded_minor, t.disputed_minor, t.open_disputes, t.status, t.finalised_at,
          ${returnedAt} as returned_at, r.code
     from card_transaction t left join receipt r on r.transaction_id = t.id
    where t.payment_link_id = $1 and t.status in ('SUCCESS', 'PARTIALLY_REFUNDED', 'REFUNDED', 'VOIDED')
    order by t.finalised_at, t.id limit ${maxParts}`,
)

/** @throws Problem 409 for a link whose total was never paid. */
export async function readLinkFacts(
  { db, clock }: { db: Sql; clock: Clock },
  linkId: bigint,
): Promise<ReceiptFacts & { parts: ReceiptPart[] }> {
  const [link] = await db.rows(findPaidLink, [linkId])
  if (!link) throw new Problem(cardProblems.link_receipt_missing)
  const rows = await db.rows(findParts, [linkId])
  const parts: ReceiptPart[] = []
  for (const part of rows) {
    // A payment has its code from its webhook or its page, and gets it here if neither has asked for it yet.
    const code = part.code ?? (await receiptCode(db, { transactionId: part.id }, clock.now()))
    parts.push(partOf(part, link.currency, code))
  }
  const state = stateOf(link, rows)
  const disputed = rows.reduce((sum, { disputed_minor }) => sum + disputed_minor, 0n)
  const returned = link.amount_minor - link.paid_minor + (state === 'returned' ? disputed : 0n)
  const last = rows.at(-1)
  assert(last, 'a paid link has payments')
  return {
    environment: link.environment,
    merchant: link.merchant_name,
    amount: amountOf(link.amount_minor, link.currency),
    currency: link.currency,
    reference: link.merchant_reference,
    paidAt: last.finalised_at,
    state,
    returnedAmount: returned > 0n ? amountOf(returned, link.currency) : null,
    returnedAt: returned > 0n ? lastReturn(rows) : null,
    timeZone: link.time_zone,
    recipient: null,
    parts,
  }
}

function partOf(part: Part, currency: LocalCurrency, code: string): ReceiptPart {
  const { amount_minor, refunded_minor, disputed_minor, finalised_at } = part
  const state = receiptStateOf(part)
  const returned =
    state === 'voided' ? amount_minor : refunded_minor + (state === 'returned' ? disputed_minor : 0n)
  return {
    amount: amountOf(amount_minor, currency),
    returnedAmount: returned > 0n ? amountOf(returned, currency) : null,
    paidAt: finalised_at,
    code,
  }
}

/** As of one payment: a dispute of any part comes before everything, and a refund of a part that was paid again counts no more. */
function stateOf({ amount_minor, paid_minor }: PaidLink, parts: readonly Part[]): ReceiptState {
  if (parts.some(({ open_disputes }) => open_disputes > 0)) return 'disputed'
  if (parts.some(({ disputed_minor }) => disputed_minor > 0n)) return 'returned'
  if (paid_minor >= amount_minor) return 'paid'
  return paid_minor > 0n ? 'partially_refunded' : 'refunded'
}

function lastReturn(parts: readonly Part[]): Temporal.Instant | null {
  const times = parts.flatMap(({ returned_at }) => returned_at ?? [])
  return times.sort(Temporal.Instant.compare).at(-1) ?? null
}
