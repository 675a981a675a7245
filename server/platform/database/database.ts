// PostgreSQL: prepared plain SQL over a pool. Statements are named once, where they are written, in queries.ts files.
import pg from 'pg'
import { jitter } from '../../kernel/id.ts'
import { observed } from '../observability/telemetry.ts'

/** A named, prepared statement. `Row` is what it returns: int8 as bigint, timestamptz as Temporal.Instant. */
export type Statement<Row> = { readonly name: string; readonly text: string; readonly row?: Row }

/** Every statement of the program, for the test that prepares each of them against the migrated database. */
export const statements: Statement<unknown>[] = []

export function statement<Row>(name: string, text: string): Statement<Row> {
  const made = { name, text }
  statements.push(made)
  return made
}

/** SQL: the column has one of these values, which are words of ours such as the states of a table of moves. */
export function isOneOf(column: string, values: readonly string[]): string {
  const texts = values.map((value) => `'${value}'`)
  return texts.length === 1 ? `${column} = ${texts[0]}` : `${column} in (${texts.join(', ')})`
}

/** Statements of one transaction that are asked without waiting for each other travel together and run in that order. */
export type Sql = { rows<Row>(statement: Statement<Row>, values?: readonly unknown[]): Promise<Row[]> }

declare const transaction: unique symbol
/** The same inside a transaction, which only `transaction` of a database makes: for what locks, moves, posts or announces. */
export type Tx = Sql & { readonly [transaction]: true }

export type Database = Sql & {
  /**
   * Runs `work` in one transaction; serialization failures and deadlocks are tried again, so `work` may run twice.
   * @param options.line what the work locks. Who is in one line begins one after another, and waits for its turn
   * without a connection: a crowd before one row would keep all of them from everybody else.
   */
  transaction<Result>(work: (sql: Tx) => Promise<Result>, options?: { mutexKey?: string }): Promise<Result>
  /** What was asked since the start, also by the name of the statement, for the tests that bound it. */
  readonly counted: Counted
  /** Connections open, those not in use, and who waits for one. */
  connections(): { open: number; idle: number; waiting: number }
  close(): Promise<void>
}

type Counted = { statements: number; transactions: number; named: Map<string, number> }

const retryable = new Set(['40001', '40P01'])
const mostTries = 5

/** What is used of a pool of `pg`. */
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
  /** @param broken why it must not be used again. */
  release(broken?: Error): void
}

/** @param options.connections how many at most; more than 8 on two cores makes it slower. */
export function openDatabase(url: string, options: { connections: number; name: string }): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connections,
    application_name: options.name,
    connectionTimeoutMillis: 2_000,
    idleTimeoutMillis: 60_000,
    // Beyond the server's own bound: for a connection whose other end has vanished.
    query_timeout: 8_000,
    keepAlive: true,
    pipeline: true,
    options: '-c statement_timeout=5000 -c lock_timeout=2000 -c idle_in_transaction_session_timeout=5000',
    types: { getTypeParser: columnParser as typeof pg.types.getTypeParser },
  })
  // A connection that dies fails its query, or is replaced at the next use; without listeners, one on the pool and one
  // on each client for while it is checked out, it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
  })
  return databaseOn(pool as Pool)
}

