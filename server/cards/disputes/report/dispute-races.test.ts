// Disputes that arrive while a payment is refunded or voided, and lines of the report that are late, doubled or lost.

import assert from 'node:assert/strict'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type DisputeBench, openDisputeBench } from '../../../../test/support/callers/disputes.ts'
import { eventually } from '../../../../test/support/http/eventually.ts'
import { raceRounds } from '../../../../test/support/race-rounds.ts'
import { oneCell } from '../../../../test/support/world/cells.ts'
import { openWorld, type World } from '../../../../test/support/world/world.ts'
import { money } from '../../../kernel/money.ts'
import { silentLog } from '../../../platform/process/log.ts'
import type { CardGateway, DisputeLine } from '../../gateway/gateway.ts'
import { applyLines, readReport } from './read-report.ts'

let world: World
let bench: DisputeBench
beforeAll(async () => {
  world = await openWorld()
  bench = openDisputeBench(world)
})
afterAll(() => world.close())
afterEach(() => world.fault({ mode: 'off' }))

const start = Temporal.Instant.from('2026-11-20T09:00:00Z')
/** A line about a case, dated so many hours after the others began. */
function line(uuid: string, kind: DisputeLine['kind'], hours: number, minor = 3_000n): DisputeLine {
  const amount = money(minor, 'USD')
  const at = start.add({ hours })
  return {
    caseNumber: `case-${uuid}`,
    kind,
    paymentId: '',
    code: uuid,
    amount,
    reasonCode: '10.4',
    reason: '',
    at,
  }
}

const apply = (...lines: DisputeLine[]) =>
  applyLines(
    { cells: oneCell(world.db), clock: world.clock, log: silentLog, fees: { USD: 1_500n } },
    'sandbox',
    lines,
  )

type Row = {
  state: string
  taken_minor: bigint
  refunded_minor: bigint
  disputed_minor: bigint
  open: number
}
const rowOf = async (uuid: string) =>
  (
    await bench.rows<Row>(
      `select d.state, d.taken_minor, t.refunded_minor, t.disputed_minor, t.open_disputes as open
         from card_transaction t left join card_dispute d on d.transaction_id = t.id where t.transaction_uuid = $1`,
      [uuid],
    )
  )[0]!
const exceptionsOf = async (uuid: string) =>
  (
    await bench.rows<{ kind: string }>(
      'select kind from card_dispute_exception where case_number = $1 order by id',
      [`case-${uuid}`],
    )
  ).map(({ kind }) => kind)

test('a refund and a dispute of one payment never exceed it together', async () => {
  const seen = new Set<number>()
  const races = raceRounds(15)
  for (let round = 0; round < races; round++) {
    const { uuid } = await bench.paid(30)
    const late = round % 3
    const [refund, [result]] = await Promise.all([
      bench.refund(uuid, { amount: 20 }),
      new Promise((resolve) => setTimeout(resolve, late * 4)).then(() => apply(line(uuid, 'opened', 0))),
    ])
    const row = await rowOf(uuid)
    seen.add(refund.status)
    assert.ok(row.refunded_minor + row.disputed_minor <= 3_000n)
    assert.deepEqual([row.state, row.open], ['OPEN', 1])
    if (refund.status === 200) {
      assert.deepEqual([row.refunded_minor, row.taken_minor, result], [2_000n, 1_000n, 'exception'])
      assert.deepEqual(await exceptionsOf(uuid), ['exceeds_payment'])
    } else {
      assert.deepEqual([refund.status, refund.body.detail], [409, 'Payment is disputed'])
      assert.deepEqual([row.refunded_minor, row.taken_minor, result], [0n, 3_000n, 'applied'])
    }
  }
  assert.ok(seen.size > 0)
})

test('a dispute counts a refund whose outcome is not known yet as made', async () => {
  const { uuid } = await bench.paid(30)
  await world.fault({ mode: 'timeout', operations: ['/pts/v2/payments', '/tss/v2'] })
  assert.equal((await bench.refund(uuid, { amount: 20 })).status, 502)
  assert.deepEqual(await apply(line(uuid, 'opened', 0)), ['exception'])
  const row = await rowOf(uuid)
  assert.deepEqual([row.taken_minor, row.disputed_minor], [1_000n, 1_000n])
})

test('a dispute waits for the outcome of a void, and then finds nothing to take', async () => {
  const { uuid, paymentId } = await bench.paid(30)
  await world.fault({ mode: 'slow', delay_seconds: 2, operations: ['/pts/v2/payments'] })
  const voiding = world.admin('POST', `/api/v1/admin/payment/voids/${paymentId}`, { reason: 'wrong order' })
  const held = 'select id from card_transaction where transaction_uuid = $1 and running_operation is not null'
  await eventually('the void under way', async () => (await bench.rows(held, [uuid])).length > 0)
  assert.deepEqual(await apply(line(uuid, 'opened', 0)), ['waiting'])
  assert.equal((await rowOf(uuid)).state, null)
  assert.equal((await voiding).status, 200)
  assert.deepEqual(await apply(line(uuid, 'opened', 0)), ['exception'])
  const row = await rowOf(uuid)
  assert.deepEqual([row.state, row.taken_minor], ['OPEN', 0n])
})

