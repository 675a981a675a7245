// The messages about refunds and voids, for a payer who got a receipt of the payment by email.
import type { Language } from '../../kernel/language/language.ts'
import { money } from '../../kernel/money.ts'
import { enqueueMessages, type NewMessage } from '../../messages/enqueue-message.ts'
import { refundContent, voidContent } from '../../messages/texts/receipts.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { PricedTransaction } from '../transaction/queries.ts'
import { cardOf } from './payer-receipt.ts'

type ReceiptedPayment = PricedTransaction & { receipt_language: Language | null }

/** A void as it is recorded. */
export type PayerVoid = { operation: string; payment: ReceiptedPayment; now: Temporal.Instant }

/** A refund as it is recorded. `totalMinor` is what has been refunded of the payment with it. */
export type PayerRefund = PayerVoid & { amountMinor: bigint; totalMinor: bigint }

/** Writes to the payer who got a receipt, in its language: a refund is reported where the receipt went. */
export async function notifyRefundedPayer(sql: Tx, refund: PayerRefund): Promise<void> {
  const { payment, now } = refund
  // guard: refund-message
  if (payment.receipt_language)
    await enqueueMessages(sql, [messageOfRefund(refund, payment.receipt_language)], now)
}

/** The same for a void. */
export async function notifyVoidedPayer(sql: Tx, voided: PayerVoid): Promise<void> {
  const { payment, now } = voided
  // guard: void-message
  if (payment.receipt_language)
    await enqueueMessages(sql, [messageOfVoid(voided, payment.receipt_language)], now)
}

function messageOfRefund(
  { operation, payment, amountMinor, totalMinor, now }: PayerRefund,
  language: Language,
): NewMessage {
  const { currency } = payment
  const content = refundContent(
    {
      ...factsOf(payment),
      amount: money(amountMinor, currency),
      total: money(totalMinor, currency),
      paid: money(payment.amount_minor, currency),
      refundedAt: now,
    },
    readerOf(payment, language),
  )
  const message = { ...toPayer(payment), kind: 'payment_refund', fact: `refund:${operation}` } as const
  return { ...message, language, content }
}

function messageOfVoid({ operation, payment, now }: PayerVoid, language: Language): NewMessage {
  const facts = {
    ...factsOf(payment),
    amount: money(payment.amount_minor, payment.currency),
    voidedAt: now,
  }
  const content = voidContent(facts, readerOf(payment, language))
  const message = { ...toPayer(payment), kind: 'payment_void', fact: `void:${operation}` } as const
  return { ...message, language, content }
}

const factsOf = (payment: PricedTransaction) => ({
  merchant: payment.merchant_name,
  reference: payment.merchant_reference,
  transaction: payment.transaction_uuid,
  card: cardOf(payment),
})

const readerOf = (payment: PricedTransaction, language: Language) => ({
  language,
  timeZone: payment.merchant_time_zone,
  isTest: payment.environment === 'sandbox',
})

const toPayer = ({ environment, merchant_id: merchantId, bill_to_email: address }: PricedTransaction) =>
  ({ environment, merchantId, audience: 'payer', channel: 'email', address }) as const
