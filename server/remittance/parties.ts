// Names and papers of sender and receiver: kept sealed for their transfer, opened for the operator and for reviewers.
import type { Secrets } from '../platform/secrets.ts'
import type { TravelRule } from './operator.ts'

const contextOf = (transactionId: string) => `transfer:${transactionId}:parties`

export function sealParties(secrets: Secrets, transactionId: string, parties: TravelRule): Buffer {
  return secrets.seal(JSON.stringify(parties), contextOf(transactionId))
}

export function openParties(
  secrets: Secrets,
  transfer: { transaction_id: string; parties_sealed: Buffer },
): TravelRule {
  return JSON.parse(secrets.open(transfer.parties_sealed, contextOf(transfer.transaction_id))) as TravelRule
}
