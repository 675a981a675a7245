// SQL statements and rows of card transactions.

import assert from 'node:assert/strict'
import { cellOfPayment } from '../../kernel/cell.ts'
import type { Language } from '../../kernel/language.ts'
import type { LocalCurrency } from '../../kernel/money.ts'
import type { OperatorCode } from '../../kernel/operators.ts'
import type { PaymentMethod } from '../../kernel/payment-method.ts'
import { Problem } from '../../kernel/problem.ts'
import { sentKeys } from '../../platform/database/coalescing-batch.ts'
import { type Sql, statement, type Tx } from '../../platform/database/database.ts'
import { byParam, bySearch } from '../../platform/http/place.ts'
import { type PartFault, partFault } from './link-uses.ts'
import { type PaidWith, paidWithColumns } from './paid-with.ts'
import type { ClosedStatus } from './payment-link.ts'
import { cardProblems } from './problems.ts'
import { countCreatedPayments, type Outcome, type TransactionStatus } from './transaction.ts'

/** Prompts on a phone are often missed or mistyped, so whoever may pay by phone has as many attempts as there can be. */
const attemptsWithMobileMoney = 5

/** Inserts a batch of orders in one statement, skipping those whose merchant has changed since it was read. */
// guard: order-merchant-version
export const insertOrders = statement<{ transaction_uuid: string }>(
  'insert_orders',
  `with sent as materialized (
     select * from json_to_recordset($1) as o (
       transaction_uuid text, merchant_id bigint, merchant_version integer, amount_minor bigint, currency text,
       commission_rate_bp integer, commission_minor bigint, bank_commission_minor bigint,
       service_commission_minor bigint, merchant_minor bigint,
       merchant_reference text, callback_url text, return_url text, cancel_url text,
       bill_to_forename text, bill_to_surname text, bill_to_email text, bill_to_phone text, bill_to_address_line1 text,
       bill_to_address_city text, bill_to_address_country text, bill_to_address_state text,
       bill_to_address_postal_code text, created_at timestamptz, expires_at timestamptz,
       payment_link_id bigint, link_form bytea, visitor_address bytea, visitor_device bytea, till_sale uuid, default_attempts smallint,
       payment_methods text[])
   ), made as (insert into card_transaction (
     transaction_uuid, merchant_id, environment, origin, amount_minor, currency,
     commission_rate_bp, commission_minor, bank_commission_minor, service_commission_minor, merchant_minor,
     merchant_reference, callback_url, return_url, cancel_url,
     bill_to_forename, bill_to_surname, bill_to_email, bill_to_phone, bill_to_address_line1,
     bill_to_address_city, bill_to_address_country, bill_to_address_state, bill_to_address_postal_code,
     created_at, expires_at, payment_link_id, link_form, payment_methods, checkout_attempts)
   select
     o.transaction_uuid, o.merchant_id, m.environment,
     case when o.payment_link_id is null then 'order' else 'link' end, o.amount_minor, o.currency,
     o.commission_rate_bp, o.commission_minor, o.bank_commission_minor, o.service_commission_minor, o.merchant_minor,
     o.merchant_reference, o.callback_url, o.return_url, o.cancel_url,
     o.bill_to_forename, o.bill_to_surname, o.bill_to_email, o.bill_to_phone, o.bill_to_address_line1,
     o.bill_to_address_city, o.bill_to_address_country, o.bill_to_address_state, o.bill_to_address_postal_code,
     o.created_at, o.expires_at, o.payment_link_id, o.link_form, o.payment_methods,
     case when 'mobile_money' = any(m.payment_methods) and (o.payment_methods is null or 'mobile_money' = any(o.payment_methods))
          then ${attemptsWithMobileMoney} else coalesce(m.checkout_attempts, o.default_attempts) end
   from sent o
   join merchant m on m.id = o.merchant_id and m.version = o.merchant_version
   returning id, transaction_uuid, merchant_id, environment, created_at, currency, amount_minor
   ), counted as (${countCreatedPayments('made')}
   ), visits as (
     insert into link_visit (transaction_id, address, device, till_sale, created_at)
     select made.id, o.visitor_address, o.visitor_device, o.till_sale, o.created_at
       from sent o join made using (transaction_uuid) where o.visitor_address is not null
   )
   select transaction_uuid from made`,
)

