// A merchant with one of everything, for tests of the portal.
import assert from 'node:assert/strict'
import type { Credentials } from '../../../server/merchants/identity/register.ts'
import { eventually } from '../http/eventually.ts'
import type { ApiResponse } from '../http/response.ts'
import { orderBody } from '../world/bodies.ts'
import type { World } from '../world/world.ts'
import { call, joined, type Member, signedIn, tokenOf } from './self-service.ts'
import { transfersOf } from './transfers.ts'

export type Portal = {
  as: Credentials
  token: string
  get(name: string): Promise<ApiResponse>
  /** `data` of a GET that succeeds. */
  data(name: string): Promise<any>
  post(name: string, body?: unknown): Promise<ApiResponse>
}

export async function portalOf(world: World, as: Credentials = world.merchant): Promise<Portal> {
  const token = await tokenOf(world, as)
  const get: Portal['get'] = (name) => call(world, 'GET', name, { token })
  return {
    as,
    token,
    get,
    async data(name) {
      const response = await get(name)
      assert.equal(response.status, 200, `${name}: ${response.text}`)
      return response.body.data
    },
    post: (name, body) => call(world, 'POST', name, { token, body }),
  }
}

/** An order of the merchant, paid by its page's calls unless the card is null. Returns its transaction_uuid. */
export async function paid(
  world: World,
  as: Credentials,
  overrides: Record<string, unknown> = {},
  card: string | null = '4242424242424242',
): Promise<string> {
  const response = await world.signed('POST', '/api/v1/payment/orders', orderBody(world.url, overrides), {
    as,
  })
  assert.equal(response.status, 200, response.text)
  if (card !== null) await world.payByCalls(response.body.data.links, card)
  return response.body.data.transaction_uuid
}

/** A transfer of the merchant that has arrived. Returns its transaction_id. */
export async function arrived(
  world: World,
  as: Credentials,
  overrides: Record<string, unknown> = {},
): Promise<string> {
  const transfers = transfersOf(world, as)
  const { reference, transaction_id } = await transfers.accepted(overrides)
  await transfers.reaches(reference, 'Successful')
  return transaction_id
}

/** Waits until every webhook of the merchant has been delivered or abandoned. */
export async function allDelivered(portal: Portal): Promise<void> {
  await eventually(
    'every webhook was delivered',
    async () => (await portal.data('deliveries?status=PENDING')).pagination.total === 0,
  )
}

/** The identifiers of one merchant that another one might try. */
export type Foreign = {
  payment: string
  transfer: string
  link: string
  delivery: string
  payout: string
  destination: string
  dispute: string
  /** The code of one. */
  receipt: string
}

