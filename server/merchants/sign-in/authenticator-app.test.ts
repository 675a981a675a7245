// Second factors that are typed: the code of an authenticator app, and recovery codes. Signing in, step-up, and what ends when.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  call,
  joined,
  logIn,
  signedIn,
  stepUpOf,
  userIdOf,
} from '../../../test/support/callers/self-service.ts'
import { rowsOfPlaces } from '../../../test/support/database/places.ts'
import { codeOf, provenBy, type WithApp, withApp } from '../../../test/support/factors/factors.ts'
import type { ApiResponse } from '../../../test/support/http/response.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { forgetSignIns } from '../../accounts/forget-sign-ins.ts'
import { attempterOf as failuresOf } from '../../accounts/login-lock.ts'
import { openSystem } from '../../composition/system.ts'
import { silentLog } from '../../platform/process/log.ts'
import { freePort } from '../../platform/process/ports.ts'
import { manualClock, systemClock } from '../../platform/time/clock.ts'

const clock = manualClock(systemClock.now().toString())
let world: World
beforeAll(async () => {
  world = await openWorld({ clock })
})
afterAll(() => world?.close())

const rows = (text: string, values: unknown[] = []) => world.db.rows<any>({ name: '', text }, values)
const member = async () => signedIn(world, await world.register())
const user = async () => withApp(world, await member())
const signIn = ({ email, password }: WithApp, code: object) =>
  call(world, 'POST', 'login', { body: { email, password, ...code } })
const refusal = ({ status, body }: ApiResponse) => [status, body.code, body.message]
const required = [401, 'RMT-1027', 'Second factor required']
const wrong = [401, 'RMT-1027', 'The code is wrong or was used already']
const get = (token: string, name: string) => call(world, 'GET', name, { token })
const attempterOf = ({ email }: WithApp) => failuresOf(world.system.secrets, email, '127.0.0.1')
/** The current code, in a time step of its own. */
const freshCode = ({ secret }: WithApp) => {
  clock.forward({ seconds: 30 })
  return codeOf(world, secret)
}

describe('an authenticator app', () => {
  test('the right password is not enough for a user with an authenticator app', async () => {
    const app = await user()
    expect(refusal(await logIn(world, app))).toEqual(required)
    const response = await signIn(app, { totp: freshCode(app) })
    assert.equal(response.status, 200, response.text)
    expect(Object.keys(response.body.data).sort()).toEqual(
      ['access_token', 'environment', 'expires_in', 'merchant_code', 'token_type'].sort(),
    )
  })

  test('a wrong password is refused alike with and without a second factor', async () => {
    const [app, plain] = [await user(), await member()]
    const body = (who: { email: string }) => ({ email: who.email, password: 'not this one', totp: '123456' })
    const [first, second] = [
      await call(world, 'POST', 'login', { body: body(app) }),
      await call(world, 'POST', 'login', { body: body(plain) }),
    ]
    expect([first.status, first.body]).toEqual([second.status, second.body])
    expect(refusal(first)).toEqual([401, 'RMT-401', 'Wrong email or password'])
  })

  test('a code is accepted once, also when ten requests send it at once', async () => {
    const app = await user()
    const totp = freshCode(app)
    const responses = await Promise.all(Array.from({ length: 10 }, () => signIn(app, { totp })))
    assert.equal(responses.filter(({ status }) => status === 200).length, 1)
  })

  test('an earlier code is refused once a later one was accepted', async () => {
    const app = await user()
    const earlier = freshCode(app)
    assert.equal((await signIn(app, { totp: freshCode(app) })).status, 200)
    expect(refusal(await signIn(app, { totp: earlier }))).toEqual(wrong)
  })

  test('the code with which the app was set up does not sign in', async () => {
    const app = await user()
    expect(refusal(await signIn(app, { totp: codeOf(world, app.secret, -1) }))).toEqual(wrong)
  })

  test('codes of clocks that differ by more than one step are refused', async () => {
    const app = await user()
    freshCode(app)
    expect(refusal(await signIn(app, { totp: codeOf(world, app.secret, 2) }))).toEqual(wrong)
    assert.equal((await signIn(app, { totp: codeOf(world, app.secret, 1) })).status, 200)
  })

  test('five wrong codes lock the codes of the user at every address', async () => {
    const app = await user()
    const totp = freshCode(app) === '000000' ? '000001' : '000000'
    for (let i = 0; i < 5; i++) await signIn(app, { totp })
    // As if the codes had come from other addresses: the email is not locked at this one.
    await rows('delete from login_failure where who = $1', [attempterOf(app).who])
    expect(refusal(await signIn(app, { totp: freshCode(app) }))).toEqual([
      429,
      'RMT-429',
      'Too many wrong passwords, try again later',
    ])
    clock.forward({ minutes: 15 })
    assert.equal((await signIn(app, { totp: freshCode(app) })).status, 200)
  })

  test('of hundreds of codes at once over two processes five are judged, even if a later one is right', async () => {
    const port = await freePort()
    const other = openSystem({ ...world.system.settings, PORT: port }, { role: 'api', clock, log: silentLog })
    await other.app.listen({ host: '127.0.0.1', port })
    try {
      const app = await user()
      const right = freshCode(app)
      const code = right === '000000' ? '000001' : '000000'
      const prove = (n: number, totp: string) =>
        call(n % 2 ? { url: `http://localhost:${port}` } : world, 'POST', 'step-up', {
          token: app.token,
          body: { totp },
        })
      const guesses = Array.from({ length: 120 }, (_, n) => prove(n, code))
      const last = prove(0, right)
      const responses = await Promise.all(guesses)
      assert.equal(responses.filter(({ status }) => status === 400).length, 5)
      assert.ok(responses.every(({ status }) => [400, 429, 503].includes(status)))
      assert.notEqual((await last).status, 200)
    } finally {
      await other.close()
    }
  })

  test('right passwords at once do not lock each other out', async () => {
    const owner = await world.register()
    const responses = await Promise.all(Array.from({ length: 12 }, () => logIn(world, owner)))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
  })

  test('wrong codes lock the email at the address too, and the right password clears nothing', async () => {
    const app = await user()
    const totp = freshCode(app) === '000000' ? '000001' : '000000'
    for (let i = 0; i < 4; i++) await signIn(app, { totp })
    expect(refusal(await logIn(world, app))).toEqual(required)
    expect(refusal(await logIn(world, { email: app.email, password: 'not this one' }))[0]).toBe(401)
    assert.equal((await logIn(world, app)).status, 429)
  })

  test('the secret is stored sealed, and listed nowhere', async () => {
    const app = await user()
    const stored = await rows('select encode(secret_sealed, $$escape$$) as s from totp_secret')
    assert(!JSON.stringify(stored).includes(app.secret))
    const listed = await get(app.token, 'factors')
    expect(listed.body.data).toEqual({
      second_factor: true,
      totp: { created_at: expect.any(String), last_used_at: null },
      passkeys: [],
      recovery_codes: { left: 10, created_at: expect.any(String) },
    })
    assert(!listed.text.includes(app.secret))
  })
})

