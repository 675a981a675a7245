// Users of a merchant: invitations, roles, removal, and that a merchant always keeps an owner.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkoutOfLink } from '../../../test/support/callers/payment-links.ts'
import { paid } from '../../../test/support/callers/portal.ts'
import {
  accept,
  call,
  invited,
  joined,
  logIn,
  type Member,
  signedIn,
  stepUpOf,
  userIdOf,
} from '../../../test/support/callers/self-service.ts'
import { eventually } from '../../../test/support/http/eventually.ts'
import { raceRounds } from '../../../test/support/race-rounds.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { verifyAudit } from '../../admin/audit.ts'
import type { MerchantRole } from '../../kernel/merchant-roles.ts'
import { manualClock, systemClock } from '../../platform/time/clock.ts'
import type { Credentials } from '../identity/register.ts'
import { forgetInvitations } from './invite.ts'

const clock = manualClock(systemClock.now().toString())
let world: World
let merchant: Credentials
let owner: Member
beforeAll(async () => {
  world = await openWorld({ clock })
})
afterAll(() => world?.close())

const rows = (text: string, values: unknown[] = []) => world.db.rows<any>({ name: '', text }, values)
const password = 'nine green lanterns'

/** A merchant with its first owner, signed in. */
async function newTeam(): Promise<Member> {
  merchant = await world.register({ name: 'Chez Ntemba' })
  owner = await signedIn(world, merchant)
  return owner
}
const proven = async (who: Member, method: string, name: string, body?: unknown) =>
  call(world, method, name, { token: who.token, body, headers: await stepUpOf(world, who, who.token) })
const change = async (by: Member, of: Member, body: object) =>
  proven(by, 'POST', `users/${await userIdOf(world, owner, of.email)}`, body)
const get = (who: Member, name: string) => call(world, 'GET', name, { token: who.token })
const refused = (code: string, message: string) => ({ status: 'error', code, message })

describe('a cashier', () => {
  const order = { amount: 12, currency: 'USD', merchant_reference: 'TILL-1', max_uses: 1 }
  async function payLink(code: string): Promise<void> {
    const outcome = await world.payByCalls(await checkoutOfLink(world, code))
    assert.deepEqual(outcome.body, { state: 'DONE' })
  }
  const newLink = async (who: Member) =>
    (await call(world, 'POST', 'links', { token: who.token, body: order })).body.data.code as string

  test('a cashier sees the links they made and what they sold today, and nothing of others', async () => {
    await newTeam()
    const [cashier, colleague] = [
      await joined(world, owner, 'cashier'),
      await joined(world, owner, 'cashier'),
    ]
    const own = await newLink(cashier)
    const others = [await newLink(owner), await newLink(colleague)]
    const { items, pagination } = (await get(cashier, 'links')).body.data
    expect([items.map(({ code }: any) => code), pagination.total]).toEqual([[own], 1])
    for (const code of others)
      for (const [method, name] of [
        ['GET', `links/${code}`],
        ['GET', `links/${code}/payments`],
        ['POST', `links/${code}/cancel`],
      ] as const)
        assert.equal((await call(world, method, name, { token: cashier.token })).status, 404, name)
    assert.equal((await get(cashier, `links/${own}`)).status, 200)
    for (const code of [own, ...others]) await payLink(code)
    await paid(world, merchant, { amount: 99 })
    const day = (await get(cashier, 'till/day')).body.data
    expect(day.totals).toEqual([{ currency: 'USD', count: 1, amount: '12.00' }])
    expect(day.items.map(({ merchant_reference, amount }: any) => [merchant_reference, amount])).toEqual([
      ['TILL-1', '12.00'],
    ])
    clock.forward({ hours: 24 })
    const later = await signedIn(world, cashier)
    expect((await get(later, 'till/day')).body.data).toMatchObject({ totals: [], items: [] })
  })
})

