// Test mode: from go-live on, a merchant has a test profile beside the live one. Its users switch between the two, and nothing of one is
// found through the other.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  accept,
  call,
  fileGoLive,
  invited,
  type Member,
  signedIn,
  stepUpOf,
  tokenOf,
  userIdOf,
} from '../../test/support/callers/self-service.ts'
import { orderBody } from '../../test/support/world/bodies.ts'
import { openWorld, type World } from '../../test/support/world/world.ts'
import type { Credentials } from './identity/register.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ role: 'api', productionGateway: true })
})
afterAll(() => world?.close())

const run = (text: string, values: unknown[] = []) => world.db.rows<any>({ name: '', text }, values)
const path = 'session/mode'
const missing = [409, 'A merchant has a test profile from go-live on']
const messageOf = ({ status, body }: { status: number; body: any }) => [status, body.message ?? body.detail]

const company = {
  company_name: 'Chez Ntemba SARL',
  registration_number: 'CD/KNG/RCCM/26-B-01234',
  country: 'CD',
  contact_name: 'Grâce Mukendi',
  contact_email: 'grace@ntemba.example',
  contact_phone: '0991234567',
}
const decide = (code: string, decision: 'approve' | 'reject' = 'approve') =>
  world.admin('POST', `/api/v1/admin/merchants/${code}/go-live`, { decision, reason: 'papers seen' })

/** A merchant that has gone live, with the test keys it had before. */
async function live(prepare: (owner: Member) => Promise<unknown> = async () => {}) {
  const before = await world.register()
  const owner = await signedIn(world, before)
  await prepare(owner)
  await fileGoLive(world, owner, owner.token, { body: company })
  const { status, body } = await decide(before.merchant_code)
  expect(status).toBe(200)
  const as = { ...before, ...body.data } as Credentials
  return { before, as, owner: { ...owner, code: as.merchant_code } }
}
const switchTo = (token: string, mode: 'live' | 'test') =>
  call(world, 'POST', path, { token, body: { mode } })
async function inMode(token: string, mode: 'live' | 'test'): Promise<{ token: string; code: string }> {
  const { status, body, text } = await switchTo(token, mode)
  expect([status, text]).toEqual([200, expect.any(String)])
  return { token: body.data.access_token, code: body.data.merchant_code }
}
const me = async (token: string) => (await call(world, 'GET', 'me', { token })).body.data

/** The keys that a user makes in test mode. */
async function testCredentials(owner: Member, as: Credentials, token: string): Promise<Credentials> {
  const code = (await me(token)).merchant_code
  const headers = await stepUpOf(world, owner, token)
  const keys = await call(world, 'POST', 'api-keys', { token, headers })
  const secret = await call(world, 'POST', 'secret', { token, headers })
  return { ...as, merchant_code: code, ...keys.body.data, ...secret.body.data }
}
/** With an address that is accepted in production, too. */
const order = (as: Credentials) => {
  const body = orderBody(world.url, { callback_url: 'https://shop.example/webhooks' })
  return world.signed('POST', '/api/v1/payment/orders', body, { as })
}

