// A database with several cells for a test, without a system.
import { type Cells, openCells } from '../../../server/platform/database/cells.ts'
import { openDatabase } from '../../../server/platform/database/database.ts'
import { migrate } from '../../../server/platform/database/migrations.ts'
import { openTestDatabase } from './database.ts'

/** `close` also drops the database. */
export async function openTestCells(count: number): Promise<Cells & { url: string; close(): Promise<void> }> {
  const database = await openTestDatabase()
  await migrate(database.url, { cells: count })
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
