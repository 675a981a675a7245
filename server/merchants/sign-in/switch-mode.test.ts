// Test mode: users of a live merchant switch between it and its test profile. Their accounts and their team are the same in both modes.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  accept,
  call,
  invited,
  signedIn,
  stepUpOf,
  tokenOf,
  userIdOf,
} from '../../../test/support/callers/self-service.ts'
import { messageOf, switchPath, testModeOf } from '../../../test/support/profiles/test-mode.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'

let world: World
let merchants: ReturnType<typeof testModeOf>
beforeAll(async () => {
  world = await openWorld({ role: 'api', productionGateway: true })
  merchants = testModeOf(world)
})
afterAll(() => world?.close())

const run = (text: string, values: unknown[] = []) => world.db.rows<any>({ name: '', text }, values)
const missing = [409, 'A merchant has a test profile from go-live on']

describe('switching', () => {
  test('the token of one mode ends with the switch, and so do its step-ups', async () => {
    const { owner } = await merchants.live()
    const stepUp = await stepUpOf(world, owner, owner.token)
    const { token } = await merchants.inMode(owner.token, 'test')
    expect((await call(world, 'GET', 'me', { token: owner.token })).status).toBe(401)
    const rules = { payout: null, refund: null }
    const sent = { headers: stepUp, body: rules }
    expect((await call(world, 'PUT', 'approval-rules', { token, ...sent })).body.code).toBe('RMT-1025')
    const back = await merchants.inMode(token, 'live')
    expect((await merchants.me(back.token)).environment).toBe('production')
    expect((await call(world, 'PUT', 'approval-rules', { token: back.token, ...sent })).body.code).toBe(
      'RMT-1025',
    )
    expect((await call(world, 'GET', 'me', { token })).status).toBe(401)
  })

  test('of two switches with one token, one succeeds', async () => {
    const { owner } = await merchants.live()
    const both = await Promise.all([
      merchants.switchTo(owner.token, 'test'),
      merchants.switchTo(owner.token, 'test'),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  test('a switch makes a session neither longer nor another one', async () => {
    const { owner } = await merchants.live()
    const list = async (token: string) => (await call(world, 'GET', 'sessions', { token })).body.data.items
    const before = await list(owner.token)
    const { token } = await merchants.inMode(owner.token, 'test')
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
    expect((await merchants.me(token)).test_profile).toBeNull()
    expect(messageOf(await merchants.switchTo(token, 'test'))).toEqual(missing)
    expect(messageOf(await merchants.switchTo(token, 'live'))).toEqual(missing)
    expect((await call(world, 'GET', 'me', { token })).status).toBe(200)
  })

  test('neither an API key nor a merchant secret switches', async () => {
    const { as } = await merchants.live()
    const body = { mode: 'test' }
    expect((await world.signed('POST', `/api/v1/merchant/${switchPath}`, body, { as })).status).toBe(401)
    expect((await call(world, 'POST', switchPath, { body })).status).toBe(401)
  })

  test('the cookie of the browser follows its own session, and no other', async () => {
    const { owner } = await merchants.live()
    const { email, password } = owner
    const headers = { origin: world.url, 'sec-fetch-site': 'same-origin' }
    const opened = await call(world, 'POST', 'session', { body: { email, password }, headers })
    const [cookie = ''] = String([opened.headers['set-cookie']].flat()[0]).split(';')
    const switched = (token: string) =>
      call(world, 'POST', switchPath, { token, body: { mode: 'test' }, headers: { ...headers, cookie } })
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
    const { owner } = await merchants.live()
    const { token, code } = await merchants.inMode(owner.token, 'test')
    await run('update merchant set test_of = null where merchant_code = $1', [code])
    expect((await call(world, 'GET', 'me', { token })).status).toBe(401)
  })

  test('a session without the second factor that its user has since added does not come back by switching', async () => {
    const { owner } = await merchants.live()
    await run('update merchant_user set has_second_factor = true where email = $1', [owner.email])
    expect((await merchants.switchTo(owner.token, 'test')).status).toBe(401)
  })
})

describe('what belongs to both modes', () => {
  test('a user who is invited in test mode works in both, with one role', async () => {
    const { owner, as } = await merchants.live()
    const { token } = await merchants.inMode(owner.token, 'test')
    const tester = { ...owner, token }
    const email = `aline-${as.merchant_code.toLowerCase()}@example.com`
    const link = await invited(world, tester, { email, role: 'developer' })
    const password = 'nine green lanterns'
    const joined = await accept(world, link, password, 'Aline Furaha')
    expect(joined.body.data.merchant_code).toBe(as.merchant_code)
    const aline = await signedIn(world, { email, password })
    expect((await merchants.me(aline.token)).merchant_code).toBe(as.merchant_code)
    const inTest = await merchants.inMode(aline.token, 'test')
    expect((await merchants.me(inTest.token)).user.role).toBe('developer')

    const users = (await call(world, 'GET', 'users', { token })).body.data.items
    expect(users.map((user: any) => user.email)).toEqual([owner.email, email])
    const id = await userIdOf(world, tester, email)
    const headers = await stepUpOf(world, tester, token)
    const changed = await call(world, 'POST', `users/${id}`, { token, headers, body: { role: 'viewer' } })
    expect(changed.status).toBe(200)
    expect((await call(world, 'GET', 'me', { token: inTest.token })).status).toBe(401)
    const again = await signedIn(world, { email, password })
    expect((await merchants.me((await merchants.inMode(again.token, 'test')).token)).user.role).toBe('viewer')
  })

  test('the removal of a user ends their session in test mode', async () => {
    const { owner, as } = await merchants.live()
    const email = `paul-${as.merchant_code.toLowerCase()}@example.com`
    const password = 'nine green lanterns'
    await accept(world, await invited(world, owner, { email, role: 'viewer' }), password, 'Paul Ilunga')
    const paul = await signedIn(world, { email, password })
    const { token } = await merchants.inMode(paul.token, 'test')
    const id = await userIdOf(world, owner, email)
    const headers = await stepUpOf(world, owner, owner.token)
    expect((await call(world, 'DELETE', `users/${id}`, { token: owner.token, headers })).status).toBe(200)
    expect((await call(world, 'GET', 'me', { token })).status).toBe(401)
  })

  test('the last owner stays, whatever the mode', async () => {
    const { owner } = await merchants.live()
    const { token } = await merchants.inMode(owner.token, 'test')
    const tester = { ...owner, token }
    const id = await userIdOf(world, tester, owner.email)
    const headers = await stepUpOf(world, tester, token)
    const removed = await call(world, 'DELETE', `users/${id}`, { token, headers })
    expect(messageOf(removed)).toEqual([409, 'A merchant needs at least one owner'])
  })

  test('a rule of test mode keeps its second user, too', async () => {
    const { owner, as } = await merchants.live()
    const email = `sara-${as.merchant_code.toLowerCase()}@example.com`
    await accept(
      world,
      await invited(world, owner, { email, role: 'accountant' }),
      'nine green lanterns',
      'Sara Kabongo',
    )
    const { token } = await merchants.inMode(owner.token, 'test')
    const tester = { ...owner, token }
    const body = { payout: { USD: 100 }, refund: null }
    const headers = await stepUpOf(world, tester, token)
    expect((await call(world, 'PUT', 'approval-rules', { token, headers, body })).status).toBe(200)
    const id = await userIdOf(world, tester, email)
    const { token: liveToken } = await merchants.inMode(token, 'live')
    const again = await stepUpOf(world, owner, liveToken)
    const removed = await call(world, 'DELETE', `users/${id}`, { token: liveToken, headers: again })
    expect(messageOf(removed)).toEqual([
      409,
      'While approvals are required, a merchant keeps two users who can approve',
    ])
  })

  test('alerts of test mode reach the owners', async () => {
    const { owner, as } = await merchants.live()
    const { token } = await merchants.inMode(owner.token, 'test')
    await merchants.testCredentials(owner, as, token)
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
