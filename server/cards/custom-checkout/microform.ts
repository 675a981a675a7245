// Custom checkouts, which start as transactions without amount, payer or callback: their statements, and the rules of their calls.

import type { z } from 'zod'
import { Problem } from '../../kernel/problem.ts'
import type { OperationState } from '../../ledger/operation.ts'
import type { Merchant } from '../../merchants/identity/merchant.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import type { AuthenticationNeeds } from '../authentication/authentication.ts'
import type { NewChargeNeeds } from '../charges/charge-store.ts'
import type { OrderRules } from '../orders/create-order.ts'
import { commissionOn } from '../transaction/amount.ts'
import { billToColumns } from '../transaction/bill-to.ts'
import { cardProblems } from '../transaction/problems.ts'
import {
  lockedTransaction,
  type PricedTransaction,
  type TransactionRow,
  transactionColumns,
  transactionTables,
} from '../transaction/queries.ts'
import { countCreatedPayments, countPricedPayments } from '../transaction/transaction.ts'
import { enqueuePaymentEvent, paymentEvent } from '../transaction/webhooks.ts'
import type { ChargeOrder, chargeResponse, Enrolment } from './schemas.ts'

export const insertMicroform = statement(
  'insert_microform',
  `with made as (
     insert into card_transaction (
       transaction_uuid, merchant_id, environment, origin, commission_rate_bp, bank_rate_bp, merchant_reference,
       target_origin, locale, created_at, expires_at, return_url)
     values ($1, $2, $3, 'microform', $4, $5, $6, $7, $8, $9, $10, $13)
     returning id, merchant_id, environment, created_at, currency, amount_minor
   ), keyed as (
     insert into card_token_key (transaction_id, key_id, public_key, created_at)
     select id, $11, $12, created_at from made)
   ${countCreatedPayments('made')}`,
)

export type MicroformRow = TransactionRow & {
  commission_rate_bp: number
  bank_rate_bp: number
  operation_state: OperationState | null
  charge_until: Temporal.Instant | null
  /** When the newest of its capture contexts was opened. */
  context_opened_at: Temporal.Instant
}

/** Finds only the merchant's own checkouts, in its current environment. */
const findMicroform = statement<MicroformRow>(
  'find_microform',
  `select ${transactionColumns}, t.commission_rate_bp, t.bank_rate_bp, t.charge_until, o.state as operation_state,
          coalesce((select max(k.created_at) from card_token_key k where k.transaction_id = t.id), t.created_at) as context_opened_at
     from ${transactionTables} left join operation o on o.id = t.running_operation
    where t.transaction_uuid = $1 and t.merchant_id = $2 and t.environment = $3 and t.origin = 'microform'`,
)

/**
 * Stores the payment details of an enrolment or charge, columns as JSON, while no operation is running. The amount never changes
 * once set. A charge also reserves the transaction until `charge_until`.
 */
export const fillMicroform = statement<{ id: bigint }>(
  'fill_microform',
  `with before as (
     select id, amount_minor is null as is_new from card_transaction where id = $1 for update
   ), filled as (
   update card_transaction t
      set amount_minor = m.amount_minor, currency = m.currency, commission_minor = m.commission_minor,
          bank_commission_minor = m.bank_commission_minor, service_commission_minor = m.service_commission_minor,
          merchant_minor = m.merchant_minor, bill_to_forename = m.bill_to_forename, bill_to_surname = m.bill_to_surname,
          bill_to_email = m.bill_to_email, bill_to_phone = m.bill_to_phone, bill_to_address_line1 = m.bill_to_address_line1,
          bill_to_address_city = m.bill_to_address_city, bill_to_address_country = m.bill_to_address_country,
          bill_to_address_state = m.bill_to_address_state, bill_to_address_postal_code = m.bill_to_address_postal_code,
          charge_until = m.charge_until, charge_fingerprint = m.charge_fingerprint,
          merchant_reference = coalesce(m.merchant_reference, t.merchant_reference),
          callback_url = coalesce(m.callback_url, t.callback_url)
     from before, json_populate_record(null::card_transaction, $3) m
    where t.id = before.id and t.status = 'PENDING' and t.running_operation is null and t.expires_at > $2
      and (t.charge_until is null or t.charge_until <= $2)
      and (t.amount_minor is null or (t.amount_minor = m.amount_minor and t.currency = m.currency))
    returning t.id, t.merchant_id, t.environment, t.created_at, t.currency, t.amount_minor, before.is_new
   ), counted as (${countPricedPayments('filled')})
   select id from filled`,
)

