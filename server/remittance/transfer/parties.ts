// Names and papers of sender and receiver: kept sealed for their transfer, opened for the operator and for reviewers.
import type { Secrets } from '../../platform/security/secrets.ts'
import type { TravelRule } from '../operators/operator.ts'

/** What the parties of a transfer are sealed for. */
export const partiesContext = (transactionId: string) => `transfer:${transactionId}:parties`

/** @param content digests of the request (known-reference.ts), which tell what was in it as little as the rest may. */
export function sealParties(
  secrets: Secrets,
  transactionId: string,
  parties: TravelRule,
  content?: string,
): Buffer {
  return secrets.seal(JSON.stringify({ ...parties, content }), partiesContext(transactionId))
}

type Sealed = { transaction_id: string; parties_sealed: Buffer }

export function openParties(secrets: Secrets, transfer: Sealed): TravelRule {
  const { content: _, ...parties } = open(secrets, transfer)
  return parties
}

/** Undefined for transfers of releases that kept none. */
export const openContent = (secrets: Secrets, transfer: Sealed): string | undefined =>
  open(secrets, transfer).content

function open(
  secrets: Secrets,
  { transaction_id, parties_sealed }: Sealed,
): TravelRule & { content?: string } {
  return JSON.parse(secrets.open(parties_sealed, partiesContext(transaction_id)))
}
