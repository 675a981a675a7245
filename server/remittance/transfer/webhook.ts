// The webhook that notifies the merchant when the outcome of a transfer is known, and again when it is reversed.
import { profileCallbackUrls } from '../../merchants/profile/profile.ts'
import type { Tx } from '../../platform/database/database.ts'
import { enqueueWebhooks, eventRow, type WebhookEvent } from '../../webhooks/enqueue-webhook.ts'
import { amountNumber, stamp } from './formats.ts'
import type { TransferRow } from './queries.ts'
import { transferSubject } from './timeline.ts'

/** The transfer fields used in a webhook. */
type EventTransfer = Omit<
  TransferRow,
  | 'id'
  | 'merchant_id'
  | 'environment'
  | 'fee_minor'
  | 'rate_micros'
  | 'callback_url'
  | 'parties_sealed'
  | 'reversed_at'
  | 'erased_at'
>

/** Enqueues webhooks to each transfer's callback_url or its merchant's, with one statement. Where there is neither, nothing is sent. */
export async function enqueueTransferWebhooks(
  sql: Tx,
  transfers: readonly TransferRow[],
  now: Temporal.Instant,
): Promise<void> {
  const withoutUrl = transfers.filter(({ callback_url }) => callback_url === null)
  const ids = [...new Set(withoutUrl.map(({ merchant_id }) => merchant_id))]
  const urls = await profileCallbackUrls(sql, ids)
  const events = transfers.map((transfer) => {
    const url = transfer.callback_url ?? urls.get(transfer.merchant_id) ?? null
    return eventRow(eventOf(transfer, url, now), { cell: sql.cell, now })
  })
  await enqueueWebhooks(sql, events)
}

function eventOf(transfer: TransferRow, url: string | null, now: Temporal.Instant): WebhookEvent {
  return {
    merchantId: transfer.merchant_id,
    environment: transfer.environment,
    subject: transferSubject(transfer.id),
    eventType: 'REMITTANCE',
    dedupeKey: `transfer:${transfer.transaction_id}:${transfer.status}`,
    url,
    signed: true,
    body: transferBody(transfer, now),
  }
}

export function transferBody(transfer: EventTransfer, now: Temporal.Instant) {
  return {
    event_type: 'REMITTANCE' as const,
    reference: transfer.reference,
    transaction_id: transfer.transaction_id,
    status: transfer.status,
    amount: amountNumber(transfer.amount_hundredths),
    currency: transfer.currency,
    receiver_amount: amountNumber(transfer.receiver_minor),
    receiver_currency: 'USD' as const,
    operator: transfer.operator,
    customer_number: transfer.customer_number,
    subscriber_name: transfer.subscriber_name,
    telco_reference: transfer.telco_reference,
    failure_code: transfer.failure_code,
    failure_message: transfer.failure_message,
    created_at: stamp(transfer.created_at),
    completed_at: transfer.completed_at && stamp(transfer.completed_at),
    timestamp: stamp(now),
  }
}

export const exampleTransferRow: EventTransfer = {
  transaction_id: 'IMT-IN-7K2M9QXA4T3BW8ZC',
  reference: 'T-2041',
  status: 'Successful',
  amount_hundredths: 100n,
  currency: 'USD',
  receiver_minor: 100n,
  operator: 'vodacom',
  customer_number: '243810000001',
  subscriber_name: 'Jean Mukendi',
  telco_reference: 'SIM-VODACOM-1K82PP472YGMXC',
  failure_code: null,
  failure_message: null,
  created_at: Temporal.Instant.from('2026-11-21T09:30:00.118204Z'),
  completed_at: Temporal.Instant.from('2026-11-21T09:30:02.401188Z'),
}
