// The work on batches of refunds: a row is checked as its request would be, without requesting anything, and then requested by the user who
// confirmed the batch. So the merchant's right to refund, its approval rule and the cover of its balance apply as to any request.
import type { BatchWork } from '../../batches/kind.ts'
import type { MerchantRole } from '../../kernel/merchant-roles.ts'
import { formatMoney, money, parseMoney } from '../../kernel/money.ts'
import { Problem } from '../../kernel/problem.ts'
import { secondUserFrom } from '../../merchants/approvals.ts'
import { merchantActor } from '../../merchants/identity/merchant.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import { requestOwnRefund } from '../refund-requests/create-request.ts'
import type { DecisionNeeds } from '../refund-requests/decide-request.ts'
import { findOpenRequest, mayRefund } from '../refund-requests/queries.ts'
import { largestCovered } from '../refund-requests/refund-cover.ts'
import { cardProblems } from '../transaction/problems.ts'
import { checkRefundsTogether, openRefundCheck, type RefundedPayment } from './check-row.ts'
import { refundBatches } from './kind.ts'

/** What a row has become, however long ago. */
// guard: refund-row-once
const findRequested = statement(
  'find_refund_request_of_row',
  'select from refund_request where idempotency_key = $1',
)

export function openRefundWork(needs: DecisionNeeds): BatchWork {
  const { db } = needs
  return {
    kind: refundBatches,
    check: openRefundCheck(needs, async (payment, amount) => {
      const [open] = await db.rows(findOpenRequest, [payment.id])
      if (open) return { fault: new Problem(cardProblems.refund_request_waiting), wouldHold: false }
      return { fault: undefined, wouldHold: await wouldWait(db, payment, amount) }
    }),
    checkTogether: checkRefundsTogether,
    async accept({ id: merchantId, merchantCode, environment }, batch, { sentAs, subject, amount, fields }) {
      if ((await db.rows(findRequested, [sentAs])).length > 0) return
      const user = { email: batch.confirmer!, role: batch.confirmer_role as MerchantRole }
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

/** Whether the request would wait for an admin or a second user. */
async function wouldWait(sql: Sql, payment: RefundedPayment, amount: bigint): Promise<boolean> {
  const { merchant_id: merchantId, environment, currency, refunded_minor, refund_reserved_minor } = payment
  if (!(await mayRefund(sql, merchantId, environment))) return true
  if (amount > (await largestCovered(sql, payment))) return true
  const counted = money(refunded_minor + refund_reserved_minor, currency)
  const from = await secondUserFrom(sql, merchantId, 'refund', counted)
  // guard: refund-row-would-wait
  return from !== null && amount >= parseMoney(from, currency)!.minor
}
