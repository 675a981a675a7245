// A suspended merchant signs in, reads, and responses disputes. Every route of merchants is called, so that a new one is decided here.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../../test/support/callers/self-service.ts'
import { askerOf, type Send, type Way } from '../../test/support/http/callers.ts'
import { openWorld, type World } from '../../test/support/world/world.ts'
import type { Credentials } from '../merchants/identity/register.ts'

let world: World
let merchant: Credentials
let ask: Send
let order: string
beforeAll(async () => {
  world = await openWorld({ role: 'api' })
  merchant = world.merchant
  order = (await world.createOrder()).transactionUuid
  const path = `/api/v1/admin/merchants/${merchant.merchant_code}/suspend`
  expect((await world.admin('POST', path, { reason: 'Chargebacks' })).status).toBe(200)
  const { email, password } = merchant
  const signedIn = await call(world, 'POST', 'login', { body: { email, password } })
  expect(signedIn.status).toBe(200)
  ask = askerOf(world, merchant, signedIn.body.data.access_token)
})
afterAll(() => world?.close())

const wayOf: Readonly<Record<string, Way>> = { bearer: 'bearer', signature: 'signed', basic: 'basic' }
/** The routes that need a merchant; signing out comes last, because it ends the session. */
const routes = () =>
  world.system.app.described.listed
    .flatMap(({ method, url, endpoint }) => {
      const way = wayOf[endpoint.access.by]
      return way ? [{ method, url, way }] : []
    })
    .toSorted((a, b) => Number(a.url.endsWith('/logout')) - Number(b.url.endsWith('/logout')))

const responses = /\/disputes\/:dispute_id\/(evidence|evidence\/files\/:file_id\/remove|accept)$/
const account =
  /\/merchant\/(confirmations|confirmations\/send|change-password|logout|step-up|step-up\/options|sandbox\/sample\/view|factors\/.+|sessions|sessions\/:id|session\/mode)$/
const isAllowed = ({ method, url }: { method: string; url: string }) =>
  ['GET', 'HEAD'].includes(method) ||
  url === '/api/v1/payment/status' ||
  responses.test(url) ||
  account.test(url)

test('every route that reads, responses a dispute or keeps an own account is open, and no other', async () => {
  const all = routes()
  expect(new Set(all.map(({ way }) => way))).toEqual(new Set(['bearer', 'signed', 'basic']))
  expect(all.length).toBeGreaterThan(100)
  const faults: string[] = []
  for (const route of all) {
    const { method, url, way } = route
    const body = ['GET', 'HEAD'].includes(method) ? undefined : {}
    const response = await ask(way, { method, path: url.replaceAll(/:\w+/g, '0'), body })
    const { message, detail } = response.body ?? {}
    const isRefused = response.status === 403 && (message ?? detail) === 'Merchant suspended'
    if (isRefused === isAllowed(route) || response.status === 401)
      faults.push(`${method} ${url} ${response.status}`)
  }
  expect(faults).toEqual([])
})

test('the status of an order is read with the keys of a suspended merchant', async () => {
  const path = '/api/v1/payment/status'
  const { status, body } = await ask('signed', { method: 'POST', path, body: { transaction_uuid: order } })
  expect([status, body.data?.transaction_status]).toEqual([200, 'PENDING'])
})
