// Access to PostgreSQL: prepared plain SQL over a connection pool. Statements are named where they are written, mostly in queries.ts files.

import pg from 'pg'
import { jitter } from '../../kernel/id.ts'
import { openKeyedMutex } from '../process/concurrency.ts'
import { observed } from '../process/telemetry.ts'
import { clientOf, type FindServer, hasMoved, isRefusedByMove } from './citus/nodes.ts'
import { cell, control } from './schemas.ts'

/** The schema whose tables a statement names, beside those of `shared`: `any` names only tables that every schema has or sees. */
export type Place = 'cell' | 'control' | 'any'

/** A named, prepared statement. `Row` is what it returns: int8 as bigint, timestamptz as Temporal.Instant. */
export type Statement<Row, At extends Place = Place> = {
  readonly name: string
  readonly text: string
  readonly row?: Row
  readonly at?: At
}

/** All statements of the program, so that a test can prepare each one against the migrated database. */
export const statements: Statement<unknown>[] = []

export type WriteStatement<At extends Place> = <Row>(name: string, text: string) => Statement<Row, At>

const statementAt =
  <At extends Place>(at: At): WriteStatement<At> =>
  (name, text) => {
    const made = { name, text, at }
    statements.push(made)
    return made
  }

/** A statement on the tables of a cell. */
export const statement = statementAt('cell')
/** A statement on the tables of control, which a cell's transaction may send too. */
export const controlStatement = statementAt('control')
/** A statement on tables of `shared`, and on those that control and each cell have for themselves. */
export const commonStatement = statementAt('any')

/** SQL condition that the column has one of these values; they are our own constants, such as state names, never input. */
export function isOneOf(column: string, values: readonly string[]): string {
  const texts = values.map((value) => `'${value}'`)
  return texts.length === 1 ? `${column} = ${texts[0]}` : `${column} in (${texts.join(', ')})`
}

/**
 * SQL of a part of a statement that locks rows: a select with `for update`, `for no key update` or `for share`, as a sub-query. Citus
 * misreads the rows of a part that joins and locks at its top level.
 */
export const lockedRows = (select: string): string => `select * from (${select}) locked`

/** What sends statements. Only a cell's connection sends all of them: the compiler refuses a cell's statement on control. */
type Sender<At extends Place> = {
  rows: <Row>(statement: Statement<Row, At>, values?: readonly unknown[]) => Promise<Row[]>
}
/** Statements of one transaction that are issued without awaiting each other are pipelined and run in that order. */
export type Sql = Sender<Place> & Placed
/** The same on control. Every `Sql` is one. */
export type ControlSql = Sender<'control' | 'any'> & Placed
type Placed = {
  /** The number of the cell, which the ids of its rows carry. 0 stands for control, where no cell's statement may be sent. */
  readonly cell: number
}

declare const transaction: unique symbol
/** The same inside a transaction. Only `Database.transaction` creates one; locks, moves, postings and webhooks require it. */
export type Tx = Sql & InTransaction
/** A transaction that sends no statements of a cell. Every `Tx` is one. */
export type ControlTx = ControlSql & InTransaction
type InTransaction = {
  readonly [transaction]: true
  /**
   * Runs `work` after all other work of the transaction, immediately before its commit. For a lock that many
   * transactions share: whatever they do otherwise, they hold it only for these statements.
   */
  beforeCommit(work: () => Promise<void>): void
  /** Runs `work` once the transaction has committed, and not if it is rolled back. */
  afterCommit(work: () => void): void
}

