import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from '../../../test/support/callers/self-service.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { merchantRights } from '../../kernel/merchant-roles.ts'
import { manualClock } from '../../platform/time/clock.ts'

const clock = manualClock()
let world: World
beforeAll(async () => {
  world = await openWorld({ role: 'api', clock })
})
afterAll(() => world.close())

const own = () => ({ origin: world.url, 'sec-fetch-site': 'same-origin' })
async function signIn() {
  const { email, password } = world.merchant
  const response = await call(world, 'POST', 'session', { body: { email, password }, headers: own() })
  const [set] = [response.headers['set-cookie']].flat()
  return { response, set: set ?? '', cookie: (set ?? '').split(';')[0] ?? '' }
}
const restore = (cookie: string, headers: Record<string, string> = {}) =>
  call(world, 'GET', 'session', { headers: { ...own(), cookie, ...headers } })
const tokenWith = async (cookie: string) => (await restore(cookie)).body.data.access_token

describe('the portal session cookie', () => {
  test('the session cookie is readable by no script and sent for no other site [S-46]', async () => {
    const { response, set } = await signIn()
    assert.equal(response.status, 200)
    assert.equal(response.headers['cache-control'], 'no-store')
    assert.match(
      set,
      /^likuta-portal=[\w-]{43}; Path=\/api\/v1\/merchant\/session; HttpOnly; SameSite=Strict; Max-Age=3600$/,
    )
  })

  test('a reloaded page gets its token back with its remaining lifetime', async () => {
    const { response, cookie } = await signIn()
    clock.forward({ minutes: 10 })
    const restored = await restore(cookie)
    const { merchant_code, environment } = world.merchant
    const { access_token } = response.body.data
    expect(restored.body.data).toEqual({
      ...{ access_token, token_type: 'Bearer', expires_in: 3000, merchant_code, environment },
      user: {
        user_id: expect.any(String),
        name: 'Boutique Test',
        email: world.merchant.email,
        role: 'owner',
        second_factor: false,
      },
      rights: [...merchantRights],
      sample: false,
      test_profile: null,
      live_profile: null,
      preferences: { sells_by: null, time_zone: 'Africa/Kinshasa' },
    })
    assert.equal((await call(world, 'GET', 'me', { token: access_token })).status, 200)
  })

  test('the session cookie ends after 15 idle minutes while the token itself lives on [S-46]', async () => {
    const { response, cookie } = await signIn()
    const { access_token: token } = response.body.data
    clock.forward({ minutes: 14 })
    assert.equal((await call(world, 'GET', 'me', { token })).status, 200)
    clock.forward({ minutes: 14 })
    assert.equal(await tokenWith(cookie), token)
    clock.forward({ minutes: 15 })
    assert.equal(await tokenWith(cookie), token)
    clock.forward({ minutes: 15, seconds: 1 })
    const idle = await restore(cookie)
    assert.equal(idle.body.data.access_token, null)
    assert.match(String(idle.headers['set-cookie']), /^likuta-portal=; .*Max-Age=0$/)
    assert.equal((await call(world, 'GET', 'me', { token })).status, 200)
  })

  test('the cookies have the __Host- prefix over https [S-46]', async () => {
    const origin = 'https://pay.example'
    const encrypted = await openWorld({ role: 'api', settings: { BASE_URL: origin } })
    try {
      const { email, password } = encrypted.merchant
      const headers = { origin, 'sec-fetch-site': 'same-origin' }
      const made = await call(encrypted, 'POST', 'session', { body: { email, password }, headers })
      const [set = '', device = ''] = [made.headers['set-cookie']].flat().map(String)
      assert.match(
        set,
        /^__Host-likuta-portal=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure; Max-Age=3600$/,
      )
      assert.match(
        device,
        /^__Host-likuta-device=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure; Max-Age=34560000$/,
      )
      const cookie = set.split(';')[0] ?? ''
      const restored = await call(encrypted, 'GET', 'session', { headers: { ...headers, cookie } })
      assert.equal(restored.body.data.access_token, made.body.data.access_token)
    } finally {
      await encrypted.close()
    }
  })

  test('the session cookie authenticates no other route', async () => {
    const { cookie } = await signIn()
    assert.equal((await call(world, 'GET', 'me', { headers: { ...own(), cookie } })).status, 401)
  })

  test('a missing, malformed, doubled or expired session cookie means no session', async () => {
    const { cookie } = await signIn()
    for (const sent of ['', 'likuta-portal=x', `likuta-portal=${'A'.repeat(43)}`, `${cookie}; ${cookie}`])
      assert.equal(await tokenWith(sent), null, sent)
    clock.forward({ seconds: 3600 })
    assert.equal(await tokenWith(cookie), null)
  })

  test('signing out ends the cookie and the token', async () => {
    const { response, cookie } = await signIn()
    const out = await call(world, 'DELETE', 'session', { headers: { ...own(), cookie } })
    assert.match(String(out.headers['set-cookie']), /^likuta-portal=; .*Max-Age=0$/)
    assert.equal(await tokenWith(cookie), null)
    const token = response.body.data.access_token
    assert.equal((await call(world, 'GET', 'me', { token })).status, 401)
  })

  test("signing out ends the page's own session, not that of another merchant's tab", async () => {
    const { response, cookie } = await signIn()
    const { email, password } = await world.register({ password: 'nine green lanterns' })
    const other = await call(world, 'POST', 'session', { body: { email, password }, headers: own() })
    const otherCookie = String(other.headers['set-cookie']).split(';')[0] ?? ''
    const token = response.body.data.access_token
    const out = await call(world, 'DELETE', 'session', { token, headers: { ...own(), cookie: otherCookie } })
    expect([out.status, out.headers['set-cookie']]).toEqual([200, undefined])
    assert.equal((await call(world, 'GET', 'me', { token })).status, 401)
    assert.equal(await tokenWith(cookie), null)
    assert.equal(await tokenWith(otherCookie), other.body.data.access_token)
    const repeated = await call(world, 'DELETE', 'session', { token, headers: { ...own(), cookie } })
    assert.match(String(repeated.headers['set-cookie']), /Max-Age=0$/)
  })

  test('signing out also ends the session that another tab of the same merchant opened', async () => {
    const one = await signIn()
    const two = await signIn()
    const token = one.response.body.data.access_token
    await call(world, 'DELETE', 'session', { token, headers: { ...own(), cookie: two.cookie } })
    assert.equal(await tokenWith(two.cookie), null)
  })

  test('a portal session ends when the password is changed elsewhere', async () => {
    const merchant = await world.register({ password: 'seven green lanterns' })
    const { email, password } = merchant
    const body = { email, password }
    const one = await call(world, 'POST', 'session', { body, headers: own() })
    const two = await call(world, 'POST', 'session', { body, headers: own() })
    const cookie = String(one.headers['set-cookie']).split(';')[0] ?? ''
    const change = { current_password: password, new_password: 'eight green lanterns' }
    const token = two.body.data.access_token
    assert.equal((await call(world, 'POST', 'change-password', { token, body: change })).status, 200)
    assert.equal(await tokenWith(cookie), null)
  })

  test('a portal session is neither opened nor returned for another site or a typed address [S-47]', async () => {
    const { cookie } = await signIn()
    const { email, password } = world.merchant
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
    ]) {
      const { status, body } = await restore(cookie, headers)
      expect([status, body.code]).toEqual([403, 'RMT-403'])
      assert.ok(body.message.endsWith(` than ${world.url}`), body.message)
      const made = await call(world, 'POST', 'session', { body: { email, password }, headers })
      expect([made.status, made.headers['set-cookie']]).toEqual([403, undefined])
    }
  })

  test('wrong passwords at the portal count towards the sign-in lock', async () => {
    const { email } = await world.register()
    const body = { email, password: 'not the password' }
    const statuses = []
    for (let i = 0; i < 6; i++)
      statuses.push((await call(world, 'POST', 'session', { body, headers: own() })).status)
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429])
  })
})
