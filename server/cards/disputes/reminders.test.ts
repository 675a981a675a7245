// Reminders of the deadline of a dispute.

import assert from 'node:assert/strict'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DisputeBench, openDisputeBench } from '../../../test/support/callers/disputes.ts'
import { eventually } from '../../../test/support/http/eventually.ts'
import { oneCell } from '../../../test/support/world/cells.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { money } from '../../kernel/money.ts'
import { silentLog } from '../../platform/process/log.ts'
import { remindOfDeadlines } from './reminders.ts'
import { applyLines } from './report/read-report.ts'

let world: World
let bench: DisputeBench
beforeAll(async () => {
  world = await openWorld({ role: 'api' })
  bench = openDisputeBench(world)
  await bench.wantDisputeEvents()
})
afterAll(() => world.close())

const opened = Temporal.Instant.from('2026-11-20T09:00:00Z')
const respondBy = opened.add({ hours: 14 * 24 })
const remindAt = (hoursBefore: number, db = world.db) =>
  remindOfDeadlines({
    db,
    clock: { now: () => respondBy.subtract({ hours: hoursBefore }) },
    wake: () => {},
  })

async function disputed(): Promise<string> {
  const { uuid } = await bench.paid(20)
  const amount = money(2_000n, 'USD')
  const line = {
    caseNumber: uuid,
    kind: 'opened',
    paymentId: '',
    code: uuid,
    amount,
    reasonCode: '',
    reason: '',
  } as const
  const needs = { cells: oneCell(world.db), clock: { now: () => opened }, log: silentLog, fees: {} }
  assert.deepEqual(await applyLines(needs, 'sandbox', [{ ...line, respondBy, at: opened }]), ['applied'])
  return uuid
}
const remindersOf = async (uuid: string) =>
  (await bench.events(uuid)).filter((event: any) => event.event === 'reminded').length

test('a merchant is reminded three days and one day before the deadline, once each', async () => {
  const uuid = await disputed()
  for (const [hours, expected] of [
    [73, 0],
    [72, 1],
    [60, 1],
    [25, 1],
    [24, 2],
    [2, 2],
    [-1, 2],
  ] as const) {
    await remindAt(hours)
    await remindAt(hours)
    assert.equal(await remindersOf(uuid), expected, `${hours} hours before`)
  }
  const [, , ...rest] = (await bench.disputeIn(uuid, 'OPEN')).history
  expect(rest.map(({ event, state }: any) => [event, state])).toEqual([
    ['reminded', 'OPEN'],
    ['reminded', 'OPEN'],
  ])
})

test('a merchant whose dispute is known only on the last day is reminded once', async () => {
  const uuid = await disputed()
  await remindAt(20)
  await remindAt(10)
  assert.equal(await remindersOf(uuid), 1)
})

test('two workers that find the same dispute at once remind of it once', async () => {
  const uuid = await disputed()
  const waiting = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const hold = {
    name: 'test_hold_payment',
    text: 'select id from card_transaction where transaction_uuid = $1 for update',
  }
  let workers: Promise<unknown> = Promise.resolve()
  const { db } = world.system
  await db.transaction(async (sql) => {
    await sql.rows(hold, [uuid])
    workers = Promise.all([remindAt(60, db), remindAt(60, db)])
    await eventually(
      'both workers wait for the payment',
      async () => (await bench.rows(waiting)).length === 2,
    )
  })
  await workers
  assert.equal(await remindersOf(uuid), 1)
  const { history } = await bench.disputeIn(uuid, 'OPEN')
  assert.equal(history.filter(({ event }: any) => event === 'reminded').length, 1)
})

test('a dispute with evidence is not reminded of', async () => {
  const uuid = await disputed()
  await bench.rows(
    `update card_dispute set state = 'EVIDENCE_SENT' where transaction_id = (select id from card_transaction where transaction_uuid = $1)`,
    [uuid],
  )
  await remindAt(60)
  assert.equal(await remindersOf(uuid), 0)
})
