// The optional webhook PAYOUT, which reports every state of a payout to merchants that asked for it.
import { optionalEventUrl } from '../../merchants/profile/webhook-events.ts'
import type { Tx } from '../../platform/database/database.ts'
import { enqueueWebhook } from '../../webhooks/enqueue-webhook.ts'
import type { PayoutRow } from './queries.ts'
import { renderPayout } from './responses.ts'

/** Does nothing if the merchant did not ask for the event or has no callback URL. */
export async function enqueuePayoutWebhook(sql: Tx, payout: PayoutRow, now: Temporal.Instant): Promise<void> {
  const url = await optionalEventUrl(sql, payout.merchant_id, 'PAYOUT')
  if (url === undefined) return
  const { merchant_id: merchantId, environment, public_id, state } = payout
  await enqueueWebhook(
    sql,
    {
      merchantId,
      environment,
      subject: `payout:${public_id}`,
      eventType: 'PAYOUT',
      // A payout that was held is requested and approved a second time.
      dedupeKey: `payout:${public_id}:${state}${isAgain(payout) ? `:${now.epochMilliseconds}` : ''}`,
      url,
      signed: true,
      body: payoutBody(payout, now),
    },
    now,
  )
}

const isAgain = ({ state, held_at }: PayoutRow) =>
  held_at !== null && (state === 'REQUESTED' || state === 'APPROVED')

export function payoutBody(payout: PayoutRow, now: Temporal.Instant) {
  const timestamp = now.toString({ smallestUnit: 'second' })
  return { event_type: 'PAYOUT' as const, ...renderPayout(payout), timestamp }
}
