// Refunds and voids at once: what they cost, that none suffers from another, and the order of their locks.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../test/support/http/eventually.ts'
import { adminToken } from '../../../test/support/world/settings.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { verifyAudit } from '../../admin/audit.ts'
import { money } from '../../kernel/money.ts'
import type { Database, Sql } from '../../platform/database/database.ts'
import type { CardGateway } from '../gateway/gateway.ts'
import { claimVoid } from '../voids/claim-void.ts'
import { recordVoidOutcome, voidPayment } from '../voids/void.ts'
import { takeRefundResponse } from './api.ts'
import { refundPayment } from './refund.ts'
import { recordRefundOutcome } from './send-refund.ts'

let world: World
beforeAll(async () => {
  // No worker runs, so that only the refunds of a test write.
  world = await openWorld({ role: 'api' })
})
afterAll(() => world.close())

const rows = <Row>(text: string, values: unknown[] = []) => world.db.rows<Row>({ name: '', text }, values)
const times = <Made>(count: number, make: (n: number) => Promise<Made>) =>
  Promise.all(Array.from({ length: count }, (_, n) => make(n)))
const admin = { name: 'amina', address: '127.0.0.1', requestId: 'test' }

/** A payment of 25.50 USD. */
async function paid(): Promise<{ id: bigint; paymentId: string }> {
  const { transactionUuid, link } = await world.createOrder()
  assert.deepEqual((await world.payByCalls(link)).body, { state: 'DONE' })
  const [row] = await rows<{ id: bigint; cs_payment_id: string }>(
    'select id, cs_payment_id from card_transaction where transaction_uuid = $1',
    [transactionUuid],
  )
  assert.ok(row)
  return { id: row.id, paymentId: row.cs_payment_id }
}

/** A gateway that refunds and voids whatever it is asked to, under the upstream ids of `idOf`. */
function needs(idOf: (paymentId: string) => string = () => randomUUID()) {
  const gatewayFor = (): CardGateway => ({
    ...world.system.cards.gatewayFor('sandbox'),
    refund: async ({ paymentId, amount }) => ({ kind: 'accepted', refundId: idOf(paymentId), amount }),
    undoCharge: async () => ({ kind: 'undone', upstreamId: randomUUID() }),
  })
  return { ...world.system.cards, gatewayFor }
}
const lost = { refund: async () => ({ kind: 'unknown', cause: 'test' }) as const }
const losing = () => ({
  ...needs(),
  gatewayFor: (): CardGateway => ({ ...world.system.cards.gatewayFor('sandbox'), ...lost }),
})
const whole = { reason: 'All of it' }
const refundAll = (payments: { paymentId: string }[], how = needs()) =>
  Promise.allSettled(payments.map(({ paymentId }) => refundPayment(how, { paymentId, body: whole, admin })))
const statuses = (results: PromiseSettledResult<unknown>[]) => results.map(({ status }) => status)

/** What is stored about a payment: its status, and how often each consequence was written. */
const stored = async ({ id }: { id: bigint }) => {
  const [found] = await rows<object>(
    `select t.status, t.refunded_minor as refunded, t.refund_reserved_minor as reserved,
            t.running_operation is not null as held,
            (select string_agg(o.kind || ' ' || o.state, ', ' order by o.created_at) from operation o
              where o.card_transaction_id = t.id and o.kind <> 'charge') as operations,
            (select count(*)::integer from webhook_event e
              where e.subject = 'card:' || t.id and e.event_type in ('REFUND', 'VOID')) as webhooks,
            (select count(*)::integer from ledger_posting p join operation o on p.key = o.kind || ':' || o.id
              where o.card_transaction_id = t.id and o.kind <> 'charge') as postings,
            (select count(*)::integer from audit_log l where l.subject = t.transaction_uuid) as audited
       from card_transaction t where id = $1`,
    [id],
  )
  return found
}
const done = { reserved: 0n, held: false, webhooks: 1, postings: 1, audited: 1 }
const refunded = { ...done, status: 'REFUNDED', refunded: 2550n, operations: 'refund confirmed' }
const voided = { ...done, status: 'VOIDED', refunded: 0n, operations: 'void confirmed' }
const untouched = {
  status: 'SUCCESS',
  refunded: 0n,
  reserved: 0n,
  held: false,
  operations: null,
  webhooks: 0,
  postings: 0,
  audited: 0,
}