/** All that is ours: names, counts, transactions that are tried again, lines. */
export function databaseOn(pool: Pool): Database {
  const counted: Counted = { statements: 0, transactions: 0, named: new Map() }
  const keyedMutex = openKeyedMutex()
  const transaction = openTransactions(pool, counted)
  return {
    rows: (statement, values = []) => rowsOn(pool, counted, statement, values),
    transaction: (work, { mutexKey } = {}) =>
      mutexKey === undefined ? transaction(work) : keyedMutex(mutexKey, () => transaction(work)),
    counted,
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  }
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

/** Begins, commits or rolls back, and tries again what another transaction was in the way of. */
function openTransactions(pool: Pool, counted: Counted) {
  async function transaction<Result>(work: (sql: Tx) => Promise<Result>, tries = 1): Promise<Result> {
    const client = await pool.connect()
    let broken: Error | undefined
    let hasEnded = false
    let failure: unknown
    const sql = {
      async rows<Row>(statement: Statement<Row>, values: readonly unknown[] = []) {
        // Of work done side by side one part may have failed while another goes on: it must not write past the rollback.
        if (hasEnded) throw new Error(`${statement.name} came after the end of its transaction`)
        try {
          return await rowsOn(client, counted, statement, values)
        } catch (error) {
          failure ??= error
          throw error
        }
      },
    } as Tx
    try {
      counted.transactions += 1
      await client.query('begin')
      const result = await work(sql)
      hasEnded = true
      // A transaction in which something failed is answered so, without an error.
      if ((await client.query('commit')).command !== 'COMMIT')
        throw failure ?? new Error('the transaction was rolled back')
      return result
    } catch (error) {
      hasEnded = true
      const cause = isAfterFailure(error) ? (failure ?? error) : error
      // A connection that does not answer would not answer to this either; one to a former primary stays one.
      if (isUnanswered(cause) || isReadOnly(cause)) broken = cause as Error
      else
        await client.query('rollback').catch((reason: Error) => {
          broken = reason
        })
      if (!retryable.has((cause as { code?: string }).code ?? '') || tries >= mostTries) throw cause
    } finally {
      client.release(broken)
    }
    await new Promise((resolve) => setTimeout(resolve, 20 * 2 ** tries * jitter(0.5)))
    return transaction(work, tries + 1)
  }

  return transaction
}

/** Work of one line runs in the order it came, one at a time; lines do not wait for each other. */
function openKeyedMutex() {
  const lastOf = new Map<string, Promise<unknown>>()
  return async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
    const before = lastOf.get(key)
    const mine = before ? before.then(work, work) : work()
    lastOf.set(key, mine)
    try {
      return await mine
    } finally {
      if (lastOf.get(key) === mine) lastOf.delete(key)
    }
  }
}

/** True when an insert met a unique key; `constraint` narrows it to one. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const { code, constraint: met } = error as { code?: string; constraint?: string }
  return code === '23505' && (constraint === undefined || constraint === met)
}

/**
 * Class 08 is connection trouble, 57P a shutdown, 53 a lack of resources, 55000 a database closed to new sessions, 25006
 * a server that is the primary no more: the work was not refused, it could not be tried.
 */
const unavailableCode = /^(08|57P|53|55000|25006|3D000|ECONN|ETIMEDOUT|ENOTFOUND|EPIPE)/
const unavailableMessage =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|Client has encountered a connection error/

function isUnanswered(error: unknown): boolean {
  return (error as { message?: unknown }).message === 'Query read timeout'
}

/** Said of what was sent behind a statement that failed, and may be heard of first: it is not what went wrong. */
function isAfterFailure(error: unknown): boolean {
  return (error as { code?: unknown }).code === '25P02'
}

/** The server has become a standby, or the connection has led to one: what writes must connect again. */
function isReadOnly(error: unknown): boolean {
  return (error as { code?: unknown }).code === '25006'
}

/** True when the database could not be reached, or went away: the same request may succeed a moment later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown }
  return (
    (typeof code === 'string' && unavailableCode.test(code)) ||
    (typeof message === 'string' && unavailableMessage.test(message))
  )
}

/**
 * True when a lock or an answer was waited for until lock_timeout or statement_timeout: a commit that hangs keeps its
 * rows locked. The same request may succeed a moment later.
 */
export function hasWaitedInVain(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return code === '55P03' || code === '57014'
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

/** How the text of a column of a type is read. */
export function columnParser(oid: number, format?: 'text' | 'binary'): unknown {
  return parsers[oid] ?? pg.types.getTypeParser(oid, format as 'text')
}