test('lines that come twice, late or in any order lead to the same dispute and the same money', async () => {
  const lines = (uuid: string) =>
    [line(uuid, 'inquiry', 0), line(uuid, 'opened', 1), line(uuid, 'won', 2)] as const
  for (const order of [
    [0, 1, 2],
    [1, 0, 2, 1, 0],
    [2, 1, 0],
    [0, 2, 1],
    [2, 2, 0],
    [1, 1, 2, 2],
  ]) {
    const before = await bench.available()
    const { uuid } = await bench.paid(30)
    for (const n of order) await apply(lines(uuid)[n as 0]!)
    const row = await rowOf(uuid)
    assert.deepEqual([row.state, row.disputed_minor, row.open], ['WON', 0n, 0], String(order))
    assert.equal(await bench.available(), before)
    assert.deepEqual(await exceptionsOf(uuid), [])
  }
})

test('a dispute that was lost before its opening was reported takes the money once', async () => {
  const before = await bench.available()
  const { uuid } = await bench.paid(30)
  await apply(line(uuid, 'lost', 2))
  await apply(line(uuid, 'opened', 1), line(uuid, 'lost', 2))
  const row = await rowOf(uuid)
  assert.deepEqual([row.state, row.taken_minor, row.open], ['LOST', 3_000n, 0])
  assert.equal(await bench.available(), before - 4_500n)
})

test('a decision that contradicts the recorded one is left to a person, and reported once', async () => {
  const { uuid } = await bench.paid(30)
  await apply(line(uuid, 'opened', 0), line(uuid, 'lost', 1))
  assert.deepEqual(await apply(line(uuid, 'won', 2)), ['exception'])
  assert.deepEqual(await apply(line(uuid, 'won', 2)), ['exception'])
  assert.equal((await rowOf(uuid)).state, 'LOST')
  assert.deepEqual(await exceptionsOf(uuid), ['outcome_conflict'])
})

test('lines of the same time, as of a gateway that dates by the day, are applied in their order', async () => {
  const { uuid } = await bench.paid(30)
  await apply(line(uuid, 'lost', 0), line(uuid, 'opened', 0), line(uuid, 'inquiry', 0))
  assert.equal((await rowOf(uuid)).state, 'LOST')
  assert.deepEqual(await exceptionsOf(uuid), [])
})

test('lines about another currency or an unknown payment are exceptions and change nothing', async () => {
  const { uuid } = await bench.paid(30)
  const francs = { ...line(uuid, 'opened', 0), amount: money(3_000n, 'CDF') }
  assert.deepEqual(await apply(francs), ['exception'])
  assert.deepEqual(await exceptionsOf(uuid), ['currency_differs'])
  assert.deepEqual(await apply(line('LKT-UNKNOWN', 'opened', 0)), ['exception'])
  assert.deepEqual(await exceptionsOf('LKT-UNKNOWN'), ['payment_unknown'])
  const other = await bench.paid(30)
  await apply(line(uuid, 'opened', 0))
  assert.deepEqual(await apply({ ...line(uuid, 'won', 1), code: other.uuid }), ['exception'])
  expect(await exceptionsOf(uuid)).toContain('payment_differs')
  assert.equal((await rowOf(uuid)).state, 'OPEN')
})

test('a line of the report that nobody understands waits for a person, once', async () => {
  const unreadable = [{ caseNumber: 'case-unreadable', detail: 'Fee, Fee Collection' }]
  const gateway: Pick<CardGateway, 'reportDisputes'> = {
    reportDisputes: async () => ({ kind: 'report', lines: [], unreadable }),
  }
  const needs = {
    cells: oneCell(world.db),
    clock: world.clock,
    log: silentLog,
    gatewayFor: () => gateway as CardGateway,
    environments: ['sandbox'] as const,
    fees: {},
    intervalSeconds: 60,
    wake: () => {},
  }
  await readReport(needs, 'sandbox', null)
  await readReport(needs, 'sandbox', null)
  assert.deepEqual(await exceptionsOf('unreadable'), ['line_unreadable'])
  const { items } = (await world.admin('GET', '/api/v1/admin/disputes/exceptions')).body.data
  expect(items).toContainEqual(
    expect.objectContaining({ case_number: 'case-unreadable', detail: 'Fee, Fee Collection' }),
  )
})
