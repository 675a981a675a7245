// Refund requests of merchants: the payment is refunded once or not at all, whoever decides and wherever a process dies. No
// worker runs: each test runs the rounds itself.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminsOf, refusedWith, twoAdmins } from '../../../test/support/callers/admins.ts'
import { type Portal, portalOf } from '../../../test/support/callers/portal.ts'
import { call } from '../../../test/support/callers/self-service.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { verifyAudit } from '../../admin/audit.ts'
import type { Database } from '../../platform/database/database.ts'
import { systemClock } from '../../platform/time/clock.ts'
import { isPastHorizon } from '../charges/reschedule.ts'
import { resolveDueOperations } from '../charges/resolve-unknown.ts'
import type { CardGateway } from '../gateway/gateway.ts'
import { approveRequest } from './decide-request.ts'
import { expireRefundRequests, requestIdOf } from './queries.ts'
import { readRequest } from './responses.ts'

let world: World
let shop: Portal
let gateway: CardGateway
beforeAll(async () => {
  world = await openWorld({ role: 'api', settings: twoAdmins })
  shop = await portalOf(world)
  gateway = world.system.cards.gatewayFor('sandbox')
  await setRight(false)
})
afterAll(() => world.close())

const rows = <Row>(text: string, values: unknown[] = []) => world.db.rows<Row>({ name: '', text }, values)
const setRight = async (may_refund: boolean) => {
  const path = `merchants/${world.merchant.merchant_code}/refund-right`
  const set = await adminsOf(world).put(path, { may_refund, reason: 'For a test' })
  assert.equal(set.status, 200, set.text)
}
async function paid(): Promise<string> {
  const { transactionUuid, link } = await world.createOrder()
  assert.deepEqual((await world.payByCalls(link)).body, { state: 'DONE' })
  return transactionUuid
}
const ask = (uuid: string, body: object = { reason: 'One shirt came back' }, key?: string) =>
  call(world, 'POST', `payments/${uuid}/refund-requests`, {
    token: shop.token,
    body,
    ...(key && { headers: { 'idempotency-key': key } }),
  })
const publicIds = new Map<bigint, string>()
/** A payment of 25.50 USD, and a request that waits. */
async function waiting(body?: object): Promise<{ uuid: string; id: bigint; publicId: string }> {
  const uuid = await paid()
  const made = await ask(uuid, body)
  assert.equal(made.status, 200, made.text)
  assert.equal(made.body.data.state, 'WAITING')
  const publicId = made.body.data.id
  const id = await requestIdOf(world.db, publicId)
  publicIds.set(id, publicId)
  return { uuid, id, publicId }
}
const decide = (id: bigint, act: string, body?: object, as: 'amina' | 'benoit' = 'amina') =>
  adminsOf(world).post(`refund-requests/${publicIds.get(id)}/${act}`, body, as)
const stateOf = async (id: bigint) => (await readRequest(world.db, id)).state
const times = <Made>(count: number, make: (n: number) => Promise<Made>) =>
  Promise.all(Array.from({ length: count }, (_, n) => make(n)))

/** What is stored about a payment, and what the gateway gave back. */
async function stored(uuid: string) {
  const [found] = await rows<object>(
    `select t.status, t.refunded_minor::int as refunded, t.refund_reserved_minor::int as reserved,
            (select count(*)::int from card_refund r where r.transaction_id = t.id and r.status = 'SUCCESS') as refunds,
            (select count(*)::int from webhook_event e
              where e.subject = 'card:' || t.id and e.event_type = 'REFUND') as webhooks,
            (select count(*)::int from ledger_posting p join operation o on p.key = 'refund:' || o.id
              where o.card_transaction_id = t.id) as postings
       from card_transaction t where t.transaction_uuid = $1`,
    [uuid],
  )
  const { payments } = await world.books()
  const refunds = payments.find(({ code }: { code: string }) => code === uuid).refunds ?? []
  return { ...found, gateway: refunds.length }
}
const refundedOnce = {
  status: 'REFUNDED',
  refunded: 2550,
  reserved: 0,
  refunds: 1,
  webhooks: 1,
  postings: 1,
  gateway: 1,
}
const untouched = {
  status: 'SUCCESS',
  refunded: 0,
  reserved: 0,
  refunds: 0,
  webhooks: 0,
  postings: 0,
  gateway: 0,
}

