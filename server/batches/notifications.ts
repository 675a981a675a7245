// What a merchant learns of a batch without asking: the event that it is done, and a message that its wallet is empty.
import { money } from '../kernel/money.ts'
import { alertMerchant } from '../merchants/alerts/alert-merchant.ts'
import { optionalEventUrl } from '../merchants/profile/webhook-events.ts'
import type { Tx } from '../platform/database/database.ts'
import { amountNumber } from '../platform/http/body/json.ts'
import { zonelessMicrosecond } from '../platform/time/clock.ts'
import { enqueueWebhook } from '../webhooks/enqueue-webhook.ts'
import type { BatchKind } from './kind.ts'
import { type BatchRow, costLeft } from './queries.ts'
import { figuresOf } from './routes/responses.ts'
import { shownKind } from './states.ts'

/** Enqueues the event that it is done, once for each time that the batch sent rows. */
export async function notifyOfDone(
  sql: Tx,
  { statements, isOfAdmins }: BatchKind,
  batch: BatchRow,
  now: Temporal.Instant,
): Promise<void> {
  const { batch_id, merchant_id: merchantId, environment, runs } = batch
  // The merchant did not upload it; each refund has its webhook.
  if (isOfAdmins) return
  // guard: batch-event
  const url = await optionalEventUrl(sql, merchantId, 'BATCH')
  const figures = figuresOf(await sql.rows(statements.countRows, [batch.id]))
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
  {
    batch_id,
    kind,
    name,
    row_count,
    currency,
  }: Pick<BatchRow, 'batch_id' | 'kind' | 'name' | 'row_count' | 'currency'>,
  { rows, paid }: { rows: Record<'SUCCESSFUL' | 'FAILED' | 'HELD', number>; paid: bigint },
  now: Temporal.Instant,
) {
  return {
    event_type: 'BATCH',
    batch_id,
    kind: shownKind(kind),
    name,
    state: 'DONE',
    rows: row_count,
    successful: rows.SUCCESSFUL,
    failed: rows.FAILED,
    held: rows.HELD,
    total: amountNumber(paid),
    currency,
    timestamp: zonelessMicrosecond(now),
  } as const
}

/** One message for each time that a batch stops for want of money. */
export async function notifyOfPause(
  sql: Tx,
  kind: BatchKind,
  batch: BatchRow,
  now: Temporal.Instant,
): Promise<void> {
  const { id, batch_id: batchId, name, merchant_id: merchantId, environment, currency } = batch
  const needed = await costLeft(sql, id)
  const available = await kind.available(sql, batch)
  const facts = { batchId, name, needed: money(needed, currency), available: money(available, currency) }
  const fact = `batch:${batchId}:paused:${now.toString({ smallestUnit: 'second' })}`
  await alertMerchant(sql, { merchantId, environment, kind: 'batch_paused', fact, facts }, now)
}
