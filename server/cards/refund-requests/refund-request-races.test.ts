// Refund requests and decisions about them in two processes at once, and beside the worker that ends requests. Two
// processes share the database and no memory; no worker runs but those of the tests.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { noApprovals } from '../../../test/support/callers/admins.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { merchantActor } from '../../merchants/identity/merchant.ts'
import { type Database, openDatabase, type Tx } from '../../platform/database/database.ts'
import { systemClock } from '../../platform/time/clock.ts'
import { requestRefund } from './create-request.ts'
import { approveRequest, type DecisionNeeds, rejectRequest, withdrawRequest } from './decide-request.ts'
import { expireRefundRequests, mayRefund } from './queries.ts'
import { readRequest } from './responses.ts'

let world: World
let other: Database
let processes: readonly DecisionNeeds[]
let merchantId: bigint
beforeAll(async () => {
  world = await openWorld({ role: 'api' })
  other = openDatabase(world.system.settings.DATABASE_URL, { connections: 10, name: 'other process' })
  const { cards, secrets } = world.system
  processes = [cards, { ...cards, db: other, approvals: noApprovals(secrets) }]
  const [row] = await rows<{ id: bigint }>('select id from merchant where merchant_code = $1', [
    world.merchant.merchant_code,
  ])
  merchantId = row!.id
})
beforeEach(() => setRights({ sandbox: false, production: false }))
afterAll(async () => {
  await other?.close()
  await world?.close()
})

const rows = <Row>(text: string, values: unknown[] = []) => world.db.rows<Row>({ name: '', text }, values)
const setRights = ({ sandbox, production }: { sandbox: boolean; production: boolean }) =>
  rows('update merchant set may_refund_sandbox = $2, may_refund_production = $3 where id = $1', [
    merchantId,
    sandbox,
    production,
  ])
const inBoth = <Made>(count: number, make: (needs: DecisionNeeds, n: number) => Promise<Made>) =>
  Promise.allSettled(Array.from({ length: count }, (_, n) => make(processes[n % 2]!, n)))
const madeOf = <Made>(results: readonly PromiseSettledResult<Made>[]) =>
  results.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))

/** A payment of 25.50 USD. */
async function paid(): Promise<string> {
  const { transactionUuid, link } = await world.createOrder()
  assert.deepEqual((await world.payByCalls(link)).body, { state: 'DONE' })
  return transactionUuid
}
const from = { address: '127.0.0.1', requestId: 'test' }
const [amina, benoit] = ['amina', 'benoit'].map((name) => ({ name, ...from }))
const own = () => merchantActor({ merchantCode: world.merchant.merchant_code }, from)
const request = (needs: DecisionNeeds, transactionUuid: string, body: object = { reason: 'One shirt' }) =>
  requestRefund(
    needs,
    { merchantId, environment: 'sandbox', actor: own() },
    { transactionUuid, body, key: undefined },
  )

/** What happened to a payment: its requests and refunds, what the gateway returned, and the decisions in the audit log. */
async function stored(uuid: string) {
  const [found] = await rows<Record<string, number>>(
    `select (select count(*)::int from refund_request q where q.transaction_id = t.id) as requests,
            (select count(*)::int from refund_request q where q.transaction_id = t.id and q.state = 'WAITING') as waiting,
            (select count(*)::int from card_refund r where r.transaction_id = t.id) as refunds,
            t.refunded_minor::int as refunded,
            (select count(*)::int from audit_log a where a.subject = t.transaction_uuid
                and a.action in ('refund_request.approved', 'refund_request.rejected', 'refund_request.withdrawn')) as decisions
       from card_transaction t where t.transaction_uuid = $1`,
    [uuid],
  )
  const { payments } = await world.books()
  const atGateway = payments.find(({ code }: { code: string }) => code === uuid).refunds ?? []
  return { ...found, atGateway: atGateway.length }
}

