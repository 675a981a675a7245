// What the portal's pages are answered, as schemas.
import { z } from 'zod'
import { currencyName, exampleLink, linkFields } from '../cards/answers.ts'
import {
  exampleItem,
  exampleStory,
  paymentItem,
  refundFields,
  storyFields,
  voidFields,
} from '../cards/payment-records.ts'
import { deliveryStory } from '../platform/delivery-record.ts'
import {
  dayText,
  environmentName,
  named,
  pageOf,
  success,
  twoPlaces,
  zonelessStamp,
} from '../platform/endpoint.ts'
import {
  balance,
  exampleEvents,
  exampleRecord,
  lineKind,
  recordFields,
  timelineEvent,
  untilConverted,
} from '../remittance/answers.ts'

const firstPage = { page: 1, limit: 20, total: 1, pages: 1 }

/** A page of what a search found: it looks through the newest thousand. */
function foundPageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), pagination: foundPagination })
}

const foundPagination = z
  .object({
    page: z.int(),
    limit: z.int(),
    total: z.int(),
    pages: z.int(),
    cut: z.literal(true).optional().meta({ description: 'There were more than a search looks through.' }),
  })
  .meta({ id: 'FoundPagination' })

export const paymentsAnswer = named('Payments', success(foundPageOf(paymentItem)), {
  status: 'success',
  data: { items: [{ ...exampleItem, allowed_actions: [] }], pagination: firstPage },
})

const paymentStory = z.object({
  ...storyFields,
  allowed_actions: z.array(z.literal('checkout')),
  refunds: z.array(z.object(refundFields)),
  voids: z.array(z.object(voidFields)),
  deliveries: z.array(deliveryStory),
})

export const paymentAnswer = named('PaymentStory', success(paymentStory), {
  status: 'success',
  data: { ...exampleStory, allowed_actions: [], deliveries: [] },
})

const pricedTransfer = z
  .object({ ...recordFields, receiver_amount: untilConverted, fee: untilConverted })
  .meta({ id: 'PricedTransfer' })
const examplePriced = { ...exampleRecord, receiver_amount: 1, fee: 0 }

export const transfersAnswer = named('PricedTransfers', success(foundPageOf(pricedTransfer)), {
  status: 'success',
  data: { items: [examplePriced], pagination: firstPage },
})

const transferStory = z.object({
  ...pricedTransfer.shape,
  receiver_currency: z.literal('USD'),
  rate: z.number().nullable(),
  telco_reference: z.string().nullable(),
  completed_at: zonelessStamp.nullable(),
  reversed_at: zonelessStamp.nullable(),
  failure_code: z.string().nullable(),
  failure_message: z.string().nullable(),
  parties: z.object({ sender: z.string(), receiver: z.string() }),
  timeline: z.array(timelineEvent),
  wallet_lines: z.array(
    z.object({ at: zonelessStamp, kind: lineKind, amount: z.number(), balance_after: z.number() }),
  ),
  deliveries: z.array(deliveryStory),
})

export const transferAnswer = named('TransferStory', success(transferStory), {
  status: 'success',
  data: {
    ...examplePriced,
    receiver_currency: 'USD',
    rate: 1,
    telco_reference: 'SIM-8F3K2M',
    completed_at: '2026-11-21T09:30:02.401188',
    reversed_at: null,
    failure_code: null,
    failure_message: null,
    parties: { sender: 'Aimée Ngalula', receiver: 'Jean Mukendi' },
    timeline: exampleEvents,
    wallet_lines: [],
    deliveries: [],
  },
})

export const searchAnswer = named(
  'Found',
  success(z.object({ payments: z.array(paymentItem), transfers: z.array(pricedTransfer) })),
  {
    status: 'success',
    data: { payments: [{ ...exampleItem, allowed_actions: [] }], transfers: [examplePriced] },
  },
)

const link = z
  .object({ ...linkFields, expires_at: zonelessStamp, created_at: zonelessStamp })
  .meta({ id: 'PortalLink' })
const linkInPortal = {
  ...exampleLink,
  expires_at: '2026-11-28T09:30:00.118204',
  created_at: '2026-11-21T09:30:00.118204',
}

export const linkAnswer = named('PortalLinkAnswer', success(link), { status: 'success', data: linkInPortal })
export const linksAnswer = named('PortalLinks', success(pageOf(link)), {
  status: 'success',
  data: { items: [linkInPortal], pagination: firstPage },
})

