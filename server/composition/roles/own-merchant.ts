// Which admin routes decide about one merchant, so that no user of it may favour it. Every route that changes something is in one of two
// lists, so that each is a decision. An act against the merchant is never refused, or a merchant could protect itself by the email of an
// admin: the audit log marks it.
import { domainToASCII } from 'node:url'
import { type Admin, isSamePerson, ownerOf } from '../../admin/access.ts'
import { parseWrittenMoney } from '../../kernel/money.ts'
import { sentKeys, toSentRows } from '../../platform/database/batch-rows.ts'
import { coalescingBatch } from '../../platform/database/coalescing-batch.ts'
import { type Sql, type Statement, statement } from '../../platform/database/database.ts'
import { numberText, plainDecimal } from '../../platform/http/body/json.ts'

/** `is_against`: whether the act is known to be against the merchant, by what is stored about it. */
type User = { email: string; is_against: boolean }
type Params = Readonly<Record<string, string>>
/** A user of the merchant that the `n`th identifier of a batch names. */
type Found = User & { n: number }

/**
 * The users of the merchants that `subject`, a query, finds for `sent.key`, the identifier of a request, as its capability reads it.
 * Only emails that were confirmed count: anybody can type another's. Users who were removed count, because what they requested may still
 * wait; the audit log has them. The query comes before the merchants, because `in (…)` would run it for every merchant there is.
 */
// guard: own-merchant-confirmed
const usersOf = (
  name: string,
  type: 'text' | 'uuid' | 'bigint',
  subject: string,
  isAgainst = 'false',
): Statement<Found> =>
  statement(
    `users_of_merchant_of_${name}`,
    `with ${sentKeys(type)}, theirs as (
       select distinct sent.n, m.id, m.merchant_code, subject.is_against
         from sent cross join lateral (${subject.replace(' from ', `, ${isAgainst} from `)}) subject (merchant_id, is_against)
         join merchant m on m.id = subject.merchant_id)
     select n, u.email, is_against from theirs join merchant_user u on u.merchant_id = theirs.id
      where u.email_confirmed_at is not null
     union all
     select n, a.detail::jsonb ->> 'email', is_against
       from theirs join audit_log a on a.subject = theirs.merchant_code and a.action = 'merchant_user.removed'
      where a.detail::jsonb ->> 'email_confirmed' = 'true'`,
  )
const byPublicId = (table: string) =>
  usersOf(table, 'uuid', `select merchant_id from ${table} where public_id = sent.key`)

const merchant = usersOf('code', 'text', 'select id from merchant where merchant_code = sent.key')
const approval = usersOf(
  'approval',
  'uuid',
  'select merchant_id from approval where public_id = sent.key',
  `action in ('refund', 'void') or action = 'balance_adjustment' and request ->> 'type' = 'debit'`,
)
const payout = byPublicId('merchant_payout')
const adjustment = usersOf(
  'wallet_adjustment',
  'bigint',
  'select merchant_id from wallet_adjustment where id = sent.key',
  'amount_minor < 0',
)
const merchantId = usersOf('id', 'bigint', 'select id from merchant where id = sent.key')
const transfer = usersOf(
  'transfer',
  'text',
  'select merchant_id from transfer where transaction_id = sent.key',
)
const payment = usersOf(
  'payment',
  'text',
  'select merchant_id from card_transaction where cs_payment_id = sent.key',
)
const refundRequest = usersOf(
  'refund_request',
  'uuid',
  `select t.merchant_id from refund_request q join card_transaction t on t.id = q.transaction_id where q.public_id = sent.key`,
)

/** The form of the identifiers that a column can be compared with; whatever else is sent names nothing. */
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const number = /^\d{1,18}$/
const anything = /^/

type Subject = { users: Statement<Found>; param: string; form: RegExp }

const of = (users: Statement<Found>, param: string, form: RegExp): Subject => ({ users, param, form })

