// Acts that need two persons, by admin users and tokens: who is one person, what a role may request and decide, and the rule `roles`.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeOf } from '../../../test/support/factors/factors.ts'
import { acceptStaff, as, asProven, type StaffMember, tokenIn } from '../../../test/support/staff/members.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import type { AdminRole } from '../../kernel/admin-roles.ts'
import { manualClock, systemClock } from '../../platform/time/clock.ts'
import { actorOf, adminOfSession, isSamePerson, openSecondAdmin, ownerOf } from '../access.ts'

const refusal = (code: string, message: string) => ({ status: 'error', code, message })
const ownRequest = refusal('RMT-1021', 'The person who requested this cannot decide it')
const roleRefused = refusal('RMT-403', 'Not allowed for your role')

describe('one person', () => {
  const user = { email: 'amina@likuta.example', name: 'Amina Kabila', role: 'owner', device: null } as const
  const asAdmin = (...owners: string[]) => {
    const tokens = owners.map((owner, n) => ({ name: `token-${n}`, owner, token: `secret-${n}` }))
    return adminOfSession(user, { tokens })
  }

  test.each([
    ['her email', 'amina@likuta.example', true],
    ['her email in capitals', ' Amina@Likuta.example', true],
    ['her full name', 'amina kabila', true],
    ['her first name', 'amina', false],
    ['somebody else', 'benoit', false],
  ])('a token whose owner is %s (%s) is one person with the user: %s', (_what, owner, isOne) => {
    const admin = asAdmin(owner)
    const token = { name: 'laptop', owner }
    // Requested with the token, decided as the user.
    assert.equal(isSamePerson({ owner: ownerOf(token) }, admin), isOne)
    // Requested as the user, decided with the token.
    assert.equal(isSamePerson({ owner: ownerOf(admin) }, token), isOne)
  })

  test('a user is one person with what they requested before a token was named after them', () => {
    const before = ownerOf(asAdmin())
    assert.equal(isSamePerson({ owner: before }, asAdmin('Amina Kabila')), true)
    assert.equal(isSamePerson({ owner: before }, { name: 'laptop', owner: 'Amina Kabila' }), true)
  })

  test('the audit log names a user by the email', () => {
    assert.equal(actorOf(asAdmin('Amina Kabila')), 'amina@likuta.example')
  })

  const benoit = { email: 'b@x.cd', name: 'Benoît', role: 'finance' } as const
  test.each([
    ['another token of the same person', ['amina kabila'], [], false],
    ['the token of somebody else', ['grace'], [], true],
    ['her own account', [], [user], false],
    ['an account with the right', [], [user, benoit], true],
    ['an account without the right', [], [user, { ...benoit, role: 'support' }], false],
  ] as const)(
    'for a user, %s (tokens of %j, users %j) is a second admin: %s',
    async (_what, owners, users, isThere) => {
      const tokens = owners.map((owner, n) => ({ name: `token-${n}`, owner, token: `secret-${n}` }))
      const secondAdmin = openSecondAdmin({ tokens }, async () => users)
      assert.equal(await secondAdmin({} as never, asAdmin(...owners), 'move_money'), isThere)
    },
  )

  test('a token whose roles lack the right is no second admin', async () => {
    const second = async (role: AdminRole) => {
      const tokens = [{ name: 'watch', token: 'secret', roles: [role] }]
      const secondAdmin = openSecondAdmin({ tokens }, async () => [])
      return secondAdmin({} as never, { name: 'amina' }, 'refunds')
    }
    expect([await second('support'), await second('finance')]).toEqual([false, true])
  })
})

const personal = { laptop: 'token-of-the-laptop-01234567', other: 'token-of-benoit-0123456789' }