describe('an invitation', () => {
  beforeAll(newTeam)

  test('a person with the link chooses name and password and signs in with the role it gives', async () => {
    const email = 'aline@example.com'
    const token = await invited(world, owner, { email: email.toUpperCase(), role: 'accountant' })
    const accepted = await accept(world, token, password)
    expect(accepted.body.data).toEqual({
      ...{ email, role: 'accountant' },
      ...{ merchant_code: merchant.merchant_code, merchant_name: 'Chez Ntemba' },
    })
    const aline = await signedIn(world, { email, password })
    expect((await get(aline, 'me')).body.data.merchant_code).toBe(merchant.merchant_code)
    const { items } = (await get(owner, 'users')).body.data
    expect(items.map(({ email, name, role }: any) => [email, name, role])).toEqual([
      [merchant.email, 'Chez Ntemba', 'owner'],
      [email, 'Aline Furaha', 'accountant'],
    ])
    expect((await get(owner, 'invitations')).body.data.items).toEqual([])
  })

  test('an invitation names the merchant, the person and the role to whoever has its link, until it is used', async () => {
    const email = 'reads@example.com'
    const token = await invited(world, owner, { email, role: 'viewer' })
    const open = () => call(world, 'POST', 'invitations/open', { body: { token } })
    expect((await open()).body.data).toEqual({ merchant_name: 'Chez Ntemba', email, role: 'viewer' })
    await accept(world, token, password)
    expect((await open()).status).toBe(404)
  })

  test('an invitation works once, also for two requests at the same moment', async () => {
    const token = await invited(world, owner, { email: 'once@example.com', role: 'viewer' })
    // Email and role are those of the invitation, whatever the request says.
    const forged = { token, name: 'Aline Furaha', password, email: 'thief@example.com', role: 'owner' }
    const results = await Promise.all(
      [1, 2, 3].map(() => call(world, 'POST', 'invitations/accept', { body: forged })),
    )
    expect(results.map(({ status }) => status).sort()).toEqual([200, 404, 404])
    const added = (await get(owner, 'users')).body.data.items.at(-1)
    expect(added).toMatchObject({ email: 'once@example.com', role: 'viewer' })
    expect((await accept(world, token, password)).body).toEqual(
      refused('RMT-404', 'This invitation is unknown, used or expired'),
    )
  })

  test('a new invitation replaces the one before, and a revoked or expired one does not work', async () => {
    const wanted = { email: 'later@example.com', role: 'viewer' } as const
    const first = await invited(world, owner, wanted)
    const second = await invited(world, owner, wanted)
    assert.equal((await accept(world, first, password)).status, 404)
    const [open] = (await get(owner, 'invitations')).body.data.items
    expect(open).toMatchObject({ ...wanted, invited_by: merchant.email })
    const revoked = await call(world, 'DELETE', `invitations/${open.invitation_id}`, { token: owner.token })
    assert.equal(revoked.status, 200)
    assert.equal((await accept(world, second, password)).status, 404)
    const third = await invited(world, owner, wanted)
    clock.forward({ hours: 24 * 7 })
    assert.equal((await accept(world, third, password)).status, 404)
    await forgetInvitations({ db: world.db, clock })
    expect(await rows('select from invitation where expires_at <= $1', [clock.now()])).toEqual([])
    owner = await signedIn(world, merchant)
  })

  test('the link of an invitation is stored as a hash only', async () => {
    const token = await invited(world, owner, { email: 'hash@example.com', role: 'viewer' })
    const hashes = await rows("select i::text, encode(token_hash, 'escape') from invitation i")
    const stored = JSON.stringify(hashes)
    const logged = JSON.stringify(await rows('select a::text from audit_log a'))
    for (const text of [stored, logged]) assert.ok(!text.includes(token))
  })

  test('an email has one user at a merchant, and a stranger who types the email of another takes nothing from it', async () => {
    const email = 'aline@example.com'
    const again = await proven(owner, 'POST', 'invitations', { email, role: 'viewer' })
    expect([again.status, again.body]).toEqual([
      409,
      refused('RMT-409', 'This email belongs to a user of the merchant already'),
    ])
    const elsewhere = await world.register()
    const token = await invited(world, owner, { email: elsewhere.email, role: 'owner' })
    // Nobody learns that the email has an account.
    assert.equal((await accept(world, token, password)).status, 200)
    // The account of the other merchant is untouched.
    const { body } = await logIn(world, elsewhere)
    assert.equal(body.data.merchant_code, elsewhere.merchant_code)
    const stranger = await logIn(world, { email: elsewhere.email, password })
    assert.equal(stranger.body.data.merchant_code, merchant.merchant_code)
  })

  test('a weak password is refused and leaves the invitation open', async () => {
    const token = await invited(world, owner, { email: 'weak@example.com', role: 'viewer' })
    const weak = await accept(world, token, 'password1234')
    expect([weak.status, weak.body.code]).toEqual([400, 'RMT-1010'])
    assert.equal((await accept(world, token, password)).status, 200)
  })

  test('invitations and changes of users require a step-up', async () => {
    const { token } = owner
    const id = await userIdOf(world, owner, 'aline@example.com')
    for (const [method, name, body] of [
      ['POST', 'invitations', { email: 'x@example.com', role: 'owner' }],
      ['POST', `users/${id}`, { role: 'owner' }],
      ['DELETE', `users/${id}`, undefined],
    ] as const)
      expect((await call(world, method, name, { token, body })).body).toEqual(
        refused('RMT-1025', 'Step-up required'),
      )
  })
})

