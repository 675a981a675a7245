// What a merchant states about its business and the people behind it, and how that is stored: encrypted as one text.
import { z } from 'zod'
import { isCountry } from '../../kernel/codes/iso.ts'
import { newId } from '../../kernel/id.ts'
import { controlStatement, type Sql, type Tx } from '../../platform/database/database.ts'
import {
  decimalNumber,
  freeText,
  nested,
  personNameText,
  refused,
  text,
} from '../../platform/http/body/body.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { businessNumberText, kindOfRegistration } from './numbers.ts'

export const documentTypes = ['VOTER_CARD', 'PASSPORT', 'NATIONAL_ID', 'DRIVING_LICENCE', 'OTHER'] as const

export const businessKinds = ['company', 'sole_trader', 'association'] as const
export type BusinessKind = (typeof businessKinds)[number]

/** A person who owns a share of the business of 25 % or more, or who manages it. */
export type BusinessOwner = {
  owner_id: string
  name: string
  /** YYYY-MM-DD */
  birth_date: string
  /** ISO 3166-1 alpha-2 */
  nationality: string
  /** Per cent, from 25 to 100; null for who manages a business without owning so much of it. */
  share: number | null
  document_type: (typeof documentTypes)[number]
  document_number: string
}

export type BusinessFacts = {
  kind: BusinessKind | null
  rccm: string | null
  national_id: string | null
  tax_number: string | null
  /** The order that recognizes an association, or the accreditation of a school. */
  authorization: string | null
  address: { street: string; commune: string; city: string } | null
  owners: BusinessOwner[]
}

export const noFacts: BusinessFacts = {
  kind: null,
  rccm: null,
  national_id: null,
  tax_number: null,
  authorization: null,
  address: null,
  owners: [],
}

const maxOwners = 10
const minShare = 25

const dateText = text({ max: 10 }).refine(
  (value) => /^\d{4}-\d\d-\d\d$/.test(value) && isDate(value),
  refused('value_error', 'Value error, a date looks like 1984-05-17'),
)

function isDate(value: string): boolean {
  try {
    return Temporal.PlainDate.from(value).year >= 1900
  } catch {
    return false
  }
}

const absent = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? null)

export const ownerSchema = nested({
  owner_id: absent(text({ max: 36 })).meta({ description: 'Of an owner who was saved before.' }),
  name: personNameText().refine(
    (name) => /\p{L}/u.test(name),
    refused('value_error', 'Value error, a name has letters'),
  ),
  birth_date: dateText,
  nationality: text()
    .transform((country) => country.toUpperCase())
    .refine(isCountry, refused('value_error', 'Value error, country is not an ISO 3166-1 alpha-2 code')),
  share: absent(
    decimalNumber
      .refine(
        (share) => Number(share) >= minShare && Number(share) <= 100,
        refused('value_error', 'Value error, a share is from 25 to 100 per cent'),
      )
      .transform(Number)
      .meta({ type: 'number', minimum: minShare, maximum: 100 }),
  ).meta({ description: 'Per cent; absent for who manages the business without owning 25 % of it.' }),
  document_type: z.enum(documentTypes),
  document_number: freeText({ min: 3, max: 60 }).refine(
    (number) => /[\p{L}\p{N}]/u.test(number),
    refused('value_error', 'Value error, a document number has letters or digits'),
  ),
})

export const factsSchema = z
  .object({
    kind: absent(z.enum(businessKinds)).meta({
      description: 'What the business is; it says which numbers and papers are needed.',
    }),
    rccm: absent(businessNumberText('rccm')).meta({
      description: 'Number in the trade register, as `CD/KIN/RCCM/14-B-01234`.',
    }),
    national_id: absent(businessNumberText('national_id')).meta({
      description: 'National identification number, as `01-83-N12345A`.',
    }),
    tax_number: absent(businessNumberText('tax_number')).meta({ description: 'Tax number, as `A1234567B`.' }),
    authorization: absent(freeText({ min: 3, max: 100 })).meta({
      description: 'The order that recognizes an association, or the accreditation of a school.',
    }),
    address: absent(
      nested({
        street: freeText({ min: 3, max: 200 }),
        commune: freeText({ min: 2, max: 100 }),
        city: freeText({ min: 2, max: 100 }),
      }),
    ).meta({ description: 'Where the business is.' }),
    owners: absent(z.array(ownerSchema).max(maxOwners)).meta({
      description: 'Who owns 25 % or more, or manages the business; at most 10.',
    }),
  })
  .superRefine(({ kind, rccm, owners }, context) => {
    const add = (path: string, message: string) =>
      context.addIssue({
        code: 'custom',
        path: [path],
        ...refused('value_error', `Value error, ${message}`),
      })
    // guard: business-registration-kind
    if (rccm && kind === 'sole_trader' && kindOfRegistration(rccm) !== 'person')
      add('rccm', 'the RCCM number of a sole trader has the letter A, as in CD/KIN/RCCM/14-A-01234')
    if (rccm && kind === 'company' && kindOfRegistration(rccm) === 'person')
      add('rccm', 'the letter A in an RCCM number is that of a sole trader')
    // guard: business-owner-twice
    if (new Set((owners ?? []).map(personKey)).size < (owners ?? []).length)
      add('owners', 'the same person is in the list twice')
    const shares = (owners ?? []).reduce((sum, { share }) => sum + (share ?? 0), 0)
    // guard: business-shares
    if (shares > 100) add('owners', 'the shares are more than 100 per cent together')
  })

