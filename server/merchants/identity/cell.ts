// The cell of a merchant, in which everything of it lies, and the one that a new merchant gets.
import type { Environment } from '../../kernel/environment.ts'
import { type Cells, findCellOfMerchant } from '../../platform/database/cells.ts'
import {
  type ControlSql,
  commonStatement,
  type Database,
  isDatabaseUnavailable,
  type Statement,
} from '../../platform/database/database.ts'
import type { Directory } from '../../platform/http/place.ts'

type CellRow = { cell: number }

const findByKey = commonStatement<CellRow>(
  'find_cell_of_key',
  'select m.cell from api_key k join merchant m on m.id = k.merchant_id where k.api_key = $1',
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
  const [row] = await control.rows(findCellOfMerchant, [code])
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

// Where requests go. A merchant never leaves its cell, so what was found once is kept.

/** Credentials and codes that we issue have this form, however long. PostgreSQL takes not every other text. */
const issued = /^[\w-]{1,100}$/
const maxKept = 100_000

/** Every cell has a copy of the merchants: each is asked if those before it cannot be reached. */
export function openDirectory(cells: Cells): Directory {
  const kept = new Map<string, number>()
  async function find(statement: Statement<CellRow, 'any'>, value: string): Promise<number | undefined> {
    if (!issued.test(value)) return undefined
    const known = kept.get(value)
    if (known !== undefined) return known
    const [row] = await fromAny([cells.control, ...cells.all], (db) => db.rows(statement, [value]))
    if (!row) return undefined
    if (kept.size >= maxKept) kept.clear()
    kept.set(value, row.cell)
    return row.cell
  }
  return {
    cells,
    cellOfKey: (apiKey) => find(findByKey, apiKey),
    cellOfMerchant: (code) => find(findCellOfMerchant, code),
  }
}

async function fromAny<Result>(
  [first, ...others]: readonly ControlSql[],
  read: (db: ControlSql) => Promise<Result>,
): Promise<Result> {
  if (!first) throw new Error('a deployment has at least one cell')
  return read(first).catch((error: unknown) => {
    if (others.length === 0 || !isDatabaseUnavailable(error)) throw error
    return fromAny(others, read)
  })
}
