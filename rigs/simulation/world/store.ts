// PostgreSQL in this process: real SQL and real constraints, one session, which transactions have one after another.
import { readFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'
import { type Connection, columnParser, type Pool } from '../../../server/platform/database/database.ts'
import { knownMigrations } from '../../../server/platform/database/migrations.ts'
import type { Plant } from '../controls.ts'
import type { Boundary } from './boundary.ts'
import type { Chance } from './chance.ts'

const types = [...new Set(Object.values(pg.types.builtins)), 1009, 1005, 1007, 1016, 2951, 1000, 1001]
/** As `pg` sends and reads values, so that the program sees no difference. */
const options = {
  serializers: Object.fromEntries(types.map((oid) => [oid, toText])),
  parsers: Object.fromEntries(types.map((oid) => [oid, columnParser(oid) as (text: string) => unknown])),
}

function toText(value: unknown): string {
  const prepared = prepareValue(value)
  return Buffer.isBuffer(prepared) ? `\\x${prepared.toString('hex')}` : String(prepared)
}

function toLiteral(value: unknown): string {
  const sent = prepareValue(value)
  return sent === null || sent === undefined
    ? 'null'
    : pg.escapeLiteral(Buffer.isBuffer(sent) ? toText(sent) : String(sent))
}

export type Store = {
  /** The rows of a query outside of everything that is simulated. */
  rows<Row = Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>
  run(text: string): Promise<void>
  /** A statement of the program: planned once, as a server does with what is prepared. */
  carryOut(name: string, text: string, values: readonly unknown[]): Promise<unknown[]>
  /** As it was after the migrations. */
  reset(): Promise<void>
}

export async function openStore(): Promise<Store> {
  const db = await PGlite.create()
  const directory = new URL('../../../db/migrations/', import.meta.url)
  for (const name of knownMigrations()) await db.exec(readFileSync(new URL(`${name}.sql`, directory), 'utf8'))
  const tables = (
    await db.query<{ name: string }>(
      `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' order by tablename`,
    )
  ).rows.map(({ name }) => name)
  const first: { table: string; rows: string }[] = []
  for (const table of tables) {
    const [kept] = (
      await db.query<{ rows: string | null }>(`select json_agg(t)::text as rows from ${table} t`)
    ).rows
    if (kept?.rows) first.push({ table, rows: kept.rows })
  }
  await db.exec('set plan_cache_mode = force_generic_plan')
  const prepared = new Set<string>()
  return {
    rows: async (text, values = []) => (await db.query(text, values, options)).rows as never[],
    run: async (text) => void (await db.exec(text)),
    async carryOut(name, text, values) {
      if (!prepared.has(name)) {
        await db.exec(`prepare "${name}" as ${text}`)
        prepared.add(name)
      }
      const given = values.length === 0 ? '' : `(${values.map(toLiteral).join(', ')})`
      return (await db.query(`execute "${name}"${given}`, [], options)).rows
    },
    async reset() {
      prepared.clear()
      // Past the triggers that refuse it, and past foreign keys among what was there from the start.
      await db.exec(
        `rollback; set session_replication_role = replica; truncate ${tables.join(', ')} restart identity cascade`,
      )
      for (const { table, rows } of first)
        await db.query(
          `insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, $1::json)`,
          [rows],
        )
      await db.exec('set session_replication_role = origin')
      await db.exec('discard all')
      await db.exec('set plan_cache_mode = force_generic_plan')
    },
  }
}

/** What may be wrong with an answer of the database. */
export type StoreFault = 'none' | 'refused' | 'lost_reply' | 'serialization'

const newSession = (): Session => ({
  inTransaction: false,
  isBroken: false,
  hasFailed: false,
  asked: new Set(),
})

const bounds = new Set(['begin', 'commit', 'rollback'])

/** What failed takes nothing but a rollback. */
type Session = {
  inTransaction: boolean
  isBroken: boolean
  hasFailed: boolean
  /** The statements of the transaction that is open: what a commit is of. */
  asked: Set<string>
}

export type SimulatedPool = Pool & {
  /** What a process that died had open is rolled back. */
  rollbackDead(): Promise<void>
}

/**
 * The store as a pool of connections of the process that runs. The one real session is had by a statement, or by a
 * transaction from its begin to its end; who waits for it is taken by chance.
 */
export function openSimulatedPool(
  store: Store,
  boundary: Boundary,
  {
    chooseFault,
    waitMs,
    chance,
    plant,
  }: {
    chooseFault: (name: string) => StoreFault
    waitMs: () => number
    chance: Chance
    plant?: Plant | undefined
  },
): SimulatedPool {
  const waiting: (() => void)[] = []
  let holder: Session | undefined

  async function acquire(session: Session): Promise<void> {
    if (holder === session) return
    if (holder !== undefined) await new Promise<void>((go) => waiting.push(go))
    holder = session
  }

  function letGo(): void {
    holder = undefined
    if (waiting.length === 0) return
    const [go] = waiting.splice(chance.below(waiting.length), 1)
    // Taken at once, so that nobody slips in between.
    holder = newSession()
    go!()
  }

  async function carryOut(
    session: Session,
    name: string,
    text: string,
    values: unknown[],
  ): Promise<unknown[]> {
    const fault = session.isBroken ? 'refused' : chooseFault(name)
    if (fault === 'refused') return terminate(session)
    if (session.hasFailed && !bounds.has(text))
      throw Object.assign(new Error('current transaction is aborted'), { code: '25P02' })
    if (fault === 'serialization' && session.inTransaction && text !== 'rollback') {
      session.hasFailed = true
      throw Object.assign(new Error('could not serialize access'), { code: '40001' })
    }
    const rows = await (bounds.has(text)
      ? store.rows(text === 'commit' && session.hasFailed ? 'rollback' : text)
      : store.carryOut(name, plant?.statements[name]?.(text) ?? text, values).catch((error) => {
          session.hasFailed = session.inTransaction
          throw error
        }))
    if (text === 'begin') session.inTransaction = true
    if (text === 'commit' || text === 'rollback') session.inTransaction = false
    return fault === 'lost_reply' ? terminate(session) : rows
  }

  /** The connection is gone, and with it the transaction that was open on it. */
  async function terminate(session: Session): Promise<never> {
    session.isBroken = true
    if (session.inTransaction) await store.run('rollback')
    session.inTransaction = false
    throw Object.assign(new Error('Connection terminated unexpectedly'), { code: '08006' })
  }

  const query = (session: Session) => async (asked: Parameters<Connection['query']>[0]) => {
    const { name, text, values } =
      typeof asked === 'string' ? { name: asked, text: asked, values: [] } : asked
    const mine = boundary.living()
    await acquire(session)
    try {
      if (text === 'begin') session.asked.clear()
      if (!bounds.has(text)) session.asked.add(name)
      const rows = await boundary.cross({
        name: `statement ${name}${text === 'commit' ? ` of ${[...session.asked].join(', ')}` : ''}`,
        detail: JSON.stringify(values, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
        waitMs: waitMs(),
        apply: () => carryOut(session, name, text, values),
        survives: false,
      })
      return { rows, command: text === 'commit' && session.hasFailed ? 'ROLLBACK' : text.toUpperCase() }
    } finally {
      if (mine === boundary.living() && holder === session && !session.inTransaction) letGo()
    }
  }

  return {
    query: (asked) => query(newSession())(asked),
    async connect() {
      const ask = query(newSession())
      let before: Promise<unknown> = Promise.resolve()
      return {
        // A connection runs what it is asked in order, also what was sent without waiting.
        query(asked) {
          const mine = before.then(() => ask(asked))
          before = mine.catch(() => {})
          return mine
        },
        release: () => {},
      }
    },
    end: async () => {},
    totalCount: 1,
    get idleCount() {
      return holder ? 0 : 1
    },
    get waitingCount() {
      return waiting.length
    },
    async rollbackDead() {
      waiting.length = 0
      if (holder?.inTransaction) await store.run('rollback')
      holder = undefined
    },
  }
}
