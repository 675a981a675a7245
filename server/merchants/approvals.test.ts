// A merchant's own payouts and refunds that need a second user of it: from which amount, who decides, and what becomes of them.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminsOf, refusedWith, twoAdmins } from '../../test/support/callers/admins.ts'
import {
  addAvailable,
  payoutSettings,
  payoutsOf,
  usableDestination,
} from '../../test/support/callers/payouts.ts'
import { paid } from '../../test/support/callers/portal.ts'
import {
  call,
  joined,
  type Member,
  signedIn,
  stepUpOf,
  userIdOf,
} from '../../test/support/callers/self-service.ts'
import { provenBy, withApp } from '../../test/support/factors/factors.ts'
import { openWorld, type World } from '../../test/support/world/world.ts'

let world: World
beforeAll(async () => {
  const settings = { ...twoAdmins, ...payoutSettings, PAYOUT_APPROVAL_FROM: 'USD=500' }
  world = await openWorld({ role: 'api', settings })
})
afterAll(() => world?.close())

const reason = 'Checked the invoice'
const proven = async (who: Member, method: 'PUT' | 'POST' | 'DELETE', name: string, body?: unknown) =>
  call(world, method, name, { token: who.token, body, headers: await stepUpOf(world, who, who.token) })
const get = async (who: Member, name: string) =>
  (await call(world, 'GET', name, { token: who.token })).body.data
const decide = (who: Member, id: string, act: 'approve' | 'reject', body: object = { reason }) =>
  call(world, 'POST', `approvals/${id}/${act}`, { token: who.token, body })

/** A merchant with 1,000.00 USD, a usable destination, an owner, and an accountant. */
async function team(rules?: object) {
  const as = await world.register({ name: 'Chez Ntemba' })
  await addAvailable(world, as, 100_000n)
  const destination_id = await usableDestination(world, as)
  const owner = await signedIn(world, as)
  const accountant = await joined(world, owner, 'accountant')
  if (rules) assert.equal((await proven(owner, 'PUT', 'approval-rules', rules)).status, 200)
  let references = 0
  const payOut = async (who: Member, amount: number) => {
    references += 1
    const body = { amount, currency: 'USD', destination_id, reference: `P-${references}` }
    const made = await call(world, 'POST', 'payouts', { token: who.token, body })
    assert.equal(made.status, 200, made.text)
    return made.body.data
  }
  return { as, owner, accountant, destination_id, payOut }
}
const from100 = { payout: { USD: 100 }, refund: { USD: 10 } }

test('rules are set by an owner with a step-up, and need a second user', async () => {
  const as = await world.register({ name: 'Seule' })
  const owner = await signedIn(world, as)
  expect(await get(owner, 'approval-rules')).toEqual({ payout: null, refund: null })
  refusedWith(
    await call(world, 'PUT', 'approval-rules', { token: owner.token, body: from100 }),
    403,
    'RMT-1025',
  )
  refusedWith(await proven(owner, 'PUT', 'approval-rules', from100), 409, 'RMT-409')
  const accountant = await joined(world, owner, 'accountant')
  refusedWith(await proven(accountant, 'PUT', 'approval-rules', from100), 403, 'RMT-403')
  expect((await proven(owner, 'PUT', 'approval-rules', from100)).body.data).toEqual({
    payout: { USD: '100.00', CDF: null },
    refund: { USD: '10.00', CDF: null },
  })
  for (const wrong of [
    { payout: { USD: 0 }, refund: null },
    { payout: { USD: 'x' }, refund: null },
    { payout: null },
  ])
    refusedWith(await proven(owner, 'PUT', 'approval-rules', wrong), 400, 'RMT-1005')
  // The last user but one stays while a rule is set.
  const id = await userIdOf(world, owner, accountant.email)
  refusedWith(await proven(owner, 'DELETE', `users/${id}`), 409, 'RMT-409')
  await proven(owner, 'PUT', 'approval-rules', { payout: null, refund: null })
  expect((await proven(owner, 'DELETE', `users/${id}`)).status).toBe(200)
})

