// Password resets: a one-time link created by an admin, valid for an hour.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, logIn, tokenOf } from '../../../test/support/callers/self-service.ts'
import { orderBody } from '../../../test/support/world/bodies.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { forgetSignIns } from '../../accounts/forget-sign-ins.ts'
import { manualClock } from '../../platform/time/clock.ts'
import type { Credentials } from '../identity/register.ts'

const clock = manualClock()
let world: World
beforeAll(async () => {
  world = await openWorld({
    role: 'api',
    clock,
    settings: { TRUSTED_PROXIES: '127.0.0.1/32', ADMIN_ALLOWED_NETWORKS: '127.0.0.0/8' },
  })
})
afterAll(() => world.close())

const reason = 'The owner called and was identified'
const newPassword = 'a new staple for horses'
const pathOf = (code: string) => `/api/v1/admin/merchants/${code}/password-reset`
const linkOf = async ({ merchant_code }: Credentials) => {
  const { status, body } = await world.admin('POST', pathOf(merchant_code), { reason })
  assert.equal(status, 200)
  return body.data as { merchant_code: string; email: string; url: string; expires_at: string }
}
const tokenIn = (url: string) => new URL(url).hash.slice(1)
const reset = (token: string, new_password = newPassword, headers: Record<string, string> = {}) =>
  call(world, 'POST', 'password-reset', { body: { token, new_password }, headers })
const unusable = {
  status: 'error',
  code: 'RMT-404',
  message: 'This password reset link is unknown, used or expired',
}
const rows = (text: string, values: unknown[] = []) => world.db.rows<any>({ name: '', text }, values)

