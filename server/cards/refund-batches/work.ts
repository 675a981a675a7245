// The work on batches of refunds: a row is checked as its request would be, without requesting anything, and then requested by the user who
// confirmed the batch. So the merchant's right to refund, its approval rule and the cover of its balance apply as to any request.
import { fieldFault } from '../../batches/fields.ts'
import type { BatchWork, Findings } from '../../batches/kind.ts'
import { formatMoney, money, parseMoney } from '../../kernel/money.ts'
import { Problem } from '../../kernel/problem.ts'
import { secondUserFrom } from '../../merchants/approvals.ts'
import { merchantActor } from '../../merchants/identity/merchant.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import { codeOf } from '../../platform/http/http.ts'
import { requestOwnRefund } from '../refund-requests/create-request.ts'
import type { DecisionNeeds } from '../refund-requests/decide-request.ts'
import { findOpenRequest, mayRefund } from '../refund-requests/queries.ts'
import { largestCovered } from '../refund-requests/refund-cover.ts'
import { whyNotRefundable } from '../refund-requests/responses.ts'
import { remainingOf } from '../refunds/refund-rules.ts'
import { cardProblems } from '../transaction/problems.ts'
import type { PricedTransaction } from '../transaction/queries.ts'
import { refundBatches } from './kind.ts'

type Payment = Pick<
  PricedTransaction,
  | 'id'
  | 'merchant_id'
  | 'environment'
  | 'status'
  | 'finalised_at'
  | 'running_operation'
  | 'amount_minor'
  | 'commission_minor'
  | 'currency'
  | 'refunded_minor'
  | 'refund_reserved_minor'
  | 'disputed_minor'
  | 'open_disputes'
>

const findPayment = statement<Payment>(
  'find_payment_of_refund_row',
  `select id, merchant_id, environment, status, finalised_at, running_operation, amount_minor, commission_minor, currency, refunded_minor,
          refund_reserved_minor, disputed_minor, open_disputes
     from card_transaction where merchant_id = $1 and environment = $2 and transaction_uuid = $3 and amount_minor is not null`,
)
/** Rows of one payment may exceed what is left of it only together. */
// guard: refund-rows-together
const findExceeding = statement<{ number: number }>(
  'find_refund_rows_that_exceed_together',
  `select o.number
     from (select number, subject, sum(amount_minor) over (partition by subject order by number) as upto
             from batch_row where batch = $1 and state = 'READY') o
     join card_transaction t on t.transaction_uuid = o.subject
    where o.upto > t.amount_minor - t.refunded_minor - t.refund_reserved_minor - t.disputed_minor`,
)
/** What a row has become, however long ago. */
// guard: refund-row-once
const findRequested = statement(
  'find_refund_request_of_row',
  'select from refund_request where idempotency_key = $1',
)

const tooMuch = 'Exceeds what the rows before it leave of the payment'

export function openRefundWork(needs: DecisionNeeds): BatchWork {
  const { db, clock } = needs
  return {
    kind: refundBatches,
    async check(merchant, { currency }, { fields, subject }) {
      const found = await db.rows(findPayment, [merchant.id, merchant.environment, subject])
      const [payment] = found
      if (!payment) return { errors: [], amount: null, fee: null, wouldHold: false }
      // guard: refund-row-currency
      if (payment.currency !== currency) return inOtherCurrency(payment.currency, currency)
      const given = fields.amount ? parseMoney(fields.amount, currency)?.minor : undefined
      const amount = given ?? remainingOf(payment)
      const [open] = await db.rows(findOpenRequest, [payment.id])
      // guard: refund-row-left
      const fault =
        whyNotRefundable(payment, amount, clock.now()) ??
        (open && new Problem(cardProblems.refund_request_waiting))
      return {
        errors: fault ? [findingOf(fault)] : [],
        ...{ amount: amount > 0n ? amount : null, fee: 0n },
        wouldHold: fault === undefined && (await wouldWait(db, payment, amount)),
      }
    },
    async checkTogether(sql, { id }) {
      const fault = fieldFault('amount', tooMuch, codeOf(cardProblems.refund_too_much))
      return (await sql.rows(findExceeding, [id])).map(({ number }) => ({ number, fault }))
    },
    async accept({ id: merchantId, merchantCode, environment }, batch, { sentAs, subject, amount, fields }) {
      if ((await db.rows(findRequested, [sentAs])).length > 0) return
      const user = { email: batch.confirmer!, role: batch.confirmer_role! }
      const actor = merchantActor({ merchantCode, user }, { address: 'batch', requestId: batch.batch_id })
      await requestOwnRefund(
        needs,
        { merchantId, environment, actor },
        {
          ...{ transactionUuid: subject!, reason: fields.reason!, key: sentAs },
          // guard: refund-row-amount
          amount: formatMoney(money(amount, batch.currency)),
        },
      )
    },
    refusalOf(spec) {
      // Another row of the same payment comes first.
      if (spec === cardProblems.refund_request_waiting) return 'passing'
      return spec.retry === 'never' ? 'failed' : 'passing'
    },
  }
}

const findingOf = ({ spec, message }: Problem) => ({
  ...{ code: codeOf(spec), field: null, message, retry: spec.retry },
})

function inOtherCurrency(found: string, currency: string): Findings {
  const message = `Is in ${found}, and the batch is in ${currency}`
  const fault = { code: codeOf(cardProblems.refund_too_much), field: 'transaction_uuid', message }
  return { errors: [{ ...fault, retry: 'never' }], amount: null, fee: null, wouldHold: false }
}

/** Whether the request would wait for an admin or a second user. */
async function wouldWait(sql: Sql, payment: Payment, amount: bigint): Promise<boolean> {
  const { merchant_id: merchantId, environment, currency, refunded_minor, refund_reserved_minor } = payment
  if (!(await mayRefund(sql, merchantId, environment))) return true
  if (amount > (await largestCovered(sql, payment))) return true
  const counted = money(refunded_minor + refund_reserved_minor, currency)
  const from = await secondUserFrom(sql, merchantId, 'refund', counted)
  // guard: refund-row-would-wait
  return from !== null && amount >= parseMoney(from, currency)!.minor
}
