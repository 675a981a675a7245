// The portal's sandbox routes: top up the wallet, create a test order or transfer, and list the webhooks they cause.

import { z } from 'zod'
import { examplePaymentSummary } from '../../cards/payments/schemas.ts'
import { ofAmounts } from '../../cards/transaction/problems.ts'
import { currencyName } from '../../cards/transaction/schemas.ts'
import { userEndpoint } from '../../merchants/sign-in/user-endpoint.ts'
import { users } from '../../platform/http/access.ts'
import { named, success, twoPlaces, zonelessStamp } from '../../platform/http/api.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { transferProblems } from '../../remittance/acceptance/api.ts'
import { acceptedResponse } from '../../remittance/acceptance/schemas.ts'
import { remittanceProblems } from '../../remittance/transfer/problems.ts'
import { topUpBody } from '../../remittance/wallets/api.ts'
import { balanceResponse } from '../../remittance/wallets/schemas.ts'
import {
  demoOrderOf,
  demoTransferOf,
  orderSchema,
  receivedEvents,
  type SandboxNeeds,
  topUp,
  transferSchema,
} from './sandbox.ts'

const portal = { tag: 'Portal' } as const

const trialOrderResponse = named(
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
      transaction_uuid: examplePaymentSummary.transaction_uuid,
      merchant_reference: 'DEMO-7K2M9QXA',
      amount: '25.50',
      currency: 'USD',
      checkout_link: `https://pay.example/api/v1/payment/${examplePaymentSummary.transaction_uuid}?sig=b2lJ`,
    },
  },
)

const received = z.object({
  id: z.string(),
  received_at: zonelessStamp,
  headers: z.record(z.string(), z.unknown()),
  body: z.string().meta({ description: 'Byte for byte as received.' }),
})

const eventsResponse = named(
  'ReceivedEvents',
  success(z.object({ url: z.string(), items: z.array(received) })),
  {
    status: 'success',
    data: {
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
  },
)

export const sandboxRoutes = [
  userEndpoint({
    ...portal,
    id: 'topUpInPortal',
    method: 'POST',
    path: '/api/v1/merchant/sandbox/topup',
    priority: 'test',
    access: users('sandbox'),
    repeatable: true,
    summary: 'Top up the sandbox wallet',
    body: topUpBody,
    responses: { 200: balanceResponse },
    problems: [remittanceProblems.field_missing, remittanceProblems.amount, remittanceProblems.sandbox_only],
    isAtomic: true,
    work: async (needs: SandboxNeeds, { session, request, sql }) =>
      topUp(needs, session, jsonBody(request), sql),
  }),
  userEndpoint({
    ...portal,
    id: 'tryOrder',
    method: 'POST',
    path: '/api/v1/merchant/sandbox/order',
    priority: 'test',
    access: users('sandbox'),
    repeatable: true,
    summary: 'Create a test order',
    body: named('TrialOrderRequest', orderSchema, { amount: 25.5, currency: 'USD' }),
    responses: { 200: trialOrderResponse },
    problems: [...ofAmounts, remittanceProblems.sandbox_only],
    work: async (needs: SandboxNeeds, { session, request }) => demoOrderOf(needs, session, jsonBody(request)),
  }),
  userEndpoint({
    ...portal,
    id: 'tryTransfer',
    method: 'POST',
    path: '/api/v1/merchant/sandbox/transfer',
    priority: 'test',
    access: users('sandbox'),
    repeatable: true,
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
