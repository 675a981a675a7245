// Prepares every statement of the program against the migrated database, so that a wrong column name fails here.
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openTestDatabase } from '../../test/support/world/database.ts'
import { pathOnNode } from './database/citus/node-views.ts'
import { type ControlSql, controlStatement, type Statement, statement } from './database/database.ts'
import { cell, control, shared } from './database/schemas.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>
let statements: Statement<unknown>[]
beforeAll(async () => {
  database = await openTestDatabase()
  // Other tests of this process may have added statements of their own.
  vi.resetModules()
  ;({ statements } = await import('./database/database.ts'))
  for (const file of readdirSync('server', { recursive: true, encoding: 'utf8' })) {
    if (
      /^(cards|merchants|ledger|webhooks|platform|admin|commands|remittance|compliance|portal|operations|composition)\/([\w-]+\/)*[\w.-]+\.ts$/.test(
        file,
      ) &&
      !/\.(test|contract|contract\.steps)\.ts$/.test(file)
    )
      await import(/* @vite-ignore */ `../${file}`)
  }
})
afterAll(() => database.drop())

/** Prepares statements where only these schemas are seen, and returns what PostgreSQL says of those that it refuses. */
async function refused(given: readonly Statement<unknown>[], schemas: readonly string[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(`set search_path = ${schemas.join(', ')}`)
  const faults: string[] = []
  for (const { name, text } of given) {
    await client
      .query(`prepare "${name}" as ${text}`)
      .catch((error: Error) => faults.push(`${name}: ${error.message}`))
  }
  await client.end()
  return faults
}

test('every SQL statement prepares against the schema, and statement names are unique [S-64]', async () => {
  expect(await refused(statements, cell(1).path)).toEqual([])
  assert.ok(statements.length > 30)
})

test.each([
  ['cell', [cell(1).name, shared.name]],
  ['control', control.path],
  ['any', [cell(1).name, shared.name]],
  ['any', control.path],
] as const)('a statement of %s names no table of another schema (%s)', async (place, schemas) => {
  const own = statements.filter(({ at }) => at === place)
  assert.ok(own.length > 10)
  expect(await refused(own, schemas)).toEqual([])
})

test('every statement of a cell prepares where views stand for its tables, as on Citus', async () => {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  // As those of a node, which `renewViews` makes of the tables of Citus.
  await client.query(`do $$ declare t record; begin
    create schema here_1;
    for t in select n.nspname as schema, c.relname as name,
                    not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary) as is_without_key
               from pg_class c join pg_namespace n on n.oid = c.relnamespace
              where c.relkind = 'r' and c.relname <> 'migration' and n.nspname in ('${cell(1).name}', '${shared.name}') loop
      execute format('create view here_1.%I as select *%s from %I.%1$I', t.name, case when t.is_without_key then ', ctid' end, t.schema);
    end loop;
  end $$`)
  await client.end()
  const own = statements.filter(({ at }) => at !== 'control')
  expect(await refused(own, pathOnNode(1))).toEqual([])
})

test('the compiler refuses a statement of a cell on control', async () => {
  const sent: string[] = []
  const control: ControlSql = {
    cell: 0,
    async rows({ name }) {
      sent.push(name)
      return []
    },
  }
  await control.rows(controlStatement('sent_to_control', 'select 1'))
  // @ts-expect-error without this line, the file does not compile
  await control.rows(statement('sent_to_cell', 'select 1'))
  expect(sent).toEqual(['sent_to_control', 'sent_to_cell'])
})
