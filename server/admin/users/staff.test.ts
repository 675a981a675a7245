// Admin users: invitations, second factors, sign-in, roles, removal, sessions, and who counts as one person.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { controlOf } from '../../../test/support/database/places.ts'
import { codeOf } from '../../../test/support/factors/factors.ts'
import type { ApiResponse } from '../../../test/support/http/response.ts'
import { raceRounds } from '../../../test/support/race-rounds.ts'
import {
  acceptStaff,
  as,
  asProven,
  invitedStaff,
  joinedStaff,
  staffPassword as password,
  type StaffMember,
  signInStaff,
  tokenIn,
} from '../../../test/support/staff/members.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { forgetSignIns } from '../../accounts/forget-sign-ins.ts'
import type { AdminRole } from '../../kernel/admin-roles.ts'
import { manualClock, systemClock } from '../../platform/time/clock.ts'

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
const change = (by: StaffMember, { id }: { id: string }, role: AdminRole) =>
  asProven(world, by.token, 'POST', `users/${id}`, { role, reason: 'New duties' })
const remove = (by: StaffMember, { id }: { id: string }, query = '') =>
  asProven(world, by.token, 'DELETE', `users/${id}${query}`)
const reset = (by: StaffMember, { id }: { id: string }) =>
  asProven(world, by.token, 'POST', `users/${id}/reset-factors`, { reason: 'Lost the phone' })

/** Asserts a refusal: its status and its body. */
function refusedAs(
  { status, body, text }: ApiResponse,
  expected: number,
  code: string,
  message: string,
): void {
  assert.deepEqual([status, body], [expected, refused(code, message)], text)
}
const linkGone = [404, 'RMT-404', 'This link is unknown, used or expired'] as const
const ended = [401, 'RMT-401', 'Access token missing, unknown or expired'] as const
const wrongLogin = [401, 'RMT-401', 'Wrong email or password'] as const

