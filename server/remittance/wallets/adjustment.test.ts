// Wallet adjustments and top-ups by admins: corrections need two people, all are audited, none overdraws a wallet.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Admins,
  adminsOf,
  refusedWith,
  tokens,
  twoAdmins,
} from '../../../test/support/callers/admins.ts'
import { type Transfers, transfersOf, walletAddsUp } from '../../../test/support/callers/transfers.ts'
import { eventually } from '../../../test/support/http/eventually.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { statement } from '../../platform/database/database.ts'
import { approveAdjustment, rejectAdjustment } from './adjustment.ts'

let world: World
let admins: Admins
let transfers: Transfers
let wallet: string
beforeAll(async () => {
  world = await openWorld({
    settings: { ADMIN_TOKENS: `${twoAdmins.ADMIN_TOKENS},phone@amina:${phone}` },
  })
  admins = adminsOf(world)
  transfers = transfersOf(world)
  wallet = `wallets/${world.merchant.merchant_code}`
  await world.topUp('100.00')
})
afterAll(() => world.close())

const reason = 'Paid in twice'
/** A second token of the same owner. */
const phone = 'token-of-her-phone-0123456789'
const byPhone = (path: string, body: object, headers: Record<string, string> = {}) =>
  world.admin('POST', `/api/v1/admin/${path}`, body, { 'x-admin-token': phone, ...headers })
const send = (amount: number, as: 'amina' | 'benoit' = 'amina') =>
  admins.act(`${wallet}/adjustments`, { amount, reason }, as)
const decide = (act: 'approve' | 'reject', id: string, as: 'amina' | 'benoit' = 'benoit') =>
  admins.post(`wallets/adjustments/${id}/${act}`, { reason: 'Seen the slip' }, as)
