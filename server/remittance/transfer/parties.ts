// Names and papers of sender and receiver: kept sealed for their transfer, opened for the operator and for reviewers.
import type { Secrets } from '../../platform/security/secrets.ts'

export const documentTypes = ['PASSPORT', 'NATIONAL_ID', 'DRIVING_LICENCE', 'VOTER_CARD', 'OTHER'] as const
export type DocumentType = (typeof documentTypes)[number]

/** Who pays and who is paid, as the travel rule wants them to go along. Dates are YYYY-MM-DD, countries alpha-2. */
export type TravelRule = {
  sender: {
    firstName: string
    middleName: string
    lastName: string
    birthDate: string
    birthPlace: string
    country: string
    city: string
    address: string
    /** Digits with country code, or empty where the money was paid in over a counter. */
    msisdn: string
    profession: string
    document: { type: DocumentType; number: string; issued: string; expires: string }
  }
  receiver: {
    name: string
    firstName: string
    middleName: string
    lastName: string
    birthDate: string
    birthPlace: string
    address: string
    document: { type: DocumentType; number: string }
  }
  /** `reason_of_transaction` and `source_of_funds` of the request. */
  purpose: string
  sourceOfFunds: string
}

/** What the parties of a transfer are sealed for. */
export const partiesContext = (transactionId: string) => `transfer:${transactionId}:parties`

/** @param content digests of the request (repeated-reference.ts), which tell what was in it as little as the rest may. */
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
