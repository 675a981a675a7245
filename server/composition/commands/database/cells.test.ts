// Several cells in one database, as an operator adds, lists and places them.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { readyUrl, runLikuta } from '../../../../test/support/http/process.ts'
import { openTestDatabase } from '../../../../test/support/world/database.ts'
import { moveCell } from '../../../platform/database/citus/cell-placement.ts'
import { knownMigrations, pendingMigrations, UnfitDatabase } from '../../../platform/database/migrations.ts'
import { freePort } from '../../../platform/process/ports.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function openDeployment(cells: number) {
  const database = await openTestDatabase({ cells })
  const directory = mkdtempSync(join(tmpdir(), 'likuta-cells-'))
  closers.push(database.drop, () => rmSync(directory, { recursive: true, force: true }))
  return {
    ...{ url: database.url, directory },
    /** Runs a command whose setting CELLS is this one. */
    async run(CELLS: number, ...words: string[]) {
      const environment = {
        ...{ DATABASE_URL: database.url, LIKUTA_DATA_DIR: directory, CELLS: String(CELLS) },
        ...{ PORT: '0', SANDBOX_PORT: '0' },
      }
      const made = runLikuta(words, environment)
      return { code: await made.exited, stdout: made.stdout(), stderr: made.stderr() }
    },
  }
}

async function query(url: string, text: string): Promise<object[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return (await client.query(text).finally(() => client.end())).rows
}

const schemas = (url: string) =>
  query(url, `select nspname as name from pg_namespace where nspname ~ '^cell_' order by 1`)
const named = (...numbers: number[]) => numbers.map((number) => ({ name: `cell_${number}` }))
const tooFew = 'CELLS is 1, but the database has 3 cells: set CELLS=3'

describe('migrate', () => {
  test('migrate adds the cells that CELLS names, and changes nothing of those that exist', async () => {
    const { url, run } = await openDeployment(1)
    const [before] = await query(url, 'select oid from pg_class where relname = $$card_transaction$$')
    const first = await run(3, 'migrate', '--json')
    const { applied } = JSON.parse(first.stdout) as { applied: string[] }
    expect(new Set(applied.map((name) => name.split('/')[0]))).toEqual(new Set(['cell_2', 'cell_3']))
    expect(await schemas(url)).toEqual(named(1, 2, 3))
    expect(await query(url, `select 'cell_1.card_transaction'::regclass::oid as oid`)).toEqual([before])
    expect((await run(3, 'migrate')).stdout).toBe('nothing to do\n')
  })
})

describe('start', () => {
  test('a start with more cells adds them, and the demo merchant pays and sends with them', async () => {
    const { url, directory } = await openDeployment(1)
    const environment = {
      ...{ DATABASE_URL: url, LIKUTA_DATA_DIR: directory, CELLS: '3' },
      ...{ PORT: String(await freePort()), SANDBOX_PORT: String(await freePort()) },
    }
    const running = runLikuta(['start'], environment)
    closers.push(
      () => running.exited,
      () => running.child.kill(),
    )
    await readyUrl(running)
    const demo = runLikuta(['demo'], environment)
    expect([await demo.exited, demo.stderr()]).toEqual([0, ''])
    expect(await schemas(url)).toEqual(named(1, 2, 3))
    // No statement was sent to a place that lacks its tables.
    expect(running.stderr()).not.toContain('does not exist')
  })
})

describe('a setting CELLS that is too small', () => {
  test('start, migrate and commands refuse with one line fewer cells than the database has', async () => {
    const { run } = await openDeployment(3)
    for (const words of [['start'], ['migrate'], ['merchant', 'list'], ['audit', 'verify']])
      expect([words, await run(1, ...words)]).toEqual([words, { code: 1, stdout: '', stderr: `${tooFew}\n` }])
  })

  test('a start in production counts the migrations of each cell, and refuses fewer cells', async () => {
    const { url } = await openDeployment(2)
    await expect(pendingMigrations(url, 1)).rejects.toThrow(UnfitDatabase)
    expect(await pendingMigrations(url, 2)).toEqual([])
    const pending = await pendingMigrations(url, 3)
    expect(pending).toHaveLength(knownMigrations(3).length - knownMigrations(2).length)
    expect(pending.every((name) => name.startsWith('cell_3/'))).toBe(true)
  })
})