describe('a password reset link', () => {
  test('an admin creates a reset link with a reason; it is audited and stored as a hash', async () => {
    const as = await world.register()
    const { headers } = await world.admin('POST', pathOf(as.merchant_code), { reason })
    assert.equal(headers['cache-control'], 'no-store')
    const link = await linkOf(as)
    expect(link).toEqual({
      merchant_code: as.merchant_code,
      email: as.email,
      url: expect.stringMatching(/\/portal\/new-password#[A-Za-z0-9_-]{43}$/),
      expires_at: '2026-11-21T11:00:00.000000',
    })
    const stored = JSON.stringify(
      await rows("select encode(token_hash, 'escape') as t, r::text from account_link r"),
    )
    const logged = JSON.stringify(await rows('select a::text from audit_log a'))
    for (const text of [stored, logged]) assert.ok(!text.includes(tokenIn(link.url)))
    expect(await rows('select action, detail from audit_log where subject = $1', [as.merchant_code])).toEqual(
      Array(2).fill({
        action: 'merchant.password_reset_link_created',
        detail: expect.stringContaining(reason),
      }),
    )
    assert.equal((await world.admin('POST', pathOf(as.merchant_code), { reason: '' })).status, 400)
    assert.equal((await world.admin('POST', pathOf('LKT-NONE-NONE'), { reason })).status, 404)
  })

  test('a password reset ends the old password and all sessions but keeps API keys [S-61]', async () => {
    const as = await world.register()
    const sessions = [await tokenOf(world, as), await tokenOf(world, as)]
    const token = tokenIn((await linkOf(as)).url)
    expect((await reset(token)).body).toEqual({ status: 'success', data: {} })
    for (const session of sessions)
      assert.equal((await call(world, 'GET', 'me', { token: session })).status, 401)
    assert.equal((await logIn(world, as)).status, 401)
    assert.equal((await logIn(world, { email: as.email, password: newPassword })).status, 200)
    assert.equal(
      (await world.signed('POST', '/api/v1/payment/orders', orderBody(world.url), { as })).status,
      200,
    )
  })

  test('a reset link works once, even when it is used twice at the same moment', async () => {
    const token = tokenIn((await linkOf(await world.register())).url)
    const responses = await Promise.all([reset(token), reset(token, 'another staple of horses')])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 404])
    const repeated = await reset(token)
    expect([repeated.status, repeated.body]).toEqual([404, unusable])
  })

  test('a reset link works for an hour and is deleted afterwards', async () => {
    const as = await world.register()
    const token = tokenIn((await linkOf(as)).url)
    clock.forward({ minutes: 59, seconds: 59 })
    // This password is refused as too weak, so the link stays usable.
    const weak = await reset(token, 'password1234')
    expect([weak.status, weak.body.code]).toEqual([400, 'RMT-1010'])
    clock.forward({ seconds: 1 })
    const late = await reset(token)
    expect([late.status, late.body]).toEqual([404, unusable])
    while (await forgetSignIns({ db: world.db, clock }));
    expect(await rows('select * from account_link where expires_at <= $1', [clock.now()])).toEqual([])
  })

  test('a reset link ends when a newer one is created or the password is changed', async () => {
    const as = await world.register()
    const first = tokenIn((await linkOf(as)).url)
    const second = tokenIn((await linkOf(as)).url)
    assert.equal((await reset(first)).status, 404)
    const body = { current_password: as.password, new_password: newPassword }
    const changed = await call(world, 'POST', 'change-password', { token: await tokenOf(world, as), body })
    assert.equal(changed.status, 200)
    assert.equal((await reset(second, 'another staple of horses')).status, 404)
    assert.equal((await logIn(world, { email: as.email, password: newPassword })).status, 200)
  })

  test("a password reset clears its owner's sign-in locks at every address and no others", async () => {
    const [as, other] = [await world.register(), await world.register()]
    const from = (address: string) => ({ 'x-forwarded-for': address })
    for (const address of ['198.51.100.7', '203.0.113.9'])
      for (const { email } of [as, other])
        for (let i = 0; i < 5; i++) await logIn(world, { email, password: 'wrong' }, from(address))
    await reset(tokenIn((await linkOf(as)).url), newPassword, from('198.51.100.7'))
    for (const address of ['198.51.100.7', '203.0.113.9']) {
      assert.equal(
        (await logIn(world, { email: as.email, password: newPassword }, from(address))).status,
        200,
      )
      assert.equal((await logIn(world, other, from(address))).status, 429)
    }
  })

  test.each([{}, { token: 7, new_password: newPassword }, { token: 'x'.repeat(43) }])(
    'a password reset needs a complete body: %j is refused',
    async (body) => {
      assert.equal((await call(world, 'POST', 'password-reset', { body })).status, 400)
    },
  )

  test('an unknown reset link is refused like a used one', async () => {
    const { status, body } = await reset('A'.repeat(43))
    expect([status, body]).toEqual([404, unusable])
  })
})

test('password resets are rate-limited by address, like sign-ins [S-28]', async () => {
  const limited = await openWorld({ role: 'api', clock, settings: { RATE_LIMIT_LOGINS_PER_SECOND: '1' } })
  const body = { token: 'A'.repeat(43), new_password: newPassword }
  const send = () => call(limited, 'POST', 'password-reset', { body })
  const responses = await Promise.all(Array.from({ length: 12 }, send))
  assert.ok(responses.some(({ status }) => status === 429))
  await limited.close()
})

test('the user gets a message about a reset link, and about every new password', async () => {
  const as = await world.register()
  const { url } = await linkOf(as)
  assert.equal((await reset(tokenIn(url))).status, 200)
  clock.forward({ seconds: 1 })
  const token = await tokenOf(world, { ...as, password: newPassword })
  const body = { current_password: newPassword, new_password: 'a third staple for horses' }
  assert.equal((await call(world, 'POST', 'change-password', { token, body })).status, 200)
  const messages = await rows('select kind, address, audience from message where address = $1 order by id', [
    as.email,
  ])
  const sent = ['password_link_created', 'password_changed', 'password_changed']
  expect(messages).toEqual(sent.map((kind) => ({ kind, address: as.email, audience: 'account' })))
})