const admin = { name: 'amina', address: '127.0.0.1', requestId: 'test' }
let ahead = 0
const clock = { now: () => systemClock.now().add({ seconds: ahead }) }
const needs = (changed: Partial<CardGateway> = {}) => ({
  ...world.system.cards,
  gatewayFor: () => ({ ...gateway, ...changed }),
})
/** A worker's round, `seconds` later. */
async function round(seconds: number, changed: Partial<CardGateway> = {}): Promise<void> {
  ahead += seconds
  await resolveDueOperations({ ...needs(changed), clock, inquiryHorizonSeconds: 900 })
}
/** The needs of a process that dies when it runs this statement. */
function dyingAt(name: string) {
  const db: Database = {
    ...world.system.db,
    rows: async (statement, values) => {
      if (statement.name === name) throw new Error('the process died')
      return world.system.db.rows(statement, values)
    },
  }
  return { ...needs(), db }
}

describe('a refund request', () => {
  test('a request waits for an admin, whose approval refunds the payment once', async () => {
    const { uuid, id, publicId } = await waiting()
    expect(await stored(uuid)).toEqual(untouched)
    const queue = await adminsOf(world).read('refund-requests?state=WAITING')
    const listed = queue.items.find((each: { id: string }) => each.id === publicId)
    expect(listed).toMatchObject({
      amount: '25.50',
      reason: 'One shirt came back',
      merchant_code: world.merchant.merchant_code,
      payment: { amount: '25.50', remaining: '25.50', status: 'SUCCESS' },
      allowed_actions: { approve: { allowed: true, reason: null } },
    })
    const approved = await decide(id, 'approve')
    expect(approved.body.data).toMatchObject({
      state: 'REFUNDED',
      decided_by: 'amina',
      refund: { status: 'SUCCESS' },
    })
    expect(await stored(uuid)).toEqual(refundedOnce)
    const payment = await shop.data(`payments/${uuid}`)
    expect(payment).toMatchObject({
      refund_requests: [{ state: 'REFUNDED' }],
      refundable: { allowed: false, at_once: false },
    })
    expect(await verifyAudit(world.db, world.system.secrets)).not.toHaveProperty('broken')
  })

  test('a part of a payment is refunded, and the rest can be requested afterwards', async () => {
    const { uuid, id } = await waiting({ amount: 10, reason: 'One of two shirts' })
    await decide(id, 'approve')
    expect(await stored(uuid)).toMatchObject({ status: 'PARTIALLY_REFUNDED', refunded: 1000, gateway: 1 })
    expect((await ask(uuid)).body.data).toMatchObject({ state: 'WAITING', amount: '15.50' })
    expect((await shop.data(`payments/${uuid}/refund-requests`)).items).toHaveLength(2)
  })

  test('what was decided is decided once, also by the same admin: 409 RMT-1008', async () => {
    const { uuid, id } = await waiting()
    await decide(id, 'approve')
    for (const by of ['amina', 'benoit'] as const)
      for (const act of ['approve', 'reject'])
        refusedWith(await decide(id, act, { reason: 'Too late' }, by), 409, 'RMT-1008')
    expect(await stored(uuid)).toEqual(refundedOnce)
  })

  test('a request names the user of the merchant who made it, or its server', async () => {
    const path = (uuid: string) => `/api/v1/payment/${uuid}/refund-requests`
    const { uuid } = await waiting()
    const other = await paid()
    const made = await world.signed('POST', path(other), { reason: 'One shirt came back' })
    expect(made.body.data).toMatchObject({ requested_by: 'api' })
    const read = await call(world, 'GET', `payments/${uuid}/refund-requests`, { token: shop.token })
    expect(read.body.data.items).toMatchObject([{ requested_by: world.merchant.email }])
  })

  test('a rejected request shows its reason to the merchant and refunds nothing', async () => {
    const { uuid, id, publicId } = await waiting()
    for (const act of ['approve', 'reject'])
      for (const reason of [undefined, 'ab', 'x'.repeat(501)])
        expect((await decide(id, act, { reason })).status).toBe(400)
    expect((await decide(id, 'reject', { reason: 'The parcel was delivered' })).body.data.state).toBe(
      'REJECTED',
    )
    const own = await shop.data(`payments/${uuid}/refund-requests/${publicId}`)
    expect(own).toMatchObject({
      state: 'REJECTED',
      decision_reason: 'The parcel was delivered',
      refund: null,
    })
    expect((await decide(id, 'approve')).body.message).toBe('Refund request already rejected')
    expect(await stored(uuid)).toEqual(untouched)
  })

  test('a withdrawn request can no longer be approved, and makes room for another', async () => {
    const { uuid, id, publicId } = await waiting()
    const withdraw = await shop.post(`payments/${uuid}/refund-requests/${publicId}/withdraw`)
    expect(withdraw.body.data.state).toBe('WITHDRAWN')
    expect((await decide(id, 'approve')).status).toBe(409)
    expect((await ask(uuid)).status).toBe(200)
    expect(await stored(uuid)).toEqual(untouched)
  })

  test('a repeated key returns the request that it made, also when its process died', async () => {
    const uuid = await paid()
    const first = await ask(uuid, { reason: 'One shirt' }, 'key-1')
    await rows('delete from idempotent_request')
    expect((await ask(uuid, { reason: 'One shirt' }, 'key-1')).body.data.id).toBe(first.body.data.id)
    expect((await ask(uuid, { reason: 'One shirt' }, 'key-2')).status).toBe(409)
  })

  test('a card number in a reason is stored and shown as asterisks', async () => {
    const uuid = await paid()
    const { body } = await ask(uuid, { reason: 'Card 4242 4242 4242 4242 of the customer' })
    expect(body.data.reason).toBe('Card *** of the customer')
    const [row] = await rows<object>('select reason from refund_request where public_id = $1', [body.data.id])
    expect(row).toEqual({ reason: 'Card *** of the customer' })
  })

  test('an amount that is too large, a failed payment and an unknown one are refused', async () => {
    const uuid = await paid()
    expect((await ask(uuid, { reason: 'All of it', amount: 25.51 })).status).toBe(422)
    expect((await ask(uuid, { reason: 'no' })).status).toBe(400)
    expect((await ask(uuid, { reason: '\u200b\u200b\u200b' })).status).toBe(400)
    const { transactionUuid } = await world.createOrder()
    expect((await ask(transactionUuid)).body.message).toBe('Cannot refund a tx in status PENDING')
    expect((await ask('LKT-0')).status).toBe(404)
    const other = await portalOf(world, await world.register())
    expect((await other.post(`payments/${uuid}/refund-requests`, { reason: 'Not mine' })).status).toBe(404)
  })

  test("another merchant's request is neither read nor withdrawn through one's own payment", async () => {
    const { uuid, id, publicId } = await waiting()
    const own = await paid()
    expect((await shop.get(`payments/${own}/refund-requests/${publicId}`)).status).toBe(404)
    expect((await shop.post(`payments/${own}/refund-requests/${publicId}/withdraw`)).status).toBe(404)
    const other = await portalOf(world, await world.register())
    expect((await other.get(`payments/${uuid}/refund-requests/${publicId}`)).status).toBe(404)
    expect(await stateOf(id)).toBe('WAITING')
  })

  test('the id of a request does not count requests, and the stored number finds none', async () => {
    const { uuid, id, publicId } = await waiting()
    expect(publicId).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    expect((await shop.get(`payments/${uuid}/refund-requests/${publicId}`)).status).toBe(200)
    expect((await shop.get(`payments/${uuid}/refund-requests/${id}`)).status).toBe(404)
    expect((await adminsOf(world).post(`refund-requests/${id}/approve`)).status).toBe(404)
    expect(await stateOf(id)).toBe('WAITING')
  })

  test('a payment has at most 20 requests within 24 hours, whatever became of them', async () => {
    const { uuid } = await waiting()
    await rows(
      `insert into refund_request (transaction_id, amount_minor, currency, reason, state, created_at, decided_by, decided_at)
       select q.transaction_id, 100, 'USD', 'Earlier', 'WITHDRAWN', q.created_at - n * interval '1 hour', 'x', q.created_at
         from refund_request q join card_transaction t on t.id = q.transaction_id, generate_series(1, 19) n
        where t.transaction_uuid = $1`,
      [uuid],
    )
    const [{ id } = { id: '' }] = (await shop.data(`payments/${uuid}`)).refund_requests.filter(
      ({ state }: { state: string }) => state === 'WAITING',
    )
    expect((await shop.post(`payments/${uuid}/refund-requests/${id}/withdraw`)).status).toBe(200)
    const refused = await ask(uuid)
    const message = 'A payment can have at most 20 refund requests within 24 hours'
    expect([refused.status, refused.body.message]).toEqual([409, message])
    const { refundable } = await shop.data(`payments/${uuid}`)
    expect(refundable).toMatchObject({ allowed: false, reason: message })
    await rows(
      `update refund_request set created_at = created_at - interval '25 hours' where reason = 'Earlier'`,
    )
    expect((await ask(uuid)).status).toBe(200)
  })

  test('a request ends when its payment is voided or has become too old to refund', async () => {
    const voided = await waiting()
    const old = await waiting()
    const open = await waiting()
    await rows(`update card_transaction set status = 'VOIDED' where transaction_uuid = $1`, [voided.uuid])
    await rows(
      `update card_transaction set finalised_at = finalised_at - interval '60 days' where transaction_uuid = $1`,
      [old.uuid],
    )
    expect((await decide(old.id, 'approve')).status).toBe(409)
    await expireRefundRequests({ db: world.db, clock: systemClock })
    const states = await Promise.all([voided, old, open].map(({ id }) => stateOf(id)))
    expect(states).toEqual(['EXPIRED', 'EXPIRED', 'WAITING'])
  })
})

