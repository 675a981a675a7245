// The databases of a deployment: one for each cell, and one for control. With one cell they are the same, because a cell's connection
// sees control, too.
import {
  type ControlDatabase,
  commonStatement,
  type Database,
  isDatabaseUnavailable,
  isLockOrStatementTimeout,
} from './database.ts'

/** A cell's merchants are served by its own database only, so that a cell that is absent disturbs no other. */
export type Cells = Readonly<{
  control: ControlDatabase
  /** In the order of their numbers, from cell 1. */
  all: readonly Database[]
}>

/**
 * A merchant's cell that this process does not open, because it started before the cell was added. It is reported like a database that cannot
 * be reached: another process serves the merchant, and in no other cell may anything of it be written.
 */
export class UnopenedCell extends Error {
  readonly code = 'ENOTFOUND'
  constructor(cell: number) {
    super(`this process does not open cell ${cell}: restart it with CELLS=${cell} or more`)
  }
}

/** The number of a merchant's cell; no row if no merchant has the code. Every place can be asked. */
export const findCellOfMerchant = commonStatement<{ cell: number }>(
  'find_cell_of_merchant',
  'select cell from merchant where merchant_code = $1',
)

/** The database of a cell. A number that no cell has is of none of its rows, and any cell says so. */
export function cellOf({ all }: Cells, number: number): Database {
  const found = all[number - 1] ?? all[0]
  if (!found) throw new Error('a deployment has at least one cell')
  return found
}

/** What `read` returns in each cell, in the order of their numbers. */
export function inEachCell<Result>(
  { all }: Cells,
  read: (db: Database) => Promise<Result>,
): Promise<Result[]> {
  return Promise.all(all.map(read))
}

/** The sum over all cells, of a count for example. */
export async function sumOverCells(cells: Cells, read: (db: Database) => Promise<number>): Promise<number> {
  return (await inEachCell(cells, read)).reduce((sum, count) => sum + count, 0)
}

/** @property places that of control and that of each cell; with one cell there is only one. */
export type OpenedCells = Cells & {
  control: Database
  places: readonly [Database, ...Database[]]
  close(): Promise<void>
}

/**
 * Opens the databases of a deployment.
 * @param open opens that of a cell by its number, or that of control by 0.
 */
export function openCells(count: number, open: (cell: number) => Database): OpenedCells {
  const [first, ...others] = Array.from({ length: count }, (_, index) => open(index + 1))
  if (!first) throw new Error('a deployment has at least one cell')
  const places: OpenedCells['places'] = others.length === 0 ? [first] : [open(0), first, ...others]
  return {
    places,
    control: places[0],
    all: [first, ...others],
    close: async () => {
      await Promise.all(places.map((db) => db.close()))
    },
  }
}

// Cells of which one may be out of reach, while the others are read: what lists all of them names the one that is missing.

export type AnsweringCells = Cells & {
  /** Why each cell that did not reply is missing, by its number. */
  readonly missing: ReadonlyMap<number, unknown>
}

/** A cell replies within this time, or is missing. */
const maxWaitMs = 1_000

/**
 * The same cells for one request: one that does not reply within a second has no rows, and is not asked again. With one cell, every fault
 * is that of the whole list.
 */
export function answeringCells(cells: Cells): AnsweringCells {
  const missing = new Map<number, unknown>()
  const { control, all } = cells
  return { control, all: all.length === 1 ? all : all.map((db) => answering(db, missing)), missing }
}

export const askWhetherPresent = commonStatement('ask_whether_present', 'select')

/** Why each of some cells does not respond now, by its number. With one cell, its fault is thrown. */
export async function absencesAmong(
  cells: Cells,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, unknown>> {
  const { all, missing } = answeringCells(cells)
  await Promise.all(all.filter(({ cell }) => numbers.includes(cell)).map((db) => db.rows(askWhetherPresent)))
  return missing
}

function answering(db: Database, missing: Map<number, unknown>): Database {
  const rows: Database['rows'] = async (statement, values) => {
    if (missing.has(db.cell)) return []
    try {
      return await withinTime(db.rows(statement, values))
    } catch (error) {
      // guard: missing-cell
      if (!isOutOfReach(error)) throw error
      missing.set(db.cell, error)
      return []
    }
  }
  return { ...db, rows }
}

/** It has the code of a connection that was lost, and is reported like one. */
class NoReply extends Error {
  readonly code = 'ETIMEDOUT'
}

function withinTime<Result>(reply: Promise<Result>): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const timer = setTimeout(() => reject(new NoReply('the cell did not reply in time')), maxWaitMs)
  reply.then(resolve, reject).finally(() => clearTimeout(timer))
  return promise
}

/** Its tables are absent while it is restored or moved. */
const isAbsent = (error: unknown): boolean =>
  ['42P01', '3F000'].includes(String((error as { code?: unknown }).code))

const isOutOfReach = (error: unknown): boolean =>
  isDatabaseUnavailable(error) || isLockOrStatementTimeout(error) || isAbsent(error)
