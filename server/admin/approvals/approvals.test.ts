// Acts of admins that need a second admin: executed once by the approval of another person, or not at all, whoever decides and
// wherever a process dies. No worker runs: each test runs the rounds itself.
import assert from 'node:assert/strict'
import { beforeAll, describe, expect, test } from 'vitest'
import { noApprovals, refusedWith } from '../../../test/support/callers/admins.ts'
import {
  acts,
  adminOf,
  approved,
  call,
  decide,
  needs,
  openApprovals,
  type Paid,
  paid,
  read,
  reason,
  refund,
  refundedOnce,
  requested,
  rounds,
  rows,
  stored,
  type Token,
  untouched,
  waiting,
  world,
} from '../../../test/support/callers/approvals.ts'
import { transfersOf } from '../../../test/support/callers/transfers.ts'
import { cellOfTests } from '../../../test/support/database/database.setup.ts'
import { claimRefund } from '../../cards/refunds/claim-refund.ts'
import { openDatabase } from '../../platform/database/database.ts'
import { systemClock } from '../../platform/time/clock.ts'
import { openReleaseAct } from '../../remittance/holds/api.ts'
import { verifyAudit } from '../audit.ts'
import { decideApproval } from './decide-approval.ts'

openApprovals()

const voidIt = ({ paymentId }: Paid, as: Token = 'amina', key?: string) =>
  call(as, 'POST', `payment/voids/${paymentId}`, { reason }, key)

