// Names and documents of sender and beneficiary: stored encrypted per transfer, decrypted for the operator and
// reviewers.
import type { TravelRule } from '../../operator-calls/operator.ts'
import type { Secrets } from '../../platform/secrets.ts'

/** The encryption context for the parties of a transfer. */
export const partiesContext = (transactionId: string) => `transfer:${transactionId}:parties`

/**
 * Encrypts the parties of a transfer.
 * @param content digests of the request fields (repeated-reference.ts), which are as confidential as the fields.
 */
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

/** The parties as admins read them. */
export function renderParties({ sender, receiver, purpose, sourceOfFunds }: TravelRule) {
  const { country, city, msisdn, profession, document } = sender
  return {
    sender: { ...renderPerson(sender), country, city, msisdn, profession, document },
    receiver: { ...renderPerson(receiver), name: receiver.name, document: receiver.document },
    purpose,
    source_of_funds: sourceOfFunds,
  }
}

const renderPerson = (person: TravelRule['sender'] | TravelRule['receiver']) => ({
  first_name: person.firstName,
  middle_name: person.middleName,
  last_name: person.lastName,
  birth_date: person.birthDate,
  birth_place: person.birthPlace,
  address: person.address,
})

type RenderedParties = ReturnType<typeof renderParties>

const shownOfDocument = 3

/** The number of a document with `•` for all but its last three characters; a shorter one shows none. */
export function maskedDocument(number: string): string {
  const characters = [...number]
  const hidden = characters.length > shownOfDocument ? characters.length - shownOfDocument : characters.length
  // guard: masked-document
  return characters.map((character, i) => (i < hidden ? '•' : character)).join('')
}

/** The parties as roles see them that may not read the numbers of identity documents. */
export function withMaskedDocuments({ sender, receiver, ...rest }: RenderedParties): RenderedParties {
  const masked = <Document extends { number: string }>(document: Document): Document => ({
    ...document,
    number: maskedDocument(document.number),
  })
  return {
    ...rest,
    sender: { ...sender, document: masked(sender.document) },
    receiver: { ...receiver, document: masked(receiver.document) },
  }
}

/** The stored field digests; undefined once the parties were erased. */
export const openContent = (secrets: Secrets, transfer: Sealed): string | undefined =>
  open(secrets, transfer).content

function open(
  secrets: Secrets,
  { transaction_id, parties_sealed }: Sealed,
): TravelRule & { content?: string } {
  return JSON.parse(secrets.open(parties_sealed, partiesContext(transaction_id)))
}
