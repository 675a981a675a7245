// The work on batches of refunds of admins: a row is refunded as an approved refund of the admin who uploaded the file. The admin who confirmed
// it has approved its rows, so that no rule asks for another; as with every refund of an admin, the merchant's balance may go below zero.
import type { Admin } from '../../admin/access.ts'
import type { BatchWork } from '../../batches/kind.ts'
import type { BatchRow } from '../../batches/queries.ts'
import { Problem } from '../../kernel/problem.ts'
import { statement } from '../../platform/database/database.ts'
import { findOwnPayment } from '../refund-requests/queries.ts'
import { claimIntendedRefund } from '../refunds/claim-refund.ts'
import type { RefundNeeds } from '../refunds/refund.ts'
import { intendedCallerSeconds, sendIntendedRefund } from '../refunds/send-refund.ts'
import { cardProblems } from '../transaction/problems.ts'
import { lockedTransaction } from '../transaction/queries.ts'
import { ownerOfPerson } from './admin-person.ts'
import { checkRefundsTogether, openRefundCheck } from './check-row.ts'
import { adminRefundBatches } from './kind.ts'

/** What a row has become, however long ago. */
// guard: admin-refund-row-once
const findRefunded = statement(
  'find_refund_of_batch_row',
  'select from card_refund where idempotency_key = $1',
)

export function openAdminRefundWork(needs: RefundNeeds): BatchWork {
  const { db, clock, secrets } = needs
  return {
    kind: adminRefundBatches,
    check: openRefundCheck(needs),
    checkTogether: checkRefundsTogether,
    async accept({ id: merchantId, environment }, batch, { sentAs, subject, amount, fields }) {
      const [payment] = await db.rows(findOwnPayment, [merchantId, environment, subject])
      if (!payment) throw new Problem(cardProblems.transaction_not_found)
      const claimed = await db.transaction(
        async (sql) => {
          const transaction = await lockedTransaction(sql, payment.id)
          if ((await sql.rows(findRefunded, [sentAs])).length > 0) return undefined
          const now = clock.now()
          const refund = {
            // guard: admin-refund-row-amount
            amount,
            ...{ reason: fields.reason!, notify: true, force: false, isReported: true, key: sentAs },
            ...{ admin: confirmerOf(batch), refundedBy: batch.uploader!, now },
            nextCheckAt: now.add({ seconds: intendedCallerSeconds }),
          }
          return claimIntendedRefund(sql, secrets, refund, transaction)
        },
        { mutexKey: `refund of batch ${payment.id}` },
      )
      if (claimed) await sendIntendedRefund(needs, claimed)
    },
    refusalOf: ({ retry }) => (retry === 'never' ? 'failed' : 'passing'),
  }
}

/** The admin who approved the rows, as the audit log names them. */
function confirmerOf({ batch_id, confirmed_by, confirmer, confirmer_role: role }: BatchRow): Admin {
  const name = confirmer!
  const origin = { address: 'batch', requestId: batch_id }
  if (role === null) return { name, owner: ownerOfPerson(confirmed_by!), ...origin }
  return { name, aliases: [], user: { email: name, role }, ...origin }
}
