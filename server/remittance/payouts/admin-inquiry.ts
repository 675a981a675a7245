// An inquiry at the operator that an admin requests. Its reply is applied like any other outcome.

import assert from 'node:assert/strict'
import type { Admin } from '../../admin/access.ts'
import { type AuditNeeds, audit } from '../../admin/audit.ts'
import { Problem } from '../../kernel/problem.ts'
import type { ApplyResult } from '../../operator-calls/judge-outcome.ts'
import type { InquiryReply, Operator, OperatorFor } from '../../operator-calls/operator.ts'
import { check } from '../../platform/http/body/body.ts'
import { reasonSchema } from '../http/endpoint-parts.ts'
import { remittanceProblems } from '../transfer/problems.ts'
import { type TransferRow, transferById, transfersById } from '../transfer/queries.ts'
import { recordTimeline } from '../transfer/timeline.ts'
import type { TransferStatus } from '../transfer/transfer.ts'
import type { ApplyOutcome } from './apply-outcome.ts'
import { inquireOf, type PayoutRow, payoutOf } from './payout.ts'

export type InquiryNeeds = AuditNeeds & {
  operatorFor: OperatorFor
  applyOutcome: ApplyOutcome
  wake: () => void
}

type FoundReply = Exclude<InquiryReply, { kind: 'unavailable' }>
type InquiryResult = Exclude<ApplyResult, 'unconfirmed'>

/** Why no inquiry about a transfer is possible; undefined if it is. */
export function whyNotInquirable(
  transfer: Pick<TransferRow, 'status'>,
  facts: { payout: Pick<PayoutRow, 'dispatched_at' | 'state'> | undefined; operator: Operator | undefined },
): string | undefined {
  const { payout, operator } = facts
  if (transfer.status === 'Hold') return 'The transfer is held, so nothing was sent'
  if (!payout) return 'Nothing was sent to the operator'
  if (payout.state === 'intent' && payout.dispatched_at === null) return 'The payout is waiting to be sent'
  return operator ? undefined : 'No connection to the operator is configured'
}

/**
 * Inquires about a transfer at the operator and applies the reply.
 * @returns the status of the transfer afterwards, the operator's reply, and the result of applying it: null if the
 * reply is not final.
 * @throws Problem 404; 409 with the reason why no inquiry is possible; 502 when the operator does not reply.
 */
export async function inquireTransfer(
  needs: InquiryNeeds,
  transactionId: string,
  body: unknown,
  admin: Admin,
): Promise<{ status: TransferStatus; answer: FoundReply['kind']; outcome: InquiryResult | null }> {
  const { reason } = check(reasonSchema, body, 'body')
  const { db, clock, secrets } = needs
  const transfer = await transferById(db, transactionId)
  if (!transfer) throw new Problem(remittanceProblems.transfer_unknown)
  const payout = await payoutOf(db, transfer.id)
  const operator = needs.operatorFor(transfer.environment, transfer.operator)
  const why = whyNotInquirable(transfer, { payout, operator })
  if (why || !payout || !operator) throw new Problem(remittanceProblems.not_inquirable, { reason: why ?? '' })
  const entry = { admin, action: 'transfer.inquired', subject: transactionId, detail: { reason } }
  await db.transaction(async (sql) => audit(sql, secrets, { ...entry, now: clock.now() }))
  const reply = await inquireOf(operator, transfer, payout)
  if (reply.kind === 'unavailable') throw new Problem(remittanceProblems.operator_unreachable)
  const outcome = await claimPayout(needs, { transfer, payout }, reply)
  const [now] = await transfersById(db, [transfer.id])
  return { status: now?.status ?? transfer.status, answer: reply.kind, outcome }
}

async function claimPayout(
  { db, clock, applyOutcome, wake }: InquiryNeeds,
  { transfer, payout }: { transfer: TransferRow; payout: PayoutRow },
  reply: FoundReply,
): Promise<InquiryResult | null> {
  if (reply.kind === 'pending' || reply.kind === 'absent') {
    const detail = reply.kind === 'pending' ? 'still on its way' : 'not known to the operator'
    await recordTimeline(db, [{ transfer: transfer.id, kind: 'telco.inquiry', detail }], clock.now())
    return null
  }
  const outcome = await applyOutcome({
    operation: payout.id,
    transfer: transfer.id,
    outcome: reply,
    source: 'inquiry',
  })
  assert(outcome !== 'unconfirmed', 'the outcome of an inquiry never needs another inquiry')
  wake()
  return outcome
}
