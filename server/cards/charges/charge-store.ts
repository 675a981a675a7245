// What charges write, shared between charges that arrive together: one statement and one commit for all of them.
import { coalescingBatch } from '../../platform/database/coalescing-batch.ts'
import { type Database, retryConflicts } from '../../platform/database/database.ts'
import { type ChargeClaim, type Claimed, claimCharges } from './claim-statement.ts'
import { type ChargeOutcome, type Recorded, recordChargeOutcomes } from './outcome-statement.ts'

export type ChargeStore = {
  /** Claims a charge with the next batch. Resolves after the commit. */
  claim(claim: ChargeClaim): Promise<Claimed>
  /** Records an outcome with the next batch. */
  record(outcome: ChargeOutcome): Promise<Recorded>
}

/** A larger batch would keep its first members waiting. */
const limits = { maxMembers: 64 }

/** A process needs one, so that its charges share their batches. */
export function openChargeStore(db: Database): ChargeStore {
  return {
    claim: coalescingBatch<ChargeClaim, Claimed>(
      (claims) => retryConflicts(() => claimCharges(db, claims)),
      limits,
    ),
    record: coalescingBatch<ChargeOutcome, Recorded>(
      (outcomes) => retryConflicts(() => recordChargeOutcomes(db, outcomes)),
      limits,
    ),
  }
}