describe('a merchant that may refund by itself', () => {
  test('a request of such a merchant is refunded at once, and once though it is repeated', async () => {
    await setRight(true)
    const uuid = await paid()
    const all = await times(10, () => ask(uuid, { reason: 'One shirt' }, 'same-key'))
    const made = all.filter(({ status }) => status === 200)
    expect(made.length).toBeGreaterThan(0)
    expect(new Set(made.map(({ body }) => body.data.id)).size).toBe(1)
    expect(await stored(uuid)).toEqual(refundedOnce)
    await setRight(false)
    const last = 'select refunded_by as by from card_refund order by id desc limit 1'
    const [row] = await rows<{ by: string }>(last)
    expect(row?.by).toBe(`merchant:${world.merchant.merchant_code}`)
  })
})

describe('refund requests under races', () => {
  test('50 approvals at once by two admins refund the payment once', async () => {
    const { uuid, id } = await waiting()
    await times(50, (n) => decide(id, 'approve', undefined, n % 2 ? 'amina' : 'benoit'))
    expect(await stored(uuid)).toEqual(refundedOnce)
  })

  test('an approval while an API refund takes the rest is refused, and the request keeps waiting', async () => {
    for (let count = 0; count < 5; count++) {
      const { uuid, id } = await waiting()
      const [row] = await rows<{ paid: string }>(
        'select cs_payment_id as paid from card_transaction where transaction_uuid = $1',
        [uuid],
      )
      const [approval, refund] = await Promise.all([
        decide(id, 'approve'),
        adminsOf(world).post(`payment/refunds/${row!.paid}`, { reason: 'Asked by phone' }, 'benoit'),
      ])
      expect([approval.status, refund.status].filter((status) => status === 200)).toHaveLength(1)
      expect(await stored(uuid)).toEqual(refundedOnce)
      expect(await stateOf(id)).toBe(approval.status === 200 ? 'REFUNDED' : 'WAITING')
    }
  })
})

