// What refunds write, shared between refunds that arrive together: their claims, their outcomes, and that an outcome was
// reported each have one transaction for all of them.
import type { Approvals } from '../../approvals/request-approval.ts'
import { Problem } from '../../kernel/problem.ts'
import { toSentKeys } from '../../platform/database/batch-rows.ts'
import { coalescingBatch } from '../../platform/database/coalescing-batch.ts'
import { type Database, openKeyedMutex } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import { claimRefunds, type RefundClaim, type RefundRequest } from './claim-refund.ts'
import { markRefundsReported, type RefundRow } from './queries.ts'
import { type RefundOutcome, type RefundRecord, recordRefunds } from './record-refund.ts'

export type RefundStore = {
  /** Claims a refund; its claim is committed. @throws Problem 400, 404, 409, 422 */
  claim(request: RefundRequest): Promise<RefundClaim>
  record(outcome: RefundOutcome): Promise<RefundRecord>
  /** Marks a successful refund as reported. Returns undefined for one that has not succeeded. */
  report(operation: string): Promise<RefundRow | undefined>
}

/** A larger batch would keep its first members waiting. */
const limits = { maxMembers: 64 }

/** A process needs one, so that its refunds share their batches. */
export function openRefundStore(needs: {
  db: Database
  secrets: Secrets
  approvals: Approvals
}): RefundStore {
  const { db } = needs
  const claim = coalescingBatch<RefundRequest, RefundClaim | Problem>(
    (requests) => db.transaction((sql) => claimRefunds(sql, needs, requests)),
    limits,
  )
  // Refunds of one payment are in different batches, because each depends on what the one before it has left.
  // guard: refund-claim-mutex
  const oneByOne = openKeyedMutex()
  return {
    async claim(request) {
      const claimed = await oneByOne(request.paymentId, () => claim(request))
      if (claimed instanceof Problem) throw claimed
      return claimed
    },
    record: openRefundRecords(db),
    report: coalescingBatch<string, RefundRow | undefined>(async (operations) => {
      const found = new Map(
        (await db.rows(markRefundsReported, [toSentKeys(operations)])).map((refund) => [
          refund.operation,
          refund,
        ]),
      )
      return operations.map((operation) => found.get(operation))
    }, limits),
  }
}

/** Only the outcomes, for workers, which claim nothing. */
export function openRefundRecords(db: Database): RefundStore['record'] {
  const record = coalescingBatch<RefundOutcome, RefundRecord>(
    (outcomes) => db.transaction((sql) => recordRefunds(sql, outcomes)),
    limits,
  )
  const oneByOne = openKeyedMutex()
  return (outcome) => oneByOne(String(outcome.transactionId), () => record(outcome))
}