test('only users who may approve count as the second user of a rule', async () => {
  const owner = await signedIn(world, await world.register({ name: 'Sans comptable' }))
  for (const role of ['developer', 'cashier', 'viewer'] as const) await joined(world, owner, role)
  refusedWith(await proven(owner, 'PUT', 'approval-rules', from100), 409, 'RMT-409')
  await joined(world, owner, 'accountant')
  expect((await proven(owner, 'PUT', 'approval-rules', from100)).status).toBe(200)
})

test('while a rule is set, the last second user who may approve keeps the role, and others may change', async () => {
  const { owner, accountant } = await team(from100)
  const cashier = await joined(world, owner, 'cashier')
  const roleOf = async (who: Member, role: string) =>
    proven(owner, 'POST', `users/${await userIdOf(world, owner, who.email)}`, { role })
  refusedWith(await roleOf(accountant, 'viewer'), 409, 'RMT-409')
  expect((await roleOf(cashier, 'viewer')).status).toBe(200)
  expect((await roleOf(accountant, 'owner')).status).toBe(200)
  refusedWith(await roleOf(owner, 'developer'), 409, 'RMT-409')
  // Another one who may approve is a way out, and so is the end of the rules.
  expect((await roleOf(cashier, 'accountant')).status).toBe(200)
  expect((await roleOf(accountant, 'viewer')).status).toBe(200)
  refusedWith(await roleOf(cashier, 'cashier'), 409, 'RMT-409')
  await proven(owner, 'PUT', 'approval-rules', { payout: null, refund: null })
  expect((await roleOf(cashier, 'cashier')).status).toBe(200)
})

test('of two approvers who get another role at once, one keeps the right while a rule is set', async () => {
  const { owner, accountant } = await team(from100)
  const third = await joined(world, owner, 'accountant')
  const ids = await Promise.all([accountant, third].map(({ email }) => userIdOf(world, owner, email)))
  const changes = ids.map((id) => proven(owner, 'POST', `users/${id}`, { role: 'viewer' }))
  expect((await Promise.all(changes)).map(({ status }) => status).sort()).toEqual([200, 409])
})

test('a payout below the amount goes at once; from it on it waits for a second user, parts of a day together', async () => {
  const { payOut, owner, accountant } = await team(from100)
  expect(await payOut(accountant, 99.99)).toMatchObject({ state: 'APPROVED', approval_id: null })
  // What was paid that day counts, so that a large sum is not split.
  const waits = await payOut(accountant, 1)
  expect(waits.state).toBe('REQUESTED')
  const [listed] = (await get(owner, 'approvals?state=WAITING')).items
  expect(listed).toMatchObject({
    ...{ approval_id: waits.approval_id, kind: 'payout', amount: '1.00', currency: 'USD', own: false },
    ...{ requested_by: accountant.email, allowed_actions: { approve: { allowed: true } } },
    // The payout is paid from the balance as soon as it is requested.
    ...{ available_balance: '899.01', payment: null },
    payout: { payout_id: waits.payout_id, destination: { number: '243810000001' } },
  })
  for (const body of [{}, { reason: 'ab' }])
    refusedWith(await decide(owner, waits.approval_id, 'approve', body), 400, 'RMT-1005')
  refusedWith(await decide(accountant, waits.approval_id, 'approve'), 403, 'RMT-1021')
  const done = await decide(owner, waits.approval_id, 'approve')
  expect(done.body.data).toMatchObject({
    state: 'APPROVED',
    decided_by: owner.email,
    decision_reason: reason,
  })
  expect(await get(owner, `payouts/${waits.payout_id}`)).toMatchObject({
    state: 'APPROVED',
    approval_id: null,
  })
  for (const who of [owner, accountant])
    for (const act of ['approve', 'reject'] as const)
      refusedWith(await decide(who, waits.approval_id, act), 409, 'RMT-1008')
})

test('before a payout or refund is requested, it is said from which amount on a second user decides', async () => {
  const { as, payOut, owner, accountant } = await team(from100)
  const payoutFrom = async () =>
    (await get(owner, 'payout-terms')).terms.map(({ currency, second_user_from }: any) => [
      currency,
      second_user_from,
    ])
  expect(await payoutFrom()).toEqual([
    ['CDF', null],
    ['USD', '100.00'],
  ])
  await payOut(accountant, 60)
  expect(await payoutFrom()).toContainEqual(['USD', '40.00'])
  const uuid = await paid(world, as, { amount: 50 })
  const refundFrom = async () => (await get(owner, `payments/${uuid}`)).refundable.second_user_from
  expect(await refundFrom()).toBe('10.00')
  await call(world, 'POST', `payments/${uuid}/refund-requests`, {
    token: owner.token,
    body: { amount: 9, reason },
  })
  expect(await refundFrom()).toBe('1.00')
})