describe('recovery codes', () => {
  test('a recovery code replaces the app once, also when ten requests send it at once', async () => {
    const app = await user()
    const recovery_code = app.codes[0]?.toLowerCase().replaceAll('-', ' ')
    assert.equal(app.codes.length, 10)
    const responses = await Promise.all(Array.from({ length: 10 }, () => signIn(app, { recovery_code })))
    assert.equal(responses.filter(({ status }) => status === 200).length, 1)
    const [{ left }] = await rows(
      'select cardinality(a.recovery_hashes) as left from account a join merchant_user u using (id) where u.email = $1',
      [app.email],
    )
    assert.equal(left, 9)
  })

  test('the use of a recovery code is audited, and reported to the user', async () => {
    const app = await user()
    assert.equal((await signIn(app, { recovery_code: app.codes[3] })).status, 200)
    const text = 'select kind from message where address = $1'
    const messages = await rowsOfPlaces<{ kind: string }>(world, { name: '', text }, [app.email])
    expect(messages.map(({ kind }) => kind)).toContain('recovery_code_used')
    const [entry] = await rowsOfPlaces<{ detail: object }>(world, {
      name: '',
      text: `select actor, detail::jsonb as detail from audit_log
        where action = 'merchant_user.recovery_code_used' order by seq desc limit 1`,
    })
    expect(entry?.detail).toMatchObject({ email: app.email, codes_left: 9 })
  })

  test('new recovery codes end the old ones', async () => {
    const app = await user()
    const headers = await provenBy(world, app.token, { totp: freshCode(app) })
    const made = await call(world, 'POST', 'factors/recovery-codes', { token: app.token, headers })
    const [first] = made.body.data.recovery_codes
    expect(refusal(await signIn(app, { recovery_code: app.codes[0] }))).toEqual(wrong)
    assert.equal((await signIn(app, { recovery_code: first })).status, 200)
  })

  test('the recovery code of another user is refused', async () => {
    const [app, other] = [await user(), await user()]
    expect(refusal(await signIn(app, { recovery_code: other.codes[0] }))).toEqual(wrong)
  })

  test('a user without a second factor has no recovery codes to renew', async () => {
    const plain = await member()
    const headers = await stepUpOf(world, plain, plain.token)
    const made = await call(world, 'POST', 'factors/recovery-codes', { token: plain.token, headers })
    expect(refusal(made)).toEqual([409, 'RMT-409', 'The account has no second factor'])
  })
})

