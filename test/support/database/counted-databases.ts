// The database cost of work, counted where statements are sent, so that it is the same on any machine, however
// busy.
import { setImmediate } from 'node:timers/promises'
import {
  type Database,
  openDatabase,
  type Statement,
  type Tx,
} from '../../../server/platform/database/database.ts'

/**
 * Round trips are the statements, plus two for each transaction of several. A commit counts when PostgreSQL has to
 * write it: for a transaction that writes or locks rows, or a single statement that does. Reads need none.
 */
export type Cost = { statements: number; commits: number }

export type CountedDatabases = {
  /** Opens a database as the product does. All databases opened here are counted together. */
  open: typeof openDatabase
  /** The cost of `work` and the names of its statements, without periodic ones. Only one at a time. */
  costOf(work: () => Promise<unknown>): Promise<{ cost: Cost; names: string[] }>
  /** Blocks all statements until the returned function is called. */
  hold(): () => void
}

/** Sent periodically by the server's own loops, independent of requests. */
const excluded = new Set([
  'save_process_beat',
  'forget_silent_processes',
  'forget_process_beat',
  'read_sandbox_clock',
  'insert_merchant_requests',
  'save_operator_health',
  'claim_operator_probes',
  'claim_rate_slot',
  'find_screening_lists',
])
/** Cached for all requests and reread after some time. */
const stored = new Set(['find_key_holder', 'find_rate_card', 'list_queue_pauses', 'find_screening_entries'])
/** How often cached statements may run on a busy machine; more means that something is read once per request. */
const maxReadings = 12

const writes =
  /\b(insert\s+into|update\s+\w+|delete\s+from|for\s+(no\s+key\s+)?update|for\s+(key\s+)?share)\b/i

export function countedDatabases(): CountedDatabases {
  let [statements, commits] = [0, 0]
  let names: string[] = []
  let readings = new Map<string, number>()
  let held: Promise<void> | undefined

  /** True when the statement counts and writes. */
  function count({ name, text }: Statement<unknown>): boolean {
    if (excluded.has(name)) return false
    if (stored.has(name)) {
      const reading = (readings.get(name) ?? 0) + 1
      readings.set(name, reading)
      if (reading <= maxReadings) return false
    }
    statements += 1
    names.push(name)
    return writes.test(text)
  }

  return {
    open(url, options) {
      const db = openDatabase(url, options)
      const counted: Pick<Database, 'rows' | 'transaction'> = {
        async rows(statement, values) {
          await held
          if (count(statement)) commits += 1
          return db.rows(statement, values)
        },
        async transaction(work, how) {
          await held
          let isWritten = false
          const counting = (sql: Tx): Tx => ({
            ...sql,
            rows: <Row>(statement: Statement<Row>, values?: readonly unknown[]) => {
              if (count(statement)) isWritten = true
              return sql.rows(statement, values)
            },
          })
          const result = await db.transaction((sql) => work(counting(sql)), how)
          if (isWritten) commits += 1
          return result
        },
      }
      return { ...db, ...counted }
    },
    async costOf(work) {
      ;[statements, commits, names, readings] = [0, 0, [], new Map()]
      await work()
      return { cost: { statements, commits }, names }
    },
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return () => {
        held = undefined
        resolve()
      }
    },
  }
}

/**
 * Requests that arrive together: none gets a response before the server has read all of them.
 * @param server the server that receives them.
 * @param requests each sends one request with a body.
 */
export async function allAtOnce<Result>(
  databases: CountedDatabases,
  server: {
    on(event: 'request', onReceived: RequestListener): unknown
    off(event: 'request', onReceived: RequestListener): unknown
  },
  requests: (() => Promise<Result>)[],
): Promise<Result[]> {
  const release = databases.hold()
  const { promise: allRead, resolve } = Promise.withResolvers<void>()
  let left = requests.length
  const onReceived: RequestListener = (request) => {
    request.on('end', () => {
      left -= 1
      if (left === 0) resolve()
    })
  }
  server.on('request', onReceived)
  try {
    const responses = Promise.all(requests.map((request) => request()))
    await Promise.race([allRead, responses])
    // By then the request that was read last has reached the database.
    await setImmediate()
    release()
    return await responses
  } finally {
    server.off('request', onReceived)
    release()
  }
}
type RequestListener = (request: { on(event: 'end', listener: () => void): unknown }) => void