/** Every portal route that requires sign-in, with a request to it that uses another merchant's identifiers. */
export const portalRoutes: readonly {
  route: string
  ask?: (foreign: Foreign) => { name?: string; body?: unknown }
}[] = [
  { route: 'GET overview' },
  { route: 'GET figures' },
  { route: 'GET payments', ask: ({ payment }) => ({ name: `payments?q=${payment}` }) },
  { route: 'GET payments/:id/money', ask: ({ payment }) => ({ name: `payments/${payment}/money` }) },
  { route: 'GET payments/:id/customer', ask: ({ payment }) => ({ name: `payments/${payment}/customer` }) },
  { route: 'GET payments/:id', ask: ({ payment }) => ({ name: `payments/${payment}` }) },
  {
    route: 'GET payments/:transaction_uuid/refund-requests',
    ask: ({ payment }) => ({ name: `payments/${payment}/refund-requests` }),
  },
  {
    route: 'GET payments/:transaction_uuid/refund-requests/:id',
    ask: ({ payment }) => ({ name: `payments/${payment}/refund-requests/1` }),
  },
  {
    route: 'POST payments/:transaction_uuid/refund-requests',
    ask: ({ payment }) => ({ name: `payments/${payment}/refund-requests`, body: { reason: 'Not mine' } }),
  },
  {
    route: 'POST payments/:transaction_uuid/refund-requests/:id/withdraw',
    ask: ({ payment }) => ({ name: `payments/${payment}/refund-requests/1/withdraw` }),
  },
  { route: 'GET disputes' },
  { route: 'GET disputes/:dispute_id', ask: ({ dispute }) => ({ name: `disputes/${dispute}` }) },
  {
    route: 'POST disputes/:dispute_id/evidence',
    ask: ({ dispute }) => ({ name: `disputes/${dispute}/evidence`, body: { explanation: 'Not mine' } }),
  },
  {
    route: 'POST disputes/:dispute_id/evidence/files/:file_id/remove',
    ask: ({ dispute }) => ({ name: `disputes/${dispute}/evidence/files/1/remove`, body: {} }),
  },
  {
    route: 'POST disputes/:dispute_id/accept',
    ask: ({ dispute }) => ({ name: `disputes/${dispute}/accept`, body: {} }),
  },
  { route: 'GET payments.csv' },
  { route: 'GET payments-to-check' },
  { route: 'GET payment-totals', ask: ({ payment }) => ({ name: `payment-totals?q=${payment}` }) },
  { route: 'GET transfer-totals', ask: ({ transfer }) => ({ name: `transfer-totals?q=${transfer}` }) },
  { route: 'GET transfers', ask: ({ transfer }) => ({ name: `transfers?q=${transfer}` }) },
  { route: 'GET transfers/:id', ask: ({ transfer }) => ({ name: `transfers/${transfer}` }) },
  { route: 'GET transfers.csv' },
  ...['batches', 'refund-batches'].flatMap((batches) => [
    { route: `GET ${batches}` },
    { route: `POST ${batches}`, ask: () => ({ name: batches, body: { rows: [] } }) },
    ...['', '/rows', '/result.csv', '/rows/:row'].map((path) => ({
      route: `GET ${batches}/:batch_id${path}`,
    })),
    { route: `PUT ${batches}/:batch_id/rows/:row`, ask: () => ({ body: { fields: {} } }) },
    ...['confirm', 'pause', 'resume', 'cancel', 'retry-failed'].map((act) => ({
      route: `POST ${batches}/:batch_id/${act}`,
    })),
  ]),
  { route: 'GET profiles' },
  ...['GET profiles/:kind/:code', 'DELETE profiles/:kind/:code'].map((route) => ({ route })),
  { route: 'PUT profiles/:kind/:code', ask: () => ({ body: { fields: {} } }) },
  { route: 'GET search', ask: () => ({ name: 'search?q=VICTIM-1' }) },
  { route: 'GET links' },
  { route: 'POST links', ask: () => ({ body: intrudersLink }) },
  { route: 'GET links/:id', ask: ({ link }) => ({ name: `links/${link}` }) },
  { route: 'GET links/:id/payments', ask: ({ link }) => ({ name: `links/${link}/payments` }) },
  { route: 'GET links/:id/receipt', ask: ({ link }) => ({ name: `links/${link}/receipt` }) },
  { route: 'POST links/:id/cancel', ask: ({ link }) => ({ name: `links/${link}/cancel` }) },
  { route: 'POST links/batch', ask: () => ({ body: { rows: [intrudersLink] } }) },
  { route: 'GET links/groups' },
  { route: 'GET links/groups/:group' },
  { route: 'GET links/groups/:group/links.csv' },
  { route: 'GET till/day' },
  { route: 'GET till/parts', ask: () => ({ name: 'till/parts?q=VICTIM' }) },
  {
    route: 'GET till/parts/:code',
    ask: ({ link }) => ({ name: `till/parts/${link}?sale=0b6f5d0e-5a58-4a57-9d0c-1a6f1b7f3a10` }),
  },
  {
    route: 'GET receipts/:code/hand-over',
    ask: ({ receipt }) => ({ name: `receipts/${receipt}/hand-over` }),
  },
  {
    route: 'POST receipts/:code/hand-over',
    ask: ({ receipt }) => ({
      name: `receipts/${receipt}/hand-over`,
      body: { mark_id: '0b6f5d0e-5a58-4a57-9d0c-1a6f1b7f3a10' },
    }),
  },
  { route: 'GET settlements' },
  { route: 'GET balance' },
  { route: 'GET balance/next' },
  { route: 'GET balance/transactions' },
  { route: 'GET balance-transactions.csv' },
  { route: 'GET payouts' },
  { route: 'GET payouts/:id', ask: ({ payout }) => ({ name: `payouts/${payout}` }) },
  {
    route: 'POST payouts',
    ask: ({ destination }) => ({
      body: { amount: 1, currency: 'USD', destination_id: destination, reference: 'INTRUDER-1' },
    }),
  },
  { route: 'POST payouts/:id/cancel', ask: ({ payout }) => ({ name: `payouts/${payout}/cancel` }) },
  { route: 'GET approvals' },
  { route: 'GET approval-rules' },
  {
    route: 'POST approvals/:id/approve',
    ask: ({ payout }) => ({ name: `approvals/${payout}/approve`, body: { reason: 'Not mine' } }),
  },
  {
    route: 'POST approvals/:id/reject',
    ask: ({ payout }) => ({ name: `approvals/${payout}/reject`, body: { reason: 'Not mine' } }),
  },
  { route: 'PUT approval-rules', ask: () => ({ body: { payout: null, refund: null } }) },
  { route: 'GET payout-terms' },
  { route: 'GET payout-destinations' },
  {
    route: 'POST payout-destinations/look-up',
    ask: () => ({ body: { type: 'wallet', number: '0810000001' } }),
  },
  { route: 'POST payout-destinations', ask: () => ({ body: { type: 'wallet', number: '0810000001' } }) },
  {
    route: 'POST payout-destinations/:id/confirm',
    ask: ({ destination }) => ({ name: `payout-destinations/${destination}/confirm` }),
  },
  {
    route: 'DELETE payout-destinations/:id',
    ask: ({ destination }) => ({ name: `payout-destinations/${destination}` }),
  },
  { route: 'GET payout-schedule' },
  {
    route: 'PUT payout-schedule',
    ask: ({ destination }) => ({
      body: { interval: 'daily', minimum: 1, currency: 'USD', destination_id: destination },
    }),
  },
  { route: 'GET statements', ask: () => ({ name: 'statements?period=2026-11-21&currency=USD' }) },
  { route: 'GET statements/months' },
  { route: 'GET invoices' },
  { route: 'GET invoices/:number', ask: () => ({ name: 'invoices/TEST-2026-000001' }) },
  { route: 'GET wallet' },
  { route: 'GET wallet/history' },
  { route: 'GET requests' },
  { route: 'GET checklist' },
  { route: 'GET updates' },
  { route: 'POST signature-check', ask: () => ({ body: { kind: 'webhook', headers: {} } }) },
  { route: 'GET events' },
  { route: 'GET deliveries/:id', ask: ({ delivery }) => ({ name: `deliveries/${delivery}` }) },
  { route: 'POST sandbox/topup', ask: () => ({ body: { amount: 1 } }) },
  { route: 'POST sandbox/order', ask: () => ({ body: {} }) },
  { route: 'POST sandbox/transfer', ask: () => ({ body: {} }) },
  { route: 'GET sandbox/sample' },
  { route: 'DELETE sandbox/sample' },
  { route: 'POST sandbox/sample/view', ask: () => ({ body: { sample: true } }) },
  { route: 'POST sandbox/sample' },
]