describe('a step-up', () => {
  test('a user with a second factor steps up with it, not with the password', async () => {
    const app = await user()
    const stepUp = (body: object) => call(world, 'POST', 'step-up', { token: app.token, body })
    const password = await stepUp({ password: app.password })
    expect(refusal(password)).toEqual([403, 'RMT-1025', 'Second factor required'])
    const bad = freshCode(app) === '000000' ? '000001' : '000000'
    expect(refusal(await stepUp({ totp: bad }))).toEqual([400, 'RMT-1028', wrong[2]])
    const totp = freshCode(app)
    const responses = await Promise.all(Array.from({ length: 10 }, () => stepUp({ totp })))
    assert.equal(responses.filter(({ status }) => status === 200).length, 1)
  })

  test('a recovery code steps up, for a user who lost the phone', async () => {
    const app = await user()
    const headers = await provenBy(world, app.token, { recovery_code: app.codes[1] })
    assert.equal((await call(world, 'DELETE', 'factors/totp', { token: app.token, headers })).status, 200)
    const session = await logIn(world, app)
    assert.equal(session.status, 200, session.text)
    assert.equal((await get(app.token, 'factors')).body.data.recovery_codes.left, 0)
  })

  test('keys rotate with a step-up where the user has a second factor, without one elsewhere', async () => {
    const [app, plain] = [await user(), await member()]
    for (const name of ['secret', 'api-keys', 'callback-secret']) {
      const refused = await call(world, 'POST', name, { token: app.token })
      expect(refusal(refused)).toEqual([403, 'RMT-1025', 'Step-up required'])
      assert.equal((await call(world, 'POST', name, { token: plain.token })).status, 200)
      const headers = await provenBy(world, app.token, { totp: freshCode(app) })
      assert.equal((await call(world, 'POST', name, { token: app.token, headers })).status, 200)
    }
  })

  test('a step-up by password ends as the first factor is added', async () => {
    const plain = await member()
    const headers = await stepUpOf(world, plain, plain.token)
    await withApp(world, plain)
    const refused = await call(world, 'DELETE', 'factors/totp', { token: plain.token, headers })
    expect(refusal(refused)).toEqual([403, 'RMT-1025', 'Step-up required'])
    assert.equal((await get(plain.token, 'factors')).body.data.second_factor, true)
  })
})

describe('factors and sessions', () => {
  test('a change of factors is audited with the user who made it', async () => {
    const app = await user()
    const [entry] = await rows(
      `select detail::jsonb as detail from audit_log where action = 'merchant_user.factor_added' order by seq desc limit 1`,
    )
    expect(entry.detail).toMatchObject({ factor: 'totp', user: app.email })
  })

  test('a step-up by password does not count for a user with a second factor', async () => {
    const app = await user()
    const headers = await provenBy(world, app.token, { totp: freshCode(app) })
    await rows('update step_up set by_factor = false')
    const refused = await call(world, 'DELETE', 'factors/totp', { token: app.token, headers })
    expect(refusal(refused)).toEqual([403, 'RMT-1025', 'Step-up required'])
  })

  test('the first factor ends all other sessions, and the one that added it goes on', async () => {
    const merchant = await world.register()
    const [here, elsewhere] = [await signedIn(world, merchant), await signedIn(world, merchant)]
    await withApp(world, here)
    assert.equal((await get(here.token, 'me')).status, 200)
    assert.equal((await get(elsewhere.token, 'me')).status, 401)
    const left = await rows(
      'select 1 from session t join merchant_user u on u.id = t.account_id where u.email = $1',
      [merchant.email],
    )
    assert.equal(left.length, 1)
  })

  test('a session that began with the password alone ends with the first factor', async () => {
    const app = await user()
    await rows(
      'update session t set by_factor = false from merchant_user u where u.id = t.account_id and u.email = $1',
      [app.email],
    )
    assert.equal((await get(app.token, 'me')).status, 401)
  })

  test('the removal of a factor ends all other sessions', async () => {
    const app = await user()
    const elsewhere = (await signIn(app, { totp: freshCode(app) })).body.data.access_token
    const headers = await provenBy(world, app.token, { totp: freshCode(app) })
    assert.equal((await call(world, 'DELETE', 'factors/totp', { token: app.token, headers })).status, 200)
    assert.equal((await get(elsewhere, 'me')).status, 401)
    assert.equal((await get(app.token, 'me')).status, 200)
  })

  test('a factor is neither added nor removed without a step-up', async () => {
    const [app, plain] = [await user(), await member()]
    const refused = async (token: string, method: string, name: string, body?: object) =>
      expect(refusal(await call(world, method, name, { token, body }))[1]).toBe('RMT-1025')
    await refused(plain.token, 'POST', 'factors/totp')
    await refused(plain.token, 'POST', 'factors/totp/confirm', { code: '123456' })
    await refused(plain.token, 'POST', 'factors/passkeys/options')
    await refused(app.token, 'DELETE', 'factors/totp')
    await refused(app.token, 'DELETE', 'factors/passkeys/5f0c2f2e-8d0a-4d0b-9a52-1d2f7c1e4b11')
    await refused(app.token, 'POST', 'factors/recovery-codes')
  })

  test('an app is set up once, and its code must be right', async () => {
    const plain = await member()
    const headers = await stepUpOf(world, plain, plain.token)
    const post = (name: string, body?: object) =>
      call(world, 'POST', name, { token: plain.token, headers, body })
    expect(refusal(await post('factors/totp/confirm', { code: '123456' }))[2]).toBe(
      'No authenticator app is being set up',
    )
    const { secret } = (await post('factors/totp')).body.data
    const bad = codeOf(world, secret) === '000000' ? '000001' : '000000'
    expect(refusal(await post('factors/totp/confirm', { code: bad }))).toEqual([400, 'RMT-1028', wrong[2]])
    // Set up, and not confirmed: nothing is asked for.
    assert.equal((await logIn(world, plain)).status, 200)
    assert.equal((await post('factors/totp/confirm', { code: codeOf(world, secret) })).status, 200)
    const app = { ...plain, secret, codes: [] }
    const proof = await provenBy(world, plain.token, { totp: freshCode(app) })
    const again = await call(world, 'POST', 'factors/totp', { token: plain.token, headers: proof })
    expect(refusal(again)).toEqual([409, 'RMT-409', 'An authenticator app is set up already'])
  })

  test('a secret that was never confirmed is deleted after an hour', async () => {
    const plain = await member()
    const headers = await stepUpOf(world, plain, plain.token)
    await call(world, 'POST', 'factors/totp', { token: plain.token, headers })
    const waiting = () =>
      rows('select 1 from totp_secret where confirmed_at is null and created_at <= $1', [
        clock.now().subtract({ hours: 1 }),
      ])
    clock.forward({ hours: 1 })
    assert.notEqual((await waiting()).length, 0)
    await forgetSignIns({ db: world.db, clock })
    assert.equal((await waiting()).length, 0)
  })
})

