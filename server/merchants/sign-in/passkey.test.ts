// Passkeys: registering, signing in with one alone, step-up, and what is refused.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, logIn, type Member, signedIn, stepUpOf } from '../../../test/support/callers/self-service.ts'
import {
  codeOf,
  logInWith,
  loginOptions,
  provenBy,
  withApp,
  withPasskey,
} from '../../../test/support/factors/factors.ts'
import { openPasskeyDevice } from '../../../test/support/factors/passkey-device.ts'
import { eventually } from '../../../test/support/http/eventually.ts'
import type { ApiResponse } from '../../../test/support/http/response.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { forgetSignIns } from '../../accounts/forget-sign-ins.ts'
import { type Log, silentLog } from '../../platform/process/log.ts'
import { manualClock, systemClock } from '../../platform/time/clock.ts'

const clock = manualClock(systemClock.now().toString())
const warnings: unknown[] = []
const log: Log = { ...silentLog, warn: (message) => warnings.push(message) }
let world: World
beforeAll(async () => {
  world = await openWorld({ role: 'api', clock, log })
})
afterAll(() => world?.close())

const rows = (text: string, values: unknown[] = []) => world.db.rows<any>({ name: '', text }, values)
const member = async () => signedIn(world, await world.register())
/** A user whose first factor is a passkey. */
async function holder(options?: { counts?: boolean }) {
  const user = await member()
  const made = await withPasskey(world, user.token, await stepUpOf(world, user, user.token), options)
  return { ...user, ...made }
}
const refusal = ({ status, body }: ApiResponse) => [status, body.code, body.message]
const invalid = 'The passkey is unknown or its response is invalid'
const refused = [401, 'RMT-401', invalid]
const stepUpOptions = async ({ token }: Member) =>
  (await call(world, 'POST', 'step-up/options', { token })).body.data
const stepUp = ({ token }: Member, passkey: object) =>
  call(world, 'POST', 'step-up', { token, body: { passkey } })

