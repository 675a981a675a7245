// Locks of one place keep nobody in another place waiting; locks for all do.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestCells } from '../../../test/support/world/cells.ts'
import type { Database, Sql, Tx } from './database.ts'
import { lockForAll, placeLock, triedPlaceLock } from './locks.ts'

let cells: Awaited<ReturnType<typeof openTestCells>>
beforeAll(async () => {
  cells = await openTestCells(2)
})
afterAll(() => cells.close())

const run = <Row>(sql: Sql, text: string) => sql.rows<Row>({ name: '', text })
const inPlace = (sql: Tx) => run(sql, `select ${placeLock('test')}`)

/** Whether `second` has to wait for the lock that a transaction of the first cell took with `first`. */
const waits = (first: (sql: Tx) => Promise<unknown>, [db, second]: [Database, typeof first]) =>
  cells.all[0]!.transaction(async (holder) => {
    await first(holder)
    const isFree = db.transaction(async (sql) => {
      await run(sql, "set local lock_timeout = '50ms'")
      await second(sql)
    })
    return isFree.then(
      () => false,
      (error: { code?: string }) => error.code === '55P03',
    )
  })

test('a lock of one cell keeps transactions of the same cell waiting, and none of another cell', async () => {
  const [first, second] = cells.all as [Database, Database]
  expect(await waits(inPlace, [first, inPlace])).toBe(true)
  expect(await waits(inPlace, [second, inPlace])).toBe(false)
})

test('a lock that another transaction of the cell has is not taken, and that of another cell is', async () => {
  const tried = `select ${triedPlaceLock('test')} as taken`
  const taken = await cells.all[0]!.transaction(async (holder) => {
    await inPlace(holder)
    return Promise.all(cells.all.map((db) => run<{ taken: boolean }>(db, tried)))
  })
  expect(taken).toEqual([[{ taken: false }], [{ taken: true }]])
})

test('a lock for all cells keeps transactions of every place waiting, and those with another lock not', async () => {
  const lock = (name: 'bank matching' | 'top-ups', of?: string) => (sql: Tx) => lockForAll(sql, name, of)
  for (const db of [...cells.all, cells.control as Database]) {
    expect(await waits(lock('bank matching'), [db, lock('bank matching')])).toBe(true)
    expect(await waits(lock('bank matching'), [db, lock('top-ups')])).toBe(false)
    expect(await waits(lock('top-ups', 'amina'), [db, lock('top-ups', 'amina')])).toBe(true)
    expect(await waits(lock('top-ups', 'amina'), [db, lock('top-ups', 'benoit')])).toBe(false)
  }
})
