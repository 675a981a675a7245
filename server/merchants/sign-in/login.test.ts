import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, logIn, tokenOf } from '../../../test/support/callers/self-service.ts'
import type { ApiResponse } from '../../../test/support/http/response.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { forgetSignIns } from '../../accounts/forget-sign-ins.ts'
import { openPasswords, verifyPassword } from '../../accounts/password.ts'
import { openSystem } from '../../composition/system.ts'
import { silentLog } from '../../platform/process/log.ts'
import { freePort } from '../../platform/process/ports.ts'
import { manualClock } from '../../platform/time/clock.ts'
import { logIn as logInWith, openFailureLimit } from './login.ts'

const clock = manualClock()
let world: World
/** Hashes passwords at their cost in production. */
let costly: World
beforeAll(async () => {
  world = await openWorld({ role: 'api', clock })
  costly = await openWorld({ role: 'api', clock, passwords: openPasswords() })
})
afterAll(async () => {
  await world.close()
  await costly.close()
})

const wrong = { status: 'error', code: 'RMT-401', message: 'Wrong email or password' }
const run = (text: string, values: unknown[] = [], { db } = world) => db.rows<any>({ name: '', text }, values)
/** Signs in to the portal with a browser, which is known by a cookie. */
const openSession = (at: Pick<World, 'url'>, { email, password }: typeof world.merchant, browser = '') =>
  call(at, 'POST', 'session', { body: { email, password }, headers: { cookie: `likuta-device=${browser}` } })
/** The cookie of a browser that has signed in. */
async function browserOf(at: Pick<World, 'url'>, merchant: typeof world.merchant): Promise<string> {
  const { headers } = await openSession(at, merchant)
  return /likuta-device=([^;]{43})/.exec(String(headers['set-cookie']))?.[1] ?? ''
}
const stranger = () => ({ email: `nobody-${Math.random()}@example.com`, password: 'not this one' })

