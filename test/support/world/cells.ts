// A database with several cells for a test, without a system.
import { type Cells, openCells } from '../../../server/platform/database/cells.ts'
import { type Database, openDatabase } from '../../../server/platform/database/database.ts'
import { openTestDatabase } from './database.ts'

/** A deployment with one cell. */
export const oneCell = (db: Database) => ({ control: db, all: [db] })

/** `close` also drops the database. */
export async function openTestCells(count: number): Promise<Cells & { url: string; close(): Promise<void> }> {
  const database = await openTestDatabase({ cells: count })
  const cells = openCells(count, (cell) => openDatabase(database.url, { connections: 2, name: 'test', cell }))
  return {
    ...cells,
    url: database.url,
    async close() {
      await cells.close()
      await database.drop()
    },
  }
}
