// Tells the merchant and the payer about money that came too late and was given back.

import type { Language } from '../../../kernel/language.ts'
import { formatMoney, type LocalCurrency, type Money } from '../../../kernel/money.ts'
import { optionalEventUrl } from '../../../merchants/profile/webhook-events.ts'
import { enqueueMessages } from '../../../messages/enqueue-message.ts'
import { returnedMoneyText } from '../../../messages/texts/receipts.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { utcSecond } from '../../../platform/time/clock.ts'
import { enqueueWebhook } from '../../../webhooks/enqueue-webhook.ts'
import { maskedNumber } from '../../transaction/paid-with.ts'
import type { PricedTransaction } from '../../transaction/queries.ts'
import { paymentSubject } from '../../transaction/webhooks.ts'
import type { CollectionRow } from '../queries.ts'

type ReturnedMoney = {
  collection: CollectionRow
  transaction: PricedTransaction
  amount: Money<LocalCurrency>
  now: Temporal.Instant
}

/** @param returned.number of the payer, if SMS leave this deployment. */
export async function notifyOfReturn(
  sql: Tx,
  { number, ...returned }: ReturnedMoney & { number: string | undefined },
): Promise<void> {
  const { collection, now } = returned
  const { merchant_id: merchantId, environment } = collection
  // guard: returned-money-event
  const url = await optionalEventUrl(sql, merchantId, 'COLLECTION_RETURNED')
  await enqueueWebhook(
    sql,
    {
      ...{ merchantId, environment, url },
      subject: paymentSubject(collection.card_transaction_id),
      eventType: 'COLLECTION_RETURNED',
      dedupeKey: `collection_returned:${collection.operation}`,
      signed: true,
      body: returnedBody(returned),
    },
    now,
  )
  if (number !== undefined) await enqueueMessages(sql, [messageOf(returned, number)], now)
}

/** `AMOUNT`: another amount than asked for. `DOUBLE`: its payment was paid otherwise. `LATE`: its payment had ended. */
export const returnReasons = ['LATE', 'DOUBLE', 'AMOUNT'] as const

function reasonOf({ collection, transaction, amount }: ReturnedMoney): (typeof returnReasons)[number] {
  if (amount.minor !== collection.amount_minor || amount.currency !== collection.currency) return 'AMOUNT'
  return ['FAILED', 'CANCELLED', 'EXPIRED', 'PENDING'].includes(transaction.status) ? 'LATE' : 'DOUBLE'
}

export function returnedBody(returned: ReturnedMoney) {
  const { collection, transaction, amount, now } = returned
  return {
    event_type: 'COLLECTION_RETURNED',
    collection_id: collection.collection_id,
    transaction_uuid: transaction.transaction_uuid,
    reference: transaction.merchant_reference,
    amount: formatMoney(amount),
    currency: amount.currency,
    operator: collection.operator,
    customer_number: maskedNumber(collection.number_end),
    reason: reasonOf(returned),
    timestamp: utcSecond(now),
  } as const
}

function messageOf(returned: ReturnedMoney, number: string) {
  const { collection, transaction, amount } = returned
  const { environment, merchant_id: merchantId } = collection
  const language: Language = transaction.merchant_language
  const text = returnedMoneyText({ merchant: transaction.merchant_name, amount }, language)
  return {
    ...{ environment, merchantId, language },
    audience: 'payer',
    kind: 'payment_returned',
    fact: `collection_returned:${collection.operation}`,
    channel: 'sms',
    address: `+${number}`,
    content: { text },
  } as const
}
