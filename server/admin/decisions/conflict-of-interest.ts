// Whether an admin is a user of the merchant that a request decides about, so that somebody else has to decide.
import { domainToASCII } from 'node:url'
import { coalescingBatch } from '../../platform/database/coalescing-batch.ts'
import { commonStatement, type Sql } from '../../platform/database/database.ts'
import type { MerchantDecided, SentFields, StoredTerms, UserOfMerchant } from '../../platform/http/access.ts'
import { type Admin, isSamePerson, ownerOf } from '../access.ts'
import { merchantOf, usersOfMerchants } from './merchants-decided.ts'

type Params = Readonly<Record<string, string>>

const limitIn = (currency: string) => `coalesce((select limit_minor from negative_balance_limit l
    where l.merchant_id = m.id and l.environment = m.environment and l.currency = '${currency}'), 0)`
const readTerms = commonStatement<StoredTerms>(
  'read_terms_of_merchant',
  `select case m.environment when 'production' then m.may_refund_production else m.may_refund_sandbox end as may_refund,
          m.commission_rate_bp::bigint as commission_rate,
          coalesce(m.mobile_money_rate_bp, m.commission_rate_bp)::bigint as mobile_money_rate, m.remittance_fee_bp::bigint as remittance_fee_rate,
          m.remittance_fee_fixed_minor::bigint as remittance_fee_fixed, ${limitIn('USD')} as negative_balance_limit,
          ${limitIn('CDF')} as negative_balance_limit_cdf
     from merchant m where m.merchant_code = $1`,
)

/** How an act of a merchant's user as an admin stands to the merchant; a function decides by the body. `sample`: whoever acts. */
type ConflictingAct = 'favours' | 'against' | 'sample' | ((body: unknown) => boolean)

/** Finds out whether an admin is or was a user of the merchant that the request decides about, by a confirmed email. */
export function openConflictOfInterest(db: Sql) {
  const readers = new Map(
    Object.values(merchantOf).map(({ users }) => [users, openReader(db, users)] as const),
  )
  return async (
    admin: Pick<Admin, 'name' | 'owner' | 'aliases'>,
    { param, form, users, against }: MerchantDecided,
    params: Params,
  ): Promise<ConflictingAct | undefined> => {
    const value = params[param]
    if (value === undefined || !form.test(value)) return undefined
    const found = (await readers.get(users)?.(value)) ?? []
    // guard: act-on-sample
    if (found.some(({ is_sample }) => is_sample)) return 'sample'
    const own = found.filter(isUser(admin))
    if (own.length === 0) return undefined
    const isStoredAgainst = own.every(({ is_against }) => is_against)
    // guard: own-rejection
    if (against === 'rejection') return isStoredAgainst ? 'favours' : 'against'
    if (against === 'always' || isStoredAgainst) return 'against'
    if (!against) return 'favours'
    const [terms] = await db.rows(readTerms, [params.merchant_code ?? ''])
    return (body) => terms !== undefined && against((body ?? {}) as SentFields, terms)
  }
}

/** Returns those of the merchants that the admin is or was a user of. */
export async function ownMerchantsAmong(
  sql: Sql,
  admin: Pick<Admin, 'name' | 'owner' | 'aliases'>,
  merchantIds: readonly bigint[],
): Promise<ReadonlySet<bigint>> {
  const users = await usersOfMerchants(sql, merchantIds)
  return new Set(users.filter(isUser(admin)).map(({ n }) => merchantIds[n]!))
}

/** Whether a user of a merchant is the admin: the email of the user is that of the admin, or the owner of the token. */
function isUser(admin: Pick<Admin, 'name' | 'owner' | 'aliases'>): (user: UserOfMerchant) => boolean {
  const person = {
    name: plain(admin.name),
    owner: admin.owner && plain(admin.owner),
    aliases: admin.aliases?.map(plain) ?? [],
  }
  return ({ email }) => isSamePerson({ owner: plain(email) }, person)
}

/** Reads the users of the merchant that an identifier names; requests at the same time share statements. */
const openReader = (db: Sql, users: MerchantDecided['users']) =>
  coalescingBatch<string, UserOfMerchant[]>(async (keys) => {
    const found = await users(db, keys)
    // guard: conflict-at-once
    return keys.map((_, n) => found.filter((user) => user.n === n))
  })

/** Accents, invisible characters and the tag of an email make no other person, but another domain does: anybody can register it. */
function plain(name: string): string {
  const person = ownerOf({ name })
  const at = person.lastIndexOf('@')
  if (at < 0) return folded(person)
  const domain = person.slice(at + 1)
  // guard: conflict-domain
  return `${folded(person.slice(0, at)).split('+')[0]}@${domainToASCII(domain) || domain}`
}

// guard: conflict-spelling
const folded = (text: string): string => text.normalize('NFKD').replace(/[\p{M}\p{Cf}]/gu, '')