describe('[R4.13] login', () => {
  test('login returns a token that is not cacheable and stored only as a hash [S-61]', async () => {
    const { headers, status, body } = await logIn(world, world.merchant)
    assert.equal(status, 200)
    expect(body).toEqual({
      status: 'success',
      data: {
        access_token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
        token_type: 'Bearer',
        expires_in: 3600,
        merchant_code: world.merchant.merchant_code,
        environment: 'sandbox',
      },
    })
    assert.equal(headers['cache-control'], 'no-store')
    const stored = JSON.stringify(
      await run("select encode(token_hash, 'escape') as t, t::text from session t"),
    )
    assert.ok(!stored.includes(body.data.access_token))
  })

  test('login takes the email in any case and the password exactly', async () => {
    const { email, password } = world.merchant
    assert.equal((await logIn(world, { email: ` ${email.toUpperCase()} `, password })).status, 200)
    assert.equal((await logIn(world, { email, password: `${password} ` })).status, 401)
  })

  test('login refuses an unknown email with the response and work of a wrong password [S-60]', async () => {
    const known = await logIn(costly, { email: costly.merchant.email, password: 'not this one' })
    const unknown = await logIn(costly, stranger())
    for (const response of [known, unknown]) expect([response.status, response.body]).toEqual([401, wrong])
    assert.equal(known.headers['www-authenticate'], 'Bearer')
    const names = ({ headers }: ApiResponse) => Object.keys(headers).sort()
    expect(names(unknown)).toEqual(names(known))

    const statements = async (login: { email: string }) => {
      const before = costly.requestStatements.length
      await logIn(costly, { ...login, password: 'not this one' })
      return costly.requestStatements.slice(before)
    }
    const { email } = await costly.register()
    expect(await statements(stranger())).toEqual(await statements({ email }))

    // Hashing is nearly all of the work: without a placeholder hash an unknown email would be refused at once.
    const passwords = openPasswords()
    const hashCosts = async (login: { email: string }) => {
      const costs: string[] = []
      const verify: typeof passwords.verify = (hash, password, queue) => {
        costs.push(hash.split('$').slice(1, 4).join(' '))
        return passwords.verify(hash, password, queue)
      }
      const { db, system } = costly
      const needs = {
        db,
        secrets: system.secrets,
        clock,
        log: silentLog,
        passwords: { ...passwords, verify },
        failures: openFailureLimit(60),
        distrustDestinations: system.selfService.distrustDestinations,
      }
      const device = { id: 'a program', isBrowser: false, name: '', address: '127.0.0.1', requestId: '' }
      await assert.rejects(
        logInWith(needs, { ...login, password: 'not this one' }, device),
        /Wrong email or password/,
      )
      return costs
    }
    // One for each account that may have the email.
    const all = Array(3).fill('argon2id v=19 m=47104,t=1,p=1')
    expect(await hashCosts({ email })).toEqual(all)
    expect(await hashCosts(stranger())).toEqual(all)
  })

  test('login reports every fault of a body at once, without echoing it [S-56]', async () => {
    const empty = await call(world, 'POST', 'login', { body: {} })
    expect([empty.status, empty.body]).toEqual([
      400,
      {
        status: 'error',
        code: 'RMT-1005',
        message: 'A required field is missing or invalid',
        errors: [
          { field: 'email', message: 'Field required' },
          { field: 'password', message: 'Field required' },
        ],
      },
    ])
    const odd = await call(world, 'POST', 'login', { body: { email: 7, password: ['canary-secret'] } })
    assert.equal(odd.body.code, 'RMT-1005')
    assert.ok(!odd.text.includes('canary-secret'))
    assert.equal((await call(world, 'POST', 'login', { raw: '{' })).body.code, 'RMT-1001')
  })

  test('users of a suspended merchant sign in with the right password', async () => {
    const merchant = await world.register()
    await run("update merchant set status = 'suspended' where merchant_code = $1", [merchant.merchant_code])
    expect((await logIn(world, { ...merchant, password: 'not this one' })).body).toEqual(wrong)
    const right = await logIn(world, merchant)
    expect(right.status).toBe(200)
  })

  test('login rehashes a password whose hash was made at another cost [S-59]', async () => {
    const merchant = await costly.register()
    // Made by the reference implementation: password "password", salt "somesalt", m=65536, t=2, p=1.
    const old = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
    await run('update merchant_user set password_hash = $2 where email = $1', [merchant.email, old], costly)
    assert.equal((await logIn(costly, { ...merchant, password: 'password' })).status, 200)
    const [row] = await run(
      'select password_hash from merchant_user where email = $1',
      [merchant.email],
      costly,
    )
    expect(await verifyPassword(row.password_hash, 'password')).toEqual({ matches: true, outdated: false })
    assert.equal((await logIn(costly, { ...merchant, password: 'password' })).status, 200)
  })

  test('one login of strangers is verified at a time, the full queue is 503, and payments go on [S-32]', async () => {
    const merchant = await costly.register()
    const browser = await browserOf(costly, merchant)
    const logins = Array.from({ length: 60 }, () => logIn(costly, stranger()))
    const [order, known] = [costly.createOrder(), openSession(costly, merchant, browser)]
    const responses = await Promise.all(logins)
    const refused = responses.filter(({ status }) => status === 503)
    expect([...new Set(responses.map(({ status }) => status))].sort()).toEqual([401, 503])
    expect(refused[0]?.body).toEqual({ status: 'error', code: 'RMT-503', message: 'Service Unavailable' })
    assert.ok(Number(refused[0]?.headers['retry-after']) > 0)
    assert.match((await order).link, /sig=/)
    assert.equal((await known).status, 200)
  })
})