describe('signing in with a passkey', () => {
  test('a passkey alone signs in, and the password alone no longer does', async () => {
    const user = await holder()
    assert.equal(user.codes?.length, 10)
    const response = await logInWith(world, user.device.get(await loginOptions(world)))
    assert.equal(response.status, 200, response.text)
    const { access_token: token } = response.body.data
    assert.equal((await call(world, 'GET', 'me', { token })).body.data.email, user.email)
    expect(refusal(await logIn(world, user))).toEqual([401, 'RMT-1027', 'Second factor required'])
    const { email, password } = user
    const body = { email, password, recovery_code: user.codes?.[0] }
    assert.equal((await call(world, 'POST', 'login', { body })).status, 200)
  })

  test('a passkey of a user with an authenticator app is asked for no code', async () => {
    const app = await withApp(world, await member())
    const { device, codes } = await withPasskey(
      world,
      app.token,
      await provenBy(world, app.token, { totp: codeOf(world, app.secret) }),
    )
    assert.equal(codes, null)
    assert.equal((await logInWith(world, device.get(await loginOptions(world)))).status, 200)
  })

  test('a challenge is accepted once, also when ten requests send it at once', async () => {
    // A device that counts would refuse the repetitions by its counter.
    const { device } = await holder({ counts: false })
    const passkey = device.get(await loginOptions(world))
    const responses = await Promise.all(Array.from({ length: 10 }, () => logInWith(world, passkey)))
    assert.equal(responses.filter(({ status }) => status === 200).length, 1)
    expect(refusal(await logInWith(world, passkey))).toEqual(refused)
  })

  test('a challenge that was answered wrongly is used up', async () => {
    const { device } = await holder({ counts: false })
    const options = await loginOptions(world)
    expect(refusal(await logInWith(world, device.get(options, { isVerified: false })))).toEqual(refused)
    expect(refusal(await logInWith(world, device.get(options)))).toEqual(refused)
  })

  test('a challenge ends after five minutes, is stored as a hash, and is then deleted', async () => {
    const { device } = await holder()
    const options = await loginOptions(world)
    const stored = await rows(`select encode(challenge_hash, 'base64') as hash from passkey_challenge`)
    assert.equal(JSON.stringify(stored).includes(options.challenge), false)
    clock.forward({ minutes: 5 })
    expect(refusal(await logInWith(world, device.get(options)))).toEqual(refused)
    const open = () => rows('select 1 from passkey_challenge where expires_at <= $1', [clock.now()])
    await forgetSignIns({ db: world.db, clock })
    assert.equal((await open()).length, 0)
  })

  test.each([
    ['another site', { origin: 'https://likuta.example.net' }],
    ['a device that did not verify its user', { isVerified: false }],
    ['a frame in a page of another site', { frame: { crossOrigin: true } }],
    ['a frame whose outer page is named', { frame: { topOrigin: 'https://likuta.example.net' } }],
  ])('a response of %s is refused', async (_, wrong) => {
    const { device } = await holder()
    expect(refusal(await logInWith(world, device.get(await loginOptions(world), wrong)))).toEqual(refused)
  })

  test('a passkey made in a frame of another site is not registered', async () => {
    const user = await member()
    const headers = await stepUpOf(world, user, user.token)
    const path = 'factors/passkeys'
    for (const frame of [{ crossOrigin: true }, { topOrigin: 'https://likuta.example.net' }]) {
      const { data } = (await call(world, 'POST', `${path}/options`, { token: user.token, headers })).body
      const passkey = openPasskeyDevice(world.url).create(data, frame)
      const sent = await call(world, 'POST', path, {
        token: user.token,
        headers,
        body: { name: 'Phone', passkey },
      })
      expect(refusal(sent)).toEqual([400, 'RMT-1029', invalid])
    }
  })

  test('an unknown passkey, and a challenge that we did not make, are refused', async () => {
    const stranger = openPasskeyDevice(world.url)
    expect(refusal(await logInWith(world, stranger.get(await loginOptions(world))))).toEqual(refused)
    const { device } = await holder()
    const own = { challenge: Buffer.alloc(32, 7).toString('base64url'), rpId: 'localhost' }
    expect(refusal(await logInWith(world, device.get(own)))).toEqual(refused)
  })

  test('a passkey whose counter falls back is refused as a copy, and logged', async () => {
    const { device } = await holder()
    device.count(5)
    assert.equal((await logInWith(world, device.get(await loginOptions(world)))).status, 200)
    device.count(3)
    warnings.length = 0
    expect(refusal(await logInWith(world, device.get(await loginOptions(world))))).toEqual(refused)
    expect(warnings).toContain('passkey counter did not count up')
  })

  test('a passkey of a device that does not count signs in again', async () => {
    const { device } = await holder({ counts: false })
    for (let i = 0; i < 2; i++)
      assert.equal((await logInWith(world, device.get(await loginOptions(world)))).status, 200)
  })

  test('a user of a suspended merchant signs in with a passkey', async () => {
    const user = await holder()
    const code = (await call(world, 'GET', 'me', { token: user.token })).body.data.merchant_code
    await world.admin('POST', `/api/v1/admin/merchants/${code}/suspend`, { reason: 'for a test' })
    const response = await logInWith(world, user.device.get(await loginOptions(world)))
    expect(response.status).toBe(200)
  })
})