export type Database = DatabaseOf<Sql, Tx>
/** A database where no statements of a cell are sent. Every `Database` is one. */
export type ControlDatabase = DatabaseOf<ControlSql, ControlTx>
type DatabaseOf<Sends, Inside> = Sends & {
  /**
   * Runs `work` in one transaction. Serialization failures and deadlocks are retried, so `work` may run twice.
   * @param options.mutexKey names what the work locks. Calls with the same key run one at a time, in order, and wait
   * without holding a connection, so that contention on one row cannot exhaust the pool.
   * @param options.beginsByReading the first statements only read and lock, so they are sent together with the begin. Should the
   * begin fail, they have changed nothing, although each was a transaction of its own.
   */
  transaction: <Result>(
    work: (sql: Inside) => Promise<Result>,
    options?: TransactionOptions,
  ) => Promise<Result>
  /** Numbers of statements and transactions since the start, in total and by statement name; tests set limits on them. */
  readonly counted: Counted
  /** Connections that are open, those that are idle, and the number of callers waiting for one. */
  connections(): { open: number; idle: number; waiting: number }
  close(): Promise<void>
}

export type TransactionOptions = { mutexKey?: string; beginsByReading?: boolean }

type Counted = { statements: number; transactions: number; named: Map<string, number> }

const retryable = new Set(['40001', '40P01'])
const maxTries = 5

/** The part of a `pg` pool that we use. */
export type Pool = {
  query: Connection['query']
  connect(): Promise<Connection>
  end(): Promise<void>
  readonly totalCount: number
  readonly idleCount: number
  readonly waitingCount: number
}
export type Connection = {
  query(
    query: string | { name: string; text: string; values: unknown[] },
  ): Promise<{ rows: unknown[]; command: string }>
  /** @param broken why the connection must not be reused. */
  release(broken?: Error): void
  /** It leads to one of several servers, and control may lie on another one. */
  readonly isOnNode?: boolean
}

/**
 * @param options.connections maximum number of connections; more than 8 is slower on a machine with two cores.
 * @param options.cell the number of the cell where statements look for tables first, 1 by default; 0 for control alone.
 * @param options.connectMs how long a new connection may take; a request does not wait longer for one either.
 * @param options.server finds the server of a new connection; that of `url` without it, or if it finds none.
 */
export function openDatabase(
  url: string,
  options: {
    connections: number
    name: string
    cell?: number
    connectMs?: number
    server?: FindServer
  },
): Database {
  const { cell: number = 1 } = options
  const { path } = number === 0 ? control : cell(number)
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connections,
    application_name: options.name,
    connectionTimeoutMillis: options.connectMs ?? 2_000,
    idleTimeoutMillis: 60_000,
    // Longer than the server's own timeout: it is only reached when the other end of a connection has vanished.
    query_timeout: 8_000,
    keepAlive: true,
    pipeline: true,
    // Rows that moved to another server are reached through their old one until its connections are replaced.
    ...(options.server && { Client: clientOf(options.server), maxLifetimeSeconds: 60 }),
    options: `-c statement_timeout=5000 -c lock_timeout=2000 -c idle_in_transaction_session_timeout=5000 -c search_path=${path.join()}`,
    types: { getTypeParser: columnParser as typeof pg.types.getTypeParser },
  })
  // A broken connection fails its current query or is replaced at its next use. Without an error listener on the pool,
  // and on each client while it is checked out, it would crash the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
  })
  return databaseOn(pool as Pool, number)
}

/**
 * Our part on top of a pool: statement names, counters, transaction retries and keyed mutexes.
 * @param cell the number of the cell that its connections look into.
 */
export function databaseOn(pool: Pool, cell = 1): Database {
  const counted: Counted = { statements: 0, transactions: 0, named: new Map() }
  const keyedMutex = openKeyedMutex()
  const transaction = openTransactions(pool, { counted, cell })
  return {
    cell,
    rows: (statement, values = []) => untilMoved(() => rowsOn(pool, counted, statement, values)),
    transaction: (work, { mutexKey, beginsByReading } = {}) => {
      const run = () => transaction(work, { beginsByReading })
      return mutexKey === undefined ? run() : keyedMutex(mutexKey, run)
    },
    counted,
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  }
}