const subjects: readonly [Subject, readonly string[]][] = [
  [
    of(merchant, 'merchant_code', anything),
    [
      'POST merchants/:merchant_code/go-live',
      'POST merchants/:merchant_code/suspend',
      'POST merchants/:merchant_code/resume',
      'PUT merchants/:merchant_code/rates',
      'PUT merchants/:merchant_code/refund-right',
      'POST merchants/:merchant_code/password-reset',
      'POST merchants/:merchant_code/users/:user_id/reset-factors',
      'POST merchants/:merchant_code/balance/adjustments',
      'POST merchants/:merchant_code/payouts',
      'POST merchants/:merchant_code/payouts/:id/cancel',
      'POST merchants/:merchant_code/disputes/:dispute_id/accept',
      'POST merchants/:merchant_code/disputes/:dispute_id/evidence',
      'POST wallets/:merchant_code/top-ups',
      'POST wallets/:merchant_code/adjustments',
    ],
  ],
  [of(approval, 'id', uuid), ['POST approvals/:id/approve', 'POST approvals/:id/reject']],
  [of(refundRequest, 'id', uuid), ['POST refund-requests/:id/approve', 'POST refund-requests/:id/reject']],
  [
    of(payout, 'id', uuid),
    ['POST payouts/:id/approve', 'POST payouts/:id/reject', 'POST payouts/:id/fail', 'POST payouts/:id/paid'],
  ],
  [
    of(adjustment, 'id', number),
    ['POST wallets/adjustments/:id/approve', 'POST wallets/adjustments/:id/reject'],
  ],
  [
    of(transfer, 'transaction_id', anything),
    [
      'POST remittance/holds/:transaction_id/release',
      'POST remittance/holds/:transaction_id/reject',
      'POST transfers/:transaction_id/reverse',
    ],
  ],
  [
    of(payment, 'cs_payment_id', anything),
    ['POST payment/refunds/:cs_payment_id', 'POST payment/voids/:cs_payment_id'],
  ],
]

/** The routes that no user of the merchant may call, below `/api/v1/admin/`. */
// guard: own-merchant-routes
export const ownMerchantRoutes: ReadonlyMap<string, Subject> = new Map(
  subjects.flatMap(([subject, routes]) => routes.map((route) => [route, subject] as const)),
)

/** What an admin asks for, where it decides whether the act favours the merchant. */
type Sent = Readonly<Record<string, unknown>>
/** What is stored about the merchant that such an act changes: in hundredths, each named like its field in the body. */
type Terms = { may_refund: boolean } & Readonly<
  Record<(typeof fees)[number] | (typeof limits)[number], bigint>
>
type IsAgainst = (sent: Sent, terms: Terms) => boolean

const fees = ['commission_rate', 'remittance_fee_rate', 'remittance_fee_fixed'] as const
const limits = ['negative_balance_limit', 'negative_balance_limit_cdf'] as const

const limitIn = (currency: string) => `coalesce((select limit_minor from negative_balance_limit l
    where l.merchant_id = m.id and l.environment = m.environment and l.currency = '${currency}'), 0)`
const readTerms = statement<Terms>(
  'read_terms_of_merchant',
  `select case m.environment when 'production' then m.may_refund_production else m.may_refund_sandbox end as may_refund,
          m.commission_rate_bp::bigint as commission_rate, m.remittance_fee_bp::bigint as remittance_fee_rate,
          m.remittance_fee_fixed_minor::bigint as remittance_fee_fixed, ${limitIn('USD')} as negative_balance_limit,
          ${limitIn('CDF')} as negative_balance_limit_cdf
     from merchant m where m.merchant_code = $1`,
)