describe('a refund that a rule applies to', () => {
  test('a refund below the sum is made at once; from the sum on it waits, and nothing is claimed', async () => {
    const payment = await paid()
    expect((await refund(payment, { amount: 99.99 })).status).toBe(200)
    const other = await paid()
    requested(await refund(other, { amount: 100 }))
    expect(await stored(other)).toEqual(untouched)
  })

  test('a currency has its own sum', async () => {
    const payment = await paid({ amount: 300_000, currency: 'CDF' })
    expect((await refund(payment, { amount: 249_999 })).status).toBe(200)
    requested(await refund(payment, { amount: 1 }))
  })

  test('parts of a payment count together, so that a large refund cannot be split', async () => {
    const payment = await paid()
    expect((await refund(payment, { amount: 60 })).status).toBe(200)
    requested(await refund(payment, { amount: 40 }))
    expect((await refund(payment, { amount: 39.99 })).status).toBe(200)
  })

  test('another admin approves it: it is refunded once, under the name of its requester', async () => {
    const { id, ...payment } = await waiting({ notify_merchant: false })
    const before = await read(id)
    expect(before).toMatchObject({
      ...{ action: 'refund', state: 'WAITING', subject: payment.uuid, amount: '200.00', currency: 'USD' },
      ...{ reason, requested_by: 'amina', outcome: null, request: { notify_merchant: false, force: false } },
      allowed_actions: { approve: { allowed: true }, reject: { allowed: true } },
    })
    const done = await decide(id, 'approve')
    assert.equal(done.status, 200, done.text)
    expect(done.body.data).toMatchObject({
      ...{
        state: 'APPROVED',
        decided_by: 'benoit',
        decision_reason: 'Checked the order',
        outcome: 'SUCCESS',
      },
      allowed_actions: { approve: { allowed: false, reason: 'This request is approved already' } },
    })
    expect(await stored(payment)).toEqual(refundedOnce)
    const { refunds } = (await call('amina', 'GET', `payment/refunds/${payment.uuid}`)).body
    expect(refunds).toMatchObject([
      { refunded_by: 'amina', status: 'SUCCESS', notify_merchant: false, reason },
    ])
    const log = await rows<{ actor: string; action: string }>(
      `select actor, action from audit_log where subject = $1 and action <> 'order.created' order by seq`,
      [payment.uuid],
    )
    expect(log).toEqual([
      { actor: 'amina', action: 'approval.requested' },
      { actor: 'benoit', action: 'refund.requested' },
      { actor: 'benoit', action: 'approval.approved' },
    ])
    expect(await verifyAudit(world.system.cells, world.system.secrets)).not.toHaveProperty('broken')
  })

  test('the person who requested it decides it with no token of theirs [S-19]', async () => {
    const { id, ...payment } = await waiting()
    for (const as of ['amina', 'aminaPhone'] as const) {
      for (const act of ['approve', 'reject'] as const) {
        const message = refusedWith(await decide(id, act, as), 403, 'RMT-1021')
        expect(message).toBe('The person who requested this cannot decide it')
      }
      expect((await read(id, as)).allowed_actions.approve.allowed).toBe(false)
    }
    // Nor if the request came from the other token.
    const second = await paid()
    const from = requested(await refund(second, {}, 'aminaPhone'))
    refusedWith(await decide(from, 'approve', 'amina'), 403, 'RMT-1021')
    expect([await stored(payment), await stored(second)]).toEqual([untouched, untouched])
  })

  test('what was decided is not decided again, by nobody: 409 RMT-1008', async () => {
    const { id, ...payment } = await waiting()
    assert.equal((await decide(id, 'approve')).status, 200)
    refusedWith(await decide(id, 'approve'), 409, 'RMT-1008')
    refusedWith(await decide(id, 'reject'), 409, 'RMT-1008')
    refusedWith(await decide(id, 'approve', 'chantal'), 409, 'RMT-1008')
    // The requester too learns that it was decided.
    refusedWith(await decide(id, 'approve', 'amina'), 409, 'RMT-1008')
    expect(await stored(payment)).toEqual(refundedOnce)
  })

  test('a rejected request refunds nothing, and the same refund can be requested again', async () => {
    const { id, ...payment } = await waiting()
    assert.equal((await decide(id, 'reject')).body.data.state, 'REJECTED')
    expect(await stored(payment)).toEqual({ ...untouched, decisions: 1 })
    expect(requested(await refund(payment))).not.toBe(id)
  })

  test('a refund that is no longer possible is refused with its own problem, and keeps waiting', async () => {
    const { id, ...payment } = await waiting({ amount: 150 })
    const whole = requested(await refund(payment, { amount: 200 }))
    assert.equal((await decide(whole, 'approve')).status, 200)
    const late = await decide(id, 'approve')
    expect([late.status, late.body.message]).toEqual([409, 'Transaction already fully refunded'])
    expect((await read(id)).state).toBe('WAITING')
    assert.equal((await decide(id, 'reject')).body.data.state, 'REJECTED')
  })

  test('a repeat by its key or its content is the same request, and tells what became of it', async () => {
    const payment = await paid()
    const id = requested(await refund(payment, {}, 'amina', 'slip-1'))
    expect(requested(await refund(payment, {}, 'amina', 'slip-1'))).toBe(id)
    expect(requested(await refund(payment, {}, 'chantal'))).toBe(id)
    assert.equal((await decide(id, 'approve')).status, 200)
    const late = await refund(payment, {}, 'aminaPhone', 'slip-1')
    // The refund itself is complete by now.
    expect(late.status).toBe(409)
    expect(await stored(payment)).toEqual(refundedOnce)
  })

  test('a repeat with its key of a part that was approved requests nothing new', async () => {
    const payment = await paid()
    const id = requested(await refund(payment, { amount: 100 }, 'amina', 'slip-2'))
    assert.equal((await decide(id, 'approve')).status, 200)
    const late = await refund(payment, { amount: 100 }, 'amina', 'slip-2')
    expect([late.status, late.body]).toEqual([202, { approval_id: id, state: 'APPROVED' }])
    expect(await stored(payment)).toMatchObject({ refunded: 10_000, calls: 1 })
  })

  test('nobody can request it in a deployment with one admin', async () => {
    const payment = await paid()
    const { cards, secrets, db } = world.system
    const approvals = {
      rules: { refund: 'all' as const },
      secrets,
      secondAdmin: async () => false,
      hours: 72,
    }
    const now = systemClock.now()
    const wanted = { ...payment, amount: undefined, reason, notify: true, force: false, key: undefined }
    const request = { ...wanted, admin: adminOf('amina'), now, nextCheckAt: now }
    await expect(db.transaction((sql) => claimRefund(sql, { secrets, approvals }, request))).rejects.toThrow(
      'only one',
    )
    expect(cards.gatewayFor).toBeDefined()
    expect(await stored(payment)).toEqual(untouched)
  })
})

