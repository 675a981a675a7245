// The messages about refunds and voids, for a payer who got a receipt of the payment by email.
import type { Language } from '../../kernel/language/language.ts'
import { money } from '../../kernel/money.ts'
import { dedupeKeyOf, enqueueMessages, type NewMessage } from '../../messages/enqueue-message.ts'
import { refundContent, voidContent } from '../../messages/texts/receipts.ts'
import { sentKeys, toSentKeys } from '../../platform/database/batch-rows.ts'
import { statement, type Tx } from '../../platform/database/database.ts'
import type { PricedTransaction } from '../transaction/queries.ts'
import { cardOf, receiptFact } from './payer-receipt.ts'

/** A void as it is recorded. */
export type PayerVoid = { operation: string; payment: PricedTransaction; now: Temporal.Instant }

/** A refund as it is recorded. `totalMinor` is what has been refunded of the payment with it. */
export type PayerRefund = PayerVoid & { amountMinor: bigint; totalMinor: bigint }

/** Receipts that did not come back: a refund or void is reported where the receipt went. */
// guard: refund-after-receipt
const findReceipts = statement<{ dedupe_key: string; language: Language }>(
  'find_payer_receipts',
  `with ${sentKeys('text')}
   select m.dedupe_key, m.language from sent join message m on m.dedupe_key = sent.key
    where m.state in ('QUEUED', 'SENT', 'UNCERTAIN')`,
)

const receiptKeyOf = (payment: PricedTransaction) =>
  dedupeKeyOf({ fact: receiptFact(payment), channel: 'email', address: payment.bill_to_email })

/** Writes one message per refund to the payers who got a receipt, in the language of the receipt. */
export const notifyRefundedPayers = (sql: Tx, refunds: readonly PayerRefund[]): Promise<void> =>
  notifyReceipted(sql, refunds, messageOfRefund)

/** Writes one message per void to the payers who got a receipt, in the language of the receipt. */
export const notifyVoidedPayers = (sql: Tx, voids: readonly PayerVoid[]): Promise<void> =>
  notifyReceipted(sql, voids, messageOfVoid)

async function notifyReceipted<Fact extends PayerVoid>(
  sql: Tx,
  facts: readonly Fact[],
  messageOf: (fact: Fact, language: Language) => NewMessage,
): Promise<void> {
  const known = facts.filter(({ payment }) => payment.bill_to_email !== '')
  const [first] = known
  if (!first) return
  const found = await sql.rows(findReceipts, [toSentKeys(known.map(({ payment }) => receiptKeyOf(payment)))])
  const languageOf = new Map(found.map(({ dedupe_key, language }) => [dedupe_key, language]))
  const messages = known.flatMap((fact) => {
    const language = languageOf.get(receiptKeyOf(fact.payment))
    return language === undefined ? [] : [messageOf(fact, language)]
  })
  // guard: refund-message
  await enqueueMessages(sql, messages, first.now)
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
