// What the merchant hears of a card transaction: the bodies of section 6.2, to the letter.
import { formatMoney, money } from '../kernel/money.ts'
import { utcSecond } from '../platform/clock.ts'
import type { Sql } from '../platform/database.ts'
import { announce } from '../webhooks/announce.ts'
import type { TransactionRow } from './queries.ts'

/** The signed outcome of a payment; `transaction` as it stands after the move. */
export async function announcePayment(
  sql: Sql,
  transaction: TransactionRow,
  now: Temporal.Instant,
): Promise<void> {
  const to = recipient(transaction)
  if (!to) return
  await announce(
    sql,
    {
      ...to,
      eventType: 'PAYMENT',
      dedupeKey: `payment:${transaction.transaction_uuid}`,
      signed: true,
      body: paymentBody(transaction),
    },
    now,
  )
}

/** Unsigned and only informational: the outcome comes by itself. */
export async function announceCancellation(
  sql: Sql,
  transaction: TransactionRow,
  now: Temporal.Instant,
): Promise<void> {
  const to = recipient(transaction)
  if (!to) return
  await announce(
    sql,
    {
      ...to,
      eventType: 'PAYMENT_CANCELLATION',
      dedupeKey: `payment_cancellation:${transaction.transaction_uuid}`,
      signed: false,
      body: {
        event_type: 'PAYMENT_CANCELLATION',
        transaction_uuid: transaction.transaction_uuid,
        reference: transaction.merchant_reference,
        amount: amountText(transaction),
        currency: transaction.currency,
        timestamp: utcSecond(now),
      },
    },
    now,
  )
}

/** Nobody, while a custom checkout has not been told whom: its charge tells, and announces what had ended before. */
function recipient({ id, merchant_id: merchantId, callback_url: url }: TransactionRow) {
  return url === null ? undefined : { merchantId, subject: `card:${id}`, url }
}

function paymentBody(t: TransactionRow): Record<string, string> {
  const succeeded = t.status !== 'FAILED' && t.status !== 'CANCELLED'
  return {
    status: succeeded ? 'SUCCESS' : 'FAILED',
    reference: t.merchant_reference,
    amount: amountText(t),
    currency: t.currency,
    decision: t.decision,
    message: t.message,
    transaction_uuid: t.transaction_uuid,
    cs_payment_id: t.cs_payment_id ?? '',
    auth_cavv_result: t.auth_cavv_result,
    customer_name: `${t.bill_to_forename} ${t.bill_to_surname}`,
    customer_email: t.bill_to_email,
    cavv_message: t.cavv_message,
    card_type: t.card_type,
    card_last4: t.card_last4,
    card_expiry_date: t.card_expiry_date,
    card_bin_country: t.card_bin_country,
    card_issuer: t.card_issuer,
    card_scheme: t.card_scheme,
  }
}

export function amountText(transaction: Pick<TransactionRow, 'amount_minor' | 'currency'>): string {
  return formatMoney(money(transaction.amount_minor, transaction.currency))
}
