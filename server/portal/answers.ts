// What the portal's pages are answered, as schemas.
import { z } from 'zod'
import { exampleLink, linkFields } from '../cards/payment-links/schemas.ts'
import {
  exampleItem,
  exampleStory,
  paymentItem,
  refundFields,
  storyFields,
  voidFields,
} from '../cards/payments/schemas.ts'
import { currencyName } from '../cards/transaction/schemas.ts'
import { named, pageOf, success, twoPlaces, zonelessStamp } from '../platform/http/api.ts'
import { deliveryStoryRecord } from '../platform/http/delivery-record.ts'
import {
  exampleEvents,
  exampleRecord,
  lineKind,
  recordFields,
  timelineEvent,
  untilConverted,
} from '../remittance/transfers/schemas.ts'

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
  deliveries: z.array(deliveryStoryRecord),
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
  deliveries: z.array(deliveryStoryRecord),
})

export const transferAnswer = named('TransferStory', success(transferStory), {
  status: 'success',
  data: {
    ...examplePriced,
    receiver_currency: 'USD',
    rate: 1,
    telco_reference: 'SIM-VODACOM-1K82PP472YGMXC',
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