/** Whether each of these fields that is sent, and not left as it is, is a number that compares so with what is stored. */
function eachSent<Name extends string>(
  names: readonly Name[],
  sent: Sent,
  compares: (value: bigint, name: Name) => boolean,
): boolean {
  return names.every((name) => {
    const value = sent[name]
    if (value === undefined || value === null) return true
    const number = numberText(value)
    const parsed = parseWrittenMoney(
      number === undefined ? String(value).trim() : plainDecimal(number),
      'USD',
    )
    return parsed !== undefined && compares(parsed.minor, name)
  })
}
// guard: no-better-fees
const keepsFees: IsAgainst = (sent, terms) => eachSent(fees, sent, (value, name) => value >= terms[name])
// guard: no-better-right
const keepsRight: IsAgainst = (sent, terms) =>
  (sent.may_refund === false || (sent.may_refund === true && terms.may_refund)) &&
  eachSent(limits, sent, (value, name) => value <= terms[name])

const isBelowZero = ({ amount }: Sent) => (numberText(amount) ?? String(amount)).trim().startsWith('-')

/**
 * The acts against the merchant, which no collision of emails may prevent: what stops it, takes from it or refuses it something. A
 * function decides by the body and, where a value is changed, by what is stored. Of approvals and adjustments, what is stored decides.
 */
// guard: acts-against-merchant
export const actsAgainst: ReadonlyMap<string, true | IsAgainst> = new Map<string, true | IsAgainst>([
  ['POST merchants/:merchant_code/suspend', true],
  ['POST merchants/:merchant_code/payouts/:id/cancel', true],
  ['POST merchants/:merchant_code/disputes/:dispute_id/accept', true],
  ['POST approvals/:id/reject', true],
  ['POST refund-requests/:id/reject', true],
  ['POST payouts/:id/reject', true],
  ['POST payouts/:id/paid', true],
  ['POST wallets/adjustments/:id/reject', true],
  ['POST remittance/holds/:transaction_id/reject', true],
  ['POST payment/refunds/:cs_payment_id', true],
  ['POST payment/voids/:cs_payment_id', true],
  ['POST merchants/:merchant_code/go-live', ({ decision }) => /^reject/i.test(String(decision))],
  ['PUT merchants/:merchant_code/refund-right', keepsRight],
  ['PUT merchants/:merchant_code/rates', keepsFees],
  ['POST wallets/:merchant_code/adjustments', isBelowZero],
  ['POST merchants/:merchant_code/balance/adjustments', ({ type }) => type === 'debit'],
])

/** The other routes that change something, by the reason why a user of a merchant may call them as an admin. */
export const routesAboutNoMerchant: Readonly<Record<string, readonly string[]>> = {
  'is about the service, its admins, or all merchants': [
    'POST step-up',
    'POST step-up/options',
    'POST logout',
    'DELETE sessions/:session_id',
    'POST change-password',
    'POST passkeys',
    'POST passkeys/options',
    'DELETE passkeys/:passkey_id',
    'POST recovery-codes',
    'POST users',
    'POST users/:user_id',
    'DELETE users/:user_id',
    'POST users/:user_id/reset-factors',
    'POST operators/:environment/:operator/pause',
    'POST operators/:environment/:operator/resume',
    'POST remittance/rates/:id/approve',
    'POST sandbox/clock',
  ],
  'is about persons, numbers and limits, of all merchants': [
    'POST remittance/blacklist',
    'DELETE remittance/blacklist/:phone',
    'POST remittance/screening/alerts/:id/close',
    'PUT compliance/rules',
    'POST compliance/rules/dry-run',
    'POST compliance/cases',
    'POST compliance/cases/:case_id/confirm',
    'POST compliance/cases/:case_id/notes',
    'POST compliance/cases/:case_id/papers',
    'POST compliance/cases/:case_id/paper-requests',
    'POST compliance/cases/:case_id/paper-requests/:request_id/extend',
    'POST compliance/cases/:case_id/paper-requests/:request_id/withdraw',
    'POST compliance/cases/:case_id/propose',
    'POST compliance/cases/:case_id/return',
    'PUT compliance/cases/:case_id/declaration',
    'POST compliance/cases/:case_id/declaration/steps',
  ],
  'records what a bank, a gateway or an operator says, or repeats a message': [
    'PUT bank/csv-mappings/:environment/:currency',
    'POST bank/files',
    'POST bank/lines/:id/assign',
    'POST bank/lines/:id/write-off',
    'POST disputes/:dispute_id/evidence/submitted',
    'POST disputes/exceptions/:id/close',
    'POST remittance/exceptions/:id/close',
    'POST transfers/:transaction_id/inquire',
    'POST payouts/:id/inquire',
    'POST deliveries/:id/resend',
    'POST deliveries/resend',
  ],
  'puts payouts together that were decided one by one, or takes them apart; an approval leaves out those of the own merchant':
    [
      'POST payout-batches',
      'POST payout-batches/:id/approve',
      'POST payout-batches/:id/reject',
      'POST payout-batches/:id/payouts/:payout_id/remove',
    ],
}

