// Merchants' users and admin users have accounts in one table. Nothing that one of them holds works on the routes of the other.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, signedIn, stepUpOf } from '../../test/support/callers/self-service.ts'
import { codeOf, logInWith, loginOptions, withApp, withPasskey } from '../../test/support/factors/factors.ts'
import { openPasskeyDevice } from '../../test/support/factors/passkey-device.ts'
import type { ApiResponse } from '../../test/support/http/response.ts'
import { as, asProven, joinedStaff, type StaffMember } from '../../test/support/staff/members.ts'
import { openWorld, type World } from '../../test/support/world/world.ts'
import { manualClock, systemClock } from '../platform/time/clock.ts'
import { hashOf } from './account.ts'
import { endSessionById } from './sessions.ts'
import { findStepUp, saveStepUp } from './step-ups.ts'

const clock = manualClock(systemClock.now().toString())
let world: World
beforeAll(async () => {
  world = await openWorld({ role: 'api', clock })
})
afterAll(() => world?.close())

const rows = (text: string, values: unknown[] = []) => world.db.rows<any>({ name: '', text }, values)
const outcome = ({ status, body }: ApiResponse) => [status, body.code, body.message]
const data = (response: ApiResponse) => {
  assert.equal(response.status, 200, response.text)
  return response.body.data
}
const refused = [401, 'RMT-401', 'The passkey is unknown or its response is invalid']
const adminOptions = async () => data(await as(world, undefined, 'POST', 'login/passkey/options'))
const signInAdmin = (passkey: object) => as(world, undefined, 'POST', 'login/passkey', { passkey })

async function merchantHolder() {
  const user = await signedIn(world, await world.register())
  return { ...user, ...(await withPasskey(world, user.token, await stepUpOf(world, user, user.token))) }
}
async function adminHolder() {
  const member = await joinedStaff(world, 'support')
  const device = openPasskeyDevice(world.url)
  const options = data(await asProven(world, member.token, 'POST', 'passkeys/options', {}))
  const body = { name: 'Laptop', passkey: device.create(options) }
  return {
    ...member,
    device,
    id: data(await asProven(world, member.token, 'POST', 'passkeys', body)).passkey_id,
  }
}
const lastUse = async (passkeyId: string) =>
  (await rows('select last_used_at from passkey where passkey_id::text = $1', [passkeyId]))[0].last_used_at

test('a passkey is neither accepted nor counted on the routes of the other kind of users', async () => {
  const [user, admin] = [await merchantHolder(), await adminHolder()]
  expect(outcome(await signInAdmin(user.device.get(await adminOptions())))).toEqual(refused)
  expect(outcome(await logInWith(world, admin.device.get(await loginOptions(world))))).toEqual(refused)
  expect([await lastUse(user.id), await lastUse(admin.id)]).toEqual([null, null])
})

test('a passkey challenge is unknown on the routes of the other kind of users', async () => {
  const [user, admin] = [await merchantHolder(), await adminHolder()]
  expect(outcome(await logInWith(world, user.device.get(await adminOptions())))).toEqual(refused)
  expect(outcome(await signInAdmin(admin.device.get(await loginOptions(world))))).toEqual(refused)
})

/** An admin user who is also a user of a merchant, with the same email and password, and an app on each side. */
async function onBothSides() {
  const merchant = await signedIn(world, await world.register())
  const admin = await joinedStaff(world, 'support', { email: merchant.email })
  const user = await withApp(world, { ...merchant })
  return { user, admin }
}
const signIn = ({ email, password }: StaffMember, code: object) =>
  as(world, undefined, 'POST', 'login', { email, password, ...code })

test('neither the app nor a recovery code of a merchant user signs in the admin with the same email', async () => {
  const { user, admin } = await onBothSides()
  clock.forward({ seconds: 60 })
  const wrong = [401, 'RMT-1027', 'The code is wrong or was used already']
  expect(outcome(await signIn(admin, { totp: codeOf(world, user.secret) }))).toEqual(wrong)
  expect(outcome(await signIn(admin, { recovery_code: user.codes[0] }))).toEqual(wrong)
  assert.equal((await signIn(admin, { totp: codeOf(world, admin.secret) })).status, 200)
  const { email, password } = user
  const body = { email, password, totp: codeOf(world, admin.secret, 1) }
  expect(outcome(await call(world, 'POST', 'login', { body }))).toEqual(wrong)
})

test("an owner among the admins neither sees nor ends the sessions of a merchant's user", async () => {
  const [user, owner] = [await signedIn(world, await world.register()), await joinedStaff(world, 'owner')]
  const [{ session_id: id }] = data(await call(world, 'GET', 'sessions', { token: user.token })).items
  const seen = data(await as(world, owner.token, 'GET', 'sessions')).items
  assert.ok(!seen.some((session: { session_id: string }) => session.session_id === id))
  const ended = await as(world, owner.token, 'DELETE', `sessions/${id}`)
  expect(outcome(ended)).toEqual([404, 'RMT-404', 'Session not found'])
  assert.equal(await endSessionById(world.db, 'admin', id, null), undefined)
  assert.equal((await call(world, 'GET', 'me', { token: user.token })).status, 200)
})

test('the step-up of a session serves only its own kind of users', async () => {
  const [user, admin] = [await signedIn(world, await world.register()), await joinedStaff(world, 'owner')]
  const kinds = ['merchant_user', 'admin'] as const
  for (const [kind, { token }] of [['merchant_user', user] as const, ['admin', admin] as const]) {
    const session = { tokenHash: hashOf(token) }
    const saved = await saveStepUp(world.db, session, { now: clock.now(), byFactor: true })
    const given = { token: saved?.token ?? '', now: clock.now() }
    const found = await Promise.all(kinds.map((each) => findStepUp(world.db, each, session, given)))
    expect(found.map((each) => each !== undefined)).toEqual(kinds.map((each) => each === kind))
  }
})

test('an account comes and goes with its user, and takes along what belongs to it', async () => {
  const { user } = await onBothSides()
  const [{ id }] = await rows('select id from merchant_user where email = $1', [user.email])
  const kindOf = () => rows('select kind from account where id = $1', [id])
  expect(await kindOf()).toEqual([{ kind: 'merchant_user' }])
  await rows('delete from merchant_user where id = $1', [id])
  expect(await kindOf()).toEqual([])
  expect(await rows('select from totp_secret where account_id = $1', [id])).toEqual([])
})