describe('a deployment that asks for approvals of refunds and roles', () => {
  let world: World
  let amina: StaffMember
  let finance: StaffMember
  let compliance: StaffMember
  const withToken = (token: string, method: string, path: string, body?: unknown) =>
    as(world, undefined, method, path, body, { 'x-admin-token': token })
  const approve = (who: StaffMember, id: string) =>
    asProven(world, who.token, 'POST', `approvals/${id}/approve`, { reason: 'checked' })

  beforeAll(async () => {
    // Codes of authenticator apps change with the time, which stands still here.
    world = await openWorld({
      role: 'api',
      clock: manualClock(systemClock.now().toString()),
      settings: {
        ADMIN_TOKENS: `amina:test-admin-token-0123456789,laptop@Ada Mbuyi:${personal.laptop},benoit:${personal.other}`,
        APPROVALS: 'refund:USD=100,roles',
      },
    })
    amina = await approved('owner', { name: 'Ada Mbuyi' })
    finance = await approved('finance')
    compliance = await approved('compliance')
  })
  afterAll(() => world?.close())

  /** Invites with one token and approves with another. */
  async function invite(role: string, wanted: { name?: string } = {}) {
    const own = crypto.randomUUID().slice(0, 8)
    const { name = `Jean ${own}` } = wanted
    const email = `${role}-${own}@likuta.example`
    const body = { email, name, role, reason: 'Joins the team' }
    const response = await world.admin('POST', '/api/v1/admin/users', body)
    assert.equal(response.status, 202, response.text)
    return { email, name, ...response.body.data }
  }
  async function approved(role: string, wanted: { name?: string } = {}): Promise<StaffMember> {
    const { email, name, url, user_id: id, approval } = await invite(role, wanted)
    const done = await withToken(personal.other, 'POST', `approvals/${approval.approval_id}/approve`, {
      reason: 'checked',
    })
    assert.equal(done.status, 200, done.text)
    const secret = await acceptStaff(world, tokenIn(url))
    const password = 'nine green lanterns'
    const totp = codeOf(world, secret)
    const signedIn = await as(world, undefined, 'POST', 'login', { email, password, totp })
    return { id, email, name, password, secret, token: signedIn.body.data.access_token }
  }

  test('an invitation works once a second admin has approved it', async () => {
    const { url, state, approval } = await invite('support')
    expect([state, approval.state]).toEqual(['WAITING', 'WAITING'])
    const body = { token: tokenIn(url), password: 'nine green lanterns' }
    const early = await as(world, undefined, 'POST', 'users/accept', body)
    expect([early.status, early.body]).toEqual([
      409,
      refusal('RMT-409', 'This invitation waits for the approval of a second admin'),
    ])
    const own = await world.admin('POST', `/api/v1/admin/approvals/${approval.approval_id}/approve`, {
      reason: 'checked',
    })
    expect([own.status, own.body]).toEqual([403, ownRequest])
    assert.equal((await approve(amina, approval.approval_id)).status, 200)
    await acceptStaff(world, tokenIn(url))
  })

  test('an invitation that was changed since is not approved as it was', async () => {
    const { email, name, approval } = await invite('support')
    const body = { email, name, role: 'owner', reason: 'Joins the team' }
    assert.equal((await world.admin('POST', '/api/v1/admin/users', body)).status, 202)
    const stale = await approve(amina, approval.approval_id)
    expect([stale.status, stale.body]).toEqual([
      409,
      refusal('RMT-409', 'The user has changed since this was requested'),
    ])
  })

  test('an approval is of the link that was requested, not of a later one that its approver made', async () => {
    const { email, name, approval } = await invite('finance')
    const again = { email, name, role: 'finance', reason: 'Joins the team' }
    const taken = await withToken(personal.other, 'POST', 'users', again)
    assert.equal(taken.status, 202, taken.text)
    const first = await withToken(personal.other, 'POST', `approvals/${approval.approval_id}/approve`, {
      reason: 'checked',
    })
    expect([first.status, first.body]).toEqual([
      409,
      refusal('RMT-409', 'The user has changed since this was requested'),
    ])
    const { approval_id: own } = taken.body.data.approval
    const second = await withToken(personal.other, 'POST', `approvals/${own}/approve`, { reason: 'checked' })
    expect([second.status, second.body]).toEqual([403, ownRequest])
    const body = { token: tokenIn(taken.body.data.url), password: 'nine green lanterns' }
    assert.equal((await as(world, undefined, 'POST', 'users/accept', body)).status, 409)
  })

  test('nobody is invited under the name of another admin user, however it is written', async () => {
    const { name } = await invite('support')
    const body = {
      email: 'other@likuta.example',
      name: ` ${name.toUpperCase().replace(' ', '  ')}`,
      role: 'support',
      reason: 'Joins',
    }
    const refused = await world.admin('POST', '/api/v1/admin/users', body)
    expect([refused.status, refused.body]).toEqual([
      409,
      refusal('RMT-409', 'Another admin user has this name, by which persons are told apart'),
    ])
  })

  test('a removed user is invited again only as the same person: with the same email and the same name', async () => {
    const member = await approved('support')
    const gone = await asProven(world, amina.token, 'DELETE', `users/${member.id}`)
    assert.equal(gone.status, 200, gone.text)
    const again = (email: string, name: string) =>
      world.admin('POST', '/api/v1/admin/users', { email, name, role: 'support', reason: 'Is back' })
    const otherEmail = await again('again@likuta.example', member.name.toUpperCase())
    expect([otherEmail.status, otherEmail.body]).toEqual([
      409,
      refusal('RMT-409', 'Another admin user has this name, by which persons are told apart'),
    ])
    const otherName = await again(member.email, 'Somebody Else')
    expect([otherName.status, otherName.body]).toEqual([
      409,
      refusal('RMT-409', 'A former admin user had this email under another name'),
    ])
    assert.equal((await again(member.email, member.name)).status, 202)
  })

  test('another role waits for a second admin, who needs the right to change roles', async () => {
    const member = await approved('support')
    const path = `users/${member.id}`
    const asked = await asProven(world, amina.token, 'POST', path, {
      role: 'owner',
      reason: 'Leads the team',
    })
    assert.equal(asked.status, 202, asked.text)
    const { approval_id: id } = asked.body.data
    assert.equal((await as(world, member.token, 'GET', 'me')).body.data.user.role, 'support')
    // The laptop's owner is Ada Mbuyi, who is the user that asked.
    const laptop = await withToken(personal.laptop, 'POST', `approvals/${id}/approve`, { reason: 'checked' })
    expect([laptop.status, laptop.body]).toEqual([403, ownRequest])
    for (const who of [finance, compliance]) {
      const refused = await approve(who, id)
      expect([refused.status, refused.body]).toEqual([403, roleRefused])
    }
    assert.equal(
      (await withToken(personal.other, 'POST', `approvals/${id}/approve`, { reason: 'checked' })).status,
      200,
    )
    assert.equal((await as(world, member.token, 'GET', 'me')).status, 401)
    const { items } = (await as(world, amina.token, 'GET', 'users')).body.data
    assert.equal(items.find(({ user_id }: { user_id: string }) => user_id === member.id).role, 'owner')
  })

  test('a refund by the role support always waits for an admin who may refund alone', async () => {
    const support = await approved('support')
    const { transactionUuid, link } = await world.createOrder({ amount: 20 })
    assert.deepEqual((await world.payByCalls(link)).body, { state: 'DONE' })
    const paid = await as(world, support.token, 'GET', `payments/${transactionUuid}`)
    const path = `payment/refunds/${paid.body.data.cs_payment_id}`
    const asked = await asProven(world, support.token, 'POST', path, { amount: 5, reason: 'One item' })
    assert.equal(asked.status, 202, asked.text)
    const { approval_id: id } = asked.body
    expect((await approve(support, id)).status).toBe(403)
    const refused = await approve(compliance, id)
    expect([refused.status, refused.body]).toEqual([403, roleRefused])
    const done = await approve(finance, id)
    expect([done.status, done.body.data.state]).toEqual([200, 'APPROVED'])
    // Below the sum of the rule, finance refunds alone.
    const alone = await asProven(world, finance.token, 'POST', path, { amount: 5, reason: 'Another item' })
    assert.equal(alone.status, 200, alone.text)
  })

  const listOf = async (who: StaffMember, path: string) => {
    const listed = await as(world, who.token, 'GET', path)
    assert.equal(listed.status, 200, listed.text)
    return listed.body.data as {
      items: { id?: string; approval_id?: string }[]
      pagination: { total: number }
    }
  }
  const waitingFor = async (who: StaffMember) =>
    (await as(world, who.token, 'GET', 'overview')).body.data.queues.approvals_waiting as number

  test('approvals that a role may not decide are neither listed nor counted for it', async () => {
    const { approval } = await invite('owner')
    const id = approval.approval_id as string
    const support = await approved('support')
    for (const [who, sees] of [
      [amina, true],
      [support, false],
      [compliance, false],
    ] as const) {
      const before = await waitingFor(who)
      const [all, of, waiting] = [
        await listOf(who, 'approvals?limit=100'),
        await listOf(who, 'approvals?limit=100&state=WAITING'),
        await listOf(who, 'approvals/waiting?limit=100'),
      ]
      for (const { items } of [all, of])
        assert.equal(
          items.some(({ approval_id }) => approval_id === id),
          sees,
        )
      assert.equal(
        waiting.items.some((item) => item.id === id),
        sees,
      )
      const { status } = await as(world, who.token, 'GET', `approvals/${id}`)
      assert.equal(status, sees ? 200 : 404)
      assert.equal(all.pagination.total, all.items.length)
      await invite('owner')
      assert.equal((await waitingFor(who)) - before, sees ? 1 : 0)
    }
  })

  test('a requester reads what they requested, although their role may not decide it', async () => {
    const support = await approved('support')
    const { link } = await world.createOrder({ amount: 20 })
    assert.deepEqual((await world.payByCalls(link)).body, { state: 'DONE' })
    const { items } = (await as(world, support.token, 'GET', 'payments?limit=1')).body.data
    const paid = await as(world, support.token, 'GET', `payments/${items[0].transaction_uuid}`)
    const path = `payment/refunds/${paid.body.data.cs_payment_id}`
    const asked = await asProven(world, support.token, 'POST', path, { amount: 4, reason: 'One item' })
    assert.equal(asked.status, 202, asked.text)
    const { approval_id: id } = asked.body
    const own = await listOf(support, 'approvals?limit=100')
    expect(own.items.map(({ approval_id }) => approval_id)).toEqual([id])
    assert.equal((await as(world, support.token, 'GET', `approvals/${id}`)).status, 200)
    assert.equal(await waitingFor(support), 1)
  })

  test('a payment and a merchant show what waits for them only to who may read the request', async () => {
    const support = await approved('support')
    const { transactionUuid, link } = await world.createOrder({ amount: 20 })
    assert.deepEqual((await world.payByCalls(link)).body, { state: 'DONE' })
    const payment = `payments/${transactionUuid}`
    const { cs_payment_id } = (await as(world, support.token, 'GET', payment)).body.data
    const refund = { amount: 4, reason: 'One item' }
    const asked = await asProven(world, support.token, 'POST', `payment/refunds/${cs_payment_id}`, refund)
    const merchant = `merchants/${world.merchant.merchant_code}`
    const debit = { type: 'debit', amount: 3, currency: 'USD', reason: 'Paid in twice', counterparty: 'own' }
    const made = await withToken(personal.other, 'POST', `${merchant}/balance/adjustments`, debit)
    const shownTo = async (who: StaffMember) => {
      const pages = await Promise.all([payment, merchant].map((path) => as(world, who.token, 'GET', path)))
      return pages.map(({ body }) => body.data.pending_approvals.map((item: any) => item.approval_id))
    }
    const [refundId, debitId] = [asked.body.approval_id, made.body.data.approval_id]
    expect(await shownTo(finance)).toEqual([[refundId], [debitId]])
    // Their own request, and none of another.
    expect(await shownTo(support)).toEqual([[refundId], []])
    expect(await shownTo(compliance)).toEqual([[], []])
  })

  test('queues that a role may not read are neither listed nor counted with what waits', async () => {
    const support = await approved('support')
    const path = `wallets/${world.merchant.merchant_code}/adjustments`
    const body = { amount: 5, reason: 'Paid in twice' }
    const made = await withToken(personal.other, 'POST', path, body)
    assert.equal(made.status, 200, made.text)
    const kindsOf = async (who: StaffMember) => {
      const { items, pagination } = await listOf(who, 'approvals/waiting?limit=100')
      assert.equal(pagination.total, items.length)
      return new Set((items as unknown as { kind: string }[]).map(({ kind }) => kind))
    }
    assert.ok((await kindsOf(finance)).has('adjustment'))
    assert.ok(!(await kindsOf(support)).has('adjustment'))
    assert.ok(!(await kindsOf(compliance)).has('adjustment'))
  })
})
