// Optional webhooks: a merchant's callback URL receives them only if the merchant asked for them. The events of the
// specification are always sent.

import { z } from 'zod'
import { commonStatement, type Sql } from '../../platform/database/database.ts'
import { named, zonelessStamp } from '../../platform/http/api.ts'

export const optionalEvents = ['PAYOUT', 'DISPUTE', 'COLLECTION_RETURNED', 'BATCH'] as const
export type OptionalEvent = (typeof optionalEvents)[number]

// guard: optional-event
const findUrl = commonStatement<{ callback_url: string | null }>(
  'find_url_of_optional_event',
  'select callback_url from merchant where id = $1 and $2 = any(webhook_events)',
)

/** The URL that receives the event; null if the merchant did not ask for it there or has no callback URL. */
export async function optionalEventUrl(
  sql: Sql,
  merchantId: bigint,
  event: OptionalEvent,
): Promise<string | null> {
  return (await sql.rows(findUrl, [merchantId, event]))[0]?.callback_url ?? null
}

export const testEvents = [
  {
    name: 'Test',
    summary: "A test of the merchant's webhook handler",
    description: 'Sent once when the merchant requests it, and never retried.',
    signed: true,
    body: named(
      'TestEvent',
      z.object({ event_type: z.literal('TEST'), merchant_code: z.string(), timestamp: zonelessStamp }),
      { event_type: 'TEST', merchant_code: 'LKT-7K2M-9QXA', timestamp: '2026-11-21T09:30:00.118204' },
    ),
  },
] as const