const intrudersLink = {
  amount: 10,
  currency: 'USD',
  merchant_reference: 'INTRUDER-1',
  callback_url: 'http://localhost:1/intruder',
}

const dataOf = (response: ApiResponse) => {
  assert.equal(response.status, 200, response.text)
  return response.body.data
}

/** A merchant with batches of refunds: its owner uploads, its accountant confirms. @param right whether it may refund by itself */
export async function refundBatchesOf(world: World, { right = true } = {}) {
  const as: Credentials = await world.register({ name: 'École Sainte Anne' })
  const path = `/api/v1/admin/merchants/${as.merchant_code}/refund-right`
  const body = { may_refund: right, reason: 'For a test' }
  dataOf(await world.admin('PUT', path, body, { 'x-admin-token': 'token-of-amina-0123456789' }))
  const owner = await signedIn(world, as)
  const accountant = await joined(world, owner, 'accountant')
  const upload = (rows: unknown, who: Member = owner) =>
    call(world, 'POST', 'refund-batches?name=Concert', { token: who.token, body: { rows } as object })
  const uploaded = async (rows: unknown): Promise<string> => dataOf(await upload(rows)).batch_id
  const get = async (path: string) => dataOf(await call(world, 'GET', path, { token: owner.token }))
  const read = (id: string) => get(`refund-batches/${id}`)
  const reaches = (id: string, state: string) =>
    eventually(`the batch is ${state}`, async () => {
      const batch = await read(id)
      return batch.state === state && batch
    })
  const confirm = (id: string, body: object, who: Member = accountant) =>
    call(world, 'POST', `refund-batches/${id}/confirm`, { token: who.token, body })
  return {
    ...{ as, owner, accountant, upload, uploaded, read, reaches, confirm },
    async confirmed(rows: unknown): Promise<string> {
      const id = await uploaded(rows)
      const { counts, total_debit: total } = await reaches(id, 'CHECKED')
      dataOf(await confirm(id, { count: counts.ready, total, skip_faulty: true }))
      return id
    },
    rows: async (id: string): Promise<any[]> => (await get(`refund-batches/${id}/rows?limit=100`)).items,
    act: (id: string, name: string) =>
      call(world, 'POST', `refund-batches/${id}/${name}`, { token: accountant.token }),
  }
}