describe('the test profile', () => {
  test('an approval makes one sandbox profile, which both profiles name', async () => {
    const { as, owner } = await live()
    const own = await me(owner.token)
    expect([own.environment, own.live_profile]).toEqual(['production', null])
    const { token, code } = await inMode(owner.token, 'test')
    expect(own.test_profile).toEqual({ merchant_code: code })
    const twin = await me(token)
    expect(twin).toMatchObject({
      ...{ merchant_code: code, environment: 'sandbox', is_test: true, api_key: null },
      ...{ name: own.name, test_profile: null, live_profile: { merchant_code: as.merchant_code } },
      user: own.user,
      rates: own.rates,
    })
    expect(code).not.toBe(as.merchant_code)
  })

  test('approvals at the same time make one test profile', async () => {
    const before = await world.register()
    const owner = await signedIn(world, before)
    await fileGoLive(world, owner, owner.token, { body: company })
    const all = await Promise.all(Array.from({ length: 8 }, () => decide(before.merchant_code)))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
    const [{ n }] = await run(
      'select count(*)::int as n from merchant t join merchant m on m.id = t.test_of where m.merchant_code = $1',
      [before.merchant_code],
    )
    expect(n).toBe(1)
  })

  test('an approval that fails leaves no test profile', async () => {
    const before = await world.register()
    const owner = await signedIn(world, before)
    await fileGoLive(world, owner, owner.token, { body: company })
    await run(`create function refuse_profile() returns trigger language plpgsql as $$
      begin if new.test_of is not null then raise exception 'no disk'; end if; return new; end $$`)
    await run(
      'create trigger refuse_profile before update on shared.merchant for each row execute function refuse_profile()',
    )
    const failed = await decide(before.merchant_code).finally(async () => {
      await run('drop trigger refuse_profile on shared.merchant')
      await run('drop function refuse_profile')
    })
    expect(failed.status).toBe(500)
    const { environment, go_live } = (
      await world.admin('GET', `/api/v1/admin/merchants/${before.merchant_code}`)
    ).body.data
    expect([environment, go_live]).toEqual(['sandbox', 'PENDING'])
    expect((await decide(before.merchant_code)).status).toBe(200)
  })

  test('a merchant made in production has a test profile at once', async () => {
    const as = await world.register({ environment: 'production' })
    const own = await me(await tokenOf(world, as))
    expect(own.test_profile).toEqual({ merchant_code: expect.stringMatching(/^LKT-/) })
  })

  test('it copies how the merchant sells, and nothing that is for production alone', async () => {
    const put = (owner: Member, name: string, body: unknown) =>
      call(world, 'PUT', name, { token: owner.token, body })
    const { owner } = await live(async (of) => {
      await put(of, 'callback', { callback_url: 'https://shop.example/webhooks' })
      await put(of, 'whitelist', { addresses: ['203.0.113.7'] })
      await put(of, 'checkout', { checkout_attempts: 2, payment_methods: ['card', 'mobile_money'] })
      await put(of, 'preferences', { sells_by: 'site', time_zone: 'Africa/Lubumbashi' })
      await put(of, 'brand', { accent: '#0b625c' })
    })
    const read = async (token: string, name: string) => (await call(world, 'GET', name, { token })).body.data
    const own = await read(owner.token, 'checkout')
    const { token } = await inMode(owner.token, 'test')
    const copied = await read(token, 'checkout')
    expect(copied).toMatchObject({
      ...{ checkout_attempts: 2, payment_methods: ['card', 'mobile_money'] },
      brand: own.brand,
    })
    expect(await read(token, 'preferences')).toEqual({ sells_by: 'site', time_zone: 'Africa/Lubumbashi' })
    expect(await read(token, 'callback')).toMatchObject({ callback_url: null, credentials: null })
    expect(await read(token, 'whitelist')).toEqual({ addresses: [] })
    const { alerts, phone } = await read(token, 'notifications')
    expect([Object.values(alerts), phone]).toEqual([[false, false, false], null])
  })

  test('it never goes live itself', async () => {
    const { owner } = await live()
    const { token, code } = await inMode(owner.token, 'test')
    const filed = await fileGoLive(world, owner, token, { body: company })
    expect(messageOf(filed)).toEqual([409, 'A test profile stays in the sandbox'])
    expect(messageOf(await decide(code))).toEqual([409, 'A test profile stays in the sandbox'])
  })
})