describe('an approved refund whose process dies or whose reply is lost', () => {
  test('a process that dies between the approval and the refund: a worker refunds once', async () => {
    const { uuid, id } = await waiting()
    await assert.rejects(
      approveRequest(dyingAt('send_intended_operation'), id, { admin, reason: 'Seen' }),
      /died/,
    )
    expect(await stateOf(id)).toBe('APPROVED')
    expect(await stored(uuid)).toMatchObject({ reserved: 2550, gateway: 0 })
    // Nobody else may take the amount meanwhile.
    expect((await ask(uuid)).status).toBe(409)
    await Promise.all([round(6), round(0)])
    expect(await stored(uuid)).toEqual(refundedOnce)
    expect(await stateOf(id)).toBe('REFUNDED')
  })

  test('the approving admin and a worker at once make one call', async () => {
    const { uuid, id } = await waiting()
    await assert.rejects(
      approveRequest(dyingAt('send_intended_operation'), id, { admin, reason: 'Seen' }),
      /died/,
    )
    const [{ operation } = { operation: '' }] = await rows<{ operation: string }>(
      'select operation from refund_request where id = $1',
      [id],
    )
    const { dispatchRefund } = await import('../refunds/send-refund.ts')
    const at = { now: systemClock.now(), nextCheckAt: systemClock.now().add({ hours: 1 }) }
    const won = await times(20, () => dispatchRefund(world.db, operation, at))
    expect(won.filter(Boolean)).toHaveLength(1)
    await round(6)
    expect(await stored(uuid)).toMatchObject({ gateway: 0 })
  })

  test('a refund whose reply is lost stays unknown until an inquiry finds it', async () => {
    const { uuid, id } = await waiting()
    const by = { admin, reason: 'Seen', key: 'h1:lost' }
    const lost = async (request: Parameters<CardGateway['refund']>[0]) => {
      await gateway.refund(request)
      return { kind: 'unknown', cause: 'DEADLINE' } as const
    }
    expect((await approveRequest(needs({ refund: lost }), id, by)).state).toBe('APPROVED')
    expect(await stored(uuid)).toMatchObject({ status: 'SUCCESS', reserved: 2550, refunds: 0, gateway: 1 })
    expect((await approveRequest(needs({ refund: lost }), id, by)).state).toBe('APPROVED')
    await expect(approveRequest(needs(), id, { ...by, key: undefined })).rejects.toThrow('already approved')
    await round(700)
    expect(await stateOf(id)).toBe('REFUNDED')
    expect(await stored(uuid)).toEqual(refundedOnce)
  })

  test('a refund that the gateway declines fails, and can be requested again', async () => {
    const { uuid, id } = await waiting()
    const declined = async () => ({ kind: 'declined', reason: 'CLOSED' }) as const
    expect((await approveRequest(needs({ refund: declined }), id, { admin, reason: 'Seen' })).state).toBe(
      'FAILED',
    )
    expect(await stored(uuid)).toEqual(untouched)
    expect((await ask(uuid)).status).toBe(200)
  })

  test('the horizon of an intent begins with its call, however long it waited', () => {
    const now = systemClock.now()
    const waited = { created_at: now.subtract({ hours: 24 }), dispatched_at: now.subtract({ seconds: 5 }) }
    expect(isPastHorizon({ inquiryHorizonSeconds: 900 }, waited, now)).toBe(false)
    expect(isPastHorizon({ inquiryHorizonSeconds: 900 }, { ...waited, dispatched_at: null }, now)).toBe(true)
  })
})
