// How admin users sign in, and what ends their sessions.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { controlOf } from '../../../test/support/database/places.ts'
import { codeOf } from '../../../test/support/factors/factors.ts'
import type { ApiResponse } from '../../../test/support/http/response.ts'
import {
  as,
  asProven,
  joinedStaff,
  staffPassword as password,
  type StaffMember,
  signInStaff,
} from '../../../test/support/staff/members.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { forgetSignIns } from '../../accounts/forget-sign-ins.ts'
import { codeAttempterOf } from '../../accounts/login-lock.ts'
import { manualClock, systemClock } from '../../platform/time/clock.ts'
import { verifyAudit } from '../audit.ts'

const clock = manualClock(systemClock.now().toString())
let world: World
beforeAll(async () => {
  world = await openWorld({ clock })
})
afterAll(() => world?.close())

const rows = (text: string, values: unknown[] = []) => controlOf(world).rows<any>({ name: '', text }, values)
const refused = (code: string, message: string) => ({ status: 'error', code, message })
const later = (seconds: number) => clock.forward({ seconds })
const get = ({ token }: StaffMember, path: string) => as(world, token, 'GET', path)
const auditOf = (email: string) =>
  rows(`select action, actor, detail from audit_log where subject = $1 order by seq`, [email])

/** Asserts a refusal: its status and its body. */
function refusedAs(
  { status, body, text }: ApiResponse,
  expected: number,
  code: string,
  message: string,
): void {
  assert.deepEqual([status, body], [expected, refused(code, message)], text)
}
const ended = [401, 'RMT-401', 'Access token missing, unknown or expired'] as const
const wrongLogin = [401, 'RMT-401', 'Wrong email or password'] as const

describe('signing in', () => {
  let member: StaffMember
  const attempt = (body: object) =>
    as(world, undefined, 'POST', 'login', { email: member.email, password, ...body })
  beforeAll(async () => {
    member = await joinedStaff(world, 'operator')
  })

  test('the password without a code is not enough', async () => {
    refusedAs(await attempt({}), 401, 'RMT-1027', 'Second factor required')
  })

  test('a code is accepted once', async () => {
    later(30)
    const totp = codeOf(world, member.secret)
    assert.equal((await attempt({ totp })).status, 200)
    refusedAs(await attempt({ totp }), 401, 'RMT-1027', 'The code is wrong or was used already')
  })

  test('a form that is sent many times does not lock the user', async () => {
    later(60)
    const totp = codeOf(world, member.secret)
    const sent = await Promise.all(Array.from({ length: 7 }, () => attempt({ totp })))
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200, 401]))
    later(60)
    assert.equal((await attempt({ totp: codeOf(world, member.secret) })).status, 200)
  })

  test('an unknown email, a wrong password and a removed user look the same', async () => {
    const gone = await joinedStaff(world, 'support')
    await world.admin('DELETE', `/api/v1/admin/users/${gone.id}`)
    const totp = codeOf(world, member.secret, 1)
    for (const body of [
      { email: 'nobody@likuta.example', totp },
      { password: 'ten green lanterns', totp },
      { email: gone.email, totp: codeOf(world, gone.secret, 1) },
    ])
      refusedAs(await attempt(body), ...wrongLogin)
  })

  test('five wrong passwords lock sign-in for fifteen minutes, five wrong codes too', async () => {
    const locked = [429, 'RMT-429', 'Too many wrong passwords, try again later'] as const
    for (const wrong of [{ password: 'ten green lanterns' }, { totp: '000000' }]) {
      const { email, secret } = await joinedStaff(world, 'support')
      later(60)
      const right = () => ({ email, totp: codeOf(world, secret) })
      for (let n = 0; n < 5; n++) assert.equal((await attempt({ ...right(), ...wrong })).status, 401)
      refusedAs(await attempt(right()), ...locked)
      later(15 * 60)
      assert.equal((await attempt(right())).status, 200)
    }
  })

  test("wrong codes lock the user from every address, and not a merchant's user with the same email", async () => {
    const { email, secret } = await joinedStaff(world, 'support')
    later(60)
    for (let n = 0; n < 5; n++) await attempt({ email, totp: '000000' })
    // As from another address: only the lock of the user's codes is left.
    const [user] = await rows('select id from admin_user where email = $1', [email])
    const codes = codeAttempterOf(world.system.secrets, user)
    await rows('delete from login_failure where who <> $1', [codes.who])
    const merchant = await world.register({ email })
    const login = { email: merchant.email, password: 'correct horse battery' }
    const other = await world.basic('POST', '/api/v1/merchant/login', login, {
      headers: { authorization: '' },
    })
    assert.equal(other.status, 200, other.text)
    assert.equal((await attempt({ email, totp: codeOf(world, secret) })).status, 429)
  })

  test('wrong sign-ins of a merchant as "admin" with the email of an admin user do not lock that user', async () => {
    const { email, secret } = await joinedStaff(world, 'support')
    later(60)
    const body = { email: `admin ${email}`, password: 'not the right words' }
    const headers = { authorization: '' }
    for (let n = 0; n < 5; n++)
      assert.equal((await world.basic('POST', '/api/v1/merchant/login', body, { headers })).status, 401)
    assert.equal((await attempt({ email, totp: codeOf(world, secret) })).status, 200)
  })

  test('a sign-in is recorded with the user, the role and the device', async () => {
    later(60)
    const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
    const body = { email: member.email, password, totp: codeOf(world, member.secret) }
    const signedIn = await as(world, undefined, 'POST', 'login', body, headers)
    const { access_token: token } = signedIn.body.data
    const last = (await auditOf(member.email)).at(-1)
    expect([last.action, last.actor]).toEqual(['staff.signed_in', member.email])
    const who = { user: member.email, user_role: 'operator', user_device: 'Firefox, Linux' }
    expect(JSON.parse(last.detail)).toEqual(who)
    const paused = await as(world, token, 'POST', 'operators/sandbox/airtel/pause', { reason: 'Maintenance' })
    assert.equal(paused.status, 200, paused.text)
    const [entry] = await rows(`select actor, detail from audit_log where action = 'operator.paused'`)
    assert.equal(entry.actor, member.email)
    expect(JSON.parse(entry.detail)).toMatchObject(who)
    expect(await verifyAudit(world.system.cells, world.system.secrets)).not.toHaveProperty('broken')
  })
})