/** Who is meant, however the name is spaced and capitalized. */
const personKey = ({ name, birth_date }: Pick<BusinessOwner, 'name' | 'birth_date'>) =>
  `${birth_date} ${name.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ')}`

/**
 * What was sent, as it is stored. An owner whom the business has keeps their id, and with it their papers, also when the id is absent and
 * the person is the same. Others get a new id.
 */
export function factsOf(sent: z.output<typeof factsSchema>, known: readonly BusinessOwner[]): BusinessFacts {
  const left = new Map(known.map((owner) => [owner.owner_id, owner]))
  const kept = new Map<number, string>()
  // guard: business-owner-known
  const keep = (at: number, id: string | null | undefined) => {
    if (id != null && left.delete(id)) kept.set(at, id)
  }
  const owners = sent.owners ?? []
  // Ids first, so that a person who was corrected is not taken for another one.
  owners.forEach(({ owner_id }, at) => {
    keep(at, owner_id)
  })
  const sameAs = (owner: Pick<BusinessOwner, 'name' | 'birth_date'>) =>
    [...left.values()].find((each) => personKey(each) === personKey(owner))
  owners.forEach((owner, at) => {
    if (!kept.has(at)) keep(at, sameAs(owner)?.owner_id)
  })
  return { ...sent, owners: owners.map((owner, at) => ({ ...owner, owner_id: kept.get(at) ?? newId() })) }
}

const findFacts = controlStatement<{ facts_sealed: Buffer }>(
  'find_business',
  'select facts_sealed from business where merchant_id = $1',
)
const lockFacts = controlStatement<{ facts_sealed: Buffer }>(
  'lock_business',
  'select facts_sealed from business where merchant_id = $1 for update',
)
const upsertFacts = controlStatement(
  'save_business',
  `insert into business (merchant_id, facts_sealed, saved_at) values ($1, $2, $3)
   on conflict (merchant_id) do update set facts_sealed = excluded.facts_sealed, saved_at = excluded.saved_at, erased_at = null`,
)

/** The encryption context of the facts of a merchant. */
export const factsContext = (merchantId: bigint | string) => `business:${merchantId}:facts`

const opened = (secrets: Secrets, merchantId: bigint, row: { facts_sealed: Buffer } | undefined) =>
  row && row.facts_sealed.length > 0
    ? (JSON.parse(secrets.open(row.facts_sealed, factsContext(merchantId))) as BusinessFacts)
    : noFacts

/** What the merchant has stated; no facts if it has not, or they were erased. */
export async function readFacts(sql: Sql, secrets: Secrets, merchantId: bigint): Promise<BusinessFacts> {
  const [row] = await sql.rows(findFacts, [merchantId])
  return opened(secrets, merchantId, row)
}

/** The same, while nobody else changes the facts or papers until the transaction ends. Undefined if nothing was saved yet. */
export async function lockBusiness(
  sql: Tx,
  secrets: Secrets,
  merchantId: bigint,
): Promise<BusinessFacts | undefined> {
  const [row] = await sql.rows(lockFacts, [merchantId])
  return row && opened(secrets, merchantId, row)
}

export async function saveFacts(
  sql: Tx,
  secrets: Secrets,
  { merchantId, facts, now }: { merchantId: bigint; facts: BusinessFacts; now: Temporal.Instant },
): Promise<void> {
  const sealed = secrets.seal(JSON.stringify(facts), factsContext(merchantId))
  await sql.rows(upsertFacts, [merchantId, sealed, now])
}
