// Locks for what no row stands for: a queue whose workers claim one after the other, a series of numbers, a person whom two transactions
// could each find for the first time. All last until the transaction ends, and are taken before the rows that it locks.
import { type ControlTx, controlStatement } from './database.ts'

/**
 * SQL that takes a lock for rows of the connection's own place. Cells on one server do not wait for each other, and each cell's connections
 * lead to one server. What several cells share needs `lockForAll`.
 * @param of SQL of a text that names one of several such locks.
 */
export const placeLock = (name: string, of?: string): string => `pg_advisory_xact_lock(${keyOf(name, of)})`

/** The same, shared with others that share it. It is granted in the order of requests, unlike that of a row. */
export const sharedPlaceLock = (name: string, of?: string): string =>
  `pg_advisory_xact_lock_shared(${keyOf(name, of)})`

/** SQL that is false, without waiting, if another transaction has the lock. */
export const triedPlaceLock = (name: string): string => `pg_try_advisory_xact_lock(${keyOf(name)})`

/** `db/every/0004-records.sql` has one of the same form, for the audit log. */
// guard: place-lock
const keyOf = (name: string, of?: string): string =>
  `hashtextextended(current_schema() || ' ${name}'${of === undefined ? '' : ` || ' ' || ${of}`}, 0)`

/** What transactions of any cell and of control wait for each other with. */
export type LockForAll =
  | 'bank import'
  | 'bank matching'
  | 'case gathering'
  | 'closing of cells'
  | 'confirmation code'
  | 'rate table'
  | 'top-ups'

/** Few rows, which tell nothing of what they were taken for: what shares one waits a little longer. */
const takeRow = controlStatement(
  'take_lock_for_all',
  `insert into lock_for_all (name, part) values ($1, hashtext($2) & 63)
   on conflict (name, part) do update set part = excluded.part`,
)

/**
 * Takes a lock that all cells share. It is a row of control, because an advisory lock is known to one server only.
 * @param of one of several such locks, such as that of one address.
 */
export async function lockForAll(sql: ControlTx, name: LockForAll, of = ''): Promise<void> {
  // guard: lock-for-all
  await sql.rows(takeRow, [name, of])
}
