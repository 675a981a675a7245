// The emails to payers, if the merchant wants them: the receipt, and later messages about refunds and voids.
import type { Language } from '../../kernel/language.ts'
import { money } from '../../kernel/money.ts'
import {
  dedupeKeyOf,
  enqueueMessages,
  type MessageRow,
  messageRow,
  type NewMessage,
} from '../../messages/enqueue-message.ts'
import { receiptContent, refundContent, voidContent } from '../../messages/texts/receipts.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Receipt } from '../../receipts/issue-receipt.ts'
import type { PricedTransaction } from '../transaction/queries.ts'

/** Whether the payer of this payment gets the receipt by email. */
export function getsReceipt({ payer_receipts, bill_to_email }: PricedTransaction): boolean {
  // guard: wanted-receipt
  return payer_receipts && bill_to_email !== ''
}

/**
 * The message to the payer of a payment that has just been charged; undefined if there is none.
 * @param signed the signed receipt, whose link and code the message carries.
 */
export function payerReceipt(
  payment: PricedTransaction,
  signed: Receipt | undefined,
  now: Temporal.Instant,
): MessageRow | undefined {
  if (!getsReceipt(payment)) return undefined
  const language = languageOf(payment)
  const facts = {
    ...factsOf(payment),
    amount: money(payment.amount_minor, payment.currency),
    paidAt: now,
    ...(signed && { code: signed.code, receipt: signed.receipt }),
  }
  const content = receiptContent(facts, readerOf(payment, language))
  const message = { ...toPayer(payment), kind: 'payment_receipt', fact: receiptFact(payment) } as const
  return messageRow({ ...message, language, content }, now)
}

/** What a receipt reports, for the outbox. */
const receiptFact = ({ transaction_uuid }: Pick<PricedTransaction, 'transaction_uuid'>): string =>
  `receipt:${transaction_uuid}`

/**
 * SQL: the language of the receipt that the payer of the payment `t` got by email and that did not come back; null without one.
 */
// guard: refund-after-receipt
export function receiptLanguageOf(t: string): string {
  const fact = receiptFact({ transaction_uuid: `' || ${t}.transaction_uuid || '` })
  const key = dedupeKeyOf({ fact, channel: 'email', address: `' || ${t}.bill_to_email || '` })
  return `(
    select m.language from message m
     where m.dedupe_key = '${key}' and m.state in ('QUEUED', 'SENT', 'UNCERTAIN'))`
}

/** Brand and last four digits of the card; empty if unknown. */
const cardOf = ({ card_type, card_last4 }: PricedTransaction): string =>
  [card_type, card_last4 && `•••• ${card_last4}`].filter(Boolean).join(' ')

/** The language of the link or of the page that the merchant opened; otherwise that of the merchant. */
function languageOf({ link_locale, locale, merchant_language }: PricedTransaction): Language {
  if (link_locale !== null) return link_locale
  const [, own] = /^(fr|en)\b/.exec(locale?.replace('_', '-') ?? '') ?? []
  return (own as Language | undefined) ?? merchant_language
}

type ReceiptedPayment = PricedTransaction & { receipt_language: Language | null }

/** A void as it is recorded. */
type PayerVoid = { operation: string; payment: ReceiptedPayment; now: Temporal.Instant }

/** A refund as it is recorded. `totalMinor` is what has been refunded of the payment with it. */
type PayerRefund = PayerVoid & { amountMinor: bigint; totalMinor: bigint }

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
