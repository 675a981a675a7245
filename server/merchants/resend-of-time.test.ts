// A merchant's user resends the webhooks of a time: who may, what is asked for, and what is recorded of it.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { call, joined, type Member, signedIn } from '../../test/support/callers/self-service.ts'
import { eventually } from '../../test/support/http/eventually.ts'
import { openWorld, type World } from '../../test/support/world/world.ts'
import type { Credentials } from './identity/register.ts'

let world: World
let as: Credentials
let owner: Member
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world?.close())
beforeEach(async () => {
  as = world.merchant
  owner = await signedIn(world, as)
})

const day = { from: '2020-01-01T00:00:00Z', to: '2040-01-01T00:00:00+01:00' }
const send = (body: object, { token } = owner, headers: Record<string, string> = {}) =>
  call(world, 'POST', 'deliveries/resend', { token, body, headers })
const rows = (text: string) => world.db.rows<any>({ name: '', text }, [as.merchant_code])
const ofMerchant = 'merchant_id = (select id from merchant where merchant_code = $1)'

/** A payment of which the webhook arrived. */
async function notified(): Promise<void> {
  const { link } = await world.createOrder()
  await world.payByCalls(link)
  await eventually('its webhook has arrived', async () => {
    const [row] = await rows(`select state from webhook_event where ${ofMerchant}`)
    return row?.state === 'DELIVERED'
  })
}

test('the webhooks of a time are resent once per key, and the audit log says by whom', async () => {
  await notified()
  const headers = { 'idempotency-key': 'catch-up' }
  const [first, second] = [await send(day, owner, headers), await send(day, owner, headers)]
  expect([first.status, first.body.data]).toEqual([202, { resend_id: expect.any(String), count: 1 }])
  expect([second.status, second.body]).toEqual([202, first.body])
  await eventually('it has arrived again', async () => {
    const [row] = await rows(`select state, attempts from webhook_event where ${ofMerchant}`)
    return row.state === 'DELIVERED' && row.attempts === 2
  })
  const [entry] = await world.db.rows<any>({
    name: '',
    text: `select actor, detail from audit_log where action = 'deliveries.resent' order by seq desc limit 1`,
  })
  expect(JSON.stringify(entry)).toContain(first.body.data.resend_id)
})

test('roles that may not change keys may not resend', async () => {
  const viewer = await joined(world, owner, 'viewer')
  expect((await send(day, viewer)).status).toBe(403)
})

test.each([
  ['a time without an offset', { ...day, from: '2026-01-01T00:00:00' }, 'from'],
  ['an end before the beginning', { from: day.to, to: day.from }, ''],
  ['a state that is not final', { ...day, state: 'PENDING' }, 'state'],
  ['an unknown type', { ...day, types: ['SALE'] }, 'types.0'],
  ['51 a second', { ...day, rate: 51 }, 'rate'],
  ['an endpoint that is no id', { ...day, endpoint_id: 'erp' }, 'endpoint_id'],
])('%s is refused', async (_, body, field) => {
  const { status, body: response } = await send(body)
  expect([status, response.errors[0].field]).toEqual([400, field])
})

test('the copies of a time for an endpoint that is deleted or unknown are not resent', async () => {
  const endpoint = { url: 'https://erp.shop.example/', events: ['PAYMENT'] }
  const made = await call(world, 'POST', 'webhook-endpoints', { token: owner.token, body: endpoint })
  const { id } = made.body.data
  expect((await send({ ...day, endpoint_id: id })).status).toBe(202)
  await call(world, 'DELETE', `webhook-endpoints/${id}`, { token: owner.token })
  for (const endpoint_id of [id, '019f3c2e-9b10-7c41-8f2a-6b1d4e5f7a00']) {
    const { status, body } = await send({ ...day, endpoint_id })
    expect([status, body.message]).toEqual([409, 'The webhook endpoint is disabled or deleted'])
  }
})
