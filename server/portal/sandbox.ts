// The portal's sandbox routes: a new merchant tops up its wallet, creates a test order or transfer, and sees the webhooks they cause,
// without a server of its own.
import { z } from 'zod'
import type { Orders } from '../cards/orders/create-order.ts'
import { examplePaymentSummary } from '../cards/payments/schemas.ts'
import { ofAmounts } from '../cards/transaction/problems.ts'
import { currencyName } from '../cards/transaction/schemas.ts'
import { randomCode } from '../kernel/id.ts'
import { readPhone } from '../kernel/phone-number.ts'
import { Problem } from '../kernel/problem.ts'
import { type Merchant, merchantById } from '../merchants/identity/merchant.ts'
import { callback, type ProfileNeeds } from '../merchants/profile/profile.ts'
import type { Session } from '../merchants/sign-in/bearer.ts'
import { userEndpoint } from '../merchants/sign-in/user-endpoint.ts'
import type { OperatorFor } from '../operator-calls/operator.ts'
import type { Database } from '../platform/database/database.ts'
import { users } from '../platform/http/access.ts'
import { dataResponse, named, twoPlaces, zonelessStamp } from '../platform/http/api.ts'
import { check, text } from '../platform/http/body/body.ts'
import { parseJson } from '../platform/http/body/json.ts'
import type { BodyOf } from '../platform/http/endpoint.ts'
import { jsonBody } from '../platform/http/http.ts'
import type { Clock } from '../platform/time/clock.ts'
import { transferProblems } from '../remittance/acceptance/api.ts'
import type { Inbound } from '../remittance/acceptance/inbound.ts'
import { lookUpName } from '../remittance/acceptance/name-lookup.ts'
import { acceptedResponse } from '../remittance/acceptance/schemas.ts'
import { remittanceProblems } from '../remittance/transfer/problems.ts'
import { balanceResponse, topUpBody, topUpSandbox } from '../remittance/wallets/api.ts'
import { latestTestCallbacks, testCallbackPath } from '../webhooks/test-receiver/test-callback.ts'
import { demoOrder, demoTransfer } from './sample-requests.ts'

export type SandboxNeeds = ProfileNeeds & {
  db: Database
  clock: Clock
  baseUrl: string
  orders: Orders
  inbound: Inbound
  operatorFor: OperatorFor
}

const orderSchema = z.object({
  amount: z.unknown().optional().meta({ type: 'number' }),
  currency: z.unknown().optional().meta({ type: 'string' }),
})

/** Creates an order that can be paid; 25.50 USD by default. @throws InvalidBody, Problem 400, 403 */
async function demoOrderOf(needs: SandboxNeeds, session: Session, body: unknown) {
  const { amount = JSON.rawJSON('25.5'), currency = 'USD' } = check(orderSchema, body, 'body')
  const reference = `DEMO-${randomCode(8)}`
  const order = {
    ...demoOrder(needs.baseUrl),
    amount,
    currency,
    merchant_reference: reference,
    callback_url: await callbackFor(needs, session),
  }
  const { data } = await createOrder(needs, session, order)
  return {
    transaction_uuid: data.transaction_uuid,
    merchant_reference: reference,
    amount: data.amount,
    currency: data.currency,
    checkout_link: data.links,
  }
}

/** Creates the order, reading the merchant again if it changed meanwhile. */
async function createOrder(needs: SandboxNeeds, session: Session, order: object) {
  for (;;) {
    const response = await needs.orders.create(await sandboxMerchant(needs, session), order, {
      isByPortal: true,
    })
    if (response !== 'stale') return response
  }
}

const transferSchema = z.object({
  amount: z.unknown().optional().meta({ type: 'number' }),
  customer_number: text({ min: 1, max: 40 }).prefault('+243810000001'),
})

/**
 * Sends a transfer with identity documents filled in and the name its wallet is registered under; by default 1 USD to the
 * number that succeeds. @throws InvalidBody, Problem as the remittance service
 */
async function demoTransferOf(needs: SandboxNeeds, session: Session, body: unknown) {
  const { amount = JSON.rawJSON('1'), customer_number } = check(transferSchema, body, 'body')
  let merchant = await sandboxMerchant(needs, session)
  const transfer = {
    ...demoTransfer(needs.baseUrl),
    reference: `DEMO-${randomCode(8)}`,
    amount,
    customer_number,
    expected_receiver_name: await subscriberName(needs, customer_number),
    callback_url: await callbackFor(needs, session),
  }
  for (;;) {
    const response = await needs.inbound.accept(merchant, transfer, { skipNameCheck: false })
    // It is the body that was rendered, whose type the text keeps.
    if (response !== 'stale')
      return (parseJson(Buffer.from(response)) as BodyOf<typeof acceptedResponse>).data
    merchant = await sandboxMerchant(needs, session)
  }
}