describe('a void that the rule of refunds applies to', () => {
  test('a large void waits, and is made once when another admin approves it', async () => {
    const small = await paid({ amount: 99.99 })
    assert.equal((await voidIt(small)).body.transaction_status, 'VOIDED')
    const payment = await paid()
    const id = requested(await voidIt(payment, 'amina', 'void-1'))
    expect(requested(await voidIt(payment, 'amina', 'void-1'))).toBe(id)
    expect(await stored(payment)).toEqual(untouched)
    refusedWith(await decide(id, 'approve', 'aminaPhone'), 403, 'RMT-1021')
    expect((await decide(id, 'approve')).body.data).toMatchObject({ state: 'APPROVED', outcome: 'SUCCESS' })
    expect(await stored(payment)).toMatchObject({ status: 'VOIDED', calls: 1, decisions: 1 })
    const { voids } = (await call('amina', 'GET', `payment/voids/${payment.uuid}`)).body
    expect(voids).toMatchObject([{ voided_by: 'amina', status: 'SUCCESS' }])
  })
})

describe('a release of a held transfer that a rule applies to', () => {
  let documents = 0
  /** A held transfer of this many dollars. */
  async function held(amount: number): Promise<{ transaction_id: string; reference: string }> {
    documents += 1
    return transfersOf(world).accepted({
      ...{ sender_first_name: 'Watchlist', sender_middle_name: '', sender_last_name: 'Person' },
      ...{ sender_document_number: `WL${200_000 + documents}`, amount },
    })
  }
  const release = (id: string, as: Token = 'amina') =>
    call(as, 'POST', `remittance/holds/${id}/release`, { reason: 'Another person' })
  const walletOf = () => transfersOf(world).balance()
  beforeAll(() => world.topUp('20.00'))

  test('a small release is made at once, a large one when another admin approves it', async () => {
    assert.equal((await release((await held(0.49)).transaction_id)).status, 200)
    const before = await walletOf()
    const { transaction_id, reference } = await held(0.5)
    const made = await release(transaction_id)
    expect([made.status, made.body.data.state]).toEqual([202, 'WAITING'])
    const id = made.body.data.approval_id
    expect((await release(transaction_id, 'chantal')).body.data.approval_id).toBe(id)
    assert.equal((await transfersOf(world).status(reference)).status, 'Hold')
    expect(await walletOf()).toMatchObject({ available: before.available, reserved: before.reserved })
    for (const as of ['amina', 'aminaPhone'] as const)
      refusedWith(await decide(id, 'approve', as), 403, 'RMT-1021')
    const blind = refusedWith(await decide(id, 'approve'), 409, 'RMT-409')
    expect(blind).toContain('Read this request')
    // The list shows the same persons, and a page reloads it by itself.
    await call('benoit', 'GET', 'remittance/holds?limit=100')
    refusedWith(await decide(id, 'approve'), 409, 'RMT-409')
    // What another admin has read says nothing about this one.
    await read(id, 'chantal')
    refusedWith(await decide(id, 'approve'), 409, 'RMT-409')
    const { about } = await read(id)
    expect(about.transfer).toMatchObject({
      transaction_id,
      parties: { sender: { first_name: 'Watchlist' } },
      screening: [{ role: 'sender', matches: [{ entry_name: 'Watchlist Person' }] }, {}],
      pending_approvals: [{ approval_id: id, requested_by: 'amina', own: false }],
    })
    const openings = await rows<{ actor: string }>(
      `select distinct actor from audit_log where action = 'transfer.papers_opened' and subject = $1 order by 1`,
      [transaction_id],
    )
    expect(openings).toEqual([{ actor: 'benoit' }, { actor: 'chantal' }])
    const done = await decide(id, 'approve')
    expect(done.body.data).toMatchObject({
      action: 'hold_release',
      state: 'APPROVED',
      amount: '0.50',
      outcome: null,
    })
    refusedWith(await decide(id, 'approve', 'chantal'), 409, 'RMT-1008')
    assert.equal((await transfersOf(world).status(reference)).status, 'Submitted')
    const after = await walletOf()
    assert.equal(after.total, before.total)
    assert.ok(after.reserved > before.reserved)
    const [review] = await rows<{ decided_by: string; reason: string }>(
      `select r.decided_by, r.reason from transfer_review r join transfer t on t.id = r.transfer_id
        where t.transaction_id = $1`,
      [transaction_id],
    )
    expect(review).toEqual({ decided_by: 'amina', reason: 'Another person' })
    expect(await verifyAudit(world.system.cells, world.system.secrets)).not.toHaveProperty('broken')
  })

  test('a request to release a transfer ends with the transfer, when it is rejected', async () => {
    const { transaction_id, reference } = await held(0.6)
    const id = (await release(transaction_id)).body.data.approval_id
    const reject = `remittance/holds/${transaction_id}/reject`
    assert.equal((await call('chantal', 'POST', reject, { reason: 'The same person' })).status, 200)
    expect(await read(id)).toMatchObject({
      state: 'WITHDRAWN',
      decided_by: null,
      decided_at: expect.any(String),
    })
    const entries = await rows<{ actor: string; id: string }>(
      `select actor, detail::json ->> 'id' as id from audit_log where action = 'approval.withdrawn' and subject = $1`,
      [transaction_id],
    )
    expect(entries).toEqual([{ actor: 'chantal', id }])
    expect(await verifyAudit(world.system.cells, world.system.secrets)).not.toHaveProperty('broken')
    const { items } = (await call('benoit', 'GET', 'approvals/waiting?limit=100')).body.data
    expect(items.map(({ subject }: { subject: string }) => subject)).not.toContain(transaction_id)
    for (const act of ['approve', 'reject'] as const) refusedWith(await decide(id, act), 409, 'RMT-1008')
    assert.equal((await transfersOf(world).status(reference)).status, 'Failed')
  })

  test('an approved release reads the rates in its own transaction, not on a second connection', async () => {
    const { transaction_id, reference } = await held(0.6)
    const id = (await release(transaction_id)).body.data.approval_id
    await read(id)
    const { secrets } = world.system
    const { DATABASE_URL } = world.system.settings
    const single = openDatabase(DATABASE_URL, { connections: 1, name: 'single', cell: cellOfTests })
    const hold_release = openReleaseAct({
      ...{ db: single, clock: systemClock, secrets, approvals: noApprovals(secrets), wake: () => {} },
      cells: { control: single, all: [single] },
      screeningsOf: async () => new Map(),
      currentRates: async () => undefined,
      recordClearance: async () => {},
      withdrawClearance: async () => {},
    })
    try {
      const acting = { ...needs(single), acts: { ...acts(), hold_release } }
      await decideApproval(acting, id, adminOf('benoit'), approved)
    } finally {
      await single.close()
    }
    expect((await transfersOf(world).status(reference)).status).toBe('Submitted')
  })

  test('of approvals and rejections of one release at once, one counts', async () => {
    for (let round = 0; round < rounds; round++) {
      const { transaction_id } = await held(0.7)
      const id = (await release(transaction_id)).body.data.approval_id
      await Promise.all([read(id, 'benoit'), read(id, 'chantal')])
      const results = await Promise.all([
        decide(id, 'approve', 'benoit'),
        decide(id, 'approve', 'chantal'),
        decide(id, 'reject', 'benoit'),
        call('chantal', 'POST', `remittance/holds/${transaction_id}/reject`, { reason: 'The same person' }),
      ])
      const [row] = await rows<{ status: string; calls: number }>(
        `select t.status, (select count(*)::int from operation o where o.transfer_id = t.id) as calls
           from transfer t where t.transaction_id = $1`,
        [transaction_id],
      )
      const { state } = await read(id)
      const isRejected = results[3]!.status === 200
      expect([state, row]).toEqual(
        state === 'APPROVED'
          ? ['APPROVED', { status: 'Submitted', calls: 1 }]
          : [state, { status: isRejected ? 'Failed' : 'Hold', calls: 0 }],
      )
    }
  })
})