/** Repeats a single statement that was refused because its cell was moving. */
async function untilMoved<Result>(send: () => Promise<Result>, tries = 1): Promise<Result> {
  try {
    return await send()
  } catch (error) {
    if (!isRefusedByMove(error) || tries >= maxTries) throw error
  }
  await pauseAfter(tries)
  return untilMoved(send, tries + 1)
}

async function rowsOn<Row>(
  client: Pick<Connection, 'query'>,
  counted: Counted,
  statement: Statement<Row>,
  values: readonly unknown[],
): Promise<Row[]> {
  counted.statements += 1
  const { name, text } = statement
  counted.named.set(name, (counted.named.get(name) ?? 0) + 1)
  return observed({ area: 'statement', name }, async () => {
    return (await client.query({ name, text, values: values.map(toParameter) })).rows as Row[]
  })
}

/** Begins, commits or rolls back transactions, and retries those that conflicted with another transaction. */
function openTransactions(pool: Pool, { counted, cell }: { counted: Counted; cell: number }) {
  async function transaction<Result>(
    work: (sql: Tx) => Promise<Result>,
    { beginsByReading = false, tries = 1 }: { beginsByReading?: boolean | undefined; tries?: number },
  ): Promise<Result> {
    const client = await pool.connect()
    let broken: Error | undefined
    let hasEnded = false
    let failure: unknown
    const lastWork: (() => Promise<void>)[] = []
    const committedWork: (() => void)[] = []
    const joinControl = openJoining(client, counted, cell)
    let [isBegun, begun] = [false, Promise.resolve()]
    const sql = {
      cell,
      async rows<Row>(statement: Statement<Row>, values: readonly unknown[] = []) {
        // When one of several parallel parts has failed, the others must not write after the rollback.
        if (hasEnded) throw new Error(`${statement.name} came after the end of its transaction`)
        try {
          // guard: reading-beside-begin
          if (!isBegun && !isReading(statement)) throw new Error(`${statement.name} came too early`)
          const both = joinControl(statement)
          const [rows] = await Promise.all([rowsOn(client, counted, statement, values), both, begun])
          return rows
        } catch (error) {
          failure ??= error
          throw error
        }
      },
      beforeCommit: (work: () => Promise<void>) => void lastWork.push(work),
      afterCommit: (work: () => void) => void committedWork.push(work),
    } as Tx
    try {
      counted.transactions += 1
      begun = client.query('begin').then(() => {
        isBegun = true
      })
      const [result] = await Promise.all([beginsByReading ? work(sql) : begun.then(() => work(sql)), begun])
      for (const last of lastWork) await last()
      hasEnded = true
      // PostgreSQL replies to the COMMIT of a failed transaction with ROLLBACK, not with an error.
      if ((await client.query('commit')).command !== 'COMMIT')
        throw failure ?? new Error('the transaction was rolled back')
      for (const work of committedWork) work()
      return result
    } catch (error) {
      const cause = isAfterFailure(error) ? (failure ?? error) : error
      const isRepeatable = isConflict(cause) || (!hasEnded && client.isOnNode && hasMoved(cause))
      hasEnded = true
      broken = await rolledBack(client, cause)
      if (!isRepeatable || tries >= maxTries) throw cause
    } finally {
      client.release(broken)
    }
    await pauseAfter(tries)
    return transaction(work, { beginsByReading, tries: tries + 1 })
  }

  return transaction
}

/**
 * Lets a transaction of a cell that writes control commit on both servers or on none. Citus sees what it sends itself, and not what the
 * cell's connection writes through views, so it has to send a write to the cell, too. This one changes no row.
 */
function openJoining(client: Connection, counted: Counted, cell: number) {
  const name = 'commit_on_both_servers'
  const text = `update cell_${cell}.migration set name = name where id = 0`
  let isJoined = false
  return async (statement: Statement<unknown>): Promise<void> => {
    if (isJoined || cell === 0 || statement.at !== 'control' || isReading(statement)) return
    isJoined = true
    // guard: commit-on-both
    if (client.isOnNode) await rowsOn(client, counted, { name, text }, [])
  }
}

