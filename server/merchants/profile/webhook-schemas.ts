// The body of the event that a merchant asks for to try its handler, as a schema, for the document.
import { z } from 'zod'
import { named, zonelessStamp } from '../../platform/http/api.ts'

export const testEvents = [
  {
    name: 'Test',
    summary: 'A merchant tries its handler',
    description: 'Sent once, when the merchant asks for it, and not repeated.',
    signed: true,
    body: named(
      'TestEvent',
      z.object({ event_type: z.literal('TEST'), merchant_code: z.string(), timestamp: zonelessStamp }),
      { event_type: 'TEST', merchant_code: 'LKT-7K2M-9QXA', timestamp: '2026-11-21T09:30:00.118204' },
    ),
  },
] as const
