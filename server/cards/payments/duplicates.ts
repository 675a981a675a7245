// Payments that may have been made twice: the same reference, amount and payer within twenty minutes.
import { type Sql, statement } from '../../platform/database/database.ts'
import { paymentSubject } from '../transaction/webhooks.ts'

const within = "interval '20 minutes'"

/** Payments that were made, also those that were given back since. A void is known to the payer as a payment that was cancelled. */
export const paidStatuses = `('SUCCESS', 'PARTIALLY_REFUNDED', 'REFUNDED')`
const keptStatuses = `('SUCCESS', 'PARTIALLY_REFUNDED')`

const numberOf = (table: string) =>
  `(select k.number_hash from collection k where k.collection_id = ${table}.cs_payment_id)`
const same = (expression: (table: string) => string) => `${expression('d')} = ${expression('t')}`

/** The same number, or the same last digits of a card with the same email or phone: many cards end in the same digits. */
const samePayer = `(t.payment_method = 'mobile_money' and ${same(numberOf)}
  or d.card_last4 = t.card_last4 and t.card_last4 <> ''
     and (${same((table) => `lower(nullif(${table}.bill_to_email, ''))`)} or ${same((table) => `right(nullif(${table}.bill_to_phone, ''), 8)`)}))`

/**
 * SQL: whether the payment `t` has a twin among payments of these statuses. An order is open for twenty minutes as a rule, so two that were
 * paid at about the same time were created within the hour; the index of references finds them.
 */
// guard: possible-duplicate
export const hasTwin = (statuses: string): string => `(t.status in ${statuses} and exists (
  select from card_transaction d
   where d.merchant_id = t.merchant_id and d.environment = t.environment and d.status <> 'PENDING' and d.status in ${statuses}
     and left(d.merchant_reference, 64) = left(t.merchant_reference, 64) and d.merchant_reference = t.merchant_reference
     and d.created_at between t.created_at - interval '1 hour' and t.created_at + interval '1 hour'
     and d.amount_minor = t.amount_minor and d.currency = t.currency and d.id <> t.id
     and d.finalised_at between t.finalised_at - ${within} and t.finalised_at + ${within}
     and ${samePayer}))`

/** Once one of the two was given back, the other is no duplicate, and nobody refunds both. */
const findDuplicates = statement<{ id: bigint }>(
  'find_possible_duplicates',
  `select t.id from card_transaction t where t.id = any($1::bigint[]) and ${hasTwin(keptStatuses)}`,
)

/** Which of some payments may have been made twice. A statement of its own, so that exports of many payments do not look for it. */
export async function duplicatesAmong(sql: Sql, payments: readonly { id: bigint }[]): Promise<Set<bigint>> {
  const found = await sql.rows(findDuplicates, [payments.map(({ id }) => id)])
  return new Set(found.map(({ id }) => id))
}

/** The same for the subjects of the payments' webhooks. */
export async function duplicateSubjects(sql: Sql, subjects: readonly string[]): Promise<Set<string>> {
  if (subjects.length === 0) return new Set()
  const ids = subjects.map((subject) => ({ id: BigInt(subject.slice(paymentSubject('').length)) }))
  return new Set([...(await duplicatesAmong(sql, ids))].map(paymentSubject))
}
