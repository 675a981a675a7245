// What voids write, shared between voids that arrive together: their claims and their outcomes each have one transaction
// for all of them.
import type { Approvals } from '../../approvals/request-approval.ts'
import { Problem } from '../../kernel/problem.ts'
import { coalescingBatch } from '../../platform/database/coalescing-batch.ts'
import { type Database, openKeyedMutex } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import { claimVoids, type VoidClaim, type VoidRequest, type WaitingVoid } from './claim-void.ts'
import type { VoidRow } from './queries.ts'
import { recordVoids, type VoidOutcome } from './record-void.ts'

export type VoidStore = {
  /** Claims a void; its claim, or the request for its approval, is committed. @throws Problem 403, 404, 409 */
  claim(request: VoidRequest): Promise<VoidClaim | WaitingVoid>
  /** Returns undefined for an outcome that was already recorded. */
  record(outcome: VoidOutcome): Promise<VoidRow | undefined>
}

/** A larger batch would keep its first members waiting. */
const limits = { maxMembers: 64 }

/** A process needs one, so that its voids share their batches. */
export function openVoidStore(needs: { db: Database; secrets: Secrets; approvals: Approvals }): VoidStore {
  const { db } = needs
  const claim = coalescingBatch<VoidRequest, VoidClaim | WaitingVoid | Problem>(
    (requests) => db.transaction((sql) => claimVoids(sql, needs, requests)),
    limits,
  )
  const oneByOne = openKeyedMutex()
  return {
    async claim(request) {
      const claimed = await oneByOne(request.paymentId, () => claim(request))
      if (claimed instanceof Problem) throw claimed
      return claimed
    },
    record: openVoidRecords(db),
  }
}

/** Only the outcomes, for workers, which claim nothing. */
export function openVoidRecords(db: Database): VoidStore['record'] {
  const record = coalescingBatch<VoidOutcome, VoidRow | undefined>(
    (outcomes) => db.transaction((sql) => recordVoids(sql, outcomes)),
    limits,
  )
  const oneByOne = openKeyedMutex()
  return (outcome) => oneByOne(String(outcome.transactionId), () => record(outcome))
}