export type StatusRow = Pick<
  TransactionRow,
  'transaction_uuid' | 'merchant_id' | 'status' | 'amount_minor' | 'currency' | 'merchant_reference'
> &
  Omit<Outcome, 'decision' | 'reason_code' | 'cs_payment_id' | 'payment_method'> &
  PaidWith & { version: number }

/**
 * Reads the status of several transactions, each with the current version of its merchant. A live merchant no longer
 * sees its sandbox transactions.
 */
export const findStatuses = statement<StatusRow>(
  'find_card_statuses',
  `with ${sentKeys('text')}
   select t.transaction_uuid, t.merchant_id, m.version, t.status, t.amount_minor, t.currency, t.merchant_reference,
          t.message, t.card_type, t.card_last4, t.card_expiry_date, t.card_bin_country, t.card_issuer, t.card_scheme,
          ${paidWithColumns}
     from sent join card_transaction t on t.transaction_uuid = sent.key
       join merchant m on m.id = t.merchant_id and m.environment = t.environment`,
)

/** Columns that a custom checkout fills at enrolment or charge; every other payment has them from the start. */
type Price = {
  amount_minor: bigint
  currency: LocalCurrency
  commission_minor: bigint
  bank_commission_minor: bigint
  service_commission_minor: bigint
  merchant_minor: bigint
  bill_to_forename: string
  bill_to_surname: string
  bill_to_email: string
  bill_to_phone: string
  bill_to_address_line1: string
  bill_to_address_city: string
  bill_to_address_country: string
}

export type TransactionRow = { [Column in keyof Price]: Price[Column] | null } & Outcome & {
    id: bigint
    transaction_uuid: string
    merchant_id: bigint
    merchant_name: string
    merchant_status: 'active' | 'suspended'
    merchant_version: number
    /** The language and time zone of the merchant, and whether its payers get a receipt by email. */
    merchant_language: Language
    merchant_time_zone: string
    payer_receipts: boolean
    /** How the merchant lets its customers pay, and the only ways of this payment; null for all of them. */
    merchant_payment_methods: readonly PaymentMethod[]
    payment_methods: readonly PaymentMethod[] | null
    /** What is taken of mobile-money payments; null: the rate of the payment. */
    mobile_money_rate_bp: number | null
    /** Of a payment that ended by mobile money: the operator, and the last digits of the number. */
    payer_operator: OperatorCode | null
    payer_number_end: string | null
    /** The current environment of the merchant; `environment` is the one the transaction was created in. */
    merchant_environment: 'sandbox' | 'production'
    environment: 'sandbox' | 'production'
    origin: 'order' | 'microform' | 'link'
    status: TransactionStatus
    commission_rate_bp: number
    merchant_reference: string
    /** Null until the charge of a custom checkout sets it, and for payment links without a callback of their own. */
    callback_url: string | null
    return_url: string | null
    cancel_url: string | null
    bill_to_address_state: string | null
    bill_to_address_postal_code: string | null
    created_at: Temporal.Instant
    expires_at: Temporal.Instant
    finalised_at: Temporal.Instant | null
    running_operation: string | null
    /** Custom checkout only: the origin of its page, its locale, and the fingerprint of the charge request. */
    target_origin: string | null
    locale: string | null
    charge_fingerprint: Buffer | null
    refunded_minor: bigint
    refund_reserved_minor: bigint
    /** What disputes have taken from the merchant and not given back, and how many are open. */
    disputed_minor: bigint
    open_disputes: number
    /** How many cards may be tried, as decided when the payment was created, and how many attempts were declined. */
    checkout_attempts: number
    declined_attempts: number
    /** Whether a use of the payment link is reserved for this payment. */
    holds_link_use: boolean
    payment_link_id: bigint | null
    link_code: string | null
    link_locale: 'fr' | 'en' | null
    /** The only ways to pay by the link; null for all of the merchant's, and without a link. */
    link_payment_methods: readonly PaymentMethod[] | null
    /** Empty for a payment link without a description, null without a link. */
    link_description: string | null
    /** Why the payment link accepts no more payments; null while it does, and for payments without a link. */
    link_closed: ClosedStatus | null
    /** Why this part can no longer be paid by its payment link, because others have paid or are paying; null when it can. */
    part_fault: PartFault | null
  }

