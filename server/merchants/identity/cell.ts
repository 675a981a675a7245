// The cell of a merchant, in which everything of it lies, and the one that a new merchant gets.
import type { Environment } from '../../kernel/environment.ts'
import { absencesAmong, type Cells, findCellOfMerchant, UnopenedCell } from '../../platform/database/cells.ts'
import {
  type ControlDatabase,
  type ControlSql,
  commonStatement,
  controlStatement,
  type Database,
  isDatabaseUnavailable,
  type Statement,
} from '../../platform/database/database.ts'
import { lockForAll } from '../../platform/database/locks.ts'
import type { Directory } from '../../platform/http/place.ts'

type CellRow = { cell: number }

const findByKey = commonStatement<CellRow>(
  'find_cell_of_key',
  'select m.cell from api_key k join merchant m on m.id = k.merchant_id where k.api_key = $1',
)
const countByCell = commonStatement<{ cell: number; environment: Environment; merchants: bigint }>(
  'count_merchants_of_cells',
  'select cell, environment, count(*) as merchants from merchant where test_of is null group by cell, environment',
)

/**
 * The database of a merchant's cell; undefined if no merchant has the code.
 * @throws UnopenedCell
 */
export async function cellOfMerchant({ control, all }: Cells, code: string): Promise<Database | undefined> {
  const [row] = await control.rows(findCellOfMerchant, [code])
  if (!row) return undefined
  const db = all[row.cell - 1]
  if (!db) throw new UnopenedCell(row.cell)
  return db
}

export function merchantsByCell(sql: ControlSql) {
  return sql.rows(countByCell)
}

/**
 * Where a new merchant goes: of the cells that are not closed and respond, the one with the fewest merchants.
 * @throws what the first of them failed with, if none responds.
 */
export async function cellForNewMerchant(cells: Cells): Promise<Database> {
  const { control, all } = cells
  const [only, ...others] = all
  if (only && others.length === 0) return only
  const [counts, closed] = await Promise.all([merchantsByCell(control), closedCells(control)])
  const merchantsIn = (cell: number) =>
    counts.reduce((sum, each) => sum + (each.cell === cell ? Number(each.merchants) : 0), 0)
  // guard: closed-cells
  const open = all.filter(({ cell }) => !closed.has(cell))
  const absences = await absencesAmong(
    cells,
    open.map(({ cell }) => cell),
  )
  // guard: present-cells
  const present = open.filter(({ cell }) => !absences.has(cell))
  if (present.length === 0) throw absences.values().next().value
  // guard: fewest-merchants
  return present.reduce((least, each) => (merchantsIn(each.cell) < merchantsIn(least.cell) ? each : least))
}

const findClosed = controlStatement<CellRow>('find_closed_cells', 'select cell from closed_cell')
const close = controlStatement(
  'close_cell',
  'insert into closed_cell (cell) values ($1) on conflict do nothing',
)
const reopen = controlStatement('open_cell', 'delete from closed_cell where cell = $1')

/** The cells that get no new merchants, unless one is created there by the number of the cell. */
export async function closedCells(sql: ControlSql): Promise<ReadonlySet<number>> {
  return new Set((await sql.rows(findClosed)).map(({ cell }) => cell))
}

/**
 * Closes a cell to new merchants. Two that are closed at once wait for each other, so that one stays open.
 * @param count how many cells there are.
 * @throws Error for the last that is open.
 */
export async function closeCell(db: ControlDatabase, cell: number, count: number): Promise<void> {
  await db.transaction(async (sql) => {
    await lockForAll(sql, 'closing of cells')
    const closed = await closedCells(sql)
    // guard: last-open-cell
    if (closed.size >= count - 1 && !closed.has(cell))
      throw new Error(`cell ${cell} is the last one that is open to new merchants`)
    await sql.rows(close, [cell])
  })
}

export async function openCell(db: ControlDatabase, cell: number): Promise<void> {
  await db.rows(reopen, [cell])
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
