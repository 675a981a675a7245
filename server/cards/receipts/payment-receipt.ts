// What the receipt of a card payment states. Only a payment that was completed has one; it stays readable after a refund.
import assert from 'node:assert/strict'
import { z } from 'zod'
import { Problem } from '../../kernel/problem.ts'
import { signedEndpoint } from '../../merchants/identity/signed-endpoint.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import { keys } from '../../platform/http/access.ts'
import { succeeded } from '../../platform/http/endpoint.ts'
import type { IssueReceipt, Receipt } from '../../receipts/issue-receipt.ts'
import type { ReceiptFacts, ReceiptState } from '../../receipts/receipt-facts.ts'
import { receiptResponse } from '../../receipts/schemas.ts'
import { amountOf } from '../transaction/amount.ts'
import { cardProblems, cardProblems as problems } from '../transaction/problems.ts'
import type { TransactionRow } from '../transaction/queries.ts'
import { exampleUuid } from '../transaction/schemas.ts'
import type { TransactionStatus } from '../transaction/transaction.ts'

type ReceiptPayment = Pick<
  TransactionRow,
  | 'id'
  | 'environment'
  | 'status'
  | 'merchant_name'
  | 'merchant_reference'
  | 'amount_minor'
  | 'currency'
  | 'refunded_minor'
  | 'finalised_at'
  | 'disputed_minor'
  | 'open_disputes'
> & {
  /** The merchant's. */
  time_zone: string
  /** When the last refund or the void was completed, or the last dispute was lost. */
  returned_at: Temporal.Instant | null
}

/** SQL: when the last part of the payment `t` was returned. */
export const returnedAt = `(
    select max(r.completed_at) from (
      select completed_at from card_refund where transaction_id = t.id and status = 'SUCCESS'
      union all select completed_at from card_void where transaction_id = t.id and status = 'SUCCESS'
      union all select closed_at from card_dispute where transaction_id = t.id and state in ('LOST', 'ACCEPTED')) r)`
const columns = `t.id, t.environment, t.status, m.name as merchant_name, t.merchant_reference, t.amount_minor, t.currency,
  t.refunded_minor, t.finalised_at, t.disputed_minor, t.open_disputes, m.time_zone, ${returnedAt} as returned_at`
const findById = statement<ReceiptPayment>(
  'find_receipt_payment',
  `select ${columns} from card_transaction t join merchant m on m.id = t.merchant_id where t.id = $1`,
)
// guard: payment-receipt-owner
const findOwn = statement<ReceiptPayment>(
  'find_own_receipt_payment',
  `select ${columns} from card_transaction t join merchant m on m.id = t.merchant_id
    where t.transaction_uuid = $1 and t.merchant_id = $2 and t.environment = m.environment`,
)

const states: Partial<Record<TransactionStatus, ReceiptState>> = {
  SUCCESS: 'paid',
  PARTIALLY_REFUNDED: 'partially_refunded',
  REFUNDED: 'refunded',
  VOIDED: 'voided',
}

/**
 * The state of a receipt: an open dispute comes before everything, because goods should not be handed over meanwhile, and a
 * lost one before refunds. Undefined for a payment that was not completed.
 */
// guard: disputed-receipt
export function receiptStateOf({
  status,
  open_disputes,
  disputed_minor,
}: Pick<ReceiptPayment, 'status' | 'open_disputes' | 'disputed_minor'>): ReceiptState | undefined {
  if (open_disputes > 0) return 'disputed'
  return disputed_minor > 0n ? 'returned' : states[status]
}

/** @throws Problem 409 for a payment that was not completed. */
export function paymentReceiptFacts(payment: ReceiptPayment): ReceiptFacts {
  const state = receiptStateOf(payment)
  // guard: payment-receipt-status
  if (!state) throw new Problem(cardProblems.receipt_status, { status: payment.status })
  const { environment, amount_minor, currency, finalised_at, refunded_minor } = payment
  const amount = amountOf(amount_minor, currency)
  assert(amount !== null && currency !== null && finalised_at !== null, 'a completed payment is priced')
  // While a dispute is open, its amount is with the bank: it is neither paid nor returned.
  const returned = refunded_minor + (state === 'returned' ? payment.disputed_minor : 0n)
  return {
    environment,
    merchant: payment.merchant_name,
    amount,
    currency,
    reference: payment.merchant_reference,
    paidAt: finalised_at,
    state,
    returnedAmount: state === 'voided' ? amount : returned > 0n ? amountOf(returned, currency) : null,
    returnedAt: payment.returned_at,
    timeZone: payment.time_zone,
    recipient: null,
  }
}

/** What the receipt of the payment with this internal id states today. */
export async function readPaymentFacts(db: Sql, id: bigint): Promise<ReceiptFacts> {
  const [payment] = await db.rows(findById, [id])
  assert(payment, 'a transaction is never deleted')
  return paymentReceiptFacts(payment)
}

export type ReceiptNeeds = { db: Sql; issueReceipt: IssueReceipt }

/**
 * The receipt of a merchant's own payment.
 * @throws Problem 404 when the payment does not exist or belongs to another merchant, 409 when it was not completed.
 */
async function ownPaymentReceipt(
  { db, issueReceipt }: ReceiptNeeds,
  merchantId: bigint,
  transactionUuid: string,
): Promise<Receipt> {
  const [payment] = transactionUuid.includes('\0')
    ? []
    : await db.rows(findOwn, [transactionUuid, merchantId])
  if (!payment) throw new Problem(cardProblems.transaction_not_found)
  return issueReceipt({ transactionId: payment.id }, paymentReceiptFacts(payment))
}

export const paymentReceiptRoute = signedEndpoint({
  id: 'readPaymentReceipt',
  method: 'GET',
  path: '/api/v1/payment/:transaction_uuid/receipt',
  priority: 'status',
  access: keys('read', 'charge'),
  summary: 'Read the signed receipt of a payment',
  description:
    'For a payment that was completed, also after a refund or void. Each call signs the state of that moment; the code never changes.',
  tag: 'Receipts',
  params: { transaction_uuid: z.string().meta({ examples: [exampleUuid] }) },
  responses: { 200: receiptResponse },
  problems: [problems.transaction_not_found, problems.receipt_status],
  work: async (needs: ReceiptNeeds, { merchant, params }) =>
    succeeded(await ownPaymentReceipt(needs, merchant.id, params.transaction_uuid)),
})