/** A transaction with amount and payer set, so it can be charged or has been. */
export type PricedTransaction = TransactionRow & Price

export const transactionColumns = `
  t.id, t.transaction_uuid, t.merchant_id, m.name as merchant_name, m.status as merchant_status, m.version as merchant_version,
  m.language as merchant_language, m.time_zone as merchant_time_zone, m.payer_receipts,
  m.payment_methods as merchant_payment_methods, m.mobile_money_rate_bp, t.payment_methods, t.payment_method, t.payer_operator,
  t.payer_number_end,
  m.environment as merchant_environment, t.environment, t.origin, t.status, t.amount_minor, t.currency, t.commission_rate_bp, t.commission_minor, t.bank_commission_minor, t.service_commission_minor, t.merchant_minor,
  t.merchant_reference, t.callback_url, t.return_url, t.cancel_url,
  t.bill_to_forename, t.bill_to_surname, t.bill_to_email, t.bill_to_phone, t.bill_to_address_line1,
  t.bill_to_address_city, t.bill_to_address_country, t.bill_to_address_state, t.bill_to_address_postal_code,
  t.created_at, t.expires_at, t.finalised_at, t.running_operation, t.decision, t.reason_code, t.message,
  t.cs_payment_id, t.card_type, t.card_last4, t.card_expiry_date, t.card_bin_country, t.card_issuer, t.card_scheme,
  t.auth_cavv_result, t.cavv_message, t.refunded_minor, t.refund_reserved_minor, t.disputed_minor, t.open_disputes,
  t.checkout_attempts, t.declined_attempts, t.holds_link_use,
  t.target_origin, t.locale, t.charge_fingerprint, t.payment_link_id, l.code as link_code, l.locale as link_locale,
  l.payment_methods as link_payment_methods, l.description as link_description,
  case when l.status <> 'ACTIVE' then l.status
       when l.uses_confirmed + l.uses_reserved >= l.max_uses and not t.holds_link_use then 'EXHAUSTED' end as link_closed,
  case when t.status = 'PENDING' and not t.holds_link_use then ${partFault('t.amount_minor')} end as part_fault`

/** Whether a payment may be made in this way: its merchant offers it now, and the payment does not exclude it. */
export function offers(
  {
    merchant_payment_methods,
    payment_methods,
  }: Pick<TransactionRow, 'merchant_payment_methods' | 'payment_methods'>,
  method: PaymentMethod,
): boolean {
  return merchant_payment_methods.includes(method) && payment_methods?.includes(method) !== false
}

/** Whether the payer can begin a payment by card with the form of the link, which this payment excludes and the link does not. */
export function takesCardByForm(transaction: TransactionRow): boolean {
  const { link_code, link_closed, link_payment_methods, merchant_payment_methods } = transaction
  const ofLink = { merchant_payment_methods, payment_methods: link_payment_methods }
  // guard: card-form-of-link
  return link_code !== null && link_closed === null && !offers(transaction, 'card') && offers(ofLink, 'card')
}

/** SQL: the same of the payment `t` of the merchant `c`. */
export const isOffered = (method: PaymentMethod): string =>
  `('${method}' = any(c.payment_methods) and '${method}' = any(coalesce(t.payment_methods, c.payment_methods)))`