describe('quarantined exchange rates that a rule applies to', () => {
  test('they are published once, when another admin approves them', async () => {
    const [row] = await rows<{ id: bigint }>(
      `insert into rate_snapshot (source, as_of, fetched_at, rates, state, moved_from)
       select 'test', now(), now(), rates, 'QUARANTINED', '{"UGX": "1"}' from rate_snapshot
        where state = 'PUBLISHED' order by id desc limit 1 returning id`,
    )
    const path = `remittance/rates/${row!.id}/approve`
    const made = await call('amina', 'POST', path, { reason: 'As the central bank says' })
    expect([made.status, made.body.data.state]).toEqual([202, 'WAITING'])
    const id = made.body.data.approval_id
    const stateOf = async () =>
      (await rows<object>('select state, approved_by from rate_snapshot where id = $1', [row!.id]))[0]
    expect(await stateOf()).toEqual({ state: 'QUARANTINED', approved_by: null })
    refusedWith(await decide(id, 'approve', 'aminaPhone'), 403, 'RMT-1021')
    expect((await decide(id, 'approve')).body.data).toMatchObject({ state: 'APPROVED', amount: null })
    expect(await stateOf()).toEqual({ state: 'PUBLISHED', approved_by: 'amina' })
    expect(await verifyAudit(world.system.cells, world.system.secrets)).not.toHaveProperty('broken')
  })
})

