// The cell of a merchant, in which everything of it lies, and the one that a new merchant gets.
import type { Environment } from '../../kernel/environment.ts'
import type { Cells } from '../../platform/database/cells.ts'
import { type ControlSql, commonStatement, type Database } from '../../platform/database/database.ts'

const findCell = commonStatement<{ cell: number }>(
  'find_cell_of_merchant',
  'select cell from merchant where merchant_code = $1',
)
const countByCell = commonStatement<{ cell: number; environment: Environment; merchants: bigint }>(
  'count_merchants_of_cells',
  'select cell, environment, count(*) as merchants from merchant group by cell, environment',
)

/**
 * The database of a merchant's cell; undefined if no merchant has the code.
 * @throws Error for a cell that this process does not open: it started before the cell was added.
 */
export async function cellOfMerchant({ control, all }: Cells, code: string): Promise<Database | undefined> {
  const [row] = await control.rows(findCell, [code])
  if (!row) return undefined
  const db = all[row.cell - 1]
  if (!db) throw new Error(`CELLS is ${all.length}, but ${code} is in cell ${row.cell}`)
  return db
}

export function merchantsByCell(sql: ControlSql) {
  return sql.rows(countByCell)
}

/** Where a new merchant goes: the cell with the fewest merchants. */
export async function cellForNewMerchant({ control, all }: Cells): Promise<Database> {
  const counts = all.length === 1 ? [] : await merchantsByCell(control)
  const merchantsIn = (cell: number) =>
    counts.reduce((sum, each) => sum + (each.cell === cell ? Number(each.merchants) : 0), 0)
  // guard: fewest-merchants
  return all.reduce((least, each) => (merchantsIn(each.cell) < merchantsIn(least.cell) ? each : least))
}
