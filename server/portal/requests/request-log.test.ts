// The request log in the portal, before and after a merchant goes live.

import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Portal, portalOf } from '../../../test/support/callers/portal.ts'
import { fileGoLive } from '../../../test/support/callers/self-service.ts'
import { goLive } from '../../../test/support/callers/tenant.ts'
import { eventually } from '../../../test/support/http/eventually.ts'
import { orderBody } from '../../../test/support/world/bodies.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import type { Credentials } from '../../merchants/identity/register.ts'
import type { RefusedRequest } from '../../merchants/request-log.ts'
import { unixSeconds } from '../../platform/time/clock.ts'
import { openRefusalExplanation } from './explain-refusal.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ productionGateway: true })
})
afterAll(() => world.close())

const order = (as: Credentials, callback_url = 'https://shop.example/hook') =>
  world.signed('POST', '/api/v1/payment/orders', orderBody(world.url, { callback_url }), { as })
const listed = (portal: Portal, count: number) =>
  eventually(`${count} requests`, async () => {
    const { items } = await portal.data('requests')
    return items.length >= count && items
  })

async function liveMerchant() {
  const merchant = await world.register()
  const portal = await portalOf(world, merchant)
  await order(merchant)
  await world.signed('POST', '/api/v1/payment/status', { transaction_uuid: 'LKT-TRIAL' }, { as: merchant })
  assert.equal((await listed(portal, 2)).length, 2)
  await fileGoLive(world, portal.as, portal.token, { body: goLive('moved') })
  const path = `/api/v1/admin/merchants/${merchant.merchant_code}/go-live`
  const approved = await world.admin('POST', path, { decision: 'approve', reason: 'papers seen' })
  assert.equal(approved.status, 200, approved.text)
  return { portal, merchant, live: { ...merchant, ...approved.body.data } as Credentials }
}

describe('the request log of a merchant that went live', () => {
  test('after go-live the request log has live requests and refusals of the old test keys', async () => {
    const { portal, merchant, live } = await liveMerchant()
    expect(await portal.data('requests')).toMatchObject({ items: [], pagination: { total: 0 } })
    assert.equal((await order(live)).status, 200)
    await order(merchant)
    const [refused, made] = await listed(portal, 2)
    expect([refused.reason, made.status]).toEqual(['Unauthorized environment', 200])
    expect((await portal.data('requests?status=failed')).pagination.total).toBe(1)
  })
})