const totals = z.object({
  payments: z.object({
    count: z.int(),
    succeeded: z.int(),
    failed: z.int(),
    success_rate: z.number().nullable().meta({ description: 'A share of 1; null where nothing has ended.' }),
    amounts: z.array(z.object({ currency: currencyName, amount: twoPlaces })),
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
  },
  transfers: { count: 4, successful: 4, failed: 0, held: 0, amount: 4 },
}

export const overviewAnswer = named(
  'PortalOverview',
  success(
    z.object({
      environment: environmentName,
      today: totals,
      week: totals,
      days: z.array(
        z.object({
          day: dayText,
          payments: z.int(),
          succeeded: z.int(),
          transfers: z.int(),
          successful: z.int(),
        }),
      ),
      failures: z.array(z.object({ reason_code: z.string(), message: z.string(), count: z.int() })),
      transfer_failures: z.array(z.object({ failure_code: z.string(), count: z.int() })),
      balance: balance.omit({ as_of: true }),
      waiting: z.object({ holds: z.int(), pending_webhooks: z.int(), dead_webhooks: z.int() }),
    }),
  ),
  {
    status: 'success',
    data: {
      environment: 'sandbox',
      today: exampleTotals,
      week: exampleTotals,
      days: [{ day: '2026-11-21', payments: 12, succeeded: 10, transfers: 4, successful: 4 }],
      failures: [{ reason_code: 'INSUFFICIENT_FUND', message: 'Insufficient funds', count: 2 }],
      transfer_failures: [],
      balance: { currency: 'USD', available: 99, reserved: 1, total: 100 },
      waiting: { holds: 0, pending_webhooks: 0, dead_webhooks: 0 },
    },
  },
)

const loggedRequest = z.object({
  at: zonelessStamp,
  method: z.string(),
  path: z.string(),
  status: z.int(),
  reason: z.string(),
  request_id: z.string(),
  duration_ms: z.number(),
  address: z.string(),
})

export const requestsAnswer = named('LoggedRequests', success(pageOf(loggedRequest)), {
  status: 'success',
  data: {
    items: [
      {
        at: '2026-11-21T09:30:00.118204',
        method: 'POST',
        path: '/api/v1/payment/orders',
        status: 403,
        reason: 'Invalid request signature',
        request_id: '019f3c2e-8a41-7bb2-9d0e-5a6f3c1b2d4e',
        duration_ms: 3,
        address: '203.0.113.7',
      },
    ],
    pagination: firstPage,
  },
})

export const checklistAnswer = named(
  'Checklist',
  success(z.array(z.object({ step: z.string(), done: z.boolean(), detail: z.string() }))),
  {
    status: 'success',
    data: [{ step: 'test_payment', done: true, detail: '3 paid in the sandbox' }],
  },
)

export const verdictAnswer = named(
  'SignatureVerdict',
  success(
    z.object({
      valid: z.boolean(),
      cause: z.string().nullable().meta({ description: 'For programs; null where the signature is right.' }),
      detail: z.string(),
      signature_matches: z.boolean(),
      expected_signed_text: z.string().optional(),
    }),
  ),
  {
    status: 'success',
    data: {
      valid: false,
      cause: 'timestamp_malformed',
      detail: 'X-Timestamp is in milliseconds: it is whole Unix seconds, 10 digits',
      signature_matches: false,
    },
  },
)

export const trialOrderAnswer = named(
  'TrialOrder',
  success(
    z.object({
      transaction_uuid: z.string(),
      merchant_reference: z.string(),
      amount: twoPlaces,
      currency: currencyName,
      checkout_link: z.string(),
    }),
  ),
  {
    status: 'success',
    data: {
      transaction_uuid: exampleItem.transaction_uuid,
      merchant_reference: 'DEMO-7K2M9QXA',
      amount: '25.50',
      currency: 'USD',
      checkout_link: `https://pay.example/api/v1/payment/${exampleItem.transaction_uuid}?sig=b2lJ`,
    },
  },
)

const received = z.object({
  id: z.int(),
  received_at: zonelessStamp,
  headers: z.record(z.string(), z.unknown()),
  body: z.string().meta({ description: 'As it came, to the byte.' }),
})

export const eventsAnswer = named(
  'ReceivedEvents',
  success(z.object({ url: z.string(), items: z.array(received) })),
  {
    status: 'success',
    data: {
      url: 'https://pay.example/api/v1/test/test-callback?channel=merchant-MSL-7K2M-9QXA',
      items: [
        {
          id: 17,
          received_at: '2026-11-21T09:31:12.703110',
          headers: { 'x-service-attempt': '1' },
          body: '{"status":"SUCCESS"}',
        },
      ],
    },
  },
)