test('start, migrate and commands refuse tables that another form of a migration created, in one line', async () => {
  const { url, run } = await openDeployment(1)
  const [{ comment }] = (await query(
    url,
    `select obj_description('cell_1.migration'::regclass) as comment`,
  )) as [{ comment: string }]
  const [name] = Object.keys(JSON.parse(comment) as object).filter((each) => each.includes('payments'))
  const other = JSON.stringify({ ...JSON.parse(comment), [name!]: '0123456789abcdef' })
  await query(url, `comment on table cell_1.migration is ${pg.escapeLiteral(other)}`)
  await expect(pendingMigrations(url)).rejects.toThrow(UnfitDatabase)
  for (const words of [['start'], ['migrate'], ['merchant', 'list']]) {
    const { code, stdout, stderr } = await run(1, ...words)
    expect([words, code, stdout, stderr.split('\n').length]).toEqual([words, 1, '', 2])
    expect(stderr).toContain(`db/cell/${name} was applied to this database in another form`)
  }
})

describe('doctor', () => {
  const migrationsOf = (stdout: string) =>
    (JSON.parse(stdout) as { check: string; ok: boolean; detail: string }[]).find(
      ({ check }) => check === 'migrations',
    )

  test('doctor names a cell that is absent, one that is behind, and a CELLS that is too small', async () => {
    const { url, run } = await openDeployment(3)
    const check = async (cells: number) => migrationsOf((await run(cells, 'doctor', '--json')).stdout)
    expect(await check(3)).toMatchObject({ ok: true, detail: expect.stringContaining('in 3 cells') })
    expect(await check(1)).toMatchObject({ ok: false, detail: tooFew })
    await query(url, `delete from cell_2.migration where name = '0017-counters'`)
    expect(await check(4)).toMatchObject({
      ok: false,
      detail: 'missing cell_2/0017-counters; cell_4 is absent: run likuta migrate',
    })
  })
})

describe('cells', () => {
  const register = (run: Awaited<ReturnType<typeof openDeployment>>['run'], ...more: string[]) =>
    run(
      3,
      ...['merchant', 'create', '--name', 'Shop', '--email', `shop-${Math.random()}@example.com`, ...more],
    )

  test('cells list shows the server, version, size and merchants of each cell', async () => {
    const { url, run } = await openDeployment(3)
    for (const more of [[], [], [], ['--cell', '3', '--environment', 'production']])
      expect(await register(run, ...more)).toMatchObject({ code: 0, stderr: '' })
    const { port } = new URL(url)
    const newest = readdirSync('db/cell').toSorted().at(-1)!.replace('.sql', '')
    const { stdout } = await run(3, 'cells', 'list', '--json')
    const usual = {
      server: expect.stringMatching(new RegExp(`:${port}$`)),
      version: newest,
      pending: 0,
      bytes: expect.any(Number),
    }
    expect(JSON.parse(stdout)).toEqual([
      { cell: 1, ...usual, merchants: { sandbox: 1, production: 0 }, open: true },
      { cell: 2, ...usual, merchants: { sandbox: 1, production: 0 }, open: true },
      { cell: 3, ...usual, merchants: { sandbox: 1, production: 1 }, open: true },
    ])
    const text = (await run(3, 'cells', 'list')).stdout
    expect(text.split('\n')[2]).toMatch(/^cell 3 .* 1 merchants in production, 1 in the sandbox$/)
  })

  test('a merchant is created in the cell that was named, and refused in one that does not exist', async () => {
    const { run } = await openDeployment(3)
    expect(await register(run, '--cell', '4')).toMatchObject({
      code: 1,
      stderr: 'there is no cell 4: CELLS is 3\n',
    })
    expect(await register(run, '--cell', '65')).toMatchObject({ code: 2 })
  })

  test('a closed cell gets only merchants that are created there by its number, until it is opened', async () => {
    const { run } = await openDeployment(3)
    const listed = async () => JSON.parse((await run(3, 'cells', 'list', '--json')).stdout)
    const merchants = async () => (await listed()).map(({ merchants: { sandbox } }: any) => sandbox)
    expect(await run(3, 'cells', 'close', '1')).toMatchObject({ code: 0, stderr: '' })
    for (const more of [[], [], [], ['--cell', '1']]) expect((await register(run, ...more)).code).toBe(0)
    expect(await merchants()).toEqual([1, 2, 1])
    expect((await listed()).map(({ open }: any) => open)).toEqual([false, true, true])
    expect((await run(3, 'cells', 'list')).stdout.split('\n')[0]).toMatch(/ {2}closed$/)
    await run(3, 'cells', 'close', '2')
    expect(await run(3, 'cells', 'close', '3')).toMatchObject({
      code: 1,
      stderr: 'cell 3 is the last one that is open to new merchants\n',
    })
    expect(await run(3, 'cells', 'close', '4')).toMatchObject({ code: 1, stderr: 'cell 4 does not exist\n' })
    await run(3, 'cells', 'open', '1')
    await register(run)
    await register(run)
    expect(await merchants()).toEqual([2, 2, 2])
  })

  test('cells add creates the next cell, and says which CELLS the processes need', async () => {
    const { url, run } = await openDeployment(1)
    const { code, stdout } = await run(1, 'cells', 'add', '--json')
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      { cell: 2, migrations: expect.any(Number), next: expect.stringContaining('CELLS=2') },
    ])
    expect(await schemas(url)).toEqual(named(1, 2))
    expect((await run(2, 'doctor')).stdout).toMatch(/ok {4}migrations .* in 2 cells/)
  })

  test('without Citus, cells place names the one server and refuses another one in one line', async () => {
    const { url, run } = await openDeployment(1)
    const { port } = new URL(url)
    const placed = await run(1, 'cells', 'place', '1', '--json')
    expect(JSON.parse(placed.stdout)).toMatchObject({ cell: 1, server: expect.stringContaining(port) })
    const moved = await run(1, 'cells', 'place', '1', 'db2.internal:5432')
    expect([moved.code, moved.stderr]).toEqual([
      1,
      expect.stringMatching(/^all cells lie on \S+: only Citus 12.1 or newer has several servers\n$/),
    ])
    expect(await run(1, 'cells', 'place', '2')).toMatchObject({ code: 1, stderr: 'cell 2 does not exist\n' })
    expect((await run(1, 'cells', 'place', '1', 'db2')).code).toBe(2)
  })
})