describe('[R4.13] five wrong passwords in 15 minutes [S-60]', () => {
  const fail = async (login: { email: string }, times: number, headers = {}) => {
    const statuses: number[] = []
    for (let i = 0; i < times; i++)
      statuses.push((await logIn(world, { ...login, password: 'not this one' }, headers)).status)
    return statuses
  }

  test('five wrong passwords lock sign-in for 15 minutes but not the API keys', async () => {
    const merchant = await world.register()
    const token = await tokenOf(world, merchant)
    expect(await fail(merchant, 6)).toEqual([401, 401, 401, 401, 401, 429])
    const locked = await logIn(world, merchant)
    expect([locked.status, locked.body]).toEqual([
      429,
      { status: 'error', code: 'RMT-429', message: 'Too many wrong passwords, try again later' },
    ])
    assert.equal(locked.headers['retry-after'], '900')
    assert.equal((await call(world, 'GET', 'me', { token })).status, 200)
    const path = '/api/v1/payment/status'
    const requested = await world.signed('POST', path, { transaction_uuid: 'x' }, { as: merchant })
    assert.equal(requested.status, 404)
    assert.equal(requested.body.detail, 'Transaction not found')
    assert.equal((await logIn(world, await world.register())).status, 200)
    clock.forward({ minutes: 14, seconds: 59 })
    expect((await logIn(world, merchant)).headers['retry-after']).toBe('1')
    clock.forward({ seconds: 1 })
    assert.equal((await logIn(world, merchant)).status, 200)
  })

  test('five wrong passwords lock an email without an account in the same way', async () => {
    const login = stranger()
    expect(await fail(login, 6)).toEqual([401, 401, 401, 401, 401, 429])
    clock.forward({ minutes: 15 })
    expect(await fail(login, 1)).toEqual([401])
  })

  test('an untrusted X-Forwarded-For does not evade the sign-in lock', async () => {
    const merchant = await world.register()
    for (let i = 0; i < 5; i++) await fail(merchant, 1, { 'x-forwarded-for': `198.51.100.${i}` })
    const tried = await logIn(world, merchant, { 'x-forwarded-for': '198.51.100.99' })
    assert.equal(tried.status, 429)
  })

  test('wrong passwords spread over time or followed by the right one do not lock', async () => {
    const merchant = await world.register()
    await fail(merchant, 4)
    clock.forward({ minutes: 15 })
    expect(await fail(merchant, 4)).toEqual([401, 401, 401, 401])
    assert.equal((await logIn(world, merchant)).status, 200)
    expect(await fail(merchant, 5)).toEqual([401, 401, 401, 401, 401])
    expect(await fail(merchant, 1)).toEqual([429])
  })

  test('of 21 simultaneous guesses five are judged and the rest are 429, even the right one', async () => {
    const merchant = await costly.register()
    const guesses = [...Array.from({ length: 20 }, (_, i) => `guess number ${i}`), merchant.password]
    const responses = await Promise.all(guesses.map((password) => logIn(costly, { ...merchant, password })))
    const counts = Map.groupBy(responses, ({ status }) => status)
    expect([counts.get(401)?.length, counts.get(429)?.length]).toEqual([5, 16])
  })

  test('an address with many failures learns nothing of emails, and known browsers sign in', async () => {
    const limited = await openWorld({ role: 'api', settings: { RATE_LIMIT_FAILED_LOGINS_PER_MINUTE: '1' } })
    try {
      const { merchant } = limited
      const browser = await browserOf(limited, merchant)
      expect((await logIn(limited, stranger())).status).toBe(401)
      const guesses = [stranger(), { ...merchant, password: 'not this one' }, merchant]
      for (const guess of guesses) expect((await logIn(limited, guess)).status).toBe(429)
      expect((await openSession(limited, merchant, 'd'.repeat(43))).status).toBe(429)
      assert.equal((await openSession(limited, merchant, browser)).status, 200)
    } finally {
      await limited.close()
    }
  })

  test('wrong passwords are counted across all processes', async () => {
    const port = await freePort()
    const settings = { ...world.system.settings, PORT: port }
    const process = openSystem(settings, { role: 'api', clock, log: silentLog })
    await process.app.listen({ host: '127.0.0.1', port })
    const other = { url: `http://localhost:${port}` }
    try {
      const merchant = await world.register()
      await fail(merchant, 3)
      for (let i = 0; i < 2; i++)
        assert.equal((await logIn(other, { ...merchant, password: 'not this one' })).status, 401)
      assert.equal((await logIn(other, merchant)).status, 429)
      assert.equal((await logIn(world, merchant)).status, 429)
    } finally {
      await process.close()
    }
  })

  test('behind a trusted proxy, a stranger at another address cannot lock the owner out', async () => {
    const behind = await openWorld({ role: 'api', clock, settings: { TRUSTED_PROXIES: '127.0.0.1' } })
    try {
      const { merchant } = behind
      const from = (address: string, password = merchant.password) =>
        logIn(behind, { ...merchant, password }, { 'x-forwarded-for': address })
      for (let i = 0; i < 5; i++) await from('198.51.100.1', 'not this one')
      assert.equal((await from('198.51.100.1')).status, 429)
      assert.equal((await from('198.51.100.2')).status, 200)
      const spoofed = await from('198.51.100.3, 198.51.100.1')
      assert.equal(spoofed.status, 429)
      for (let i = 0; i < 5; i++) await from(`2001:db8:0:1::${i}`, 'not this one')
      assert.equal((await from('2001:db8:0:1::99')).status, 429)
    } finally {
      await behind.close()
    }
  })

  test('expired login failures and access tokens are deleted', async () => {
    clock.forward({ hours: 2 })
    await fail(stranger(), 1)
    await tokenOf(world, await world.register())
    assert.equal(await forgetSignIns({ db: world.db, clock }), false)
    expect(
      await run('select (select count(*) from login_failure) as f, (select count(*) from session) as t'),
    ).toEqual([{ f: 1n, t: 1n }])
  })
})