describe('an invitation', () => {
  test('an invited user sets a password and an authenticator app, and signs in with both', async () => {
    const invited = await invitedStaff(world, 'finance')
    const begun = await as(world, undefined, 'POST', 'users/accept', { token: invited.link, password })
    expect(begun.body.data).toMatchObject({ state: 'CODE_NEEDED', email: invited.email, role: 'finance' })
    expect(begun.body.data.uri).toMatch(/^otpauth:\/\/totp\/Likuta:/)
    const { secret } = begun.body.data
    const withoutApp = await as(world, undefined, 'POST', 'login', { email: invited.email, password })
    refusedAs(withoutApp, ...wrongLogin)
    const done = await as(world, undefined, 'POST', 'users/accept', {
      token: invited.link,
      password,
      totp: codeOf(world, secret, -1),
    })
    assert.equal(done.body.data.state, 'ACTIVE')
    const signedIn = await signInStaff(world, { email: invited.email, password, secret })
    const { access_token, ...session } = signedIn.body.data
    expect(session).toEqual({
      token_type: 'Bearer',
      expires_in: 28_800,
      user: { user_id: invited.id, email: invited.email, name: invited.name, role: 'finance' },
    })
    const me = (await as(world, access_token, 'GET', 'me')).body.data
    expect(me.user).toEqual(session.user)
    expect(me.rights).toContain('move_money')
    expect(me.rights).not.toContain('staff')
  })

  test('a wrong first code does not use the invitation up', async () => {
    const { link } = await invitedStaff(world, 'support')
    await as(world, undefined, 'POST', 'users/accept', { token: link, password })
    const wrong = await as(world, undefined, 'POST', 'users/accept', {
      token: link,
      password,
      totp: '000000',
    })
    refusedAs(wrong, 400, 'RMT-1028', 'The code is wrong or was used already')
    await acceptStaff(world, link)
  })

  test('a link works once, for seven days, and a newer one replaces it', async () => {
    const first = await invitedStaff(world, 'support')
    const second = await invitedStaff(world, 'support', first)
    const tried = (token: string) => as(world, undefined, 'POST', 'users/accept', { token, password })
    refusedAs(await tried(first.link), ...linkGone)
    await acceptStaff(world, second.link)
    refusedAs(await tried(second.link), ...linkGone)
    const late = await invitedStaff(world, 'support')
    later(7 * 86_400 - 1)
    assert.equal((await tried(late.link)).status, 200)
    later(1)
    refusedAs(await tried(late.link), ...linkGone)
    await forgetSignIns({ db: world.db, clock })
    assert.equal((await rows('select from account_link')).length, 0)
  })

  test('one link accepted many times at once makes one user', async () => {
    const { link, email } = await invitedStaff(world, 'support')
    const begun = await as(world, undefined, 'POST', 'users/accept', { token: link, password })
    const body = { token: link, password, totp: codeOf(world, begun.body.data.secret) }
    const all = await Promise.all(
      Array.from({ length: 5 }, () => as(world, undefined, 'POST', 'users/accept', body)),
    )
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await auditOf(email)).filter(({ action }) => action === 'staff.joined')).toHaveLength(1)
  })

  test('a weak password is refused before anything is set up', async () => {
    const { link } = await invitedStaff(world, 'support', { name: 'Josephine Kasongo' })
    const weak = await as(world, undefined, 'POST', 'users/accept', {
      token: link,
      password: 'josephinekasongo',
    })
    refusedAs(weak, 400, 'RMT-1010', 'The password is too common')
  })

  test.each(['\u202e', '\u2066', '\u200f', '\u061c'])(
    'a name with a character that turns the direction of text (%j) is refused',
    async (turn) => {
      const body = {
        email: 'turn@likuta.example',
        name: `Amina ${turn}alibaK`,
        role: 'owner',
        reason: 'Joins',
      }
      const turned = await world.admin('POST', '/api/v1/admin/users', body)
      assert.equal(turned.status, 400, turned.text)
      expect(turned.body.errors).toEqual([
        { field: 'name', message: 'Value error, text has characters that cannot be stored' },
      ])
    },
  )

  const unstorable = 'Value error, text has characters that cannot be stored'
  const mixed = 'Value error, text mixes letters of several scripts'
  test.each([
    ['an invisible character', 'Amina\u200b Kabila', unstorable],
    ['a soft hyphen', 'Ami\u00adna Kabila', unstorable],
    ['a Cyrillic letter among Latin ones', 'Amin\u0430 Kabila', mixed],
    ['a Greek letter among Latin ones', '\u0391mina Kabila', mixed],
  ])('a name with %s, which looks like that of a colleague, is refused', async (_what, name, message) => {
    const body = { email: 'alike@likuta.example', name, role: 'owner', reason: 'Joins' }
    const refused = await world.admin('POST', '/api/v1/admin/users', body)
    assert.equal(refused.status, 400, refused.text)
    expect(refused.body.errors).toEqual([{ field: 'name', message }])
  })

  test('the email of a user cannot be invited again, that of a removed user can', async () => {
    const { email, name, id } = await joinedStaff(world, 'support')
    const body = { email: email.toUpperCase(), name, role: 'owner', reason: 'Joins' }
    const again = await world.admin('POST', '/api/v1/admin/users', body)
    refusedAs(again, 409, 'RMT-409', 'This email belongs to an admin user already')
    await world.admin('DELETE', `/api/v1/admin/users/${id}`)
    assert.equal((await world.admin('POST', '/api/v1/admin/users', body)).status, 200)
  })
})