describe('a change of roles', () => {
  beforeAll(newTeam)

  test('a user with another role is signed out and gets the rights of the new one', async () => {
    const user = await joined(world, owner, 'viewer')
    assert.equal((await call(world, 'POST', 'callback-secret', { token: user.token })).status, 403)
    expect((await change(owner, user, { role: 'developer' })).body.data.role).toBe('developer')
    assert.equal((await get(user, 'me')).status, 401)
    const again = await signedIn(world, user)
    assert.equal((await call(world, 'POST', 'callback-secret', { token: again.token })).status, 200)
  })

  test('a new name ends no session', async () => {
    const user = await joined(world, owner, 'viewer')
    expect((await change(owner, user, { name: 'Aline K.' })).body.data.name).toBe('Aline K.')
    assert.equal((await get(user, 'me')).status, 200)
  })

  test('a removed user is signed out at once and cannot sign in; their email can be invited again', async () => {
    const user = await joined(world, owner, 'cashier')
    const id = await userIdOf(world, owner, user.email)
    assert.equal((await proven(owner, 'DELETE', `users/${id}`)).status, 200)
    assert.equal((await get(user, 'me')).status, 401)
    expect((await logIn(world, user)).body).toEqual(refused('RMT-401', 'Wrong email or password'))
    assert.equal((await proven(owner, 'DELETE', `users/${id}`)).status, 404)
    const token = await invited(world, owner, { email: user.email, role: 'viewer' })
    assert.equal((await accept(world, token, password)).status, 200)
  })

  test('nobody comes back through an invitation of their own after a removal or another role', async () => {
    for (const end of ['remove', 'demote'] as const) {
      const second = await joined(world, owner, 'owner')
      const token = await invited(world, second, { email: `${end}@example.com`, role: 'owner' })
      const id = await userIdOf(world, owner, second.email)
      const ended =
        end === 'remove'
          ? await proven(owner, 'DELETE', `users/${id}`)
          : await change(owner, second, { role: 'viewer' })
      assert.equal(ended.status, 200)
      assert.equal((await accept(world, token, password)).status, 404)
    }
  })

  test("another merchant's users and invitations are unknown", async () => {
    const user = await joined(world, owner, 'viewer')
    const id = await userIdOf(world, owner, user.email)
    await invited(world, owner, { email: 'open@example.com', role: 'viewer' })
    const [open] = (await get(owner, 'invitations')).body.data.items
    const stranger = await signedIn(world, await world.register())
    for (const [method, name, body] of [
      ['POST', `users/${id}`, { role: 'owner' }],
      ['DELETE', `users/${id}`, undefined],
      ['DELETE', `invitations/${open.invitation_id}`, undefined],
    ] as const)
      assert.equal((await proven(stranger, method, name, body)).status, 404, name)
  })

  test.each(['x', '0', "' or true --"])('the malformed user id %j is refused with 404', async (id) => {
    assert.equal((await proven(owner, 'DELETE', `users/${encodeURIComponent(id)}`)).status, 404)
  })
})

describe('the last owner', () => {
  const lastOwner = refused('RMT-409', 'A merchant needs at least one owner')

  test('the last owner can neither be removed nor get another role', async () => {
    await newTeam()
    await joined(world, owner, 'developer')
    expect((await change(owner, owner, { role: 'viewer' })).body).toEqual(lastOwner)
    const id = await userIdOf(world, owner, owner.email)
    expect((await proven(owner, 'DELETE', `users/${id}`)).body).toEqual(lastOwner)
    assert.equal((await change(owner, owner, { role: 'owner', name: 'Still here' })).status, 200)
  })

  test('an owner who loses the role while a request is in flight changes nobody and invites nobody', async () => {
    await newTeam()
    const [second, third] = [await joined(world, owner, 'owner'), await joined(world, owner, 'viewer')]
    const id = await userIdOf(world, owner, third.email)
    for (const [name, body] of [
      [`users/${id}`, { role: 'owner' }],
      ['invitations', { email: 'accomplice@example.com', role: 'owner' }],
    ] as const) {
      const headers = await stepUpOf(world, second, second.token)
      const response = await world.db.transaction(async (sql) => {
        const text = `update merchant_user set role = 'viewer' where email = $1`
        await sql.rows({ name: '', text }, [second.email])
        const sent = call(world, 'POST', name, { token: second.token, headers, body })
        // The request has passed all checks before and waits for the row.
        await eventually('the request waits', async () => {
          const [waiting] = await rows(
            `select count(*)::int as count from pg_stat_activity
              where datname = current_database() and wait_event_type = 'Lock'`,
          )
          return waiting.count > 0
        })
        return [sent] as const
      })
      expect((await response[0]).body).toEqual(refused('RMT-403', 'Not allowed for your role'))
      await rows(`update merchant_user set role = 'owner' where email = $1`, [second.email])
    }
  })

  test.each(['demote each other', 'remove each other', 'step down'] as const)(
    'two owners who %s at the same moment leave one owner',
    async (way) => {
      const owners = [await newTeam(), await joined(world, owner, 'owner')]
      const ids = await Promise.all(owners.map(({ email }) => userIdOf(world, owner, email)))
      const of = way === 'step down' ? ids : ids.toReversed()
      const emails = owners.map(({ email }) => email)
      const everyone = 'select to_jsonb(u) as user from merchant_user u where email = any($1)'
      const stored = await rows(everyone, [emails])
      for (let race = 0; race < raceRounds(5); race++) {
        const requests = await Promise.all(
          owners.map(async (who, i) => {
            const { token } = await signedIn(world, who)
            const headers = await stepUpOf(world, who, token)
            return way === 'remove each other'
              ? () => call(world, 'DELETE', `users/${of[i]}`, { token, headers })
              : () => call(world, 'POST', `users/${of[i]}`, { token, headers, body: { role: 'viewer' } })
          }),
        )
        const results = await Promise.all(requests.map((send) => send()))
        const left = await rows(`${everyone} and role = 'owner'`, [emails])
        assert.equal(left.length, 1, results.map(({ text }) => text).join('\n'))
        await rows('delete from merchant_user where email = any($1)', [emails])
        for (const { user } of stored)
          await rows(
            'insert into merchant_user overriding system value select * from jsonb_populate_record(null::merchant_user, $1)',
            [user],
          )
      }
    },
  )
})

