// The merchants that admin routes decide about, by what a path identifies. No user of such a merchant may favour it as an admin; an act
// against it is never refused, or a merchant could protect itself by the email of an admin: the audit log marks it.
import { parseWrittenMoney } from '../../kernel/money.ts'
import { sentKeys, toSentRows } from '../../platform/database/coalescing-batch.ts'
import { controlStatement, type Sql, type Statement, statement } from '../../platform/database/database.ts'
import type { MerchantDecided, SentFields, StoredTerms, UserOfMerchant } from '../../platform/http/access.ts'
import { numberText, plainDecimal } from '../../platform/http/body/json.ts'

type KeyType = 'text' | 'uuid' | 'bigint'
type UsersOfMerchant = MerchantDecided['users']

/** SQL: the merchants that `subject`, a query, finds for `sent.key`, the identifier of a request, as its capability reads it. */
const subjectsOf = (subject: string, isAgainst = 'false') =>
  `sent cross join lateral (${subject.replace(' from ', `, ${isAgainst} from `)}) subject (merchant_id, is_against)`

/**
 * The users of the merchants that `subject` finds in control.
 * Only emails that were confirmed count: anybody can type another's. Users who were removed count, because what they requested may still
 * wait; the audit log has them. The query comes before the merchants, because `in (…)` would run it for every merchant there is.
 */
// guard: conflict-confirmed-email
const usersOf = (
  name: string,
  type: KeyType,
  subject: string,
  isAgainst?: string,
): Statement<UserOfMerchant> =>
  controlStatement(
    `users_of_merchant_of_${name}`,
    `with ${sentKeys(type)}, theirs as (
       select distinct sent.n, coalesce(m.test_of, m.id) as id,
              coalesce((select live.merchant_code from merchant live where live.id = m.test_of), m.merchant_code) as merchant_code,
              subject.is_against, m.sample_of is not null as is_sample
         from ${subjectsOf(subject, isAgainst)} join merchant m on m.id = subject.merchant_id)
     select n, u.email, is_against, false as is_sample from theirs join merchant_user u on u.merchant_id = theirs.id
      where u.email_confirmed_at is not null
     union all
     select n, a.detail::jsonb ->> 'email', is_against, false
       from theirs join audit_log a on a.subject = theirs.merchant_code and a.action = 'merchant_user.removed'
      where a.detail::jsonb ->> 'email_confirmed' = 'true'
     union all
     select n, '', is_against, true from theirs where is_sample`,
  )
/** Of internal ids. */
const usersOfMerchantId = usersOf('id', 'bigint', 'select id from merchant where id = sent.key')

const toKeys = (keys: readonly string[]) => toSentRows(keys.map((key) => ({ key })))
const readingUsers =
  (users: Statement<UserOfMerchant>): UsersOfMerchant =>
  (sql, keys) =>
    sql.rows(users, [toKeys(keys)])

/** The users of the merchants with these internal ids. */
export const usersOfMerchants = (sql: Sql, ids: readonly bigint[]): Promise<UserOfMerchant[]> =>
  sql.rows(usersOfMerchantId, [toKeys(ids.map(String))])

/** The users of the merchants that `subject` finds in a cell. A merchant never changes, so its users may be read afterwards. */
function usersOfSubject(name: string, type: KeyType, subject: string, isAgainst?: string): UsersOfMerchant {
  const merchants = statement<{ n: number; merchant_id: bigint; is_against: boolean }>(
    `merchant_of_${name}`,
    `with ${sentKeys(type)} select distinct n, merchant_id, is_against from ${subjectsOf(subject, isAgainst)}`,
  )
  return async (sql, keys) => {
    const found = await sql.rows(merchants, [toKeys(keys)])
    const ids = [...new Set(found.map(({ merchant_id }) => merchant_id))]
    const users = ids.length === 0 ? [] : await usersOfMerchants(sql, ids)
    return found.flatMap(({ n, merchant_id, is_against }) =>
      users
        .filter((user) => ids[user.n] === merchant_id)
        .map(({ email, is_sample }) => ({ n, email, is_against, is_sample })),
    )
  }
}