/**
 * Releases the transaction after a charge that ended before the gateway was called, so that another charge with
 * different parameters may follow.
 */
export const releaseMicroform = statement(
  'let_microform_go',
  `update card_transaction set charge_until = null, charge_fingerprint = null
    where id = $1 and charge_fingerprint = $2 and status = 'PENDING' and running_operation is null`,
)

/**
 * Attaches a charge to a transaction that had already ended: its webhook address, and the fingerprint that recognises
 * retries.
 */
const adoptCharge = statement<{ id: bigint }>(
  'adopt_microform_charge',
  `update card_transaction set charge_fingerprint = $2, merchant_reference = $3, callback_url = $4
    where id = $1 and status <> 'PENDING' and charge_fingerprint is null returning id`,
)

export type MicroformNeeds = NewChargeNeeds &
  AuthenticationNeeds & { transactionPrefix: string; checkoutTtlSeconds: number; rules: OrderRules }

/** How long the card fields of a capture context issue tokens, both at the gateway and here. */
export const contextSeconds = 900

/**
 * Reads a custom checkout of this merchant.
 * @throws Problem 404 when it does not exist, belongs to another merchant or is not a custom checkout.
 */
export async function microformOf(db: Sql, merchant: Merchant, uuid: string): Promise<MicroformRow> {
  const [transaction] = await db.rows(findMicroform, [uuid, merchant.id, merchant.environment])
  if (!transaction) throw new Problem(cardProblems.transaction_not_found)
  return transaction
}

export function assertEnabled({ microformEnabled }: Merchant): void {
  if (!microformEnabled) throw new Problem(cardProblems.microform_disabled)
}

export function assertOpen(transaction: MicroformRow, now: Temporal.Instant): void {
  assertNotExpired(transaction, now)
  if (transaction.status !== 'PENDING') throw new Problem(cardProblems.transaction_finished)
  if (transaction.running_operation !== null) throw new Problem(cardProblems.attempt_running)
  assertContextLives(transaction, now)
}

/**
 * Refuses an expired transaction; one held by a running operation has not expired.
 * @throws Problem 410.
 */
export function assertNotExpired(transaction: MicroformRow, now: Temporal.Instant): void {
  const problem =
    transaction.status === 'PENDING' &&
    transaction.running_operation === null &&
    Temporal.Instant.compare(transaction.expires_at, now) <= 0
  if (problem || transaction.status === 'EXPIRED') throw new Problem(cardProblems.transaction_expired)
}

/**
 * Refuses a transaction whose newest capture context has expired.
 * @throws Problem 410.
 */
export function assertContextLives({ context_opened_at }: MicroformRow, now: Temporal.Instant): void {
  if (Temporal.Instant.compare(context_opened_at.add({ seconds: contextSeconds }), now) < 0)
    throw new Problem(cardProblems.capture_context_expired)
}

/**
 * Checks that the amount and currency are those of the enrolment.
 * @throws Problem 400.
 */
export function assertEnrolled(
  { amount_minor, currency }: Pick<MicroformRow, 'amount_minor' | 'currency'>,
  { amount }: Pick<Enrolment, 'amount'>,
): void {
  if (amount_minor !== amount.minor || currency !== amount.currency)
    throw new Problem(cardProblems.amount_not_enrolled)
}

/** The fields that a charge adds to those of an enrolment. */
type ChargeDetails = { until: Temporal.Instant; fingerprint: Buffer; reference: string; callbackUrl: string }

/**
 * Stores amount, commission and payer while no operation is running, and returns the transaction with them. The first request that
 * gives an amount fixes it.
 * @throws Problem 400 for another amount; 409 while a charge is running.
 */
