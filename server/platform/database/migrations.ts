import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import {
  areViewsMissingOnNodes,
  completeViewsOfNodes,
  copyShared,
  isOnCitus,
  moveNumbersOfNodes,
  prepareForCitus,
  removeViewsOfNodes,
} from './citus/cell-placement.ts'
import { hasNumbersToMove, moveNumbers } from './identity-ranges.ts'
import { cell, type Schema, schemasOf, shared } from './schemas.ts'

const directory = join(import.meta.dirname, '../../../db')

/** The files of a folder of db/, in order. The folders number their files together, so a number names one file. */
const filesOf = (folder: string): string[] =>
  readdirSync(join(directory, folder))
    .filter((name) => /^\d{4}-.*\.(sql|ts)$/.test(name))
    .map((name) => name.replace(/\.(sql|ts)$/, ''))
    .sort()

export type Migration = Readonly<{ schema: Schema; folder: string; name: string }>

/** The migrations that this version of the program requires, in the order in which they are applied. */
export function knownMigrations(cells = 1): Migration[] {
  return schemasOf(cells).flatMap((schema) =>
    schema.folders.flatMap((folder) => filesOf(folder).map((name) => ({ schema, folder, name }))),
  )
}

/** As messages and backups name it: `cell_1/0010-payments`. */
export const nameOf = ({ schema, name }: Migration): string => `${schema.name}/${name}`

/**
 * Applies pending migrations; several processes may call it at once. Returns the names of those applied.
 * @throws FewerCells if the database has more cells.
 * @param options.only the names of those to apply; all that are pending by default.
 */
export async function migrate(
  databaseUrl: string,
  { cells = 1, only }: { cells?: number; only?: readonly string[] } = {},
): Promise<string[]> {
  const isWanted = (name: string) => only === undefined || only.includes(name)
  // Most starts have nothing to apply, and the migration runner is expensive to import.
  if (
    !(await pendingMigrations(databaseUrl, cells)).some(isWanted) &&
    !(await hasMoreToDo(databaseUrl, cells))
  )
    return []
  return withClient(databaseUrl, async (client) => {
    // Until the connection ends.
    await client.query(`select pg_advisory_lock(hashtext('likuta migrations'))`)
    const pending = (await pendingOn(client, cells)).filter((each) => isWanted(nameOf(each)))
    await lookIntoFirstCell(client)
    const onCitus = await isOnCitus(client)
    if (onCitus && pending.length > 0) await removeViewsOfNodes(client, databaseUrl)
    for (const schema of schemasOf(cells)) {
      if (onCitus) await prepareForCitus(client, schema)
      await client.query(`create schema if not exists ${schema.name}`)
      for (const { folder } of foldersOf(pending.filter((each) => each.schema.name === schema.name)))
        await apply(databaseUrl, schema, { folder, count: pending.filter(isIn(schema, folder)).length })
      if (onCitus && schema === shared) await copyShared(client)
    }
    await (onCitus ? moveNumbersOfNodes(client, databaseUrl) : moveNumbers(client, cells))
    if (onCitus) await completeViewsOfNodes(client, databaseUrl)
    return pending.map(nameOf)
  })
}

/** True if the process that applied a migration ended before it had moved the numbers of its tables, or a node is new. */
async function hasMoreToDo(databaseUrl: string, cells: number): Promise<boolean> {
  if (cells === 1) return false
  return withClient(
    databaseUrl,
    async (client) =>
      (await hasNumbersToMove(client, cells)) ||
      ((await isOnCitus(client)) && (await areViewsMissingOnNodes(client, databaseUrl))),
  )
}

const isIn = (schema: Schema, folder: string) => (migration: Migration) =>
  migration.schema.name === schema.name && migration.folder === folder

/** Each schema and folder once, in order. */
const foldersOf = (migrations: readonly Migration[]): Migration[] =>
  migrations.filter((each, index) => migrations.findIndex(isIn(each.schema, each.folder)) === index)

async function apply(
  databaseUrl: string,
  schema: Schema,
  { folder, count }: { folder: string; count: number },
): Promise<void> {
  const { runner } = await import('node-pg-migrate')
  const { name, path } = schema
  await withClient(databaseUrl, async (dbClient) => {
    if (await isOnCitus(dbClient)) await prepareForCitus(dbClient, schema)
    await runner({
      dbClient,
      dir: join(directory, folder),
      direction: 'up',
      count,
      schema: [...path],
      migrationsSchema: name,
      migrationsTable: 'migration',
      // Two folders share the table of a schema, and the lock is ours.
      ...{ checkOrder: false, noLock: true },
      log: () => {},
    } as Parameters<typeof runner>[0])
  })
}

/** What connects without saying where it looks, such as psql, sees the first cell. Only the owner of a database may set that. */
async function lookIntoFirstCell(client: pg.Client): Promise<void> {
  await client.query(`do $$ begin
    execute format('alter database %I set search_path = ${cell(1).path.join(', ')}', current_database());
  exception when insufficient_privilege then null;
  end $$`)
}

/**
 * Names of migrations that have not been applied to the database yet.
 * @throws FewerCells if the database has more cells.
 */
export async function pendingMigrations(databaseUrl: string, cells = 1): Promise<string[]> {
  return (await withClient(databaseUrl, (client) => pendingOn(client, cells))).map(nameOf)
}

/** How many cells the database has. */
export function countCells(databaseUrl: string): Promise<number> {
  return withClient(databaseUrl, cellsOn)
}

async function cellsOn(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    `select count(*) as count from pg_namespace where nspname ~ '^cell_[0-9]+$'`,
  )
  return Number(rows[0]?.count)
}

/** The merchants of a cell that nobody opens would be served by none. */
export class FewerCells extends Error {
  constructor(set: number, existing: number) {
    super(`CELLS is ${set}, but the database has ${existing} cells: set CELLS=${existing}`)
    this.name = 'FewerCells'
  }
}

function requireAll(set: number, existing: number): void {
  // guard: fewer-cells
  if (existing > set) throw new FewerCells(set, existing)
}

/** @throws FewerCells if the database has more cells than these. */
export async function refuseFewerCells(databaseUrl: string, cells: number): Promise<void> {
  requireAll(cells, await countCells(databaseUrl))
}

async function pendingOn(client: pg.Client, cells: number): Promise<Migration[]> {
  requireAll(cells, await cellsOn(client))
  const applied = new Set<string>()
  for (const { name: schema } of schemasOf(cells)) {
    const { rows } = await client.query<{ made: boolean }>(
      `select to_regclass('${schema}.migration') is not null as made`,
    )
    if (!rows[0]?.made) continue
    const { rows: names } = await client.query<{ name: string }>(`select name from ${schema}.migration`)
    for (const { name } of names) applied.add(`${schema}/${name}`)
  }
  return knownMigrations(cells).filter((migration) => !applied.has(nameOf(migration)))
}

async function withClient<Result>(
  connectionString: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
