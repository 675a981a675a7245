// SQL statements of custom checkouts, which start as transactions without amount, payer or callback.

import type { OperationState } from '../../ledger/operation.ts'
import { statement } from '../../platform/database/database.ts'
import type { TransactionRow } from '../transaction/queries.ts'
import {
  countCreatedPayments,
  countPricedPayments,
  type TransactionStatus,
} from '../transaction/transaction.ts'

export const insertMicroform = statement(
  'insert_microform',
  `with made as (
     insert into card_transaction (
       transaction_uuid, merchant_id, environment, origin, commission_rate_bp, bank_rate_bp, merchant_reference,
       target_origin, locale, created_at, expires_at)
     values ($1, $2, $3, 'microform', $4, $5, $6, $7, $8, $9, $10)
     returning id, merchant_id, environment, created_at, currency, amount_minor
   ), keyed as (
     insert into card_token_key (transaction_id, key_id, public_key, created_at)
     select id, $11, $12, created_at from made)
   ${countCreatedPayments('made')}`,
)

export type MicroformRow = {
  id: bigint
  transaction_uuid: string
  environment: 'sandbox' | 'production'
  status: TransactionStatus
  amount_minor: bigint | null
  currency: TransactionRow['currency']
  commission_rate_bp: number
  bank_rate_bp: number
  created_at: Temporal.Instant
  expires_at: Temporal.Instant
  running_operation: string | null
  operation_state: OperationState | null
  charge_fingerprint: Buffer | null
  charge_until: Temporal.Instant | null
  reason_code: string
  message: string
  cs_payment_id: string | null
}

/** Finds only the merchant's own checkouts, in its current environment. */
export const findMicroform = statement<MicroformRow>(
  'find_microform',
  `select t.id, t.transaction_uuid, t.environment, t.status, t.amount_minor, t.currency, t.commission_rate_bp,
          t.bank_rate_bp, t.created_at, t.expires_at, t.running_operation, o.state as operation_state,
          t.charge_fingerprint, t.charge_until, t.reason_code, t.message, t.cs_payment_id
     from card_transaction t left join operation o on o.id = t.running_operation
    where t.transaction_uuid = $1 and t.merchant_id = $2 and t.environment = $3 and t.origin = 'microform'`,
)

/**
 * Stores the payment details of an enrolment or charge while no operation is running. The amount never changes once
 * set. A charge also reserves the transaction until $18.
 */
export const fillMicroform = statement<{ id: bigint }>(
  'fill_microform',
  `with before as (
     select id, amount_minor is null as is_new from card_transaction where id = $1 for update
   ), filled as (
   update card_transaction t
      set amount_minor = $3, currency = $4, commission_minor = $5, bank_commission_minor = $6,
          service_commission_minor = $7, merchant_minor = $8,
          bill_to_forename = $9, bill_to_surname = $10, bill_to_email = $11, bill_to_phone = $12,
          bill_to_address_line1 = $13, bill_to_address_city = $14, bill_to_address_country = $15,
          bill_to_address_state = $16, bill_to_address_postal_code = $17, charge_until = $18,
          charge_fingerprint = $19, merchant_reference = coalesce($20, merchant_reference),
          callback_url = coalesce($21, callback_url)
     from before
    where t.id = before.id and status = 'PENDING' and running_operation is null and expires_at > $2
      and (charge_until is null or charge_until <= $2)
      and (amount_minor is null or (amount_minor = $3 and currency = $4))
    returning t.id, merchant_id, environment, created_at, currency, amount_minor, before.is_new
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
export const adoptCharge = statement<{ id: bigint }>(
  'adopt_microform_charge',
  `update card_transaction set charge_fingerprint = $2, merchant_reference = $3, callback_url = $4
    where id = $1 and status <> 'PENDING' and charge_fingerprint is null returning id`,
)