/** Looks up the wallet's name; an invalid number is refused later, with the transfer. */
async function subscriberName({ operatorFor }: SandboxNeeds, number: string): Promise<string> {
  const phone = readPhone(number)
  if (!phone?.operator) return 'Test Subscriber'
  const subscriber = { operator: phone.operator, msisdn: phone.digits }
  return (
    (await lookUpName(operatorFor, 'sandbox', subscriber, { mustReceive: true })).name ?? 'Test Subscriber'
  )
}

async function sandboxMerchant({ db }: SandboxNeeds, { merchantId }: Session): Promise<Merchant> {
  const merchant = await merchantById(db, merchantId)
  if (merchant?.environment !== 'sandbox') throw new Problem(remittanceProblems.sandbox_only)
  return merchant
}

/** Returns the merchant's own callback URL, or the test receiver's, whose webhooks the portal shows. */
async function callbackFor(needs: SandboxNeeds, session: Session): Promise<string> {
  const { callback_url: own } = await callback(needs, session)
  return own ?? `${needs.baseUrl}${testCallbackPath}?channel=${channelOf(session)}`
}

const channelOf = ({ merchantCode }: Session) => `merchant-${merchantCode}`

const maxShown = 20

/** Returns the test receiver's URL for this merchant and the last webhooks it received, newest first. */
async function receivedEvents(needs: SandboxNeeds, session: Session) {
  const channel = channelOf(session)
  return {
    url: `${needs.baseUrl}${testCallbackPath}?channel=${channel}`,
    items: await latestTestCallbacks(needs, channel, maxShown),
  }
}

const portal = { tag: 'Portal' } as const

const trialOrderResponse = dataResponse(
  'TrialOrder',
  z.object({
    transaction_uuid: z.string(),
    merchant_reference: z.string(),
    amount: twoPlaces,
    currency: currencyName,
    checkout_link: z.string(),
  }),
  {
    transaction_uuid: examplePaymentSummary.transaction_uuid,
    merchant_reference: 'DEMO-7K2M9QXA',
    amount: '25.50',
    currency: 'USD',
    checkout_link: `https://pay.example/api/v1/payment/${examplePaymentSummary.transaction_uuid}?sig=b2lJ`,
  },
)

const received = z.object({
  id: z.string(),
  received_at: zonelessStamp,
  headers: z.record(z.string(), z.unknown()),
  body: z.string().meta({ description: 'Byte for byte as received.' }),
})

const eventsResponse = dataResponse(
  'ReceivedEvents',
  z.object({ url: z.string(), items: z.array(received) }),
  {
    url: 'https://pay.example/api/v1/test/test-callback?channel=merchant-LKT-7K2M-9QXA',
    items: [
      {
        id: '0b9a7c52-6c1f-4a3e-9a57-52c3a1f0d0aa',
        received_at: '2026-11-21T09:31:12.703110',
        headers: { 'x-service-attempt': '1' },
        body: '{"status":"SUCCESS"}',
      },
    ],
  },
)

const trial = {
  ...portal,
  method: 'POST',
  priority: 'test',
  access: users('sandbox'),
  repeatable: true,
} as const

export const sandboxRoutes = [
  userEndpoint({
    ...trial,
    id: 'topUpInPortal',
    path: '/api/v1/merchant/sandbox/topup',
    summary: 'Top up the sandbox wallet',
    body: topUpBody,
    responses: { 200: balanceResponse },
    problems: [remittanceProblems.field_missing, remittanceProblems.amount, remittanceProblems.sandbox_only],
    isAtomic: true,
    work: async (needs: SandboxNeeds, { session: { merchantId: id, environment }, request, sql }) =>
      topUpSandbox(needs, { id, environment }, jsonBody(request), sql),
  }),
  userEndpoint({
    ...trial,
    id: 'tryOrder',
    path: '/api/v1/merchant/sandbox/order',
    summary: 'Create a test order',
    body: named('TrialOrderRequest', orderSchema, { amount: 25.5, currency: 'USD' }),
    responses: { 200: trialOrderResponse },
    problems: [...ofAmounts, remittanceProblems.sandbox_only],
    work: async (needs: SandboxNeeds, { session, request }) => demoOrderOf(needs, session, jsonBody(request)),
  }),
  userEndpoint({
    ...trial,
    id: 'tryTransfer',
    path: '/api/v1/merchant/sandbox/transfer',
    summary: 'Create a test transfer',
    description: 'Identity documents are filled in, as is the name the wallet is registered under.',
    body: named('TrialTransferRequest', transferSchema, { amount: 1, customer_number: '+243810000001' }),
    responses: { 200: acceptedResponse },
    problems: [...transferProblems, remittanceProblems.sandbox_only],
    work: async (needs: SandboxNeeds, { session, request }) =>
      demoTransferOf(needs, session, jsonBody(request)),
  }),
  userEndpoint({
    ...portal,
    id: 'listEvents',
    method: 'GET',
    path: '/api/v1/merchant/events',
    priority: 'test',
    access: users('integration'),
    summary: 'List webhooks that the test receiver got for this merchant',
    responses: { 200: eventsResponse },
    work: async (needs: SandboxNeeds, { session }) => receivedEvents(needs, session),
  }),
]
