// Ends by hand a payout that nothing else ends: one that the bank refused in its portal or in a rejected file, or one to a wallet
// whose outcome the operator no longer reports. The operator or the bank has confirmed the outcome to an admin in another way.
import type { Admin } from '../../admin/access.ts'
import { audit } from '../../admin/audit.ts'
import { Problem } from '../../kernel/problem.ts'
import { resolveOperation } from '../../operations/operation.ts'
import { type Database, type Sql, statement, type Tx } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { hasApproved } from '../payout/approvers.ts'
import { movePayout } from '../payout/move-payout.ts'
import { lockedPayout, operationOf, type PayoutRow, payoutByPublicId } from '../payout/queries.ts'
import { renderForAdmin } from '../payouts/admin-responses.ts'
import { payoutProblems } from '../problems.ts'

type EndNeeds = { db: Database; clock: Clock; secrets: Secrets }

/** How it ended. A payout to a bank is paid by a line of a bank statement alone. */
export type End = 'paid' | 'declined'

/** The kinds of exceptions about calls that are never sent again, for which nobody inquires with success. */
const endless = `e.state = 'open' and (e.kind in ('payout_forgotten', 'connection_changed') or e.kind = 'payout_stuck' and o.acknowledged)`

// guard: ended-while-resolving
const findEndless = statement<{ found: boolean }>(
  'find_payout_without_outcome',
  `select exists (select from transfer_exception e join operation o on o.merchant_payout_id = e.merchant_payout_id
                   where e.merchant_payout_id = $1 and ${endless}) as found`,
)
const closeExceptions = statement(
  'close_exceptions_of_ended_payout',
  `update transfer_exception e set state = 'closed', closed_at = $2, closed_by = $3, close_reason = $4
     from operation o where o.merchant_payout_id = e.merchant_payout_id and e.merchant_payout_id = $1 and ${endless}`,
)

const readLease = statement<{ isCalling: boolean }>(
  'read_lease_of_ended_payout',
  `select coalesce(lease_until > $2, false) as "isCalling" from operation where id = $1`,
)

/** Why this admin cannot end the payout so; undefined if they can. */
export async function whyNotEndable(
  sql: Sql,
  payout: PayoutRow,
  admin: Admin,
  end: End,
): Promise<Problem | undefined> {
  const { type, state } = payout
  if (type === 'bank' && (state !== 'SENT' || end === 'paid'))
    return new Problem(payoutProblems.not_at_bank, { state })
  const isEndless = type === 'bank' || (await sql.rows(findEndless, [payout.id]))[0]?.found === true
  if (state !== 'SENT' || !isEndless) return new Problem(payoutProblems.not_endless)
  // guard: failed-by-another
  if (await hasApproved(sql, admin, payout))
    return new Problem(type === 'bank' ? payoutProblems.own_batch : payoutProblems.own_approval)
  return undefined
}

/**
 * Records how a payout ended. Not by the person who approved it or its batch, who could otherwise pay it twice.
 * @throws Problem 403, 404, 409 if it was not sent, has ended, or ends by itself.
 */
export async function endPayout(
  { db, clock, secrets }: EndNeeds,
  publicId: string,
  admin: Admin,
  { end, reason }: { end: End; reason: string },
) {
  const found = await payoutByPublicId(db, publicId)
  if (!found) throw new Problem(payoutProblems.payout_unknown)
  const ended = await db.transaction(async (sql) => {
    const payout = await lockedPayout(sql, found.id)
    const fault = await whyNotEndable(sql, payout, admin, end)
    if (fault) throw fault
    const now = clock.now()
    const detail = { payout_id: publicId, reason }
    const action = end === 'paid' ? 'payout.confirmed' : 'payout.failed'
    audit(sql, secrets, { admin, action, subject: payout.merchant_code, detail, now })
    if (payout.type === 'wallet') await endCall(sql, payout, { admin, end, reason, now })
    const failureCode = payout.type === 'bank' ? 'REFUSED_BY_BANK' : 'NOT_PAID_BY_OPERATOR'
    const facts = { now, detail: `by ${admin.name}: ${reason}`, ...(end === 'declined' && { failureCode }) }
    return movePayout(sql, payout, end, facts)
  })
  return renderForAdmin(ended, admin)
}

/** Ends the call, so that no worker inquires or sends it again, and the exceptions that asked for this decision. */
async function endCall(
  sql: Tx,
  payout: PayoutRow,
  { admin, end, reason, now }: { admin: Admin; end: End; reason: string; now: Temporal.Instant },
): Promise<void> {
  const operation = await operationOf(sql, payout.id)
  // A worker may be sending it at this moment, which began under the lock that we hold now.
  // guard: ended-while-calling
  if (operation && (await sql.rows(readLease, [operation, now]))[0]?.isCalling)
    throw new Problem(payoutProblems.not_endless)
  await sql.rows(closeExceptions, [payout.id, now, admin.name, reason])
  const as = end === 'paid' ? 'approved' : 'refused'
  const isOpen =
    operation && (await resolveOperation(sql, operation, as, { now, reason: `by ${admin.name}` }))
  // An inquiry has brought the outcome meanwhile, and a worker is about to apply it.
  if (!isOpen) throw new Problem(payoutProblems.not_endless)
}
