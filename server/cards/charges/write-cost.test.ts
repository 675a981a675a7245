// How much a payment writes to PostgreSQL's log, which all replicas and archives copy.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPostgres, testCells } from '../../../test/support/database/database.setup.ts'
import { eventually } from '../../../test/support/http/eventually.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'

let world: World
beforeAll(async () => {
  // No worker runs and no other test uses this PostgreSQL, so that only the payments write.
  const { url, stop } = await startTestPostgres('quiet', testCells)
  world = await openWorld({ role: 'api', database: { url, drop: stop } })
  // What a change writes depends on whether the page was vacuumed just before.
  await rows('alter system set autovacuum = off')
  // The first change of a page after a checkpoint writes the whole page, and nobody knows when there is a checkpoint.
  await rows('alter system set full_page_writes = off')
  await rows('select pg_reload_conf()')
})
afterAll(() => world.close())

const rows = <Row>(text: string, values: unknown[] = []) => world.db.rows<Row>({ name: '', text }, values)

/** A payment whose payer has entered a card: only the button has not been pressed. */
async function prepared() {
  const { link } = await world.createOrder()
  const transient_token = await world.cardToken(link, '4242424242424242')
  const { reference_id } = (await world.checkout(link, 'setup', { transient_token })).body
  return () => world.checkout(link, 'pay', { reference_id, browser: { language: 'fr-CD' } })
}
/** One after another: together they could exceed the time limit of the gateway on a busy machine. */
async function preparedMany(count: number) {
  const payments: Awaited<ReturnType<typeof prepared>>[] = []
  while (payments.length < count) payments.push(await prepared())
  return payments
}

async function logPosition(): Promise<bigint> {
  const [found] = await rows<{ at: bigint }>(
    "select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::bigint as at",
  )
  return found!.at
}
/** How many updates of transactions wrote no index entry, once the statistics have those of this many payments. */
async function updatesOf(paid: number): Promise<number> {
  const { hot } = await eventually('statistics of all updates', async () => {
    const [found] = await rows<{ all: bigint; hot: bigint }>(
      `select n_tup_upd as all, n_tup_hot_upd as hot from pg_stat_user_tables
        where relname = 'card_transaction' and schemaname = current_schema()`,
    )
    return found!.all >= 2n * BigInt(paid) && found!
  })
  return Number(hot)
}

test('paying by card writes at most 10 kB to the log, and its claim no index entry', async () => {
  // The first payments fill caches, so they are not counted.
  for (const pay of await preparedMany(20)) assert.deepEqual((await pay()).body, { state: 'DONE' })
  const before = await updatesOf(20)
  const written: number[] = []
  for (const pay of await preparedMany(15)) {
    const start = await logPosition()
    assert.deepEqual((await pay()).body, { state: 'DONE' })
    written.push(Number((await logPosition()) - start))
  }
  const median = written.toSorted((a, b) => a - b)[7]
  expect(median).toBeLessThanOrEqual(10_000)
  // Each payment changes its transaction twice: the claim within the page, the outcome with new index entries.
  expect((await updatesOf(35)) - before).toBeGreaterThanOrEqual(13)
})
