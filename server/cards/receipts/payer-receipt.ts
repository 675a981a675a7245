// The receipt that a payer gets by e-mail, if the merchant wants it.
import type { Language } from '../../kernel/language/language.ts'
import { money } from '../../kernel/money.ts'
import { type MessageRow, messageRow } from '../../messages/enqueue-message.ts'
import { receiptContent } from '../../messages/texts/receipts.ts'
import type { PricedTransaction } from '../transaction/queries.ts'

/** The message to the payer of a payment that has just been charged; undefined if there is none. */
export function payerReceipt(payment: PricedTransaction, now: Temporal.Instant): MessageRow | undefined {
  const { environment, merchant_id: merchantId, bill_to_email: address } = payment
  // guard: wanted-receipt
  if (!payment.payer_receipts || address === '') return undefined
  const language = languageOf(payment)
  const facts = {
    merchant: payment.merchant_name,
    amount: money(payment.amount_minor, payment.currency),
    reference: payment.merchant_reference,
    transaction: payment.transaction_uuid,
    card: [payment.card_type, payment.card_last4 && `•••• ${payment.card_last4}`].filter(Boolean).join(' '),
    paidAt: now,
  }
  const reader = { language, timeZone: payment.merchant_time_zone, isTest: environment === 'sandbox' }
  const kind = 'payment_receipt'
  const fact = `receipt:${payment.transaction_uuid}`
  const content = receiptContent(facts, reader)
  const message = { environment, merchantId, audience: 'payer', kind, fact } as const
  return messageRow({ ...message, channel: 'email', address, language, content }, now)
}

/** The language of the link or of the page that the merchant opened; otherwise that of the merchant. */
function languageOf({ link_locale, locale, merchant_language }: PricedTransaction): Language {
  if (link_locale !== null) return link_locale
  const [, own] = /^(fr|en)\b/.exec(locale?.replace('_', '-') ?? '') ?? []
  return (own as Language | undefined) ?? merchant_language
}