/** The database, and the names of the statements that are sent through it. */
function listed(db: Database): { db: Database; sent: string[] } {
  const sent: string[] = []
  const noting =
    (sql: Sql): Sql['rows'] =>
    (statement, values) => {
      sent.push(statement.name)
      return sql.rows(statement, values)
    }
  const transaction: Database['transaction'] = (work, options) =>
    db.transaction((sql) => work(Object.assign(Object.create(sql), { rows: noting(sql) })), options)
  return { db: { ...db, rows: noting(db), transaction }, sent }
}

describe('refunds and voids at once', () => {
  // Together with the look for a conflict of interest, which each request of an admin makes, these are ten.
  test('a refund takes at most 9 statements', async () => {
    const { paymentId } = await paid()
    const { db, sent } = listed(world.system.db)
    const body = { amount: 1, reason: 'One of two shirts' }
    await takeRefundResponse(db, await refundPayment({ ...needs(), db }, { paymentId, body, admin }))
    expect(sent.length, sent.join(', ')).toBeLessThanOrEqual(9)
  })

  test('a void takes at most 9 statements', async () => {
    const { paymentId } = await paid()
    const { db, sent } = listed(world.system.db)
    await voidPayment({ ...needs(), db }, paymentId, whole, admin)
    expect(sent.length, sent.join(', ')).toBeLessThanOrEqual(9)
  })

  test('16 refunds and 16 voids of different payments are made once each, and the audit log stays intact', async () => {
    const [refundable, voidable] = [await times(16, paid), await times(16, paid)]
    const [results] = await Promise.all([
      refundAll(refundable),
      ...voidable.map(({ paymentId }) => voidPayment(needs(), paymentId, whole, admin)),
    ])
    expect(new Set(statuses(results))).toEqual(new Set(['fulfilled']))
    for (const payment of refundable) expect(await stored(payment)).toEqual(refunded)
    for (const payment of voidable) expect(await stored(payment)).toEqual(voided)
    expect(await verifyAudit(world.db, world.system.secrets)).not.toHaveProperty('broken')
  })

  test('a refund that cannot be recorded stays open, and is recorded later', async () => {
    const payments = await times(4, paid)
    const [other, taken] = [await paid(), randomUUID()]
    await refundAll(
      [other],
      needs(() => taken),
    )
    const poisoned = payments[2]!
    const results = await refundAll(
      payments,
      needs((paymentId) => (paymentId === poisoned.paymentId ? taken : randomUUID())),
    )
    expect(statuses(results)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
    const open = { ...untouched, reserved: 2550n, operations: 'refund sent', audited: 1 }
    for (const payment of payments)
      expect(await stored(payment)).toEqual(payment === poisoned ? open : refunded)
    const [operation] = await rows<{ id: string }>(
      "select id from operation where card_transaction_id = $1 and kind = 'refund'",
      [poisoned.id],
    )
    const amount = money(2550n, 'USD')
    const found = { kind: 'accepted', refundId: randomUUID(), amount } as const
    await recordRefundOutcome(needs(), { id: operation!.id, subject_id: poisoned.id }, found)
    expect(await stored(poisoned)).toEqual(refunded)
  })

  test('a void that cannot be recorded stays open', async () => {
    const payments = await times(4, paid)
    const poisoned = payments[1]!
    await rows("update card_transaction set callback_url = 'no address' where id = $1", [poisoned.id])
    const results = await Promise.allSettled(
      payments.map(({ paymentId }) => voidPayment(needs(), paymentId, whole, admin)),
    )
    expect(statuses(results)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
    const open = { ...untouched, held: true, operations: 'void sent', audited: 1 }
    for (const payment of payments)
      expect(await stored(payment)).toEqual(payment === poisoned ? open : voided)
  })

  test('a void whose outcome a worker recorded first succeeds', async () => {
    const payment = await paid()
    const undoCharge = async () => {
      const [operation] = await rows<{ id: string }>(
        `select id from operation where card_transaction_id = $1 and kind = 'void'`,
        [payment.id],
      )
      const reply = { kind: 'undone', upstreamId: randomUUID() } as const
      await recordVoidOutcome(world.system.cards, { id: operation!.id, subject_id: payment.id }, reply)
      return reply
    }
    const gatewayFor = (): CardGateway => ({ ...world.system.cards.gatewayFor('sandbox'), undoCharge })
    const result = await voidPayment({ ...world.system.cards, gatewayFor }, payment.paymentId, whole, admin)
    expect(result).toMatchObject({ status: 'SUCCESS', transaction_status: 'VOIDED' })
    expect(await stored(payment)).toEqual(voided)
  })

  test('a void is repeated by its key even if its response was never stored, and not by another key', async () => {
    const { paymentId, ...payment } = await paid()
    const send = (key: string) =>
      world.admin('POST', `/api/v1/admin/payment/voids/${paymentId}`, whole, {
        'x-admin-token': adminToken,
        'idempotency-key': key,
      })
    const key = randomUUID()
    const first = await send(key)
    // As after a crash between the outcome and the response.
    await rows(
      `update idempotent_request set status = null, body = null, locked_until = '2020-01-01' where path like $1`,
      [`%voids/${paymentId}%`],
    )
    const again = await send(key)
    expect([again.status, again.body]).toEqual([200, first.body])
    expect((await send(randomUUID())).status).toBe(409)
    expect(await stored(payment)).toEqual(voided)
  })

  test('refunds of two payments at once never return more than was paid', async () => {
    const payments = await times(2, paid)
    const results = await Promise.allSettled(
      Array.from({ length: 32 }, (_, n) =>
        refundPayment(needs(), {
          paymentId: payments[n % 2]!.paymentId,
          body: { amount: 4, reason: `part ${n}` },
          admin,
        }),
      ),
    )
    expect(statuses(results).filter((status) => status === 'fulfilled')).toHaveLength(12)
    for (const payment of payments)
      expect(await stored(payment)).toMatchObject({
        status: 'PARTIALLY_REFUNDED',
        refunded: 2400n,
        reserved: 0n,
        postings: 6,
        webhooks: 6,
        audited: 6,
      })
  })
})

describe('the lock order of refunds and voids', () => {
  test.each(['refund', 'void'] as const)(
    'the outcome of a %s locks the payment before its operation',
    async (kind) => {
      const payment = await paid()
      if (kind === 'refund') await refundAll([payment], losing())
      else
        await world.db.transaction((sql) =>
          claimVoid(sql, world.system.cards, {
            ...payment,
            ...{
              reason: 'test',
              notify: true,
              admin,
              now: world.clock.now(),
              nextCheckAt: world.clock.now(),
            },
          }),
        )
      const [operation] = await rows<{ id: string }>(
        'select id from operation where card_transaction_id = $1 and kind = $2',
        [payment.id, kind],
      )
      const subject = { id: operation!.id, subject_id: payment.id }
      const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
      let recorded: Promise<unknown> = Promise.resolve()
      await world.db.transaction(async (sql) => {
        await sql.rows(
          { name: 'hold_payment', text: 'select from card_transaction where id = $1 for update' },
          [payment.id],
        )
        const amount = money(2550n, 'USD')
        recorded =
          kind === 'refund'
            ? recordRefundOutcome(needs(), subject, { kind: 'accepted', refundId: randomUUID(), amount })
            : recordVoidOutcome(needs(), subject, { kind: 'undone', upstreamId: '' })
        await eventually('the outcome waits for the payment', async () => (await rows(waiting)).length > 0)
        await sql.rows(
          { name: 'hold_operation', text: 'select from operation where id = $1 for update nowait' },
          [subject.id],
        )
      })
      await recorded
      expect(await stored(payment)).toEqual(kind === 'refund' ? refunded : voided)
    },
  )
})