test('a payout that a second user approved still waits for an admin, who cannot decide before', async () => {
  const { payOut, owner, accountant } = await team(from100)
  const { payout_id, approval_id } = await payOut(owner, 600)
  expect(approval_id).not.toBe(payout_id)
  const admins = adminsOf(world)
  const approve = () => admins.post(`payouts/${payout_id}/approve`, { reason })
  expect(refusedWith(await approve(), 409, 'RMT-409')).toContain('second user')
  const waiting = async () =>
    (await admins.read('approvals/waiting?limit=100')).items.map(({ id }: any) => id)
  expect(await waiting()).not.toContain(payout_id)
  expect((await decide(accountant, approval_id, 'approve')).status).toBe(200)
  expect(await get(owner, `payouts/${payout_id}`)).toMatchObject({
    state: 'REQUESTED',
    approval_id: payout_id,
  })
  expect(await waiting()).toContain(payout_id)
  expect((await approve()).status).toBe(200)
})

test('an admin rejects a payout that still waits for a second user, who can no longer approve it', async () => {
  const { payOut, owner, accountant } = await team(from100)
  const { payout_id, approval_id } = await payOut(owner, 600)
  const admins = adminsOf(world)
  const { allowed_actions } = await admins.read(`payouts/${payout_id}`)
  expect(allowed_actions).toMatchObject({
    approve: { allowed: false },
    reject: { allowed: true, reason: null },
  })
  expect((await admins.act(`payouts/${payout_id}/reject`, { reason })).state).toBe('CANCELLED')
  refusedWith(await decide(accountant, approval_id, 'approve'), 409, 'RMT-1008')
})

test('a rejected payout is cancelled with its reason, and a cancelled one can no longer be approved', async () => {
  const { as, payOut, owner, accountant } = await team(from100)
  const rejected = await payOut(accountant, 150)
  expect((await decide(owner, rejected.approval_id, 'reject')).body.data.state).toBe('REJECTED')
  expect(await get(owner, `payouts/${rejected.payout_id}`)).toMatchObject({
    state: 'CANCELLED',
    decision_reason: reason,
  })
  const cancelled = await payOut(accountant, 150)
  await call(world, 'POST', `payouts/${cancelled.payout_id}/cancel`, { token: accountant.token, body: {} })
  refusedWith(await decide(owner, cancelled.approval_id, 'approve'), 409, 'RMT-1008')
  expect((await get(owner, 'approvals')).items[0]).toMatchObject({ state: 'EXPIRED' })
  expect(await payoutsOf(world, as).balance()).toEqual({ available: '1000.00', reserved: '0.00' })
})

test('a payout that the server of the merchant requests waits for any one user', async () => {
  const { as, owner, destination_id } = await team(from100)
  const made = await payoutsOf(world, as).requested({ amount: 100, destination_id })
  expect(made.state).toBe('REQUESTED')
  expect((await decide(owner, made.approval_id, 'approve')).body.data.requested_by).toBe('api')
})

test('of two users and a cancellation at once, one counts', async () => {
  const { as, payOut, owner, accountant } = await team(from100)
  const second = await joined(world, owner, 'accountant')
  for (let round = 0; round < 3; round++) {
    const { payout_id, approval_id } = await payOut(accountant, 120)
    await Promise.all([
      decide(owner, approval_id, 'approve'),
      decide(second, approval_id, 'reject'),
      call(world, 'POST', `payouts/${payout_id}/cancel`, { token: accountant.token, body: {} }),
    ])
    const { state } = await get(owner, `payouts/${payout_id}`)
    expect(['APPROVED', 'CANCELLED']).toContain(state)
    if (state === 'APPROVED') await payoutsOf(world, as).cancel(payout_id)
  }
  expect(await payoutsOf(world, as).balance()).toEqual({ available: '1000.00', reserved: '0.00' })
})

