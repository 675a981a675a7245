// Which facts and papers a business of each kind needs to go live, and how far each paper is.

import type { Language } from '../../kernel/language.ts'
import type { BusinessFacts, BusinessKind } from './facts.ts'

export const paperKinds = [
  'REGISTER',
  'NATIONAL_ID',
  'TAX',
  'STATUTES',
  'AUTHORIZATION',
  'ADDRESS',
  'BANK',
  'OWNER_IDENTITY',
] as const
export type PaperKind = (typeof paperKinds)[number]

/** What papers are called in messages. */
export const paperNames: Record<PaperKind, Record<Language, string>> = {
  REGISTER: { fr: 'Extrait du RCCM', en: 'Trade register extract (RCCM)' },
  NATIONAL_ID: {
    fr: 'Attestation d’identification nationale',
    en: 'National identification certificate',
  },
  TAX: { fr: 'Attestation du numéro impôt', en: 'Tax number certificate' },
  STATUTES: { fr: 'Statuts', en: 'Articles of association' },
  AUTHORIZATION: {
    fr: 'Arrêté de personnalité juridique ou agrément',
    en: 'Order of recognition or accreditation',
  },
  ADDRESS: { fr: 'Justificatif d’adresse', en: 'Proof of address' },
  BANK: { fr: 'Relevé d’identité bancaire', en: 'Proof of bank account' },
  OWNER_IDENTITY: { fr: 'Pièce d’identité', en: 'Identity document' },
}

/** A paper that a business needs, or has: identity documents are one for each owner. */
export type PaperPlace = { kind: PaperKind; ownerId: string | null }

/** An association is known by the order that recognizes it, and a school by its accreditation, instead of the trade register. */
const papersOf: Record<BusinessKind, readonly PaperKind[]> = {
  company: ['REGISTER', 'NATIONAL_ID', 'TAX', 'STATUTES', 'ADDRESS', 'BANK'],
  sole_trader: ['REGISTER', 'NATIONAL_ID', 'TAX', 'ADDRESS', 'BANK'],
  association: ['AUTHORIZATION', 'STATUTES', 'TAX', 'ADDRESS', 'BANK'],
}
const numbersOf: Record<BusinessKind, readonly ('rccm' | 'national_id' | 'tax_number' | 'authorization')[]> =
  {
    company: ['rccm', 'national_id', 'tax_number'],
    sole_trader: ['rccm', 'national_id', 'tax_number'],
    association: ['authorization', 'tax_number'],
  }

/** The papers that a business needs, in the order in which they are asked; none while its kind is unknown. */
export function requiredPapers({ kind, owners }: Pick<BusinessFacts, 'kind' | 'owners'>): PaperPlace[] {
  if (!kind) return []
  const ofBusiness = papersOf[kind].map((paper): PaperPlace => ({ kind: paper, ownerId: null }))
  const ofOwners = owners.map(({ owner_id }): PaperPlace => ({ kind: 'OWNER_IDENTITY', ownerId: owner_id }))
  return [...ofBusiness, ...ofOwners]
}

/** The names of the facts that are missing. */
export function missingFacts(facts: BusinessFacts): string[] {
  const { kind, address, owners } = facts
  if (!kind) return ['kind']
  return [
    ...numbersOf[kind].filter((number) => facts[number] === null),
    ...(address ? [] : ['address']),
    ...((kind === 'sole_trader' ? owners.length === 1 : owners.length > 0) ? [] : ['owners']),
  ]
}

/** How a paper that is missing is named in refusals: `STATUTES`, or `OWNER_IDENTITY of Grâce Mukendi`. */
export function nameOfPlace({ kind, ownerId }: PaperPlace, { owners }: BusinessFacts): string {
  const owner = owners.find(({ owner_id }) => owner_id === ownerId)
  return owner ? `${kind} of ${owner.name}` : kind
}

/** What a paper proves of the facts: an acceptance of it holds only for these. */
export function provenFacts({ kind, ownerId }: PaperPlace, facts: BusinessFacts): unknown {
  const { owners } = facts
  switch (kind) {
    case 'REGISTER':
      return [facts.kind, facts.rccm]
    case 'NATIONAL_ID':
      return facts.national_id
    case 'TAX':
      return facts.tax_number
    case 'STATUTES':
      return [facts.kind, facts.rccm, owners.map(({ name, share }) => [name, share])]
    case 'AUTHORIZATION':
      return facts.authorization
    case 'ADDRESS':
      return facts.address
    case 'BANK':
      return null
    case 'OWNER_IDENTITY': {
      const { share: _share, ...identity } = owners.find(({ owner_id }) => owner_id === ownerId) ?? {
        share: null,
      }
      return identity
    }
  }
}

export const placeStates = ['MISSING', 'SENT', 'RETURNED', 'ACCEPTED', 'EXPIRED'] as const
export type PlaceState = (typeof placeStates)[number]

type HeldPaper = {
  state: 'SENT' | 'ACCEPTED' | 'RETURNED'
  /** Whether a file of it was received completely. */
  hasFile: boolean
  expiresOn: Temporal.PlainDate | null
}

/**
 * How far a paper is. What was sent counts before what was returned, and both before what was accepted earlier, which a renewal replaces
 * only once it is accepted.
 * @param today in Kinshasa.
 */
export function stateOfPlace(papers: readonly HeldPaper[], today: Temporal.PlainDate): PlaceState {
  if (papers.some(({ state, hasFile }) => state === 'SENT' && hasFile)) return 'SENT'
  if (papers.some(({ state }) => state === 'RETURNED')) return 'RETURNED'
  const accepted = papers.find(({ state }) => state === 'ACCEPTED')
  if (!accepted) return 'MISSING'
  return isExpired(accepted.expiresOn, today) ? 'EXPIRED' : 'ACCEPTED'
}

/** Whether an accepted paper of the place is valid, whatever was sent since. */
export function hasValidPaper(papers: readonly HeldPaper[], today: Temporal.PlainDate): boolean {
  return papers.some(({ state, expiresOn }) => state === 'ACCEPTED' && !isExpired(expiresOn, today))
}

/** The last day of validity still counts. */
export const isExpired = (expiresOn: Temporal.PlainDate | null, today: Temporal.PlainDate): boolean =>
  expiresOn !== null && Temporal.PlainDate.compare(expiresOn, today) < 0

/** The day in the capital, by which the validity of papers is judged. */
export const today = (now: Temporal.Instant): Temporal.PlainDate =>
  now.toZonedDateTimeISO('Africa/Kinshasa').toPlainDate()
