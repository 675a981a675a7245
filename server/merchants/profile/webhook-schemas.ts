// Schema of the test event that a merchant sends to try its webhook handler, for the API document.
import { z } from 'zod'
import { named, zonelessStamp } from '../../platform/http/api.ts'

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