/** Returns why the connection cannot be used again; undefined after a rollback. */
async function rolledBack(client: Connection, cause: unknown): Promise<Error | undefined> {
  // A connection that timed out would not respond to a rollback either; one to a demoted primary stays read-only.
  if (isQueryTimeout(cause) || isReadOnly(cause) || hasMoved(cause)) return cause as Error
  return client.query('rollback').then(
    () => undefined,
    (reason: Error) => reason,
  )
}

/** It changes no row, but may lock some until the end of the transaction. */
const isReading = ({ text }: Statement<unknown>): boolean => /^\s*select\b/i.test(text)

/** The transaction conflicted with another one, or with the move of its cell, and was rolled back: the same work may succeed now. */
export function isConflict(error: unknown): boolean {
  return retryable.has((error as { code?: string }).code ?? '') || isRefusedByMove(error)
}

const pauseAfter = (tries: number) =>
  new Promise((resolve) => setTimeout(resolve, 20 * 2 ** tries * jitter(0.5)))

/** Repeats a single statement after serialization failures and deadlocks, as `Database.transaction` repeats its work. */
export async function retryConflicts<Result>(send: () => Promise<Result>, tries = 1): Promise<Result> {
  try {
    return await send()
  } catch (error) {
    if (!isConflict(error) || tries >= maxTries) throw error
  }
  await pauseAfter(tries)
  return retryConflicts(send, tries + 1)
}

/**
 * True when an insert met a unique key; `constraint` narrows it to one. Citus adds the number of a part of the table to the name of its
 * constraint.
 */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const { code, constraint: met } = error as { code?: string; constraint?: string }
  return code === '23505' && (constraint === undefined || constraint === met?.replace(/_\d{6,}$/, ''))
}

/**
 * SQLSTATE class 08 is a connection failure, 57P a shutdown, 53 insufficient resources, 55000 a database closed to new
 * sessions, 25006 a server that is no longer the primary: the work was not refused, it could not be attempted.
 */
const unavailableCode = /^(08|57P|53|55000|25006|3D000|ECONN|EHOST|ENET|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EPIPE)/
const unavailableMessage =
  // The last two are of Citus, which says of a node that is gone or full only that something is wrong (XX000).
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|Client has encountered a connection error|connection marked as essential|No space left on device/

function isQueryTimeout(error: unknown): boolean {
  return (error as { message?: unknown }).message === 'Query read timeout'
}

/** The error of a statement that followed a failed one. It may be received first, but it is not the cause. */
function isAfterFailure(error: unknown): boolean {
  return (error as { code?: unknown }).code === '25P02'
}

/** The server has become a standby, or the connection leads to one: writes need a new connection. */
function isReadOnly(error: unknown): boolean {
  return (error as { code?: unknown }).code === '25006'
}

/** True when the database was unreachable or went away: the same request may succeed a moment later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown }
  return (
    (typeof code === 'string' && unavailableCode.test(code)) ||
    (typeof message === 'string' && unavailableMessage.test(message))
  )
}

/**
 * True when a lock or statement timed out (a hanging commit, for example, keeps its rows locked), or a transaction in which this
 * process stood still. The same request may succeed a moment later.
 */
export function isLockOrStatementTimeout(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return code === '55P03' || code === '57014' || code === '25P03'
}

function toParameter(value: unknown): unknown {
  return value instanceof Temporal.Instant ? value.toString() : value
}

const toInstant = (text: string) =>
  Temporal.Instant.from(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'))

const parsers: Record<number, (text: string) => unknown> = {
  [pg.types.builtins.INT8]: BigInt,
  [pg.types.builtins.TIMESTAMPTZ]: toInstant,
  [pg.types.builtins.DATE]: (text) => text,
}

/** How a column of this type is parsed. */
export function columnParser(oid: number, format?: 'text' | 'binary'): unknown {
  return parsers[oid] ?? pg.types.getTypeParser(oid, format as 'text')
}