describe('the passkeys of a user', () => {
  test('a user has several passkeys, and a removed one no longer signs in', async () => {
    const user = await holder()
    const headers = await provenBy(world, user.token, { passkey: user.device.get(await stepUpOptions(user)) })
    const second = await withPasskey(world, user.token, headers, { name: 'Laptop' })
    assert.equal(second.codes, null)
    const listed = (await call(world, 'GET', 'factors', { token: user.token })).body.data
    expect(listed.passkeys.map(({ name }: { name: string }) => name)).toEqual(['Phone', 'Laptop'])
    expect(listed.passkeys[0].last_used_at).not.toBeNull()
    const path = `factors/passkeys/${user.id}`
    assert.equal((await call(world, 'DELETE', path, { token: user.token, headers })).status, 200)
    expect(refusal(await logInWith(world, user.device.get(await loginOptions(world))))).toEqual(refused)
    assert.equal((await logInWith(world, second.device.get(await loginOptions(world)))).status, 200)
  })

  test('a passkey that is removed while it signs in begins no session', async () => {
    const user = await holder()
    const passkey = user.device.get(await loginOptions(world))
    let login: Promise<ApiResponse> | undefined
    await world.db.transaction(async (sql) => {
      const run = (text: string, values: unknown[]) => sql.rows({ name: '', text }, values)
      await run('select 1 from merchant_user where email = $1 for update', [user.email])
      login = logInWith(world, passkey)
      await eventually('the sign-in waits for the user', async () => {
        const waiting = await rows(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return waiting.length > 0
      })
      await run('delete from passkey where passkey_id::text = $1', [user.id])
    })
    assert(login)
    expect(refusal(await login)).toEqual(refused)
  })

  test('the removal of the last passkey turns the second factor off', async () => {
    const user = await holder()
    const headers = await provenBy(world, user.token, { passkey: user.device.get(await stepUpOptions(user)) })
    const path = `factors/passkeys/${user.id}`
    assert.equal((await call(world, 'DELETE', path, { token: user.token, headers })).status, 200)
    assert.equal((await logIn(world, user)).status, 200)
  })

  test("another user's passkey is neither removed nor steps up", async () => {
    const [user, other] = [await holder(), await holder()]
    const headers = await provenBy(world, user.token, { passkey: user.device.get(await stepUpOptions(user)) })
    const path = `factors/passkeys/${other.id}`
    expect(refusal(await call(world, 'DELETE', path, { token: user.token, headers }))).toEqual([
      404,
      'RMT-404',
      'Passkey not found',
    ])
    const response = await stepUp(user, other.device.get(await stepUpOptions(user)))
    expect(refusal(response)).toEqual([400, 'RMT-1029', invalid])
  })

  test('a challenge counts only for the session and the purpose that it was made for', async () => {
    const user = await holder()
    const wrong = [400, 'RMT-1029', invalid]
    expect(refusal(await stepUp(user, user.device.get(await loginOptions(world))))).toEqual(wrong)
    const signIn = await logInWith(world, user.device.get(await loginOptions(world)))
    const elsewhere = { ...user, token: signIn.body.data.access_token }
    expect(refusal(await stepUp(elsewhere, user.device.get(await stepUpOptions(user))))).toEqual(wrong)
    expect(refusal(await logInWith(world, user.device.get(await stepUpOptions(user))))).toEqual(refused)
  })

  test('a passkey is registered once, and for the options of its own session', async () => {
    const user = await member()
    const { token } = user
    const headers = await stepUpOf(world, user, token)
    const options = async () =>
      (await call(world, 'POST', 'factors/passkeys/options', { token, headers })).body.data
    const device = openPasskeyDevice(world.url)
    const register = async (passkey: object, with_ = headers) =>
      call(world, 'POST', 'factors/passkeys', { token, headers: with_, body: { name: 'Phone', passkey } })
    const foreign = { challenge: Buffer.alloc(32, 7).toString('base64url'), rp: { id: 'localhost' } }
    expect(refusal(await register(device.create(foreign)))).toEqual([400, 'RMT-1029', invalid])
    assert.equal((await register(device.create(await options()))).status, 200)
    const proof = await provenBy(world, token, { passkey: device.get(await stepUpOptions(user)) })
    const again = (await call(world, 'POST', 'factors/passkeys/options', { token, headers: proof })).body.data
    expect(again.excludeCredentials.length).toBe(1)
    expect(refusal(await register(device.create(again), proof))).toEqual([
      409,
      'RMT-409',
      'This passkey is registered already',
    ])
  })

  test('a user has at most 20 passkeys', async () => {
    const user = await holder()
    await rows(
      `insert into passkey (account_id, credential_id, public_key, sign_count, transports, is_synced, name, created_at)
       select account_id, sha256(n::text::bytea || account_id::text::bytea), public_key, 0, '{}', false, 'Key ' || n, created_at
         from passkey, generate_series(1, 19) n where passkey_id::text = $1`,
      [user.id],
    )
    const headers = await provenBy(world, user.token, { passkey: user.device.get(await stepUpOptions(user)) })
    await assert.rejects(withPasskey(world, user.token, headers), /A user has at most 20 passkeys/)
  })

  test('the portal signs in with a passkey and sets its cookie, for its own pages alone', async () => {
    const { device } = await holder()
    const open = async (headers: Record<string, string>) =>
      call(world, 'POST', 'session/passkey', {
        body: { passkey: device.get(await loginOptions(world)) },
        headers,
      })
    const response = await open({ origin: world.url })
    assert.equal(response.status, 200, response.text)
    assert.match(String(response.headers['set-cookie']), /likuta-portal=/)
    assert.equal((await open({ origin: 'https://elsewhere.example' })).status, 403)
  })
})
