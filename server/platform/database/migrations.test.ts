// Tests what docs/operations.md says about migrations that cannot run in a transaction, and which ids the tables of each cell give.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runner } from 'node-pg-migrate'
import pg from 'pg'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { openTestDatabase } from '../../../test/support/world/database.ts'
import { cellOfIdentity, cellOfUuid } from '../../kernel/cell.ts'
import { migrate } from './migrations.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>
const dir = mkdtempSync(join(tmpdir(), 'likuta-migrations-'))
let client: pg.Client
const read = async <Row extends pg.QueryResultRow>(sql: string) => (await client.query<Row>(sql)).rows
beforeAll(async () => {
  database = await openTestDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
  rmSync(dir, { recursive: true, force: true })
})

test('a .ts migration can create an index concurrently with the usual runner', async () => {
  const text = `import type { MigrationBuilder } from 'node-pg-migrate'

export const up = (pgm: MigrationBuilder) => {
  pgm.noTransaction()
  pgm.sql('create index concurrently if not exists merchant_by_name on merchant (name)')
}
export const down = false
`
  writeFileSync(join(dir, '0001-index.ts'), text)
  const options = { dir, direction: 'up', migrationsTable: 'other_migration', log: () => {} }
  await runner({ dbClient: client, ...options } as unknown as Parameters<typeof runner>[0])
  const rows = await read("select indisvalid from pg_index where indexrelid = 'merchant_by_name'::regclass")
  assert.deepEqual(rows, [{ indisvalid: true }])
})

describe('three cells', () => {
  const cells = [1, 2, 3]
  beforeAll(() => migrate(database.url, { cells: 3 }))

  const numbered = (schema: string, table: string) =>
    `select ${schema.slice('cell_'.length)} as cell, nextval(pg_get_serial_sequence('${schema}.${table}', 'id')) as id
       from generate_series(1, 2)`

  test('the numbers of their rows are apart, and exact in JavaScript', async () => {
    const tables = await read<{ schema: string; name: string }>(
      `select table_schema as schema, table_name as name from information_schema.columns
        where table_schema like 'cell\\_%' and column_name = 'id' and is_identity = 'YES'`,
    )
    const given = tables.map(({ schema, name }) => numbered(schema, name)).join(' union all ')
    const rows = await read<{ cell: number; id: string }>(given)
    for (const cell of cells) assert(rows.filter((row) => row.cell === cell).length > 50)
    for (const { cell, id } of rows) {
      assert.equal(cellOfIdentity(BigInt(id)), cell)
      assert(Number.isSafeInteger(Number(id)))
    }
  })

  test('tables that a later migration adds number their rows likewise, and no counter is set back', async () => {
    const before = await read<{ id: string }>(numbered('cell_2', 'merchant_request'))
    for (const cell of cells)
      await client.query(`create table cell_${cell}.later (id bigint generated always as identity)`)
    await migrate(database.url, { cells: 3 })
    const rows = await read<{ cell: number; id: string }>(
      cells.map((cell) => numbered(`cell_${cell}`, 'later')).join(' union all '),
    )
    for (const { cell, id } of rows) assert.equal(cellOfIdentity(BigInt(id)), cell)
    const after = await read<{ id: string }>(numbered('cell_2', 'merchant_request'))
    assert(BigInt(after[0]!.id) > BigInt(before.at(-1)!.id))
  })

  test('an id that a table draws by default is random and names its cell', async () => {
    // Every name that is printed then has its schema.
    await client.query("set search_path = ''")
    const defaults = await read<{ cell: number; drawn: string }>(
      `select substring(n.nspname from '[0-9]+')::int as cell, pg_get_expr(d.adbin, d.adrelid) as drawn
         from pg_attrdef d join pg_class c on c.oid = d.adrelid join pg_namespace n on n.oid = c.relnamespace
         join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
        where n.nspname like 'cell\\_%' and a.atttypid = 'uuid'::regtype`,
    )
    const draws = defaults.map(
      ({ cell, drawn }) => `select ${cell} as cell, ${drawn} as id from generate_series(1, 40)`,
    )
    const rows = await read<{ cell: number; id: string }>(draws.join(' union all '))
    await client.query('reset search_path')
    assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length)
    for (const { cell, id } of rows) assert.equal(cellOfUuid(id), cell)
    for (const cell of cells) {
      const ends = rows.filter((row) => row.cell === cell).map(({ id }) => id.slice(-2))
      // The first two of the eight bits are random.
      assert.equal(new Set(ends).size, 4)
    }
  })
})
