// What a merchant learns of a batch without asking: the event that it is done, and a message that its wallet is empty.
import { money } from '../../kernel/money.ts'
import { alertMerchant } from '../../merchants/alerts/alert-merchant.ts'
import { optionalEventUrl } from '../../merchants/profile/webhook-events.ts'
import type { Tx } from '../../platform/database/database.ts'
import { enqueueWebhook } from '../../webhooks/enqueue-webhook.ts'
import { amountNumber, stamp } from '../transfer/formats.ts'
import { walletPair } from '../wallets/merchant-reads.ts'
import { type BatchRow, costLeft, countRows } from './queries.ts'
import { figuresOf } from './responses.ts'

/** Notifies merchants that asked for the event, once for each time that the batch sent rows. */
export async function notifyOfDone(sql: Tx, batch: BatchRow, now: Temporal.Instant): Promise<void> {
  const { batch_id, merchant_id: merchantId, environment, runs } = batch
  // guard: batch-event
  const url = await optionalEventUrl(sql, merchantId, 'BATCH')
  if (url === undefined) return
  const figures = figuresOf(await sql.rows(countRows, [batch.id]))
  await enqueueWebhook(
    sql,
    {
      ...{ merchantId, environment, url },
      subject: `batch:${batch_id}`,
      eventType: 'BATCH',
      dedupeKey: `batch:${batch_id}:${runs}`,
      signed: true,
      body: doneBody(batch, figures, now),
    },
    now,
  )
}

export function doneBody(
  { batch_id, name, row_count }: Pick<BatchRow, 'batch_id' | 'name' | 'row_count'>,
  { rows, paid }: { rows: Record<'SUCCESSFUL' | 'FAILED' | 'HELD', number>; paid: bigint },
  now: Temporal.Instant,
) {
  return {
    event_type: 'BATCH',
    batch_id,
    name,
    state: 'DONE',
    rows: row_count,
    successful: rows.SUCCESSFUL,
    failed: rows.FAILED,
    held: rows.HELD,
    total: amountNumber(paid),
    currency: 'USD',
    timestamp: stamp(now),
  } as const
}

/** One message for each time that a batch stops for want of money. */
export async function notifyOfPause(sql: Tx, batch: BatchRow, now: Temporal.Instant): Promise<void> {
  const { id, batch_id: batchId, name, merchant_id: merchantId, environment } = batch
  const needed = await costLeft(sql, id)
  const { available } = await walletPair(sql, { id: merchantId, environment })
  const facts = { batchId, name, needed: money(needed, 'USD'), available: money(available, 'USD') }
  const fact = `batch:${batchId}:paused:${now.toString({ smallestUnit: 'second' })}`
  await alertMerchant(sql, { merchantId, environment, kind: 'batch_paused', fact, facts }, now)
}
