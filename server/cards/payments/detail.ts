// The payment detail that a merchant reads, with its history in order.
import { formatBasisPoints } from '../../kernel/money.ts'
import { Problem } from '../../kernel/problem.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import type { ListOwner } from '../../platform/database/day-list.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { type Clock, zonelessMicrosecond } from '../../platform/time/clock.ts'
import { checkoutLink } from '../checkout/checkout-addresses.ts'
import { disputesOfPayment } from '../disputes/list.ts'
import { requestsOfPayment } from '../refund-requests/responses.ts'
import { listRefunds, type RefundRow } from '../refunds/queries.ts'
import { amountOf } from '../transaction/amount.ts'
import { cardProblems } from '../transaction/problems.ts'
import type { TransactionRow } from '../transaction/queries.ts'
import { listVoids, type VoidRow } from '../voids/queries.ts'
import { canBePaid, type ListedPayment, leftOf, listedColumns, renderPaymentSummary } from './list.ts'

type PaymentDetailRow = ListedPayment &
  Pick<
    TransactionRow,
    | 'message'
    | 'reason_code'
    | 'decision'
    | 'cs_payment_id'
    | 'bill_to_email'
    | 'bill_to_phone'
    | 'bill_to_address_line1'
    | 'bill_to_address_city'
    | 'bill_to_address_country'
    | 'bill_to_address_state'
    | 'bill_to_address_postal_code'
  > & { commission_rate_bp: number }

// guard: payment-detail-owner
const findPaymentDetail = statement<PaymentDetailRow>(
  'find_payment_story',
  `select t.id, t.created_at, ${listedColumns}, t.message, t.reason_code, t.decision, t.cs_payment_id,
          t.commission_rate_bp, t.bill_to_email, t.bill_to_phone,
          t.bill_to_address_line1, t.bill_to_address_city, t.bill_to_address_country, t.bill_to_address_state,
          t.bill_to_address_postal_code
     from card_transaction t
    where t.merchant_id = $1 and t.environment = $2 and t.transaction_uuid = $3`,
)
const listMoves = statement<{
  event: string
  from_status: string
  to_status: string
  reason_code: string
  at: Temporal.Instant
}>(
  'list_payment_moves',
  `select event, from_status, to_status, reason_code, at from card_transaction_move where transaction_id = $1 order by id`,
)
const listAuthentications = statement<{
  state: string
  created_at: Temporal.Instant
  authenticated_at: Temporal.Instant | null
}>(
  'list_payment_authentications',
  `select state, created_at, authenticated_at from card_authentication where transaction_id = $1 order by created_at, id`,
)

/**
 * Returns the payment detail, the internal id under which its webhooks are stored, and its refunds and voids as they are stored.
 * @throws Problem 404 when the payment does not exist or belongs to another merchant.
 */
export async function readPaymentDetail(
  { db, clock, secrets, baseUrl }: { db: Sql; clock: Clock; secrets: Secrets; baseUrl: string },
  { merchantId, environment }: ListOwner,
  transactionUuid: string,
) {
  const [payment] = await db.rows(findPaymentDetail, [merchantId, environment, transactionUuid])
  if (!payment) throw new Problem(cardProblems.transaction_not_found)
  const { id, currency } = payment
  const [moves, authentications, refunds, requests, disputes, voids] = await Promise.all([
    db.rows(listMoves, [id]),
    db.rows(listAuthentications, [id]),
    db.rows(listRefunds, [id]),
    requestsOfPayment(db, id),
    disputesOfPayment(db, id),
    db.rows(listVoids, [id]),
  ])
  const now = clock.now()
  const left = leftOf(payment)
  const detail = {
    ...renderPaymentSummary(payment, now),
    message: payment.message,
    reason_code: payment.reason_code,
    decision: payment.decision,
    cs_payment_id: payment.cs_payment_id ?? '',
    financial: {
      commission_rate: formatBasisPoints(payment.commission_rate_bp),
      commission_amount: amountOf(payment.commission_minor, currency),
      merchant_amount: amountOf(payment.merchant_minor, currency),
      refunded_amount: amountOf(payment.refunded_minor, currency),
      disputed_amount: amountOf(left.disputed, currency),
      net_amount: amountOf(left.net, currency),
    },
    bill_to: billTo(payment),
    checkout_link: canBePaid(payment, now) ? checkoutLink(baseUrl, secrets, transactionUuid) : null,
    refunds: refunds.map(renderRefund),
    refund_requests: requests,
    disputes,
    voids: voids.map(renderVoid),
    moves: moves.map(({ event, from_status: from, to_status: to, reason_code, at }) => ({
      event,
      from,
      to,
      reason_code,
      at: zonelessMicrosecond(at),
    })),
    authentications: authentications.map(({ state, created_at, authenticated_at }) => ({
      state,
      created_at: zonelessMicrosecond(created_at),
      authenticated_at: authenticated_at && zonelessMicrosecond(authenticated_at),
    })),
  }
  return { id, detail, refunds, voids }
}

/** Renders the payer; fields are null while a custom checkout has not provided them. */
function billTo(payment: PaymentDetailRow) {
  return {
    forename: payment.bill_to_forename,
    surname: payment.bill_to_surname,
    email: payment.bill_to_email,
    // The phone is optional in the form of a payment link.
    phone: payment.bill_to_phone || null,
    address_line1: payment.bill_to_address_line1,
    address_city: payment.bill_to_address_city,
    address_country: payment.bill_to_address_country,
    address_state: payment.bill_to_address_state,
    address_postal_code: payment.bill_to_address_postal_code,
  }
}

function renderRefund(refund: RefundRow & { callback_delivered: boolean }) {
  return {
    id: Number(refund.id),
    cs_refund_id: refund.cs_refund_id ?? '',
    amount: amountOf(refund.amount_minor, refund.currency),
    currency: refund.currency,
    ...renderFollowUp(refund),
  }
}

function renderVoid(row: VoidRow & { callback_delivered: boolean }) {
  return { id: Number(row.id), cs_void_id: row.cs_void_id ?? '', ...renderFollowUp(row) }
}

function renderFollowUp(row: (RefundRow | VoidRow) & { callback_delivered: boolean }) {
  return {
    status: row.status,
    reason: row.reason,
    created_at: zonelessMicrosecond(row.created_at),
    completed_at: row.completed_at && zonelessMicrosecond(row.completed_at),
    callback_delivered: row.callback_delivered,
  }
}