const waiting = statement(
  'test_waiting_for_a_lock',
  `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
)
const lastLine = async () => (await transfers.lines()).at(-1)

describe('an adjustment', () => {
  test('an adjustment is booked only when another person approves it', async () => {
    const before = await transfers.balance()
    const requested = await send(-12.34)
    expect(requested).toMatchObject({
      state: 'PENDING',
      amount: -12.34,
      requested_by: 'amina',
      balance_after: null,
    })
    expect((await transfers.balance()).available).toBe(before.available)
    const approved = await decide('approve', requested.id)
    assert.equal(approved.status, 200, approved.text)
    expect(approved.body.data).toMatchObject({
      state: 'APPROVED',
      decided_by: 'benoit',
      decision_reason: 'Seen the slip',
      balance_after: 87.66,
    })
    expect(await lastLine()).toMatchObject({ kind: 'ADJUSTMENT', amount: -12.34, balance_after: 87.66 })
    assert.equal((await decide('approve', (await send(12.34)).id)).status, 200)
    expect(await transfers.balance()).toMatchObject({ available: before.available })
    await walletAddsUp(world, transfers)
  })

  test('the requester of an adjustment can neither approve nor reject it, and the list says why [S-19]', async () => {
    const { id, allowed_actions } = await send(5, 'benoit')
    const why = 'The requester of an adjustment cannot decide it'
    expect(allowed_actions.approve).toEqual({ allowed: false, reason: why })
    for (const act of ['approve', 'reject'] as const)
      expect(refusedWith(await decide(act, id, 'benoit'), 403, 'RMT-1021')).toBe(why)
    const { items } = await admins.read('wallets/adjustments?state=PENDING', 'amina')
    expect(items[0]).toMatchObject({ id, allowed_actions: { approve: { allowed: true, reason: null } } })
    assert.equal((await decide('reject', id, 'amina')).status, 200)
  })

  test('the requester of an adjustment cannot decide it with another token of the same owner [S-19]', async () => {
    const { id } = await send(5)
    for (const act of ['approve', 'reject'])
      refusedWith(await byPhone(`wallets/adjustments/${id}/${act}`, { reason: 'My own' }), 403, 'RMT-1021')
    const mine = await world.admin('GET', '/api/v1/admin/wallets/adjustments', undefined, {
      'x-admin-token': phone,
    })
    expect(mine.body.data.items[0]).toMatchObject({ id, allowed_actions: { approve: { allowed: false } } })
    assert.equal((await decide('reject', id)).status, 200)
  })

  test('a rejected adjustment moves nothing and cannot be approved afterwards', async () => {
    const before = await transfers.balance()
    const { id } = await send(50)
    assert.equal((await decide('reject', id)).body.data.state, 'REJECTED')
    expect(refusedWith(await decide('approve', id), 409, 'RMT-1008')).toContain('REJECTED already, by benoit')
    expect((await transfers.balance()).available).toBe(before.available)
  })

  test('an adjustment beyond the balance is refused and stays pending until the balance suffices', async () => {
    const { id } = await send(-100.01)
    refusedWith(await decide('approve', id), 402, 'RMT-2001')
    expect((await admins.read('wallets/adjustments?state=PENDING')).items[0]).toMatchObject({ id })
    await world.topUp('0.01')
    assert.equal((await decide('approve', id)).body.data.balance_after, 0)
    expect(await transfers.balance()).toMatchObject({ available: 0, reserved: 0 })
    await world.topUp('100.00')
  })

  test('an adjustment decided twenty times concurrently is booked once', async () => {
    const before = await transfers.balance()
    const { id } = await send(1)
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, i) => decide(i % 4 === 0 ? 'reject' : 'approve', id)),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)])
    const won = responses.find(({ status }) => status === 200)!.body.data
    const added = won.state === 'APPROVED' ? 1 : 0
    expect((await transfers.balance()).available).toBe(before.available + added)
    await walletAddsUp(world, transfers)
  })

  test.each([
    ['approved', 'rejected', approveAdjustment, rejectAdjustment],
    ['rejected', 'approved', rejectAdjustment, approveAdjustment],
  ])(
    'an adjustment that is being %s cannot be %s at the same time',
    async (decided, _late, first, second) => {
      const { db, clock, secrets } = world.system.cards
      const before = await transfers.balance()
      const id = (await send(1)).id
      const admin = { name: 'benoit', address: '127.0.0.1', requestId: 'test' }
      const [written, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const store = () => {
        written.resolve()
        return commit.promise
      }
      const needs = { db, clock, secrets, secondAdmin: async () => true }
      const deciding = first(needs, id, { reason, admin, store })
      await written.promise
      const late = second(needs, id, { reason, admin, store: async () => {} }).then(
        ({ state }) => `it is ${state}`,
        (problem: Error) => problem.message,
      )
      await eventually(
        'the second waits for the first',
        async () => (await world.db.rows(waiting)).length > 0,
      )
      commit.resolve()
      const state = decided.toUpperCase()
      assert.equal((await deciding).state, state)
      expect(await late).toContain(`${state} already, by benoit`)
      const added = state === 'APPROVED' ? 1 : 0
      expect((await transfers.balance()).available).toBe(before.available + added)
    },
  )

  test.each([
    ['of zero', { amount: 0, reason }, 'RMT-1002'],
    ['of less than a cent', { amount: 0.001, reason }, 'RMT-1002'],
    ['above the largest amount', { amount: 1e10, reason }, 'RMT-1002'],
    ['with the amount as a string', { amount: '5', reason }, 'RMT-1005'],
    ['without a reason', { amount: 5 }, 'RMT-1005'],
    ['with a reason that is too short', { amount: 5, reason: '..' }, 'RMT-1005'],
  ])('an adjustment %s is refused', async (_what, body, code) => {
    refusedWith(await admins.post(`${wallet}/adjustments`, body), 400, code)
  })

  test('an adjustment with an idempotency key is requested once and decided once', async () => {
    const before = await transfers.balance()
    const keyed = (path: string, body: object, as: 'amina' | 'benoit') =>
      world.admin('POST', `/api/v1/admin/${path}`, body, {
        'x-admin-token': tokens[as],
        'idempotency-key': 'dialog-1',
      })
    const requests = (amount: number) => keyed(`${wallet}/adjustments`, { amount, reason }, 'amina')
    const [first, second] = [await requests(3), await requests(3)]
    assert.deepEqual([second.body, second.headers['idempotency-replayed']], [first.body, 'true'])
    refusedWith(await requests(4), 422, 'RMT-422')
    const approve = () =>
      keyed(`wallets/adjustments/${first.body.data.id}/approve`, { reason: 'Seen the slip' }, 'benoit')
    const [booked, repeated] = [await approve(), await approve()]
    assert.equal(booked.body.data.state, 'APPROVED')
    assert.deepEqual([repeated.body, repeated.headers['idempotency-replayed']], [booked.body, 'true'])
    expect((await transfers.balance()).available).toBe(before.available + 3)
  })

  test('an adjustment of an unknown wallet, or a decision on an unknown one, is refused', async () => {
    refusedWith(await admins.post('wallets/LKT-0000-0000/adjustments', { amount: 5, reason }), 404, 'RMT-404')
    const ofTomorrow = { amount: 5, reason, environment: 'production' }
    refusedWith(await admins.post(`${wallet}/adjustments`, ofTomorrow), 404, 'RMT-404')
    for (const id of ['999999', 'x', '01932f6e-5c1b-7e3a-9b1d-2f4c8a7d6e5b'])
      refusedWith(await decide('approve', id), 404, 'RMT-404')
  })
})

describe('a top-up', () => {
  const topUp = (amount: number, key?: string) =>
    world.admin(
      'POST',
      `/api/v1/admin/${wallet}/top-ups`,
      { amount, reason: 'Transfer 4711' },
      {
        'x-admin-token': 'token-of-amina-0123456789',
        ...(key && { 'idempotency-key': key }),
      },
    )

  test('a top-up is booked by one person, with wallet history and audit entry', async () => {
    const before = await transfers.balance()
    const response = await topUp(250.5)
    expect(response.body.data).toMatchObject({
      added: 250.5,
      available: before.available + 250.5,
      environment: 'sandbox',
    })
    expect(await lastLine()).toMatchObject({ kind: 'TOPUP', amount: 250.5 })
    const [entry] = (await admins.read('audit?action=wallet.topped_up')).items
    expect(entry).toMatchObject({ actor: 'amina', detail: { amount: '250.50', reason: 'Transfer 4711' } })
  })

  test('a top-up with an idempotency key is booked once and for one amount only', async () => {
    const before = await transfers.balance()
    const responses = await Promise.all(Array.from({ length: 8 }, () => topUp(10, 'slip-1')))
    for (const { status } of responses) assert.ok(status === 200 || status === 409)
    expect((await transfers.balance()).available).toBe(before.available + 10)
    assert.equal((await topUp(10, 'slip-1')).headers['idempotency-replayed'], 'true')
    refusedWith(await topUp(11, 'slip-1'), 422, 'RMT-422')
    const ofBenoit = { 'x-admin-token': tokens.benoit, 'idempotency-key': 'slip-1' }
    const slip = { amount: 10, reason: 'The same slip, seen by another' }
    const path = `/api/v1/admin/${wallet}/top-ups`
    const repeated = await world.admin('POST', path, slip, ofBenoit)
    assert.deepEqual([repeated.status, repeated.headers['idempotency-replayed']], [200, 'true'])
    const otherText = await world.admin('POST', path, { ...slip, reason: 'Another one' }, ofBenoit)
    refusedWith(otherText, 422, 'RMT-422')
    expect((await transfers.balance()).available).toBe(before.available + 10)
    refusedWith(await topUp(10, 'é'), 422, 'RMT-422')
  })

  test('a top-up of more than 10,000.00 is refused', async () => {
    refusedWith(await topUp(10_000.01), 400, 'RMT-1002')
  })

  test('a top-up beyond 10,000.00 by one person in 24 hours waits for another person [S-19]', async () => {
    const before = await transfers.balance()
    const waits = await topUp(10_000, 'slip-2')
    assert.equal(waits.status, 202, waits.text)
    const { id } = waits.body.data
    expect(waits.body.data).toMatchObject({
      kind: 'TOPUP',
      state: 'PENDING',
      amount: 10_000,
      requested_by: 'amina',
    })
    const repeated = await topUp(10_000, 'slip-2')
    expect([repeated.status, repeated.headers['idempotency-replayed'], repeated.body.data.id]).toEqual([
      202,
      'true',
      id,
    ])
    expect((await transfers.balance()).available).toBe(before.available)

    refusedWith(
      await byPhone(`wallets/adjustments/${id}/approve`, { reason: 'My own slip' }),
      403,
      'RMT-1021',
    )
    assert.equal((await decide('approve', id)).status, 200)
    expect((await transfers.balance()).available).toBe(before.available + 10_000)
    expect(await lastLine()).toMatchObject({ kind: 'TOPUP', amount: 10_000 })
    await walletAddsUp(world, transfers)
    expect((await admins.read('audit/verify')).intact).toBe(true)
  })

  test('top-ups of one person are summed over all their tokens [S-19]', async () => {
    const waits = await byPhone(`${wallet}/top-ups`, { amount: 9_999, reason: 'Transfer 4712' })
    assert.equal(waits.status, 202, waits.text)
    const [entry] = (await admins.read('audit?action=adjustment.requested')).items
    expect(entry).toMatchObject({ actor: 'phone@amina', detail: { kind: 'TOPUP', amount: '9999.00' } })
    refusedWith(await admins.post(`wallets/adjustments/${waits.body.data.id}/approve`), 403, 'RMT-1021')
    assert.equal((await decide('reject', waits.body.data.id)).status, 200)
  })

  test('a top-up of zero or a negative amount is refused', async () => {
    for (const amount of [-1, 0]) refusedWith(await topUp(amount), 400, 'RMT-1002')
  })
})

test('wallets are listed with their balances and the number of pending adjustments', async () => {
  await send(2)
  const other = await world.register()
  await world.topUp('7.00', other)
  const { items, pagination } = await admins.read(`wallets?merchant_code=${world.merchant.merchant_code}`)
  expect(pagination).toEqual({ page: 1, limit: 20, total: 1, pages: 1, capped: false })
  const { available } = await transfers.balance()
  expect(items).toMatchObject([
    {
      merchant_code: world.merchant.merchant_code,
      environment: 'sandbox',
      available,
      reserved: 0,
      pending_adjustments: 1,
    },
  ])
  expect((await admins.read('wallets?limit=1&page=2')).items).toHaveLength(1)
  expect((await admins.read('wallets?environment=production')).items).toEqual([])
  refusedWith(await admins.get('wallets?limit=x'), 400, 'RMT-1005')
})

test('an adjustment without an audit entry is detected [S-21]', async () => {
  expect((await admins.read('audit/verify')).intact).toBe(true)
  await world.db.rows({
    name: 'smuggle',
    text: `insert into wallet_adjustment (merchant_id, environment, amount_minor, reason, requested_by, requested_at)
           select id, 'sandbox', 100, 'by hand', 'amina', now() from merchant limit 1`,
  })
  expect((await admins.read('audit/verify')).broken.reason).toBe(
    'adjustments in the books are missing from the audit log',
  )
})

test('an adjustment is refused with the reason where there is only one admin [S-19]', async () => {
  const lonely = await openWorld()
  const response = await lonely.admin(
    'POST',
    `/api/v1/admin/wallets/${lonely.merchant.merchant_code}/adjustments`,
    {
      amount: 5,
      reason,
    },
  )
  expect(refusedWith(response, 403, 'RMT-1022')).toContain('needs a second admin')
  expect((await lonely.admin('GET', '/api/v1/admin/me')).body.data).toMatchObject({
    name: 'amina',
    environment: 'sandbox',
    second_admin: false,
  })
  await lonely.close()
})