test('a refund waits for a second user, then for an admin, unless the merchant may refund by itself', async () => {
  const { as, owner, accountant } = await team(from100)
  const ask = async (amount: number) => {
    const uuid = await paid(world, as)
    const body = { amount, reason: 'One came back' }
    const made = await call(world, 'POST', `payments/${uuid}/refund-requests`, {
      token: accountant.token,
      body,
    })
    assert.equal(made.status, 200, made.text)
    return made.body.data
  }
  const setRight = (mayRefund: boolean) =>
    world.db.rows(
      { name: 'set_right', text: 'update merchant set may_refund_sandbox = $2 where merchant_code = $1' },
      [as.merchant_code, mayRefund],
    )
  await setRight(false)
  const small = await ask(9.99)
  expect(small).toMatchObject({ state: 'WAITING', approval_id: small.id })
  const large = await ask(10)
  expect((await get(owner, 'approvals')).items[0]).toMatchObject({
    payout: null,
    payment: { transaction_uuid: large.transaction_uuid, refunded_amount: '0.00' },
  })
  const waitingFor = async (who: Member) => (await get(who, 'overview')).waiting
  expect(await waitingFor(owner)).toMatchObject({
    approvals: { payouts: 0, refunds: 1 },
    // The large one does not wait for us yet.
    refund_requests: [{ transaction_uuid: small.transaction_uuid }],
  })
  expect((await waitingFor(accountant)).approvals).toEqual({ payouts: 0, refunds: 0 })
  const admins = adminsOf(world)
  const approve = () => admins.post(`refund-requests/${large.id}/approve`, { reason })
  refusedWith(await approve(), 409, 'RMT-409')
  refusedWith(await decide(accountant, large.approval_id, 'approve'), 403, 'RMT-1021')
  expect((await decide(owner, large.approval_id, 'approve')).status).toBe(200)
  expect((await approve()).body.data.state).toBe('REFUNDED')
  await setRight(true)
  const own = await ask(10)
  expect(own.state).toBe('WAITING')
  expect((await decide(owner, own.approval_id, 'approve')).status).toBe(200)
  const path = `payments/${own.transaction_uuid}/refund-requests/${own.id}`
  expect(await get(owner, path)).toMatchObject({ state: 'REFUNDED', approval_id: null })
  const rejected = await ask(10)
  await decide(owner, rejected.approval_id, 'reject')
  expect((await get(owner, `payments/${rejected.transaction_uuid}/refund-requests`)).items[0]).toMatchObject({
    state: 'REJECTED',
    decision_reason: reason,
  })
})

test('a step-up for one approval approves no other payee or sum, and counts once', async () => {
  const { payOut, owner, accountant } = await team(from100)
  const [first, second] = [await payOut(accountant, 120), await payOut(accountant, 130)]
  const { token, codes } = await withApp(world, owner)
  const approve = (id: string, headers?: Record<string, string>) =>
    call(world, 'POST', `approvals/${id}/approve`, { token, body: { reason }, ...(headers && { headers }) })
  const proof = (confirms?: object) => provenBy(world, token, { recovery_code: codes.pop(), confirms })
  const refusal = await approve(first.approval_id)
  refusedWith(refusal, 403, 'RMT-1025')
  const { confirms } = refusal.body.errors[0]
  expect(confirms).toEqual({
    ...{ act: 'merchant_approval.approve', subject: first.approval_id, payee: '243810000001' },
    ...{ amount: '120.00', currency: 'USD' },
  })
  for (const other of [undefined, { act: 'settings' }, { ...confirms, amount: '130.00' }])
    refusedWith(await approve(first.approval_id, await proof(other)), 403, 'RMT-1025')
  const headers = await proof(confirms)
  refusedWith(await approve(second.approval_id, headers), 403, 'RMT-1025')
  expect((await approve(first.approval_id, headers)).body.data.state).toBe('APPROVED')
  refusedWith(await approve(first.approval_id, headers), 403, 'RMT-1025')
})

test("another merchant's user neither reads nor decides an approval", async () => {
  const { payOut, accountant } = await team(from100)
  const { approval_id } = await payOut(accountant, 150)
  const other = await team(from100)
  refusedWith(await decide(other.owner, approval_id, 'approve'), 404, 'RMT-404')
  expect((await get(other.owner, 'approvals')).items).toEqual([])
})