describe('everything that waits for an admin', () => {
  test('approvals and the queues of all kinds are listed, oldest first, with who must not decide', async () => {
    const { id } = await waiting()
    const path = `wallets/${world.merchant.merchant_code}/adjustments`
    const adjustment = await call('benoit', 'POST', path, { amount: 5, reason: 'Paid in twice' })
    assert.equal(adjustment.status, 200, adjustment.text)
    const listed = await call('amina', 'GET', 'approvals/waiting?limit=100')
    assert.equal(listed.status, 200, listed.text)
    const list = listed.body.data
    const found = list.items.find((item: { id: string }) => item.id === id)
    expect(found).toMatchObject({
      ...{ kind: 'approval', action: 'refund', amount: '200.00', currency: 'USD', own: true, reason },
      ...{ requested_by: 'amina', merchant_code: world.merchant.merchant_code, environment: 'sandbox' },
    })
    expect(list.items.at(-1)).toMatchObject({ kind: 'adjustment', amount: '5.00', own: false })
    const times = list.items.map((item: { requested_at: string }) => item.requested_at)
    expect(times).toEqual(times.toSorted())
    expect(list.pagination.total).toBe(list.items.length)
    // Some lie in a cell, some in control; each page has its part of both.
    const kinds = new Set(list.items.map(({ kind }: { kind: string }) => kind))
    expect([...kinds]).toEqual(expect.arrayContaining(['approval', 'adjustment']))
    const paged = []
    for (let page = 1; page <= Math.ceil(list.items.length / 2); page += 1)
      paged.push(...(await call('amina', 'GET', `approvals/waiting?limit=2&page=${page}`)).body.data.items)
    expect(paged).toEqual(list.items)
  })

  test('approvals are listed newest first, by state and action', async () => {
    const { id } = await waiting()
    const of = async (query: string) => (await call('benoit', 'GET', `approvals?${query}`)).body.data.items
    expect((await of('state=WAITING'))[0].approval_id).toBe(id)
    expect((await of('limit=1'))[0].approval_id).toBe(id)
    for (const item of await of('state=APPROVED&action=void')) expect(item).toMatchObject({ action: 'void' })
    refusedWith(await decide('0193a7c4-5b1e-7c3a-9f2d-6e8b0a4c1d7f', 'approve'), 404, 'RMT-404')
    refusedWith(await decide('7', 'approve'), 404, 'RMT-404')
  })
})