describe('[R4.13] change-password', () => {
  const change = (token: string, current_password: unknown, new_password: unknown) =>
    call(world, 'POST', 'change-password', { token, body: { current_password, new_password } })

  test('a changed password ends all other sessions and keeps this one [S-61]', async () => {
    const merchant = await world.register()
    const [mine, other] = [await tokenOf(world, merchant), await tokenOf(world, merchant)]
    const changed = await change(mine, merchant.password, 'kitenge rouge au marché')
    expect([changed.status, changed.body]).toEqual([200, { status: 'success', data: {} }])
    expect([
      (await call(world, 'GET', 'me', { token: mine })).status,
      (await call(world, 'GET', 'me', { token: other })).status,
    ]).toEqual([200, 401])
    assert.equal((await logIn(world, merchant)).status, 401)
    assert.equal((await logIn(world, { ...merchant, password: 'kitenge rouge au marché' })).status, 200)
  })

  test('a wrong current password is refused, and five lock as at login', async () => {
    const merchant = await world.register()
    const token = await tokenOf(world, merchant)
    for (let i = 0; i < 5; i++) {
      const { status, body } = await change(token, 'not this one', 'kitenge rouge au marché')
      expect([status, body.code, body.message]).toEqual([400, 'RMT-1009', 'The current password is wrong'])
    }
    const locked = await change(token, merchant.password, 'kitenge rouge au marché')
    expect([locked.status, locked.body.code]).toEqual([429, 'RMT-429'])
    assert.equal((await logIn(world, merchant)).status, 429)
  })

  test.each([
    ['elevenchars', 'The password needs at least 12 characters'],
    ['k1'.repeat(65), 'The password may have at most 128 characters'],
    ['Password1234', 'The password is too common'],
    ['Boutique Test 1', 'The password is too common'],
  ])('the new password %j is refused', async (weak, message) => {
    const merchant = await world.register()
    const { status, body } = await change(await tokenOf(world, merchant), merchant.password, weak)
    expect([status, body]).toEqual([400, { status: 'error', code: 'RMT-1010', message }])
    assert.equal((await logIn(world, merchant)).status, 200)
  })

  test('a password change without its fields is refused with each of them named', async () => {
    const token = await tokenOf(world, world.merchant)
    const { status, body } = await call(world, 'POST', 'change-password', { token, body: {} })
    expect([status, body.code, body.errors.map(({ field }: { field: string }) => field)]).toEqual([
      400,
      'RMT-1005',
      ['current_password', 'new_password'],
    ])
  })
})
