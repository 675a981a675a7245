// Schema of the reconciliation response.
import { z } from 'zod'
import { dayText, named, twoPlaces } from '../../platform/http/api.ts'
import { exampleUuid } from '../transaction/schemas.ts'

const reportLine = z.object({
  id: z.string().meta({ description: "The gateway's id; empty when it is unknown to us." }),
  code: z.string(),
  type: z.enum(['charge', 'refund']),
  amount: twoPlaces,
  currency: z.string(),
  status: z.string(),
})

export const reportResponse = named(
  'Reconciliation',
  z.object({
    date: dayText,
    matched: z.int(),
    missing_here: z.array(reportLine),
    missing_there: z.array(reportLine),
    amount_differs: z.array(
      reportLine.pick({ id: true, code: true, type: true }).extend({
        amount_here: twoPlaces,
        currency_here: z.string(),
        amount_there: twoPlaces,
        currency_there: z.string(),
      }),
    ),
    status_differs: z.array(
      reportLine.omit({ status: true }).extend({ status_here: z.string(), status_there: z.string() }),
    ),
  }),
  {
    date: '2026-11-20',
    matched: 418,
    missing_here: [],
    missing_there: [
      {
        id: '7321098456123456789012',
        code: exampleUuid,
        type: 'charge',
        amount: '25.50',
        currency: 'USD',
        status: 'CHARGED',
      },
    ],
    amount_differs: [],
    status_differs: [],
  },
)
