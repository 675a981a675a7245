// An inquiry about a payout at its operator that an admin requests. Its reply is applied like any other outcome.
import assert from 'node:assert/strict'
import type { Admin } from '../../admin/access.ts'
import { audit } from '../../admin/audit.ts'
import { Problem } from '../../kernel/problem.ts'
import type { OperatorFor } from '../../operator-calls/operator.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Log } from '../../platform/process/log.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { payoutProblems } from '../problems.ts'
import { recordPayoutEventOnce } from '../record/move-payout.ts'
import { operationOf, type PayoutRow, payoutById, payoutByPublicId } from '../record/queries.ts'
import { applyPayoutOutcome } from './apply-outcome.ts'
import { inquireOperator } from './process-payout.ts'

export type InquiryNeeds = {
  db: Database
  clock: Clock
  secrets: Secrets
  log: Log
  operatorFor: OperatorFor
  wake: () => void
}

/** Why no inquiry is possible; undefined if it is. */
export function whyNotInquirable({ type, sent_at }: PayoutRow): Problem | undefined {
  return type === 'wallet' && sent_at !== null ? undefined : new Problem(payoutProblems.not_inquirable)
}

/**
 * Inquires about a payout and applies the reply.
 * @returns the state afterwards, the operator's reply, and the result of applying it: null if the reply is not final.
 * @throws Problem 404; 409 for a payout that no operator was asked to pay; 502 when the operator does not reply.
 */
export async function inquirePayout(needs: InquiryNeeds, publicId: string, admin: Admin, reason: string) {
  const { db, clock, secrets, wake } = needs
  const payout = await payoutByPublicId(db, publicId)
  if (!payout) throw new Problem(payoutProblems.payout_unknown)
  const fault = whyNotInquirable(payout)
  if (fault) throw fault
  const operation = await operationOf(db, payout.id)
  if (!operation) throw new Error('a payout that was sent has no call')
  const detail = { payout_id: publicId, reason }
  const entry = { admin, action: 'payout.inquired', subject: payout.merchant_code, detail }
  await db.transaction(async (sql) => audit(sql, secrets, { ...entry, now: clock.now() }))
  const { found } = await inquireOperator(needs, operation)
  if (found.kind === 'unavailable') throw new Problem(payoutProblems.operator_unreachable)
  const state = async () => (await payoutById(db, payout.id)).state
  if (found.kind === 'pending' || found.kind === 'absent') {
    const noted = found.kind === 'pending' ? 'still on its way' : 'not known to the operator'
    await recordPayoutEventOnce(db, payout.id, { kind: 'inquiry', detail: noted, now: clock.now() })
    return { state: await state(), reply: found.kind, outcome: null }
  }
  const outcome = await applyPayoutOutcome(needs, { operation, outcome: found, source: 'inquiry' })
  assert(outcome !== 'unconfirmed', 'the outcome of an inquiry never needs another inquiry')
  wake()
  return { state: await state(), reply: found.kind, outcome }
}