describe('sessions', () => {
  const agent = { 'user-agent': 'Mozilla/5.0 (Linux; Android 15) Chrome/142.0' }
  const open = async (who: { email: string; password: string }) =>
    (await logIn(world, who, agent)).body.data.access_token as string

  test('a user sees the own sessions with device and last use, and ends one or all others', async () => {
    await newTeam()
    const user = await joined(world, owner, 'viewer')
    const [second, third] = [await open(user), await open(user)]
    clock.forward({ minutes: 5 })
    const { items } = (await get(user, 'sessions')).body.data
    expect(items).toHaveLength(3)
    expect(items.filter(({ current }: any) => current)).toHaveLength(1)
    const other = items.find(({ current }: any) => !current)
    expect(other).toMatchObject({ device: 'Chrome, Android', address: expect.any(String) })
    const { token } = user
    assert.equal((await call(world, 'DELETE', `sessions/${other.session_id}`, { token })).status, 200)
    assert.equal((await call(world, 'DELETE', `sessions/${other.session_id}`, { token })).status, 404)
    const alive = async () =>
      Promise.all([second, third].map(async (one) => (await get({ ...user, token: one }, 'me')).status))
    expect((await alive()).sort()).toEqual([200, 401])
    assert.equal((await call(world, 'DELETE', 'sessions', { token })).status, 200)
    expect(await alive()).toEqual([401, 401])
    assert.equal((await get(user, 'me')).status, 200)
    assert.equal((await get(owner, 'me')).status, 200)
  })

  test("a colleague's session is unknown, and a new password ends only the own ones", async () => {
    await newTeam()
    const user = await joined(world, owner, 'viewer')
    const [mine] = (await get(owner, 'sessions')).body.data.items
    const ended = await call(world, 'DELETE', `sessions/${mine.session_id}`, { token: user.token })
    assert.equal(ended.status, 404)
    const body = { current_password: password, new_password: 'staple correct horse' }
    const other = await open(user)
    assert.equal((await call(world, 'POST', 'change-password', { token: user.token, body })).status, 200)
    assert.equal((await get({ ...user, token: other }, 'me')).status, 401)
    assert.equal((await get(owner, 'me')).status, 200)
  })
})

describe('the audit log', () => {
  test('what a user does is recorded with their email and role', async () => {
    await newTeam()
    const developer = await joined(world, owner, 'developer')
    await call(world, 'POST', 'api-keys', { token: developer.token })
    await change(owner, developer, { role: 'viewer' })
    const entries = 'select action, actor, detail from audit_log where subject = $1 order by seq'
    const logged = await rows(entries, [merchant.merchant_code])
    const actor = `merchant:${merchant.merchant_code}`
    const by = (user: Member, role: MerchantRole) => ({ user: user.email, user_role: role })
    expect(logged.map(({ detail, ...entry }) => ({ ...entry, ...JSON.parse(detail) }))).toMatchObject([
      { action: 'merchant_user.invited', actor, given_role: 'developer', ...by(owner, 'owner') },
      { action: 'merchant_user.joined', actor, ...by(developer, 'developer') },
      { action: 'merchant.credential_rotated', actor, what: 'api-keys', ...by(developer, 'developer') },
      {
        action: 'merchant_user.changed',
        former_role: 'developer',
        given_role: 'viewer',
        ...by(owner, 'owner'),
      },
    ])
    expect((await verifyAudit(world.system.cells, world.system.secrets)).broken).toBeUndefined()
  })
})