export async function fill(
  { db, clock }: Pick<MicroformNeeds, 'db' | 'clock'>,
  merchant: Merchant,
  transaction: MicroformRow,
  { amount, billTo }: Pick<Enrolment, 'amount' | 'billTo'>,
  chargeDetails?: ChargeDetails,
): Promise<PricedTransaction> {
  if (transaction.amount_minor !== null) assertEnrolled(transaction, { amount })
  const parts = commissionOn(amount, {
    commissionRateBp: transaction.commission_rate_bp,
    bankRateBp: transaction.bank_rate_bp,
  })
  const price = {
    amount_minor: amount.minor,
    currency: amount.currency,
    commission_minor: parts.commission.minor,
    bank_commission_minor: parts.bank.minor,
    service_commission_minor: parts.service.minor,
    merchant_minor: parts.merchant.minor,
    ...billToColumns(billTo),
    charge_fingerprint: chargeDetails?.fingerprint ?? null,
    merchant_reference: chargeDetails?.reference ?? transaction.merchant_reference,
    callback_url: chargeDetails?.callbackUrl ?? transaction.callback_url,
  }
  const columns = JSON.stringify({ ...price, charge_until: chargeDetails?.until ?? null }, asColumn)
  const [filled] = await db.rows(fillMicroform, [transaction.id, clock.now(), columns])
  if (filled) return { ...transaction, ...price }
  const current = await microformOf(db, merchant, transaction.transaction_uuid)
  if (current.amount_minor !== null) assertEnrolled(current, { amount })
  throw new Problem(chargeDetails ? cardProblems.charge_running : cardProblems.attempt_running)
}

/** Amounts as decimal text, and bytes as PostgreSQL reads them. */
function asColumn(this: Record<string, unknown>, name: string, value: unknown): unknown {
  const own = this[name]
  if (Buffer.isBuffer(own)) return `\\x${own.toString('hex')}`
  return typeof value === 'bigint' ? String(value) : value
}

export type MicroformOutcome = z.output<typeof chargeResponse>

/**
 * Returns the recorded outcome, or undefined while the transaction may still be charged.
 * @throws Problem 409, 410, 502.
 */
export async function storedOutcome(
  needs: MicroformNeeds,
  transaction: MicroformRow,
  order: ChargeOrder,
): Promise<MicroformOutcome | undefined> {
  const now = needs.clock.now()
  assertNotExpired(transaction, now)
  const isRepeat = transaction.charge_fingerprint?.equals(order.fingerprint) ?? false
  if (transaction.status !== 'PENDING') {
    if (transaction.charge_fingerprint === null) return await adopt(needs, transaction, order, now)
    if (!isRepeat) throw new Problem(cardProblems.transaction_charged)
    return outcomeOf(transaction)
  }
  if (transaction.running_operation !== null) {
    const isLost = transaction.operation_state === 'unknown' || transaction.operation_state === 'undoing'
    throw new Problem(isRepeat && isLost ? cardProblems.charge_outcome_unknown : cardProblems.charge_running)
  }
  if (transaction.charge_until && Temporal.Instant.compare(transaction.charge_until, now) > 0)
    throw new Problem(cardProblems.charge_running)
  return undefined
}

/**
 * Attaches a charge to a transaction that failed at enrolment, before any callback address was known, and enqueues its
 * webhook.
 */
async function adopt(
  { db, wake }: MicroformNeeds,
  transaction: MicroformRow,
  order: ChargeOrder,
  now: Temporal.Instant,
): Promise<MicroformOutcome> {
  assertEnrolled(transaction, order)
  const adopted = await db.transaction(async (sql) => {
    const [row] = await sql.rows(adoptCharge, [
      transaction.id,
      order.fingerprint,
      order.reference,
      order.callbackUrl,
    ])
    if (!row) return false
    const ended = await lockedTransaction(sql, transaction.id)
    await enqueuePaymentEvent(sql, ended, paymentEvent(ended), now)
    return true
  })
  if (!adopted) throw new Problem(cardProblems.charge_running)
  wake()
  return outcomeOf(transaction)
}

export function outcomeOf(
  transaction: Pick<
    MicroformRow,
    'status' | 'transaction_uuid' | 'cs_payment_id' | 'reason_code' | 'message'
  >,
): MicroformOutcome {
  return {
    status: transaction.status === 'FAILED' || transaction.status === 'CANCELLED' ? 'FAILED' : 'SUCCESS',
    transaction_uuid: transaction.transaction_uuid,
    transaction_id: transaction.cs_payment_id,
    reason_code: transaction.reason_code || null,
    message: transaction.message || null,
  }
}