describe('two processes at once', () => {
  test('of 40 refund requests in two processes for one payment, one waits', async () => {
    const uuid = await paid()
    expect(madeOf(await inBoth(40, (needs) => request(needs, uuid)))).toHaveLength(1)
    expect(await stored(uuid)).toMatchObject({ requests: 1, waiting: 1, refunds: 0 })
  })

  test('refunds at once in two processes never return more than was paid', async () => {
    await setRights({ sandbox: true, production: false })
    const uuid = await paid()
    const body = { reason: 'One of three shirts', amount: 10 }
    for (let round = 0; round < 4; round++) await inBoth(10, (needs) => request(needs, uuid, body))
    expect(await stored(uuid)).toMatchObject({ requests: 2, refunds: 2, refunded: 2000, atGateway: 2 })
  })

  test('of approvals, rejections and withdrawals in two processes, one counts', async () => {
    for (let round = 0; round < 8; round++) {
      const uuid = await paid()
      const { id, transaction_id: transactionId } = await request(processes[0]!, uuid)
      await inBoth(12, (needs, n) => {
        const admin = n % 4 < 2 ? amina! : benoit!
        if (n % 3 === 0) return approveRequest(needs, id, { admin, reason: 'Yes' })
        if (n % 3 === 1) return rejectRequest(needs, id, { admin, reason: 'No' })
        return withdrawRequest(needs, id, { actor: own(), transactionId })
      })
      const { state } = await readRequest(world.db, id)
      const refunds = state === 'REFUNDED' ? 1 : 0
      expect(['REFUNDED', 'REJECTED', 'WITHDRAWN']).toContain(state)
      expect(await stored(uuid)).toMatchObject({ decisions: 1, refunds, atGateway: refunds })
    }
  })
})

/** A database in which something else happens before this statement of a transaction. */
const meeting = (name: string, meanwhile: () => Promise<unknown>): Database => ({
  ...world.db,
  transaction: (work, options) =>
    world.db.transaction((sql) => {
      const rows: Tx['rows'] = async (statement, values) => {
        if (statement.name === name) await meanwhile()
        return sql.rows(statement, values)
      }
      return work({ ...sql, rows })
    }, options),
})

describe('one open refund request', () => {
  test('a rejection while its request would expire is recorded, and the request does not expire', async () => {
    const uuid = await paid()
    const { id } = await request(processes[0]!, uuid)
    await rows(`update card_transaction set status = 'VOIDED' where transaction_uuid = $1`, [uuid])
    const db = meeting('move_refund_request', () => expireRefundRequests({ db: other, clock: systemClock }))
    await rejectRequest({ ...processes[0]!, db }, id, { admin: amina!, reason: 'No' })
    expect((await readRequest(world.db, id)).state).toBe('REJECTED')
    expect(await stored(uuid)).toMatchObject({ decisions: 1 })
  })

  test('a second request is refused while the outcome of an approved refund is unknown', async () => {
    const uuid = await paid()
    const part = { reason: 'One of two shirts', amount: 10 }
    const { id } = await request(processes[0]!, uuid, part)
    const gateway = world.system.cards.gatewayFor('sandbox')
    const gatewayFor = () => ({
      ...gateway,
      refund: async () => ({ kind: 'unknown', cause: 'DEADLINE' }) as const,
    })
    const needs = { ...processes[0]!, gatewayFor }
    expect((await approveRequest(needs, id, { admin: amina!, reason: 'Yes' })).state).toBe('APPROVED')
    await expect(request(processes[0]!, uuid, part)).rejects.toThrow('in progress')
    expect(await stored(uuid)).toMatchObject({ requests: 1, waiting: 0 })
  })
})

test('the right to refund in one environment does not refund payments of the other', async () => {
  const inEach = () =>
    Promise.all((['sandbox', 'production'] as const).map((each) => mayRefund(world.db, merchantId, each)))
  await setRights({ sandbox: true, production: false })
  expect(await inEach()).toEqual([true, false])
  await setRights({ sandbox: false, production: true })
  expect(await inEach()).toEqual([false, true])
})