describe('a lost phone', () => {
  test('a new password by one-time link leaves the second factor on', async () => {
    const app = await user()
    const code = (await get(app.token, 'me')).body.data.merchant_code
    const created = await world.admin('POST', `/api/v1/admin/merchants/${code}/password-reset`, {
      reason: 'Called',
    })
    const token = new URL(created.body.data.url).hash.slice(1)
    const new_password = 'staple correct horse'
    const reset = await call(world, 'POST', 'password-reset', { body: { token, new_password } })
    assert.equal(reset.status, 200, reset.text)
    expect(refusal(await logIn(world, { email: app.email, password: new_password }))).toEqual(required)
    assert.equal((await signIn({ ...app, password: new_password }, { totp: freshCode(app) })).status, 200)
  })

  test('an owner with a step-up resets the factors of a colleague, whose sessions end', async () => {
    const owner = await member()
    const cashier = await withApp(world, await joined(world, owner, 'cashier'))
    const id = await userIdOf(world, owner, cashier.email)
    const reset = (headers = {}) =>
      call(world, 'POST', `users/${id}/reset-factors`, { token: owner.token, headers })
    expect(refusal(await reset())).toEqual([403, 'RMT-1025', 'Step-up required'])
    const headers = await stepUpOf(world, owner, owner.token)
    assert.equal((await reset(headers)).status, 200)
    assert.equal((await get(cashier.token, 'me')).status, 401)
    assert.equal((await logIn(world, cashier)).status, 200)
    expect(refusal(await reset(headers))).toEqual([409, 'RMT-409', 'The account has no second factor'])
    const [entry] = await rows(
      `select detail::jsonb as detail from audit_log where action = 'merchant_user.factors_reset' order by seq desc limit 1`,
    )
    expect(entry.detail).toMatchObject({ email: cashier.email })
  })

  test('an admin resets the factors of an only owner, of the named merchant alone', async () => {
    const app = await user()
    const stranger = await member()
    const codeOfMerchant = async (token: string) => (await get(token, 'me')).body.data.merchant_code
    const id = await userIdOf(world, app, app.email)
    const reset = (code: string) =>
      world.admin('POST', `/api/v1/admin/merchants/${code}/users/${id}/reset-factors`, {
        reason: 'Lost the phone',
      })
    assert.equal((await reset(await codeOfMerchant(stranger.token))).status, 404)
    const done = await reset(await codeOfMerchant(app.token))
    assert.equal(done.status, 200, done.text)
    assert.equal((await get(app.token, 'me')).status, 401)
    assert.equal((await logIn(world, app)).status, 200)
  })
})