describe('switching', () => {
  test('the token of one mode ends with the switch, and so do its step-ups', async () => {
    const { owner } = await live()
    const stepUp = await stepUpOf(world, owner, owner.token)
    const { token } = await inMode(owner.token, 'test')
    expect((await call(world, 'GET', 'me', { token: owner.token })).status).toBe(401)
    const rules = { payout: null, refund: null }
    const sent = { headers: stepUp, body: rules }
    expect((await call(world, 'PUT', 'approval-rules', { token, ...sent })).body.code).toBe('RMT-1025')
    const back = await inMode(token, 'live')
    expect((await me(back.token)).environment).toBe('production')
    expect((await call(world, 'PUT', 'approval-rules', { token: back.token, ...sent })).body.code).toBe(
      'RMT-1025',
    )
    expect((await call(world, 'GET', 'me', { token })).status).toBe(401)
  })

  test('of two switches with one token, one succeeds', async () => {
    const { owner } = await live()
    const both = await Promise.all([switchTo(owner.token, 'test'), switchTo(owner.token, 'test')])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  test('a switch makes a session neither longer nor another one', async () => {
    const { owner } = await live()
    const list = async (token: string) => (await call(world, 'GET', 'sessions', { token })).body.data.items
    const before = await list(owner.token)
    const { token } = await inMode(owner.token, 'test')
    const after = await list(token)
    expect(after).toHaveLength(before.length)
    const current = (items: any[]) => items.find((one) => one.current)
    expect(current(after)).toMatchObject({
      signed_in_at: current(before).signed_in_at,
      expires_at: current(before).expires_at,
    })
  })

  test('before go-live there is nothing to switch to', async () => {
    const sandbox = await world.register()
    const token = await tokenOf(world, sandbox)
    expect((await me(token)).test_profile).toBeNull()
    expect(messageOf(await switchTo(token, 'test'))).toEqual(missing)
    expect(messageOf(await switchTo(token, 'live'))).toEqual(missing)
    expect((await call(world, 'GET', 'me', { token })).status).toBe(200)
  })

  test('neither an API key nor a merchant secret switches', async () => {
    const { as } = await live()
    const body = { mode: 'test' }
    expect((await world.signed('POST', `/api/v1/merchant/${path}`, body, { as })).status).toBe(401)
    expect((await call(world, 'POST', path, { body })).status).toBe(401)
  })

  test('the cookie of the browser follows its own session, and no other', async () => {
    const { owner } = await live()
    const { email, password } = owner
    const headers = { origin: world.url, 'sec-fetch-site': 'same-origin' }
    const opened = await call(world, 'POST', 'session', { body: { email, password }, headers })
    const [cookie = ''] = String([opened.headers['set-cookie']].flat()[0]).split(';')
    const switched = (token: string) =>
      call(world, 'POST', path, { token, body: { mode: 'test' }, headers: { ...headers, cookie } })
    expect((await switched(owner.token)).headers['set-cookie']).toBeUndefined()
    const { headers: own, body } = await switched(opened.body.data.access_token)
    const [next = ''] = String([own['set-cookie']].flat()[0]).split(';')
    expect(next).toBe(`likuta-portal=${body.data.access_token}`)
    const restored = await call(world, 'GET', 'session', { headers: { ...headers, cookie: next } })
    expect(restored.body.data).toMatchObject({
      ...{ environment: 'sandbox', merchant_code: body.data.merchant_code, test_profile: null },
      live_profile: { merchant_code: owner.code },
    })
  })

  test('a session in test mode ends with the test profile, and never falls back to the live one', async () => {
    const { owner } = await live()
    const { token, code } = await inMode(owner.token, 'test')
    await run('update merchant set test_of = null where merchant_code = $1', [code])
    expect((await call(world, 'GET', 'me', { token })).status).toBe(401)
  })

  test('a session without the second factor that its user has since added does not come back by switching', async () => {
    const { owner } = await live()
    await run('update merchant_user set has_second_factor = true where email = $1', [owner.email])
    expect((await switchTo(owner.token, 'test')).status).toBe(401)
  })
})

describe('what belongs to both modes', () => {
  test('a user who is invited in test mode works in both, with one role', async () => {
    const { owner, as } = await live()
    const { token } = await inMode(owner.token, 'test')
    const tester = { ...owner, token }
    const email = `aline-${as.merchant_code.toLowerCase()}@example.com`
    const link = await invited(world, tester, { email, role: 'developer' })
    const password = 'nine green lanterns'
    const joined = await accept(world, link, password, 'Aline Furaha')
    expect(joined.body.data.merchant_code).toBe(as.merchant_code)
    const aline = await signedIn(world, { email, password })
    expect((await me(aline.token)).merchant_code).toBe(as.merchant_code)
    const inTest = await inMode(aline.token, 'test')
    expect((await me(inTest.token)).user.role).toBe('developer')

    const users = (await call(world, 'GET', 'users', { token })).body.data.items
    expect(users.map((user: any) => user.email)).toEqual([owner.email, email])
    const id = await userIdOf(world, tester, email)
    const headers = await stepUpOf(world, tester, token)
    const changed = await call(world, 'POST', `users/${id}`, { token, headers, body: { role: 'viewer' } })
    expect(changed.status).toBe(200)
    expect((await call(world, 'GET', 'me', { token: inTest.token })).status).toBe(401)
    const again = await signedIn(world, { email, password })
    expect((await me((await inMode(again.token, 'test')).token)).user.role).toBe('viewer')
  })

  test('the removal of a user ends their session in test mode', async () => {
    const { owner, as } = await live()
    const email = `paul-${as.merchant_code.toLowerCase()}@example.com`
    const password = 'nine green lanterns'
    await accept(world, await invited(world, owner, { email, role: 'viewer' }), password, 'Paul Ilunga')
    const paul = await signedIn(world, { email, password })
    const { token } = await inMode(paul.token, 'test')
    const id = await userIdOf(world, owner, email)
    const headers = await stepUpOf(world, owner, owner.token)
    expect((await call(world, 'DELETE', `users/${id}`, { token: owner.token, headers })).status).toBe(200)
    expect((await call(world, 'GET', 'me', { token })).status).toBe(401)
  })

  test('the last owner stays, whatever the mode', async () => {
    const { owner } = await live()
    const { token } = await inMode(owner.token, 'test')
    const tester = { ...owner, token }
    const id = await userIdOf(world, tester, owner.email)
    const headers = await stepUpOf(world, tester, token)
    const removed = await call(world, 'DELETE', `users/${id}`, { token, headers })
    expect(messageOf(removed)).toEqual([409, 'A merchant needs at least one owner'])
  })

  test('a rule of test mode keeps its second user, too', async () => {
    const { owner, as } = await live()
    const email = `sara-${as.merchant_code.toLowerCase()}@example.com`
    await accept(
      world,
      await invited(world, owner, { email, role: 'accountant' }),
      'nine green lanterns',
      'Sara Kabongo',
    )
    const { token } = await inMode(owner.token, 'test')
    const tester = { ...owner, token }
    const body = { payout: { USD: 100 }, refund: null }
    const headers = await stepUpOf(world, tester, token)
    expect((await call(world, 'PUT', 'approval-rules', { token, headers, body })).status).toBe(200)
    const id = await userIdOf(world, tester, email)
    const { token: live_ } = await inMode(token, 'live')
    const again = await stepUpOf(world, owner, live_)
    const removed = await call(world, 'DELETE', `users/${id}`, { token: live_, headers: again })
    expect(messageOf(removed)).toEqual([
      409,
      'While approvals are required, a merchant keeps two users who can approve',
    ])
  })

  test('alerts of test mode reach the owners', async () => {
    const { owner, as } = await live()
    const { token } = await inMode(owner.token, 'test')
    await testCredentials(owner, as, token)
    const alerts = await run(
      `select address, environment from message where kind = 'credential_rotated' and address = $1`,
      [owner.email],
    )
    expect(alerts).toEqual([
      { address: owner.email, environment: 'sandbox' },
      { address: owner.email, environment: 'sandbox' },
    ])
  })
})

describe('what never mixes', () => {
  test('the old test keys stay refused, and the keys of test mode work', async () => {
    const { before, as, owner } = await live()
    const { token } = await inMode(owner.token, 'test')
    const tester = await testCredentials(owner, as, token)
    expect(tester.api_key).toMatch(/^pk_test_/)
    expect(messageOf(await order(before))).toEqual([403, 'Unauthorized environment'])
    expect((await order(tester)).status).toBe(200)
    expect((await order(as)).status).toBe(200)
  })

  test('a payment of one profile is unknown to the other', async () => {
    const { as, owner } = await live()
    const ownOrder = (await order(as)).body
    const { token } = await inMode(owner.token, 'test')
    const tester = await testCredentials(owner, as, token)
    const testOrder = (await order(tester)).body
    const read = (transaction_uuid: string, who: Credentials) =>
      world.signed('POST', '/api/v1/payment/status', { transaction_uuid }, { as: who })
    const [liveUuid, testUuid] = [ownOrder, testOrder].map(
      ({ transaction_uuid, data }: any) => transaction_uuid ?? data?.transaction_uuid,
    )
    expect((await read(liveUuid, as)).status).toBe(200)
    expect((await read(liveUuid, tester)).status).toBe(404)
    expect((await read(testUuid, as)).status).toBe(404)
    expect((await call(world, 'GET', `payments/${liveUuid}`, { token })).status).toBe(404)
    expect((await call(world, 'GET', `payments/${testUuid}`, { token })).status).toBe(200)
    const { token: back } = await inMode(token, 'live')
    expect((await call(world, 'GET', `payments/${testUuid}`, { token: back })).status).toBe(404)
    const listed = (await call(world, 'GET', 'payments', { token: back })).text
    expect([listed.includes(liveUuid), listed.includes(testUuid)]).toEqual([true, false])
  })

  test('a file that is downloaded in test mode says so in its name', async () => {
    const { owner } = await live()
    const nameOf = async (token: string) =>
      (await call(world, 'GET', 'payments.csv', { token })).headers['content-disposition']
    expect(await nameOf(owner.token)).toContain('filename="payments.csv"')
    const { token } = await inMode(owner.token, 'test')
    expect(await nameOf(token)).toContain('filename="test-payments.csv"')
  })
})

describe('suspension', () => {
  const act = (code: string, what: 'suspend' | 'resume') =>
    world.admin('POST', `/api/v1/admin/merchants/${code}/${what}`, { reason: 'complaints' })

  test('of the merchant ends the sessions of both modes, and its test keys go on', async () => {
    const { as, owner } = await live()
    const { token } = await inMode(owner.token, 'test')
    const tester = await testCredentials(owner, as, token)
    expect((await act(as.merchant_code, 'suspend')).status).toBe(200)
    expect((await call(world, 'GET', 'me', { token })).status).toBe(401)
    expect((await order(as)).status).toBe(403)
    expect((await order(tester)).status).toBe(200)
  })

  test('of the test profile ends the sessions in test mode alone', async () => {
    const { owner } = await live()
    const other = await tokenOf(world, owner)
    const { token, code } = await inMode(owner.token, 'test')
    expect((await act(code, 'suspend')).status).toBe(200)
    expect((await call(world, 'GET', 'me', { token })).status).toBe(401)
    expect((await me(other)).environment).toBe('production')
  })
})

describe('admins', () => {
  test('the list of merchants leaves test profiles out unless they are searched for, and marks them', async () => {
    const { as, owner } = await live()
    const { code } = await inMode(owner.token, 'test')
    const list = async (query: string) =>
      (await world.admin('GET', `/api/v1/admin/merchants?limit=100${query}`)).body.data.items
    expect((await list('')).some((one: any) => one.merchant_code === code)).toBe(false)
    const [found] = await list(`&search=${code}`)
    expect(found).toMatchObject({ merchant_code: code, live_profile: { merchant_code: as.merchant_code } })
    const [own] = await list(`&search=${as.merchant_code}`)
    expect(own.test_profile).toEqual({ merchant_code: code })
  })
})