/** How an act of a merchant's user as an admin stands to the merchant; a function decides by the body. */
export type OwnAct = 'favours' | 'against' | ((body: unknown) => boolean)

const nameOf = ([method, url]: readonly [string, string]) => `${method} ${url.replace('/api/v1/admin/', '')}`

/** Finds out whether an admin is or was a user of the merchant that the request decides about, by a confirmed email. */
export function openOwnMerchant(db: Sql) {
  const readers = new Map(subjects.map(([subject]) => [subject, openReader(db, subject)] as const))
  return async (
    admin: Pick<Admin, 'name' | 'owner' | 'aliases'>,
    route: readonly [string, string],
    params: Params,
  ): Promise<OwnAct | undefined> => {
    const name = nameOf(route)
    const subject = ownMerchantRoutes.get(name)
    const value = subject && params[subject.param]
    if (!subject || value === undefined || !subject.form.test(value)) return undefined
    const own = ((await readers.get(subject)?.(value)) ?? []).filter(isUser(admin))
    if (own.length === 0) return undefined
    const act = actsAgainst.get(name)
    if (act === true || own.every(({ is_against }) => is_against)) return 'against'
    if (!act) return 'favours'
    const [terms] = await db.rows(readTerms, [params.merchant_code ?? ''])
    return (body) => terms !== undefined && act((body ?? {}) as Sent, terms)
  }
}

/** Returns those of the merchants that the admin is or was a user of. */
export async function ownMerchantsAmong(
  sql: Sql,
  admin: Pick<Admin, 'name' | 'owner' | 'aliases'>,
  merchantIds: readonly bigint[],
): Promise<ReadonlySet<bigint>> {
  const users = await sql.rows(merchantId, [toSentRows(merchantIds.map((key) => ({ key: String(key) })))])
  return new Set(users.filter(isUser(admin)).map(({ n }) => merchantIds[n]!))
}

/** Whether a user of a merchant is the admin: the email of the user is that of the admin, or the owner of the token. */
function isUser(admin: Pick<Admin, 'name' | 'owner' | 'aliases'>): (user: User) => boolean {
  const person = {
    name: plain(admin.name),
    owner: admin.owner && plain(admin.owner),
    aliases: admin.aliases?.map(plain) ?? [],
  }
  return ({ email }) => isSamePerson({ owner: plain(email) }, person)
}

/** Reads the users of the merchant that an identifier names; requests at the same time share a statement. */
const openReader = (db: Sql, { users }: Subject) =>
  coalescingBatch<string, User[]>(async (keys) => {
    const found = await db.rows(users, [toSentRows(keys.map((key) => ({ key })))])
    // guard: own-merchant-at-once
    return keys.map((_, n) => found.filter((user) => user.n === n))
  })

/** Accents, invisible characters and the tag of an email make no other person, but another domain does: anybody can register it. */
function plain(name: string): string {
  const person = ownerOf({ name })
  const at = person.lastIndexOf('@')
  if (at < 0) return folded(person)
  const domain = person.slice(at + 1)
  // guard: own-merchant-domain
  return `${folded(person.slice(0, at)).split('+')[0]}@${domainToASCII(domain) || domain}`
}

// guard: own-merchant-spelling
const folded = (text: string): string => text.normalize('NFKD').replace(/[\p{M}\p{Cf}]/gu, '')