describe('a session', () => {
  test('a session ends by signing out, after half an hour without use, and after eight hours', async () => {
    const member = await joinedStaff(world, 'compliance')
    assert.equal((await as(world, member.token, 'POST', 'logout')).status, 200)
    refusedAs(await get(member, 'me'), ...ended)
    const begin = async () => {
      later(30)
      const { access_token: token } = (await signInStaff(world, member)).body.data
      return { ...member, token }
    }
    const idle = await begin()
    later(29 * 60)
    assert.equal((await get(idle, 'me')).status, 200)
    later(29 * 60)
    assert.equal((await get(idle, 'me')).status, 200)
    later(30 * 60)
    refusedAs(await get(idle, 'me'), ...ended)
    const busy = await begin()
    for (let n = 0; n < 8 * 60 - 20; n += 20) {
      later(20 * 60)
      assert.equal((await get(busy, 'me')).status, 200)
    }
    later(20 * 60)
    refusedAs(await get(busy, 'me'), ...ended)
    await forgetSignIns({ db: world.db, clock })
    assert.equal((await rows('select from session where expires_at <= $1', [clock.now()])).length, 0)
  })

  test('users see and end their own sessions, owners those of everybody', async () => {
    const [owner, support] = [await joinedStaff(world, 'owner'), await joinedStaff(world, 'support')]
    const listed = async (who: StaffMember) => (await get(who, 'sessions')).body.data.items
    const [own] = await listed(support)
    expect(await listed(support)).toEqual([own])
    expect([own.email, own.current]).toEqual([support.email, true])
    const all = await listed(owner)
    const ofOwner = all.find(({ email }: { email: string }) => email === owner.email)
    expect(all).toContainEqual({ ...own, current: false })
    const end = (who: StaffMember, id: string) => as(world, who.token, 'DELETE', `sessions/${id}`)
    refusedAs(await end(support, ofOwner.session_id), 404, 'RMT-404', 'Session not found')
    assert.equal((await end(owner, own.session_id)).status, 200)
    refusedAs(await get(support, 'me'), ...ended)
    const entry = (await auditOf(support.email)).at(-1)
    expect([entry.action, entry.actor]).toEqual(['staff.session_ended', owner.email])
  })

  test('an access token works from an admin network only, and as a bearer token only', async () => {
    const { token } = await joinedStaff(world, 'owner')
    const cookie = await as(world, undefined, 'GET', 'me', undefined, { cookie: `likuta-admin=${token}` })
    assert.equal(cookie.status, 403)
    const asAdminToken = await as(world, undefined, 'GET', 'me', undefined, { 'x-admin-token': token })
    refusedAs(asAdminToken, 403, 'RMT-403', 'Invalid admin token')
    refusedAs(await as(world, `${token.slice(1)}x`, 'GET', 'me'), ...ended)
  })

  test("an access token of a merchant's user opens no admin route, and the other way round", async () => {
    const { token } = await joinedStaff(world, 'owner')
    const login = { email: world.merchant.email, password: 'correct horse battery' }
    const headers = { authorization: '' }
    const portal = await world.basic('POST', '/api/v1/merchant/login', login, { headers })
    refusedAs(await as(world, portal.body.data.access_token, 'GET', 'me'), ...ended)
    const bearer = { headers: { authorization: `Bearer ${token}` } }
    assert.equal((await world.basic('GET', '/api/v1/merchant/me', undefined, bearer)).status, 401)
  })
})

describe('a password', () => {
  test('changing the password needs the current one, ends other sessions and goes on with this one', async () => {
    const member = await joinedStaff(world, 'finance')
    later(30)
    const { access_token: other } = (await signInStaff(world, member)).body.data
    const changed = (current_password: string, new_password: string) =>
      asProven(world, member.token, 'POST', 'change-password', { current_password, new_password })
    const fresh = 'ten green lanterns'
    refusedAs(await changed('eleven lanterns', fresh), 400, 'RMT-1009', 'The current password is wrong')
    refusedAs(await changed(password, 'qwertyuiop12'), 400, 'RMT-1010', 'The password is too common')
    assert.equal((await changed(password, fresh)).status, 200)
    assert.equal((await get(member, 'me')).status, 200)
    refusedAs(await get({ ...member, token: other }, 'me'), ...ended)
    later(30)
    refusedAs(await signInStaff(world, member), ...wrongLogin)
    assert.equal((await signInStaff(world, { ...member, password: fresh })).status, 200)
    const actions = (await auditOf(member.email)).map(({ action }) => action)
    expect(actions.slice(-2)).toEqual(['staff.password_changed', 'staff.signed_in'])
  })
})
