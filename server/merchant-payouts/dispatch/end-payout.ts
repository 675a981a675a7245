// Ends by hand a payout that nothing else ends: one that the bank refused in its portal or in a rejected file, or one to a wallet
// whose outcome the operator no longer reports. The operator or the bank has confirmed the outcome to an admin in another way. Another
// admin approves it, whatever the rules of the deployment: alone, one could return money that was paid.

import { z } from 'zod'
import type { Admin } from '../../admin/access.ts'
import type { Act } from '../../admin/approvals/decide-approval.ts'
import type { ApprovalRow } from '../../admin/approvals/queries.ts'
import {
  type Approvals,
  type RequestedApproval,
  requestApproval,
} from '../../admin/approvals/request-approval.ts'
import { audit } from '../../admin/audit.ts'
import { money } from '../../kernel/money.ts'
import { Problem } from '../../kernel/problem.ts'
import { resolveOperation } from '../../ledger/operation.ts'
import { closeExceptionsOfPayout, endlessPayout } from '../../operator-calls/exceptions.ts'
import { type Database, type Sql, statement, type Tx } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { payoutProblems } from '../problems.ts'
import { movePayout } from '../record/move-payout.ts'
import { lockedPayout, operationOf, type PayoutRow, payoutByPublicId } from '../record/queries.ts'

export type EndNeeds = { db: Database; clock: Clock; secrets: Secrets; approvals: Approvals }

const ends = ['paid', 'declined'] as const
/** How it ended. A payout to a bank is paid by a line of a bank statement alone. */
export type End = (typeof ends)[number]
const requestSchema = z.object({ end: z.enum(ends) })

/** The kinds of exceptions about calls that are never sent again, for which nobody inquires with success. */

// guard: ended-while-resolving
const findEndless = statement<{ found: boolean }>(
  'find_payout_without_outcome',
  `select exists (select from transfer_exception e join operation o on o.merchant_payout_id = e.merchant_payout_id
                   where e.merchant_payout_id = $1 and ${endlessPayout}) as found`,
)
const readLease = statement<{ isCalling: boolean }>(
  'read_lease_of_ended_payout',
  `select coalesce(lease_until > $2, false) as "isCalling" from operation where id = $1`,
)

/** Why the payout cannot end so by hand; undefined if it can. */
export async function whyNotEndable(
  sql: Sql,
  { id, type, state }: PayoutRow,
  end: End,
): Promise<Problem | undefined> {
  if (type === 'bank' && end === 'paid') return new Problem(payoutProblems.paid_by_statement)
  if (type === 'bank' && state !== 'SENT') return new Problem(payoutProblems.not_at_bank, { state })
  const isEndless = type === 'bank' || (await sql.rows(findEndless, [id]))[0]?.found === true
  return state !== 'SENT' || !isEndless ? new Problem(payoutProblems.not_endless) : undefined
}

/**
 * Requests that a payout ends so, which another admin approves.
 * @param by.key the hash of the idempotency key.
 * @throws Problem 403 if there is no second admin, 404, 409 if it was not sent, has ended, or ends by itself.
 */
export async function requestEnd(
  { db, clock, approvals }: EndNeeds,
  publicId: string,
  { end, reason }: { end: End; reason: string },
  { admin, key }: { admin: Admin; key: string | undefined },
): Promise<RequestedApproval> {
  const found = await payoutByPublicId(db, publicId)
  if (!found) throw new Problem(payoutProblems.payout_unknown)
  const requested = await db.transaction(async (sql) => {
    const payout = await lockedPayout(sql, found.id)
    const fault = await whyNotEndable(sql, payout, end)
    if (fault) throw fault
    return requestApproval(sql, approvals, {
      action: 'payout_end',
      subject: publicId,
      owner: { merchantId: payout.merchant_id, environment: payout.environment },
      amount: money(payout.amount_minor, payout.currency),
      request: { end },
      reason,
      admin,
      key,
      now: clock.now(),
    })
  })
  if (requested instanceof Problem) throw requested
  return requested
}

/** Ends payouts as requested, once it is approved. */
export function openEndPayoutAct({ clock, secrets }: Pick<EndNeeds, 'clock' | 'secrets'>): Act {
  return {
    problems: [payoutProblems.not_at_bank, payoutProblems.paid_by_statement, payoutProblems.not_endless],
    async lock(sql, approval) {
      await lockedSubject(sql, approval)
    },
    async perform(sql, approval, admin) {
      const payout = await lockedSubject(sql, approval)
      const { end } = requestSchema.parse(approval.request)
      const fault = await whyNotEndable(sql, payout, end)
      if (fault) throw fault
      const { reason, requested_by } = approval
      const now = clock.now()
      const detail = { payout_id: payout.public_id, reason, requested_by }
      const action = end === 'paid' ? 'payout.confirmed' : 'payout.failed'
      audit(sql, secrets, { admin, action, subject: payout.merchant_code, detail, now })
      if (payout.type === 'wallet') await endCall(sql, payout, { by: requested_by, end, reason, now })
      const failureCode = payout.type === 'bank' ? 'REFUSED_BY_BANK' : 'NOT_PAID_BY_OPERATOR'
      const facts = {
        now,
        detail: `by ${requested_by}: ${reason}`,
        ...(end === 'declined' && { failureCode }),
      }
      await movePayout(sql, payout, end, facts)
      return {}
    },
  }
}

async function lockedSubject(sql: Tx, { subject }: ApprovalRow): Promise<PayoutRow> {
  const found = await payoutByPublicId(sql, subject)
  if (!found) throw new Error('the payout of an approval does not exist')
  return lockedPayout(sql, found.id)
}

/** Ends the call, so that no worker inquires or sends it again, and the exceptions that asked for this decision. */
async function endCall(
  sql: Tx,
  payout: PayoutRow,
  { by, end, reason, now }: { by: string; end: End; reason: string; now: Temporal.Instant },
): Promise<void> {
  const operation = await operationOf(sql, payout.id)
  // A worker may be sending it at this moment, which began under the lock that we hold now.
  // guard: ended-while-calling
  if (operation && (await sql.rows(readLease, [operation, now]))[0]?.isCalling)
    throw new Problem(payoutProblems.not_endless)
  await closeExceptionsOfPayout(sql, payout.id, { now, by, reason })
  const as = end === 'paid' ? 'approved' : 'refused'
  const isOpen = operation && (await resolveOperation(sql, operation, as, { now, reason: `by ${by}` }))
  // An inquiry has brought the outcome meanwhile, and a worker is about to apply it.
  if (!isOpen) throw new Problem(payoutProblems.not_endless)
}
