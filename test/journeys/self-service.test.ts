// A merchant from sign-up to production, with the HTTP calls of the merchant and of an admin.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyAudit } from '../../server/admin/audit.ts'
import { call, fileGoLive, logIn } from '../support/callers/self-service.ts'
import { eventually } from '../support/http/eventually.ts'
import { send } from '../support/http/send.ts'
import { orderBody } from '../support/world/bodies.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ productionGateway: true })
})
afterAll(() => world.close())

const account = { name: 'Chez Ntemba', email: 'grace@ntemba.example', password: 'kitenge rouge au marché' }
const company = {
  company_name: 'Chez Ntemba SARL',
  registration_number: 'CD/KNG/RCCM/26-B-01234',
  country: 'CD',
  contact_name: 'Grâce Mukendi',
  contact_email: 'grace@ntemba.example',
  contact_phone: '+243991234567',
}

describe('self-service of a merchant [R4.13] [R5]', () => {
  let keys: any
  let token = ''
  const own = (method: string, name: string, body?: unknown) => call(world, method, name, { token, body })
  const order = (overrides: Record<string, unknown> = {}) =>
    world.signed('POST', '/api/v1/payment/orders', orderBody(world.url, overrides), { as: keys })

  /** A call to the remittance service with the merchant secret. */
  const balance = (secret: string) => {
    const credentials = Buffer.from(`${keys.merchant_code}:${secret}`).toString('base64')
    return send(world.url, 'GET', '/api/v1/remittance/balance', Buffer.alloc(0), {
      authorization: `Basic ${credentials}`,
    })
  }

  test('a merchant signs up and signs in', async () => {
    const made = await call(world, 'POST', 'signup', { body: account })
    assert.equal(made.status, 200)
    keys = made.body.data
    token = (await logIn(world, account)).body.data.access_token
    expect((await own('GET', 'me')).body.data).toMatchObject({ name: account.name, api_key: keys.api_key })
  })

  test('a merchant is paid, sees the delivery of its webhook, and has it resent', async () => {
    const hook = `${world.url}/api/v1/test/test-callback?channel=ntemba`
    const made = await order({ callback_url: hook })
    assert.equal((await world.payByCalls(made.body.data.links)).status, 200)
    const delivered = await eventually('a delivery', async () => {
      const { items } = (await own('GET', 'deliveries')).body.data
      return items[0]?.status === 'DELIVERED' && items[0]
    })
    expect(delivered).toMatchObject({
      about: { type: 'payment', outcome: 'SUCCESS', amount: '25.50', currency: 'USD' },
      event_type: 'PAYMENT',
      url: hook,
      attempts: [{ http_status: 200, error: null }],
    })
    assert.match(delivered.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/)
    assert.equal((await own('POST', `deliveries/${delivered.id}/resend`)).status, 202)
    await eventually('a second attempt', async () => {
      const { items } = (await own('GET', 'deliveries')).body.data
      return items[0].attempts.length === 2
    })
    const seen = (await (await fetch(hook.replace('?', '/history?'))).json()) as any
    expect(seen.data.items.map(({ headers }: any) => headers['x-service-event-id'])).toEqual([
      delivered.event_id,
      delivered.event_id,
    ])
  })

  test('a merchant tests its callback, enables custom checkout, and restricts addresses', async () => {
    const callback_url = `${world.url}/api/v1/test/test-callback?channel=ntemba-test`
    await own('PUT', 'callback', { callback_url })
    expect((await own('POST', 'callback/test')).body.data).toMatchObject({
      delivered: true,
      http_status: 200,
    })
    await own('PUT', 'microform', {
      microform_enabled: true,
      microform_allowed_origins: ['https://ntemba.example'],
    })
    const opened = await world.signed(
      'POST',
      '/api/v1/microform/capture-context',
      { target_origin: 'https://ntemba.example', merchant_reference: 'INV-2' },
      { as: keys },
    )
    assert.equal(opened.status, 200)
    await own('PUT', 'whitelist', { addresses: ['203.0.113.0/24'] })
    assert.equal((await order()).body.detail, 'IP address not allowed')
    assert.equal((await balance(keys.merchant_secret)).body.message, 'IP address not allowed')
    await own('PUT', 'whitelist', { addresses: ['127.0.0.0/8'] })
    assert.equal((await order()).status, 200)
  })

  test('a merchant replaces its keys: the old ones are refused at once', async () => {
    const old = keys
    keys = { ...old, ...(await own('POST', 'api-keys')).body.data }
    const refused = await world.signed('POST', '/api/v1/payment/orders', orderBody(world.url), { as: old })
    expect([refused.status, refused.body.detail]).toEqual([404, 'Merchant not found'])
    assert.equal((await order()).status, 200)
    assert.equal((await balance(keys.merchant_secret)).status, 200)
    keys = { ...keys, ...(await own('POST', 'secret')).body.data }
    assert.equal((await balance(old.merchant_secret)).status, 401)
    assert.equal((await balance(keys.merchant_secret)).status, 200)
  })

  test('after go-live, test keys are refused with the reason and live keys take orders', async () => {
    assert.equal((await fileGoLive(world, account, token, { body: company })).status, 200)
    const path = `/api/v1/admin/merchants/${keys.merchant_code}/go-live`
    const approved = await world.admin('POST', path, { decision: 'approve', reason: 'papers seen' })
    assert.equal(approved.status, 200)
    expect((await order()).body.detail).toBe('Unauthorized environment')
    assert.equal((await balance(keys.merchant_secret)).status, 401)
    keys = { ...keys, ...approved.body.data }
    const made = await order({ callback_url: 'https://ntemba.example/hook' })
    assert.equal(made.status, 200)
    expect((await own('GET', 'go-live')).body.data).toMatchObject({
      state: 'APPROVED',
      reason: 'papers seen',
    })
    expect((await own('GET', 'me')).body.data).toMatchObject({
      environment: 'production',
      api_key: keys.api_key,
    })
  })

  test('a merchant is signed out after its session time and when an admin suspends it', async () => {
    const forward = (by: string) => world.admin('POST', '/api/v1/admin/sandbox/clock', { forward: by })
    await forward('PT59M')
    assert.equal((await own('GET', 'me')).status, 200)
    await forward('PT1M')
    assert.equal((await own('GET', 'me')).status, 401)
    token = (await logIn(world, account)).body.data.access_token
    const path = `/api/v1/admin/merchants/${keys.merchant_code}`
    assert.equal((await world.admin('POST', `${path}/suspend`, { reason: 'chargebacks' })).status, 200)
    assert.equal((await own('GET', 'me')).status, 401)
    assert.equal((await order()).body.detail, 'Merchant suspended')
    token = (await logIn(world, account)).body.data.access_token
    assert.equal((await own('GET', 'me')).status, 200)
    assert.equal((await own('POST', 'api-keys')).body.message, 'Merchant suspended')
    assert.equal((await world.admin('POST', `${path}/resume`, { reason: 'settled' })).status, 200)
    assert.equal((await order({ callback_url: 'https://ntemba.example/hook' })).status, 200)
  })

  test('the audit log of what admins and the merchant did is unbroken', async () => {
    const verdict = await verifyAudit(world.system.cells, world.system.secrets)
    expect(verdict).toEqual({ rows: 11 })
  })
})