describe('the explanation of a request whose signature was refused', () => {
  const path = '/api/v1/payment/status?channel=web'
  const body = '{"transaction_uuid":"LKT-CONFIDENTIAL"}'
  const now = () => String(unixSeconds(world.clock.now()))
  const mac = (secret: string, text: string, digest: 'hex' | 'base64' = 'hex') =>
    createHmac('sha256', secret).update(text).digest(digest)

  async function refused(sent: (merchant: Credentials, at: string) => Record<string, string>) {
    const merchant = await world.register()
    const portal = await portalOf(world, merchant)
    const headers = { 'content-type': 'application/json', ...sent(merchant, now()) }
    const { status } = await fetch(world.url + path, { method: 'POST', headers, body })
    const [request] = await listed(portal, 1)
    assert.equal(request.status, status)
    return { request, explanation: request.explanation, merchant }
  }
  const signed = ({ api_key }: Credentials, at: string, signature: string) => ({
    'x-api-key': api_key,
    'x-timestamp': at,
    'x-signature': signature,
  })
  const bytes = { body_bytes: body.length, body_sha256: createHash('sha256').update(body).digest('hex') }
  const textOf = (at: string, method = 'POST', signedPath = path) =>
    `${at}\n${method}\n${signedPath}\n${body}`

  test.each<[string, (merchant: Credentials, at: string) => string, string, string]>([
    [
      'with the webhook secret',
      (m, at) => mac(m.callback_secret, textOf(at)),
      'wrong_secret',
      'Signed with the callback secret',
    ],
    [
      'for another path',
      (m, at) => mac(m.api_secret, textOf(at, 'POST', '/api/v1/payment/status')),
      'path_differs',
      'Signed with another path: sign it as sent, with its query, from the first slash',
    ],
    [
      'with its method in lower case',
      (m, at) => mac(m.api_secret, textOf(at, 'post')),
      'method_differs',
      'The method is signed in capitals',
    ],
    [
      'in base64',
      (m, at) => mac(m.api_secret, textOf(at), 'base64'),
      'signature_not_hexadecimal',
      'The signature is base64: write it in hexadecimal',
    ],
  ])('a request signed %s says so, and what was received', async (_name, sign, cause, detail) => {
    const { request, explanation } = await refused((merchant, at) => signed(merchant, at, sign(merchant, at)))
    assert.equal(request.reason, 'Invalid request signature')
    expect(explanation).toEqual({ cause, detail, timestamp: expect.stringMatching(/^\d{10}$/), ...bytes })
  })

  test('a request without signature names the missing header', async () => {
    const { request, explanation } = await refused(({ api_key }, at) => ({
      'x-api-key': api_key,
      'x-timestamp': at,
    }))
    assert.deepEqual([request.status, request.reason], [401, 'Missing authentication headers'])
    expect(explanation).toMatchObject({ cause: 'header_missing', detail: 'X-Signature missing or empty' })
  })

  test.each([
    [-95, 'clock_behind', /^X-Timestamp was 9[5-9] s old when it arrived: at most 30 s are accepted$/],
    [95, 'clock_ahead', /^X-Timestamp was 9\d s ahead when it arrived: at most 30 s are accepted$/],
  ])('a request dated %i s off says how far the clocks are apart', async (seconds, cause, detail) => {
    const { explanation } = await refused((merchant, at) => {
      const dated = String(Number(at) + seconds)
      return signed(merchant, dated, mac(merchant.api_secret, textOf(dated)))
    })
    expect(explanation).toMatchObject({ cause, detail: expect.stringMatching(detail), body_bytes: null })
  })

  test('neither the body nor the signature nor a secret is stored, and other refusals have no explanation', async () => {
    const { merchant } = await refused((one, at) => signed(one, at, mac(one.callback_secret, textOf(at))))
    await world.signed('POST', '/api/v1/payment/status', { transaction_uuid: 'LKT-TRIAL' }, { as: merchant })
    const portal = await portalOf(world, merchant)
    const [unknown] = await listed(portal, 2)
    assert.deepEqual([unknown.status, unknown.explanation], [404, null])
    const stored = await world.db.rows<{ row: string }>(
      {
        name: '',
        text: 'select to_jsonb(r)::text as row from merchant_request r join merchant m on m.id = r.merchant_id where merchant_code = $1',
      },
      [merchant.merchant_code],
    )
    const text = stored.map(({ row }) => row).join()
    for (const secret of ['CONFIDENTIAL', 'channel=web', merchant.callback_secret, merchant.api_secret])
      assert.ok(!text.includes(secret), secret)
  })

  test('at most twenty refusals at once are explained, because each costs some hundred signatures', async () => {
    const merchant = await world.register()
    const portal = await portalOf(world, merchant)
    const request: RefusedRequest = {
      at: world.clock.now(),
      method: 'POST',
      path,
      headers: signed(merchant, now(), '0f1e'),
      body: Buffer.from(body),
    }
    const explain = openRefusalExplanation({
      db: world.db,
      secrets: world.system.secrets,
      wallClock: world.clock,
      baseUrl: world.url,
    })
    const explained = await Promise.all(Array.from({ length: 40 }, () => explain(request)))
    const count = explained.filter((one) => one !== undefined).length
    assert.ok(count >= 20 && count < 30, String(count))
    assert.deepEqual((await portal.data('requests')).items, [])
  })
})

describe('the explanation of a call whose merchant secret was refused', () => {
  const refused = async (secretOf: (merchant: Credentials) => string) => {
    const merchant = await world.register()
    const portal = await portalOf(world, merchant)
    const sent = `${merchant.merchant_code}:${secretOf(merchant)}`
    const headers = { authorization: `Basic ${Buffer.from(sent).toString('base64')}` }
    const { status } = await fetch(`${world.url}/api/v1/remittance/balance`, { headers })
    assert.equal(status, 401)
    return { merchant, portal }
  }

  test.each<[string, (merchant: Credentials) => string, string, string]>([
    [
      'with a line break',
      (m) => `${m.merchant_secret}\n`,
      'merchant_secret_spaced',
      'Spaces or line breaks surround the secret',
    ],
    [
      'that is the API secret',
      (m) => m.api_secret,
      'merchant_secret_confused',
      'Send the merchant secret, which begins with msk_',
    ],
    [
      'of production',
      () => 'msk_live_CONFIDENTIAL',
      'merchant_secret_of_other_environment',
      'The secret is of production',
    ],
    [
      'from before a rotation',
      () => 'msk_test_CONFIDENTIAL',
      'merchant_secret_wrong',
      'A rotation ends the secret before it at once',
    ],
  ])(
    'a call with a secret %s says so, and nothing of the secret is stored',
    async (_, secretOf, cause, detail) => {
      const { merchant, portal } = await refused(secretOf)
      const [request] = await listed(portal, 1)
      const { status, reason, explanation } = request
      expect([status, reason]).toEqual([401, 'Wrong merchant code or secret'])
      const nothing = { timestamp: null, body_bytes: null, body_sha256: null }
      expect(explanation).toEqual({ cause, detail, ...nothing })
      const stored = await world.db.rows<{ row: string }>(
        {
          name: '',
          text: 'select to_jsonb(r)::text as row from merchant_request r join merchant m on m.id = r.merchant_id where merchant_code = $1',
        },
        [merchant.merchant_code],
      )
      assert.equal(stored.length, 1)
      assert.ok(!stored[0]!.row.includes(secretOf(merchant).trim()))
    },
  )
})
