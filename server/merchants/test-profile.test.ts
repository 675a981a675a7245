// The test profile: from go-live on, a merchant has one beside the live profile, and nothing of one is found through the other.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, type Member, signedIn, stepUpOf, tokenOf } from '../../test/support/callers/self-service.ts'
import { messageOf, testModeOf } from '../../test/support/profiles/test-mode.ts'
import { asProven, joinedStaff } from '../../test/support/staff/members.ts'
import { openWorld, type World } from '../../test/support/world/world.ts'
import { ownMerchantProblem } from '../admin/access.ts'
import type { Credentials } from './identity/register.ts'

let world: World
let merchants: ReturnType<typeof testModeOf>
beforeAll(async () => {
  world = await openWorld({ role: 'api', productionGateway: true })
  merchants = testModeOf(world)
})
afterAll(() => world?.close())

const run = (text: string, values: unknown[] = []) => world.db.rows<any>({ name: '', text }, values)

describe('the test profile', () => {
  test('an approval makes one sandbox profile, which both profiles name', async () => {
    const { as, owner } = await merchants.live()
    const own = await merchants.me(owner.token)
    expect([own.environment, own.live_profile]).toEqual(['production', null])
    const { token, code } = await merchants.inMode(owner.token, 'test')
    expect(own.test_profile).toEqual({ merchant_code: code })
    const twin = await merchants.me(token)
    expect(twin).toMatchObject({
      ...{ merchant_code: code, environment: 'sandbox', is_test: true, api_key: null },
      ...{ name: own.name, test_profile: null, live_profile: { merchant_code: as.merchant_code } },
      user: own.user,
      rates: own.rates,
    })
    expect(code).not.toBe(as.merchant_code)
  })

  test('a test profile has no step to go live in its checklist', async () => {
    const { owner } = await merchants.live()
    const stepsOf = async (token: string) =>
      (await call(world, 'GET', 'checklist', { token })).body.data.map(({ step }: { step: string }) => step)
    expect(await stepsOf(owner.token)).toContain('go_live')
    const { token } = await merchants.inMode(owner.token, 'test')
    const steps = await stepsOf(token)
    expect(steps).toContain('test_payment')
    expect(steps).not.toContain('go_live')
  })

  test('a step-up that was given before the approval confirms nothing after it', async () => {
    const invite = (owner: Member, headers: Record<string, string>, email: string) =>
      call(world, 'POST', 'invitations', {
        token: owner.token,
        headers,
        body: { email: `${email}.${owner.email}`, role: 'viewer' },
      })
    let headers: Record<string, string> = {}
    const { owner } = await merchants.live(async (owner) => {
      headers = await stepUpOf(world, owner, owner.token)
      expect((await invite(owner, headers, 'before')).status).toBe(200)
    })
    expect(messageOf(await invite(owner, headers, 'after'))).toEqual([403, 'Step-up required'])
    expect((await invite(owner, await stepUpOf(world, owner, owner.token), 'after')).status).toBe(200)
  })

  test('approvals at the same time make one test profile', async () => {
    const before = await world.register()
    const owner = await signedIn(world, before)
    await merchants.file(owner)
    const all = await Promise.all(Array.from({ length: 8 }, () => merchants.decide(before.merchant_code)))
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
    await merchants.file(owner)
    await run(`create function refuse_profile() returns trigger language plpgsql as $$
      begin if new.test_of is not null then raise exception 'no disk'; end if; return new; end $$`)
    await run(
      'create trigger refuse_profile before update on shared.merchant for each row execute function refuse_profile()',
    )
    const failed = await merchants.decide(before.merchant_code).finally(async () => {
      await run('drop trigger refuse_profile on shared.merchant')
      await run('drop function refuse_profile')
    })
    expect(failed.status).toBe(500)
    const { environment, go_live } = (
      await world.admin('GET', `/api/v1/admin/merchants/${before.merchant_code}`)
    ).body.data
    expect([environment, go_live]).toEqual(['sandbox', 'PENDING'])
    expect((await merchants.decide(before.merchant_code)).status).toBe(200)
  })

  test('a merchant made in production has a test profile at once', async () => {
    const as = await world.register({ environment: 'production' })
    const own = await merchants.me(await tokenOf(world, as))
    expect(own.test_profile).toEqual({ merchant_code: expect.stringMatching(/^LKT-/) })
  })

  test('it copies how the merchant sells, and nothing that is for production alone', async () => {
    const put = (owner: Member, name: string, body: unknown) =>
      call(world, 'PUT', name, { token: owner.token, body })
    const { owner } = await merchants.live(async (of) => {
      await put(of, 'callback', { callback_url: 'https://shop.example/webhooks' })
      await put(of, 'whitelist', { addresses: ['203.0.113.7'] })
      await put(of, 'checkout', { checkout_attempts: 2, payment_methods: ['card', 'mobile_money'] })
      await put(of, 'preferences', { sells_by: 'site', time_zone: 'Africa/Lubumbashi' })
      await put(of, 'brand', { accent: '#0b625c' })
    })
    const read = async (token: string, name: string) => (await call(world, 'GET', name, { token })).body.data
    const own = await read(owner.token, 'checkout')
    const { token } = await merchants.inMode(owner.token, 'test')
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
    const { owner } = await merchants.live()
    const { token, code } = await merchants.inMode(owner.token, 'test')
    const filed = await merchants.file(owner, token)
    expect(messageOf(filed)).toEqual([409, 'A test profile stays in the sandbox'])
    expect(messageOf(await merchants.decide(code))).toEqual([409, 'A test profile stays in the sandbox'])
  })
})

