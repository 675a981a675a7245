// What each operation costs the database, alone and in a batch, compared with the table in docs/performance.md. No
// clock is read, so a design that sends one statement per item is detected on any machine.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { network } from '../../server/composition/upstreams.ts'
import type { Database } from '../../server/platform/database/database.ts'
import { allAtOnce, type Cost, countedDatabases } from '../support/database/counted-databases.ts'
import { type Operation, operationsOn, order } from '../support/world/operations.ts'
import { openWorld, type World } from '../support/world/world.ts'

type Row = { operation: string; alone: Cost; crowd: number; each: Cost }

/**
 * The table: operation, statements and commits alone, batch size, statements and commits per operation in the
 * batch.
 */
const table: Row[] = Array.from(
  readFileSync('docs/performance.md', 'utf8')
    .split('## What an operation costs')[1]!
    .split('\n## ')[0]!
    .matchAll(/^\| ([^|]+) \| (\d+) \| (\d+) \| (\d+) \| ([\d.]+) \| ([\d.]+) \|$/gm),
  ([, operation = '', ...cells]) => {
    const [statements, commits, crowd, statementsEach, commitsEach] = cells.map(Number) as [
      number,
      number,
      number,
      number,
      number,
    ]
    return {
      operation,
      alone: { statements, commits },
      crowd,
      each: { statements: statementsEach, commits: commitsEach },
    }
  },
)
const rowOf = (name: string) => table.find(({ operation }) => operation === name)!

const operatorSecret = randomBytes(16).toString('hex')
const databases = countedDatabases()
let world: World
let workDb: Database
let operations: Record<string, Operation>
beforeAll(async () => {
  world = await openWorld({
    role: 'api',
    outside: { ...network, openDatabase: databases.open },
    sandbox: { operatorSecret },
    // Only a callback makes an inquiry due while the test runs.
    settings: { OPERATOR_INQUIRY_AFTER_SECONDS: '60' },
    routes: { airtel: 'airtel', orange: 'pawapay', africell: 'gsma' },
  })
  workDb = databases.open(world.system.settings.DATABASE_URL, { connections: 6, name: 'likuta-worker' })
  await world.topUp('1000.00')
  operations = await operationsOn({ world, databases, workDb, operatorSecret })
  // The first operations also look up ledger accounts, which are cached afterwards.
  for (const operation of ['card payment on our page', 'payment by phone', 'report of an operator, applied'])
    await costOf(operation, 1)
})
afterAll(async () => {
  await workDb.close()
  await world.close()
})

const costOf = async (name: string, count: number) => databases.costOf(await operations[name]!(count))

const shareOf = ({ statements, commits }: Cost, count: number): Cost => {
  return { statements: statements / count, commits: commits / count }
}

/** @throws Error when it costs more than the table allows. */
function assertWithin(each: Cost, most: Cost): void {
  const isWithin = each.statements <= most.statements && each.commits <= most.commits
  assert.ok(isWithin, `each costs ${JSON.stringify(each)}, the table allows ${JSON.stringify(most)}`)
}

/** The statement with which a worker looks for more work when a response takes longer than its polling pause. */
const roundsBetween: Record<string, Cost> = { 'webhook delivered': { statements: 1, commits: 0 } }

test('every counted operation is in the table, and no other', () => {
  expect(table.map(({ operation }) => operation)).toEqual(Object.keys(operations))
})

test.each(table)('$operation: alone it costs what the table says', async ({ operation, alone }) => {
  const { cost, names } = await costOf(operation, 1)
  const { statements, commits } = roundsBetween[operation] ?? { statements: 0, commits: 0 }
  const withRound = { statements: alone.statements + statements, commits: alone.commits + commits }
  expect([alone, withRound], names.join(' ')).toContainEqual(cost)
})

test.each(table)('$operation: $crowd at once cost no more than the table says', async (row) => {
  const { cost } = await costOf(row.operation, row.crowd)
  const each = shareOf(cost, row.crowd)
  assertWithin(each, row.each)
  // A change that makes an operation much cheaper must update the table.
  assertWithin(row.each, { statements: 4 * each.statements, commits: 4 * each.commits })
})

test('counted commits are those that PostgreSQL made', async () => {
  const transactionsOf = async () => {
    const [found] = await world.db.rows<{ count: bigint }>({
      name: 'transactions_that_made_orders',
      text: 'select count(distinct xmin::text) as count from card_transaction',
    })
    return Number(found!.count)
  }
  const before = await transactionsOf()
  const { cost } = await costOf('order', rowOf('order').crowd)
  expect((await transactionsOf()) - before).toBe(cost.commits)
})

test('orders that are not written in one batch are found to cost too much', async () => {
  const { crowd, each } = rowOf('order')
  // An idempotency key gives an order its own database transaction.
  const alone = Array.from(
    { length: crowd },
    (_, n) => () => order(world, { 'idempotency-key': `cost-${n}` }),
  )
  const { cost } = await databases.costOf(() => allAtOnce(databases, world.system.app.server, alone))
  expect(cost.commits).toBeGreaterThanOrEqual(crowd)
  expect(() => assertWithin(shareOf(cost, crowd), each)).toThrow('the table allows')
})

test('one additional statement is detected', async () => {
  const { alone } = rowOf('order')
  const { cost } = await databases.costOf(async () => {
    await order(world)
    await world.system.db.rows({ name: 'planted', text: 'select 1' })
  })
  expect(cost).toEqual({ ...alone, statements: alone.statements + 1 })
  expect(() => assertWithin(cost, alone)).toThrow('the table allows')
})
