// Names and papers of sender and receiver: kept sealed for their transfer, opened for the operator and for reviewers.
import type { Secrets } from '../platform/secrets.ts'
import type { TravelRule } from './operator.ts'

/** What the parties of a transfer are sealed for. */
export const partiesContext = (transactionId: string) => `transfer:${transactionId}:parties`

export function sealParties(secrets: Secrets, transactionId: string, parties: TravelRule): Buffer {
  return secrets.seal(JSON.stringify(parties), partiesContext(transactionId))
}

export function openParties(
  secrets: Secrets,
  transfer: { transaction_id: string; parties_sealed: Buffer },
): TravelRule {
  return JSON.parse(
    secrets.open(transfer.parties_sealed, partiesContext(transfer.transaction_id)),
  ) as TravelRule
}