describe('what never mixes', () => {
  test('the old test keys stay refused, and the keys of test mode work', async () => {
    const { before, as, owner } = await merchants.live()
    const { token } = await merchants.inMode(owner.token, 'test')
    const tester = await merchants.testCredentials(owner, as, token)
    expect(tester.api_key).toMatch(/^pk_test_/)
    expect(messageOf(await merchants.order(before))).toEqual([403, 'Unauthorized environment'])
    expect((await merchants.order(tester)).status).toBe(200)
    expect((await merchants.order(as)).status).toBe(200)
  })

  test('a payment of one profile is unknown to the other', async () => {
    const { as, owner } = await merchants.live()
    const ownOrder = (await merchants.order(as)).body
    const { token } = await merchants.inMode(owner.token, 'test')
    const tester = await merchants.testCredentials(owner, as, token)
    const testOrder = (await merchants.order(tester)).body
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
    const { token: back } = await merchants.inMode(token, 'live')
    expect((await call(world, 'GET', `payments/${testUuid}`, { token: back })).status).toBe(404)
    const listed = (await call(world, 'GET', 'payments', { token: back })).text
    expect([listed.includes(liveUuid), listed.includes(testUuid)]).toEqual([true, false])
  })

  test('a file that is downloaded in test mode says so in its name', async () => {
    const { owner } = await merchants.live()
    const nameOf = async (token: string) =>
      (await call(world, 'GET', 'payments.csv', { token })).headers['content-disposition']
    expect(await nameOf(owner.token)).toContain('filename="payments.csv"')
    const { token } = await merchants.inMode(owner.token, 'test')
    expect(await nameOf(token)).toContain('filename="test-payments.csv"')
  })
})

describe('suspension', () => {
  const act = (code: string, what: 'suspend' | 'resume') =>
    world.admin('POST', `/api/v1/admin/merchants/${code}/${what}`, { reason: 'complaints' })

  test('of the merchant ends the sessions of both modes, and its test keys go on', async () => {
    const { as, owner } = await merchants.live()
    const { token } = await merchants.inMode(owner.token, 'test')
    const tester = await merchants.testCredentials(owner, as, token)
    expect((await act(as.merchant_code, 'suspend')).status).toBe(200)
    expect((await call(world, 'GET', 'me', { token })).status).toBe(401)
    expect((await merchants.order(as)).status).toBe(403)
    expect((await merchants.order(tester)).status).toBe(200)
  })

  test('of the test profile ends the sessions in test mode alone', async () => {
    const { owner } = await merchants.live()
    const other = await tokenOf(world, owner)
    const { token, code } = await merchants.inMode(owner.token, 'test')
    expect((await act(code, 'suspend')).status).toBe(200)
    expect((await call(world, 'GET', 'me', { token })).status).toBe(401)
    expect((await merchants.me(other)).environment).toBe('production')
  })
})

describe('admins', () => {
  test('the list of merchants leaves test profiles out unless they are searched for, and marks them', async () => {
    const { as, owner } = await merchants.live()
    const { code } = await merchants.inMode(owner.token, 'test')
    const list = async (query: string) =>
      (await world.admin('GET', `/api/v1/admin/merchants?limit=100${query}`)).body.data.items
    expect((await list('')).some((one: any) => one.merchant_code === code)).toBe(false)
    const [found] = await list(`&search=${code}`)
    expect(found).toMatchObject({ merchant_code: code, live_profile: { merchant_code: as.merchant_code } })
    const [own] = await list(`&search=${as.merchant_code}`)
    expect(own.test_profile).toEqual({ merchant_code: code })
  })

  test('an admin who is a user of the merchant decides nothing about its test profile', async () => {
    const { owner } = await merchants.live()
    const { code } = await merchants.inMode(owner.token, 'test')
    const staff = await joinedStaff(world, 'owner')
    await run('update merchant_user set email = $2, email_confirmed_at = now() where email = $1', [
      owner.email,
      staff.email,
    ])
    const body = { commission_rate: '0.10' }
    const refused = await asProven(world, staff.token, 'PUT', `merchants/${code}/rates`, body)
    expect(messageOf(refused)).toEqual([403, ownMerchantProblem.detail])
  })
})