const merchant = readingUsers(
  usersOf('code', 'text', 'select id from merchant where merchant_code = sent.key'),
)
// guard: approvals-against-merchant
const approval = readingUsers(
  usersOf(
    'approval',
    'uuid',
    'select merchant_id from approval where public_id = sent.key',
    `action in ('refund', 'void') or action = 'balance_adjustment' and request ->> 'type' = 'debit'
   or action = 'payout_end' and request ->> 'end' = 'paid'`,
  ),
)
const payout = usersOfSubject(
  'merchant_payout',
  'uuid',
  'select merchant_id from merchant_payout where public_id = sent.key',
)
const adjustment = usersOfSubject(
  'wallet_adjustment',
  'uuid',
  'select merchant_id from wallet_adjustment where id = sent.key',
  'amount_minor < 0',
)
const transfer = usersOfSubject(
  'transfer',
  'text',
  'select merchant_id from transfer where transaction_id = sent.key',
)
const payment = usersOfSubject(
  'payment',
  'text',
  'select merchant_id from card_transaction where cs_payment_id = sent.key',
)
const collection = usersOfSubject(
  'collection',
  'text',
  'select merchant_id from collection where collection_id = sent.key',
)
const refundRequest = usersOfSubject(
  'refund_request',
  'uuid',
  `select t.merchant_id from refund_request q join card_transaction t on t.id = q.transaction_id where q.public_id = sent.key`,
)

const refundBatch = usersOfSubject(
  'refund_batch',
  'text',
  `select merchant_id from batch where batch_id = sent.key and kind = 'admin_refund'`,
)

/** The form of the identifiers that a column can be compared with. */
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const anything = /^/

const of = (users: UsersOfMerchant, param: string, form: RegExp): MerchantDecided => ({
  users,
  param,
  form,
})

/** The merchant of what a path identifies. */
// guard: conflict-subjects
export const merchantOf = {
  code: of(merchant, 'merchant_code', anything),
  approval: of(approval, 'id', uuid),
  refundRequest: of(refundRequest, 'id', uuid),
  refundBatch: of(refundBatch, 'id', anything),
  payout: of(payout, 'id', uuid),
  adjustment: of(adjustment, 'id', uuid),
  transfer: of(transfer, 'transaction_id', anything),
  payment: of(payment, 'cs_payment_id', anything),
  collection: of(collection, 'collection_id', anything),
}

type IsAgainst = (sent: SentFields, terms: StoredTerms) => boolean

/** The same merchant, of an act that is against it: what stops it, takes from it or refuses it something. */
// guard: acts-against-merchant
export const actAgainst = (
  merchant: MerchantDecided,
  when: NonNullable<MerchantDecided['against']> = 'always',
): MerchantDecided => ({
  ...merchant,
  against: when,
})

const fees = ['commission_rate', 'mobile_money_rate', 'remittance_fee_rate', 'remittance_fee_fixed'] as const
const limits = ['negative_balance_limit', 'negative_balance_limit_cdf'] as const

/** Whether each of these fields that is sent, and not left as it is, is a number that compares so with what is stored. */
function eachSent<Name extends string>(
  names: readonly Name[],
  sent: SentFields,
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
/** Lowers no fee. */
// guard: no-better-fees
export const keepsFees: IsAgainst = (sent, terms) => {
  // A null rate of mobile money follows that of cards; another null leaves its fee as it is.
  // guard: no-better-mobile-rate
  const followed = sent.mobile_money_rate === null ? { mobile_money_rate: sent.commission_rate } : {}
  return eachSent(fees, { ...sent, ...followed }, (value, name) => value >= terms[name])
}
/** Gives no right to refund and raises no limit. */
// guard: no-better-right
export const keepsRight: IsAgainst = (sent, terms) =>
  (sent.may_refund === false || (sent.may_refund === true && terms.may_refund)) &&
  eachSent(limits, sent, (value, name) => value <= terms[name])

/** Takes from the merchant's balance. */
export const isBelowZero: IsAgainst = ({ amount }) =>
  (numberText(amount) ?? String(amount)).trim().startsWith('-')
