// PostgreSQL in this process: real SQL and real constraints, with one session that transactions use in turn.
import { existsSync, readFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'
import { maxCells } from '../../../server/kernel/cell.ts'
import { columnParser } from '../../../server/platform/database/database.ts'
import { knownMigrations, type Migration } from '../../../server/platform/database/migrations.ts'
import { cell, schemasOf } from '../../../server/platform/database/schemas.ts'

const types = [...new Set(Object.values(pg.types.builtins)), 1009, 1005, 1007, 1016, 2951, 1000, 1001]
/** Serialises values as `pg` does, so that the program sees no difference. */
const serializers = Object.fromEntries(types.map((oid) => [oid, toText]))
const parsers = Object.fromEntries(types.map((oid) => [oid, columnParser(oid) as (text: string) => unknown]))

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
  /** Runs a query outside of the simulation. */
  rows<Row = Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>
  run(text: string): Promise<void>
  /** Runs a statement of the program, planned once as a server does for prepared statements. */
  carryOut(name: string, text: string, values: readonly unknown[]): Promise<unknown[]>
  /** Restores the state after the migrations. */
  reset(): Promise<void>
}

/** The statements of a migration. Those of a .ts migration cannot run together in one transaction. */
async function statementsOf({ folder, name }: Migration): Promise<string[]> {
  const file = (end: string) => new URL(`../../../db/${folder}/${name}.${end}`, import.meta.url)
  if (existsSync(file('sql'))) return [readFileSync(file('sql'), 'utf8')]
  const { up } = (await import(file('ts').href)) as { up(pgm: object): void }
  const statements: string[] = []
  up({ noTransaction() {}, sql: (text: string) => statements.push(text) })
  return statements
}

/**
 * PostgreSQL draws the ids that are its defaults from a source that nothing can seed. A run counts them, so that it can be replayed, and in
 * steps that leave them all in cell 1.
 */
const countedIds = `
  create sequence drawn_id;
  create function next_drawn_id() returns uuid language sql volatile as
    $$ select ('00000000-0000-4000-8000-' || lpad(to_hex(nextval('drawn_id') * ${maxCells}), 12, '0'))::uuid $$;
  create or replace function new_id_in_cell() returns uuid language sql volatile as 'select next_drawn_id()';
  do $$ declare drawn record; begin
    for drawn in select table_schema, table_name, column_name from information_schema.columns where column_default like '%gen_random_uuid()%' loop
      execute format('alter table %I.%I alter %I set default cell_1.next_drawn_id()', drawn.table_schema, drawn.table_name, drawn.column_name);
    end loop;
  end $$`

const lookIntoCell = (db: PGlite) => db.exec(`set search_path = ${cell(1).path.join(', ')}`)

async function createTables(db: PGlite): Promise<void> {
  for (const { name } of schemasOf(1)) await db.exec(`create schema ${name}`)
  for (const migration of knownMigrations()) {
    await db.exec(`set search_path = ${migration.schema.path.join(', ')}`)
    for (const text of await statementsOf(migration)) await db.exec(text)
  }
  await lookIntoCell(db)
}

async function tablesOf(db: PGlite): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = any(current_schemas(false)) order by 1`,
  )
  return rows.map(({ name }) => name)
}

export async function openStore(): Promise<Store> {
  const db = await PGlite.create()
  await createTables(db)
  await db.exec(countedIds)
  const tables = await tablesOf(db)
  const first: { table: string; rows: string }[] = []
  for (const table of tables) {
    const [stored] = (
      await db.query<{ rows: string | null }>(`select json_agg(t)::text as rows from ${table} t`)
    ).rows
    if (stored?.rows) first.push({ table, rows: stored.rows })
  }
  // Set once: given with each query, they would be copied for each, which took a quarter of the time.
  Object.assign(db.serializers, serializers)
  Object.assign(db.parsers, parsers)
  await db.exec('set plan_cache_mode = force_generic_plan')
  const prepared = new Set<string>()
  const queries = new Map<string, string>()
  // As one message of the simple protocol; the extended protocol needs six, and each takes its time.
  const send = async (text: string) => (await db.exec(text))[0]!.rows as never[]

  async function carryOut(name: string, text: string, values: readonly unknown[]) {
    if (!prepared.has(name)) {
      // Before it is awaited: what asks for the same meanwhile is queued behind it.
      prepared.add(name)
      await db.exec(`prepare "${name}" as ${text}`).catch((error: unknown) => {
        prepared.delete(name)
        throw error
      })
    }
    const given = values.length === 0 ? '' : `(${values.map(toLiteral).join(', ')})`
    return send(`execute "${name}"${given}`)
  }

  return {
    rows(text, values = []) {
      const name = queries.get(text) ?? `query ${queries.size}`
      queries.set(text, name)
      return carryOut(name, text, values)
    },
    run: async (text) => void (await db.exec(text)),
    carryOut,
    async reset() {
      prepared.clear()
      // Bypasses the triggers that refuse it, and foreign keys among the initial rows.
      await db.exec(
        `rollback; set session_replication_role = replica; truncate ${tables.join(', ')} restart identity cascade; alter sequence drawn_id restart`,
      )
      for (const { table, rows } of first)
        await db.query(
          `insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, $1::json)`,
          [rows],
        )
      await db.exec('set session_replication_role = origin')
      await db.exec('discard all')
      await lookIntoCell(db)
      await db.exec('set plan_cache_mode = force_generic_plan')
    },
  }
}