export const transactionTables = `card_transaction t join merchant m on m.id = t.merchant_id
  left join payment_link l on l.id = t.payment_link_id`

const findTransaction = statement<TransactionRow>(
  'find_card_transaction',
  `select ${transactionColumns} from ${transactionTables}
    where t.transaction_uuid = $1`,
)

/** Reads a transaction by id and locks it against other writers until the database transaction ends. */
const lockTransaction = statement<TransactionRow>(
  'lock_card_transaction',
  `select ${transactionColumns} from ${transactionTables}
    where t.id = $1 for update of t`,
)

const lockPayment = statement<TransactionRow>(
  'lock_card_payment',
  `select ${transactionColumns} from ${transactionTables}
    where t.cs_payment_id = $1 for update of t`,
)

const findLastDecline = statement<{ reason_code: string }>(
  'find_last_card_decline',
  `select reason_code from card_transaction_move where transaction_id = $1 and event = 'declined'
    order by id desc limit 1`,
)

/** Returns why the last card of an open payment was declined. */
export async function lastDeclineReason(db: Sql, transactionId: bigint): Promise<string | undefined> {
  return (await db.rows(findLastDecline, [transactionId]))[0]?.reason_code
}

const isOfGateway = statement(
  'is_payment_at_gateway',
  'select from card_transaction where cs_payment_id = $1 limit 1',
)

/** The cell of the payment whose id at the gateway, or whose collection, is in the path. */
export const placeOfGatewayPayment = bySearch(
  'cs_payment_id',
  async (db, id) => /^(\d{1,40}|MM-[A-Z0-9]{16})$/.test(id) && (await db.rows(isOfGateway, [id])).length > 0,
)
/** The cell of the payment whose own id stands in the same place. */
export const placeOfPayment = byParam('cs_payment_id', cellOfPayment)

/** @throws Problem 404. */
export async function transactionByUuid(db: Sql, uuid: string): Promise<TransactionRow> {
  const [transaction] = uuid.includes('\0') ? [] : await db.rows(findTransaction, [uuid])
  if (!transaction) throw new Problem(cardProblems.transaction_not_found)
  return transaction
}

/**
 * Reads a transaction that is about to be charged or has been.
 * @throws Problem 404.
 */
export async function pricedTransactionByUuid(db: Sql, uuid: string): Promise<PricedTransaction> {
  return priced(await transactionByUuid(db, uuid))
}

/**
 * Reads a payment by its id at the gateway and locks it until the database transaction ends.
 * @throws Problem 404.
 */
export async function lockedPayment(sql: Tx, paymentId: string): Promise<PricedTransaction> {
  const [transaction] = paymentId.includes('\0') ? [] : await sql.rows(lockPayment, [paymentId])
  if (!transaction) throw new Problem(cardProblems.payment_unknown, { id: paymentId })
  return priced(transaction)
}

/** Whether a payment was made by mobile money, so that an operator gives it back. */
export const isByPhone = ({ payment_method }: Pick<TransactionRow, 'payment_method'>): boolean =>
  payment_method === 'mobile_money'

/**
 * Reads the current transaction and locks it until the database transaction ends. Only transactions with an amount are
 * ever locked.
 */
export async function lockedTransaction(sql: Tx, id: bigint): Promise<PricedTransaction> {
  const [transaction] = await sql.rows(lockTransaction, [id])
  assert(transaction, 'a transaction is never deleted')
  return priced(transaction)
}

/**
 * Narrows the type, because amount, commission split and payer are always written together.
 * @throws AssertionError for a custom checkout that has no amount yet.
 */
export function priced(transaction: TransactionRow): PricedTransaction {
  assert(transaction.amount_minor !== null, `${transaction.transaction_uuid} has no amount yet`)
  return transaction as PricedTransaction
}
