// What admins read of a deployment with three cells: lists, figures and queues of all merchants, also while a cell is out of reach.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../server/platform/database/database.ts'
import { migrate } from '../../server/platform/database/migrations.ts'
import { type Admins, adminsOf, twoAdmins } from '../support/callers/admins.ts'
import { recount } from '../support/database/day-counts.ts'
import { fillPayments } from '../support/database/many-rows.ts'
import { openTestDatabase } from '../support/world/database.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
let admins: Admins
const cells: Database[] = []
const codes: string[] = []
const run = <Row>(db: Database, text: string, values: unknown[] = []) =>
  db.rows<Row>({ name: '', text }, values)

beforeAll(async () => {
  const database = await openTestDatabase()
  await migrate(database.url, { cells: 3 })
  world = await openWorld({ database, settings: { ...twoAdmins, CELLS: '3' }, role: 'api' })
  admins = adminsOf(world)
  for (const cell of [1, 2, 3]) {
    const db = openDatabase(database.url, { connections: 1, name: 'test', cell })
    cells.push(db)
    const { merchant_code } = await world.register()
    codes.push(merchant_code)
    await run(db, 'update merchant set cell = $1 where merchant_code = $2', [cell, merchant_code])
    const until = world.clock.now().subtract({ minutes: cell }).toString()
    await fillPayments(db, {
      merchantCode: merchant_code,
      from: 1,
      to: 100 + cell,
      of: 100 + cell,
      days: 5,
      until,
    })
    await recount(db)
    await run(
      db,
      `insert into card_dispute_exception (environment, case_number, kind, detail, opened_at)
       values ('sandbox', $1, 'payment_unknown', '', now() - $2::integer * interval '1 minute')`,
      [`case-${cell}`, cell],
    )
  }
})
afterAll(async () => {
  await Promise.all(cells.map((db) => db.close()))
  await world.close()
})

test('an admin pages through the payments of all cells, newest first, and through those of one merchant', async () => {
  const rows = await Promise.all(
    cells.map((db) =>
      run<{ transaction_uuid: string; at: string }>(
        db,
        `select transaction_uuid, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') as at from card_transaction`,
      ),
    ),
  )
  const wanted = rows.flat().sort((a, b) => (a.at < b.at ? 1 : -1))
  const page = await admins.read('payments?limit=30&page=4')
  expect(page.items.map(({ transaction_uuid }: { transaction_uuid: string }) => transaction_uuid)).toEqual(
    wanted.slice(90, 120).map(({ transaction_uuid }) => transaction_uuid),
  )
  expect(page.pagination).toMatchObject({ total: 306, pages: 11, capped: false })
  expect(page).not.toHaveProperty('cells_missing')
  const own = await admins.read(`payments?merchant_code=${codes[2]}&limit=100`)
  expect(own.pagination.total).toBe(103)
  expect(new Set(own.items.map(({ merchant_code }: { merchant_code: string }) => merchant_code))).toEqual(
    new Set([codes[2]]),
  )
})

test('the overview and the figures of an admin count what all cells have', async () => {
  const { items } = await admins.read('disputes/exceptions')
  expect(items.map(({ case_number }: { case_number: string }) => case_number)).toEqual([
    'case-1',
    'case-2',
    'case-3',
  ])
  expect((await admins.read('overview')).queues.dispute_exceptions_open).toBe(3)
  const { week } = await admins.read('figures?environment=sandbox')
  expect(week.payments.count).toBe(306)
})

test('a cell that is out of reach is named to admins, who read what the others have', async () => {
  await cells[1]!.transaction(async (sql) => {
    const lock = 'lock table card_transaction, day_total, card_dispute_exception in access exclusive mode'
    await sql.rows({ name: '', text: lock })
    const { items, cells_missing } = await admins.read('disputes/exceptions')
    expect(items).toHaveLength(2)
    expect(cells_missing).toEqual([2])
    expect((await admins.read('payments')).cells_missing).toEqual([2])
    const own = await admins.read(`payments?merchant_code=${codes[0]}`)
    expect([own.pagination.total, own.cells_missing]).toEqual([101, undefined])
    const overview = await admins.read('overview')
    expect([overview.queues.dispute_exceptions_open, overview.cells_missing]).toEqual([2, [2]])
  })
  expect(await admins.read('overview')).not.toHaveProperty('cells_missing')
})
