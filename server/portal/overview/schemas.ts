// Response schemas of the portal's home page and of the go-live checklist.
import { z } from 'zod'
import { currencyName } from '../../cards/transaction/schemas.ts'
import { dataResponse, dayText, environmentName, twoPlaces, utcStamp } from '../../platform/http/api.ts'
import { balance } from '../../remittance/wallets/api.ts'

const amounts = z
  .array(z.object({ currency: currencyName, amount: twoPlaces }))
  .meta({ description: 'The sums of successful payments, one per currency.' })

const returnedText =
  'What of these sums went back since: refunds, whole or in part, voids, and disputes that were lost.'

const totals = z.object({
  payments: z.object({
    count: z.int(),
    succeeded: z.int(),
    failed: z.int(),
    success_rate: z
      .number()
      .nullable()
      .meta({ description: 'A fraction from 0 to 1; null if no payment has completed.' }),
    amounts,
    returned: amounts.meta({ description: returnedText }),
  }),
  transfers: z.object({
    count: z.int(),
    successful: z.int(),
    failed: z.int(),
    held: z.int(),
    amount: z.number(),
  }),
})

const exampleTotals = {
  payments: {
    count: 12,
    succeeded: 10,
    failed: 2,
    success_rate: 0.8333,
    amounts: [{ currency: 'USD', amount: '310.00' } as const],
    returned: [{ currency: 'USD', amount: '25.50' } as const],
  },
  transfers: { count: 4, successful: 4, failed: 0, held: 0, amount: 4 },
}

const figures = {
  today: totals,
  week: totals,
  previous_week: totals.meta({ description: 'The seven days before.' }),
  days: z.array(
    z.object({
      day: dayText,
      payments: z.int(),
      succeeded: z.int(),
      amounts,
      returned: amounts.meta({ description: returnedText }),
      transfers: z.int(),
      successful: z.int(),
      transfer_amount: z.number().meta({ description: 'The sum of delivered transfers, in USD.' }),
    }),
  ),
  failures: z.array(z.object({ reason_code: z.string(), message: z.string(), count: z.int() })),
  transfer_failures: z.array(z.object({ failure_code: z.string(), count: z.int() })),
}

const exampleFigures = {
  today: exampleTotals,
  week: exampleTotals,
  previous_week: exampleTotals,
  days: [
    {
      day: '2026-11-21',
      payments: 12,
      succeeded: 10,
      amounts: exampleTotals.payments.amounts,
      returned: exampleTotals.payments.returned,
      transfers: 4,
      successful: 4,
      transfer_amount: 4,
    },
  ],
  failures: [{ reason_code: 'INSUFFICIENT_FUND', message: 'Insufficient funds', count: 2 }],
  transfer_failures: [],
}

const waiting = z.object({
  holds: z.int(),
  pending_webhooks: z.int(),
  failing_webhooks: z.int().meta({ description: 'Tried and not delivered for ten minutes; retries go on.' }),
  failing_since: utcStamp
    .nullable()
    .meta({ description: 'When the oldest of the failing webhooks was created.' }),
  dead_webhooks: z.int(),
  disputes: z.object({
    to_respond: z.int().meta({ description: 'Open disputes that wait for your evidence.' }),
    respond_by: utcStamp.nullable().meta({ description: 'The earliest deadline of those that is not over.' }),
    open: z.int().meta({ description: 'Those, and the ones whose evidence was sent.' }),
    deducted: amounts.meta({
      description: 'What is out of the balance for open disputes, fees included, one sum per currency.',
    }),
    deducted_to_respond: amounts.meta({
      description: 'The part of it for those that wait for your evidence.',
    }),
  }),
  approvals: z.object({ payouts: z.int(), refunds: z.int() }).meta({
    description: 'What other users of yours requested and you may approve; zero where your role may not.',
  }),
  refund_requests: z
    .array(
      z.object({
        transaction_uuid: z.string(),
        merchant_reference: z.string(),
        amount: twoPlaces,
        currency: currencyName,
      }),
    )
    .meta({ description: 'The five newest that wait for our decision.' }),
})

export const overviewResponse = dataResponse(
  'PortalOverview',
  z.object({
    environment: environmentName,
    ...figures,
    balance: balance
      .omit({ as_of: true })
      .nullable()
      .meta({ description: 'Of the wallet; null for a user whose role may not read it.' }),
    waiting,
  }),
  {
    environment: 'sandbox',
    ...exampleFigures,
    balance: { currency: 'USD', available: 99, reserved: 1, total: 100 },
    waiting: {
      holds: 0,
      pending_webhooks: 0,
      failing_webhooks: 0,
      failing_since: null,
      dead_webhooks: 0,
      disputes: { to_respond: 0, respond_by: null, open: 0, deducted: [], deducted_to_respond: [] },
      approvals: { payouts: 0, refunds: 0 },
      refund_requests: [],
    },
  },
)

export const periodFiguresResponse = dataResponse(
  'PeriodFigures',
  z.object({
    days: z.int(),
    from: dayText,
    to: dayText,
    current: totals,
    before: totals.extend({ from: dayText, to: dayText }).meta({ description: 'As many days before.' }),
  }),
  {
    days: 30,
    from: '2026-10-23',
    to: '2026-11-21',
    current: exampleTotals,
    before: { from: '2026-09-23', to: '2026-10-22', ...exampleTotals },
  },
)

export const serviceFiguresResponse = dataResponse(
  'ServiceFigures',
  z.object({ environment: environmentName, ...figures }),
  { environment: 'production', ...exampleFigures },
)

export const checklistResponse = dataResponse(
  'Checklist',
  z.array(z.object({ step: z.string(), done: z.boolean(), detail: z.string() })),
  [{ step: 'test_payment', done: true, detail: '3 paid in the sandbox' }],
)
