// Cells of which one may be out of reach, while the others are read: what lists all of them names the one that is missing.
import type { Cells } from './cells.ts'
import { type Database, isDatabaseUnavailable, isLockOrStatementTimeout } from './database.ts'

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
