// PostgreSQL in this process: real SQL and real constraints, with one session that transactions use in turn.
import { existsSync, readFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'
import { firstIdentityOf, maxCells } from '../../../server/kernel/cell.ts'
import { columnParser } from '../../../server/platform/database/database.ts'
import { knownMigrations, type Migration } from '../../../server/platform/database/migrations.ts'
import { cell, control, schemasOf } from '../../../server/platform/database/schemas.ts'

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

/** Where a statement looks for tables: in a cell, in control, which is 0, or in all of them at once, which only reads. */
export type Look = number | 'everywhere'

export type Store = {
  /** How many cells there are. */
  readonly cells: number
  /** Runs a query outside of the simulation. @param look everywhere by default. */
  rows<Row = Record<string, unknown>>(text: string, values?: unknown[], look?: Look): Promise<Row[]>
  run(text: string): Promise<void>
  /** Runs a statement of the program, planned once as a server does for prepared statements. */
  carryOut(statement: {
    name: string
    text: string
    values: readonly unknown[]
    look: Look
  }): Promise<unknown[]>
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
 * steps that leave those of a cell in it.
 */
const countedIds = (cells: number) => `
  create sequence cell_1.drawn_id;
  create function cell_1.next_drawn_id(cell integer) returns uuid language sql volatile as
    $$ select ('00000000-0000-4000-8000-' || lpad(to_hex(nextval('cell_1.drawn_id') * ${maxCells} + cell - 1), 12, '0'))::uuid $$;
  ${numbersTo(cells)
    .map(
      (
        number,
      ) => `create or replace function ${cell(number).name}.new_id_in_cell() returns uuid language sql volatile as
    'select cell_1.next_drawn_id(${number})';`,
    )
    .join('\n')}
  do $$ declare drawn record; begin
    for drawn in select table_schema, table_name, column_name from information_schema.columns where column_default like '%gen_random_uuid()%' loop
      execute format('alter table %I.%I alter %I set default cell_1.next_drawn_id(1)', drawn.table_schema, drawn.table_name, drawn.column_name);
    end loop;
  end $$`

const numbersTo = (cells: number) => Array.from({ length: cells }, (_, index) => index + 1)

async function createTables(db: PGlite, cells: number): Promise<void> {
  for (const { name } of schemasOf(cells)) await db.exec(`create schema ${name}`)
  for (const migration of knownMigrations(cells)) {
    await db.exec(`set search_path = ${migration.schema.path.join(', ')}`)
    for (const text of await statementsOf(migration)) await db.exec(text)
  }
  await db.exec(countedIds(cells))
  for (const number of numbersTo(cells).slice(1)) await moveCounters(db, number)
}

/** The identities of a cell begin where those of no other do. */
async function moveCounters(db: PGlite, number: number): Promise<void> {
  const { rows } = await db.query<{ name: string }>(
    `select format('%I.%I', schemaname, sequencename) as name from pg_sequences where schemaname = $1`,
    [cell(number).name],
  )
  for (const { name } of rows)
    await db.exec(`alter sequence ${name} start with ${firstIdentityOf(number)} restart`)
}

type Table = { schema: string; name: string }

async function tablesOf(db: PGlite): Promise<Table[]> {
  const { rows } = await db.query<Table>(
    `select schemaname as schema, tablename as name from pg_tables where schemaname = any($1) order by 1, 2`,
    [schemasOf(maxCells).map(({ name }) => name)],
  )
  return rows
}

/** A view for each table of a cell, with the rows of all cells, and of control if it has such a table too. */
async function createViews(db: PGlite, tables: readonly Table[]): Promise<void> {
  await db.exec('create schema everywhere')
  for (const [name, placed] of Map.groupBy(tables, (table) => table.name)) {
    if (!placed.some(({ schema }) => schema === cell(1).name)) continue
    const parts = placed.map(({ schema }) => `select * from ${schema}.${name}`)
    await db.exec(`create view everywhere.${name} as ${parts.join(' union all ')}`)
  }
}

const pathOf = (look: Look, cells: number): readonly string[] => {
  if (cells === 1) return cell(1).path
  if (look === 'everywhere') return ['everywhere', ...control.path]
  return look === 0 ? control.path : cell(look).path
}

type Rows = { table: string; rows: string }

/** The rows of each table that has any, as JSON. */
async function rowsOf(db: PGlite, tables: readonly string[]): Promise<Rows[]> {
  const found: Rows[] = []
  for (const table of tables) {
    const [stored] = (
      await db.query<{ rows: string | null }>(`select json_agg(t)::text as rows from ${table} t`)
    ).rows
    if (stored?.rows) found.push({ table, rows: stored.rows })
  }
  return found
}

/** Sends what looks for its tables in one place after another. `forget` when it is not known where the last one looked. */
function openSender(db: PGlite, cells: number) {
  let looksInto: string | undefined
  const lookInto = (look: Look): string => {
    const path = pathOf(look, cells).join(', ')
    if (path === looksInto) return ''
    looksInto = path
    return `set search_path = ${path}; `
  }
  const forget = () => {
    looksInto = undefined
  }
  // As one message of the simple protocol; the extended protocol needs six, and each takes its time.
  const send = async (look: Look, text: string) => {
    try {
      return (await db.exec(`${lookInto(look)}${text}`)).at(-1)!.rows as never[]
    } catch (error) {
      forget()
      throw error
    }
  }
  return { send, forget }
}

export async function openStore(cells = 1): Promise<Store> {
  const db = await PGlite.create()
  await createTables(db, cells)
  const created = await tablesOf(db)
  if (cells > 1) await createViews(db, created)
  const tables = created.map(({ schema, name }) => `${schema}.${name}`)
  const first = await rowsOf(db, tables)
  // Set once: given with each query, they would be copied for each, which took a quarter of the time.
  Object.assign(db.serializers, serializers)
  Object.assign(db.parsers, parsers)
  await db.exec('set plan_cache_mode = force_generic_plan')
  const prepared = new Set<string>()
  const queries = new Map<string, string>()
  const { send, forget } = openSender(db, cells)

  const carryOut: Store['carryOut'] = async ({ name, text, values, look }) => {
    const known = `${look} ${name}`
    if (!prepared.has(known)) {
      // Before it is awaited: what asks for the same meanwhile is queued behind it.
      prepared.add(known)
      await send(look, `prepare "${known}" as ${text}`).catch((error: unknown) => {
        prepared.delete(known)
        throw error
      })
    }
    const given = values.length === 0 ? '' : `(${values.map(toLiteral).join(', ')})`
    return send(look, `execute "${known}"${given}`)
  }

  return {
    cells,
    rows: ((text: string, values: unknown[] = [], look: Look = 'everywhere') => {
      const name = queries.get(text) ?? `query ${queries.size}`
      queries.set(text, name)
      return carryOut({ name, text, values, look })
    }) as Store['rows'],
    async run(text) {
      await db.exec(text)
      // A rollback also takes back where the transaction looked.
      if (text.includes('rollback')) forget()
    },
    carryOut,
    async reset() {
      prepared.clear()
      // Bypasses the triggers that refuse it, and foreign keys among the initial rows.
      await db.exec(
        `rollback; set session_replication_role = replica; truncate ${tables.join(', ')} restart identity cascade; alter sequence cell_1.drawn_id restart`,
      )
      for (const { table, rows } of first)
        await db.query(
          `insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, $1::json)`,
          [rows],
        )
      await db.exec('set session_replication_role = origin')
      await db.exec('discard all')
      await db.exec('set plan_cache_mode = force_generic_plan')
      forget()
    },
  }
}