/** What the move uses of Citus: its catalogue, as tables that can be changed here, and its function. Both nodes are this server. */
const citusAt = (port: string) => `
  create schema citus;
  create type citus.shard_transfer_mode as enum ('auto', 'force_logical', 'block_writes');
  create table shared.pg_dist_node
    (groupid integer, nodename text, nodeport integer, noderole text, isactive boolean, shouldhaveshards boolean);
  insert into shared.pg_dist_node values (0, 'localhost', ${port}, 'primary', true, true),
    (0, 'a-standby', 5432, 'secondary', true, true), (1, '127.0.0.1', ${port}, 'primary', true, true),
    (2, 'db3', 5432, 'primary', false, true);
  create table shared.pg_dist_local_group as select 0 as groupid;
  create table shared.pg_dist_shard (shardid bigint, logicalrelid regclass);
  create table shared.pg_dist_placement (shardid bigint, groupid integer);
  create table shared.moved (schema text, mode citus.shard_transfer_mode);
  create table shared.citus_shards as
    select c.oid::regclass as table_name, 'schema' as citus_table_type, nodename, nodeport, 8192 as shard_size
      from shared.pg_dist_node, pg_class c where groupid = 0 and relnamespace = 'cell_1'::regnamespace and relkind = 'r';
  create function shared.citus_schema_move(schema_id regnamespace, target_node_name text, target_node_port integer,
                                         shard_transfer_mode citus.shard_transfer_mode default 'auto') returns void language sql as $$
    insert into shared.moved values (schema_id::text, shard_transfer_mode);
    update shared.citus_shards set nodename = target_node_name, nodeport = target_node_port where nodename <> 'a-standby' $$;`

describe('cells place on Citus', () => {
  test('a cell is moved once to a server that Citus has, and to no other', async () => {
    const { url } = await openDeployment(1)
    const { port } = new URL(url)
    await query(url, citusAt(port))
    const to = (server: string) => moveCell(url, 1, { server, mode: 'block_writes' })
    const [first, second] = [`localhost:${port}`, `127.0.0.1:${port}`]
    expect(await to(first)).toMatchObject({ cell: 1, server: first })
    expect(await query(url, 'select * from shared.moved')).toEqual([])
    await expect(to('db3:5432')).rejects.toThrow(`db3:5432 is not one of the servers: ${second}, ${first}`)
    expect(await to(second)).toMatchObject({ cell: 1, server: second, bytes: expect.any(Number) })
    expect(await query(url, 'select * from shared.moved')).toEqual([
      { schema: 'cell_1', mode: 'block_writes' },
    ])
  })

  test('a node draws numbers of its own for a cell, after those that it drew before its counters were reset', async () => {
    const { url } = await openDeployment(1)
    const { port } = new URL(url)
    await query(url, citusAt(port))
    // The first number of node 1, and of a number that it gave before.
    const [first, drawn] = [2n ** 40n + 1n, 2n ** 40n + 41n]
    const post = `insert into cell_1.ledger_posting (id, key, posted_at) overriding system value values (${drawn}, 'before', now())`
    await query(url, post)
    await moveCell(url, 1, { server: `127.0.0.1:${port}`, mode: 'auto' })
    const add = `insert into cell_1.ledger_posting (key, posted_at) values ('after', now()) returning id::text`
    expect(await query(url, add)).toEqual([{ id: String(drawn + 1n) }])
    const open = `insert into cell_1.ledger_account (code, environment, currency) values ('bank_cost', 'sandbox', 'USD') returning id::text`
    expect(await query(url, open)).toEqual([{ id: String(first) }])
  })
})