describe('roles', () => {
  test('another role and a removal end the sessions of the user', async () => {
    const owner = await joinedStaff(world, 'owner')
    const member = await joinedStaff(world, 'support')
    const changed = await change(owner, member, 'finance')
    expect([changed.status, changed.body.data.role]).toEqual([200, 'finance'])
    refusedAs(await get(member, 'me'), ...ended)
    later(30)
    const { access_token: token } = (await signInStaff(world, member)).body.data
    assert.equal((await remove(owner, member, '?reason=Left%20the%20company')).status, 200)
    refusedAs(await get({ ...member, token }, 'me'), ...ended)
    later(30)
    refusedAs(await signInStaff(world, member), ...wrongLogin)
    const entries = (await auditOf(member.email)).slice(-3)
    expect(entries.map(({ action, actor }) => [action, actor])).toEqual([
      ['staff.role_changed', owner.email],
      ['staff.signed_in', member.email],
      ['staff.removed', owner.email],
    ])
    expect(JSON.parse(entries[0].detail)).toMatchObject({ former_role: 'support', given_role: 'finance' })
    expect(JSON.parse(entries[2].detail)).toMatchObject({ reason: 'Left the company' })
    assert.equal((await remove(owner, owner, '?reason=x')).status, 400)
    refusedAs(await change(owner, member, 'support'), 404, 'RMT-404', 'User not found')
    refusedAs(await change(owner, owner, 'owner'), 409, 'RMT-409', 'The user has this role already')
  })

  test('the last owner stays: two owners who demote each other at once leave one', async () => {
    const lastOwner = [409, 'RMT-409', 'There must be at least one owner among the admin users'] as const
    for (let n = 0; n < raceRounds(3); n++) {
      await rows(`update admin_user set role = 'support' where role = 'owner'`)
      await rows('delete from session')
      const [one, two] = [await joinedStaff(world, 'owner'), await joinedStaff(world, 'owner')]
      const both = await Promise.all([change(one, two, 'support'), change(two, one, 'support')])
      expect(both.filter(({ status }) => status === 200).length).toBeLessThan(2)
      const owners = await rows(`select email from admin_user where role = 'owner' and state = 'ACTIVE'`)
      expect(owners).toHaveLength(1)
      const last = owners[0].email === one.email ? one : two
      refusedAs(await change(last, last, 'support'), ...lastOwner)
      refusedAs(await remove(last, last), ...lastOwner)
    }
  })
})

describe('a reset of the second factor', () => {
  test('the user signs in again only with the link, the password and a new app', async () => {
    const [owner, member] = [await joinedStaff(world, 'owner'), await joinedStaff(world, 'finance')]
    const done = await reset(owner, member)
    assert.equal(done.status, 200, done.text)
    refusedAs(await get(member, 'me'), ...ended)
    later(30)
    const useLink = 'Your second factor was reset: set up a new one with the link that you were given'
    refusedAs(await signInStaff(world, member), 409, 'RMT-409', useLink)
    const link = tokenIn(done.body.data.url)
    const stranger = { token: link, password: 'ten green lanterns' }
    const wrong = await as(world, undefined, 'POST', 'users/accept', stranger)
    refusedAs(wrong, 400, 'RMT-1009', 'The current password is wrong')
    const secret = await acceptStaff(world, link)
    refusedAs(await signInStaff(world, member), 401, 'RMT-1027', 'The code is wrong or was used already')
    assert.equal((await signInStaff(world, { ...member, secret })).status, 200)
    const actions = (await auditOf(member.email)).map(({ action }) => action)
    expect(actions.slice(-3)).toEqual(['staff.factor_reset', 'staff.factor_added', 'staff.signed_in'])
  })

  test('nobody resets their own factor, by a token of the same person neither', async () => {
    const owner = await joinedStaff(world, 'owner')
    const own = [403, 'RMT-1021', 'Another admin must reset your second factor'] as const
    refusedAs(await reset(owner, owner), ...own)
    // The token of the tests belongs to amina.
    const amina = await joinedStaff(world, 'support', { name: 'Amina' })
    const path = `/api/v1/admin/users/${amina.id}/reset-factors`
    refusedAs(await world.admin('POST', path, { reason: 'Lost the phone' }), ...own)
  })
})
