import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
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
 * @throws UnfitDatabase
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
      const ofSchema = pending.filter((each) => each.schema.name === schema.name)
      for (const { folder } of foldersOf(ofSchema))
        await apply(databaseUrl, schema, { folder, count: ofSchema.filter(isIn(schema, folder)).length })
      await recordDigests(client, schema, ofSchema)
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
 * @throws UnfitDatabase
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

/** The database has more cells than are set, or tables that this version did not make. The message says what to do. */
export class UnfitDatabase extends Error {
  override name = 'UnfitDatabase'
}

/** The merchants of a cell that nobody opens would be served by none. */
function requireAll(set: number, existing: number): void {
  // guard: fewer-cells
  if (existing > set)
    throw new UnfitDatabase(`CELLS is ${set}, but the database has ${existing} cells: set CELLS=${existing}`)
}

/** What a migration executes, without its comments and indentation. Undefined if only a newer version has it. */
function digestOf({ folder, name }: Pick<Migration, 'folder' | 'name'>): string | undefined {
  const file = ['sql', 'ts'].map((ending) => join(directory, folder, `${name}.${ending}`)).find(existsSync)
  if (file === undefined) return undefined
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.trim())
  const executed = lines.filter((line) => line !== '' && !line.startsWith('--')).join('\n')
  return createHash('sha256').update(executed).digest('hex').slice(0, 16)
}

type Digests = Readonly<Record<string, string | undefined>>

/** What the applied migrations of a schema were, which stands in the comment of their table. */
async function readDigests(client: pg.Client, schema: Schema): Promise<Digests> {
  const { rows } = await client.query<{ comment: string | null }>(
    `select obj_description(to_regclass('${schema.name}.migration')) as comment`,
  )
  const comment = rows[0]?.comment ?? ''
  // The owner of a database may have written another comment.
  return comment.startsWith('{') ? (JSON.parse(comment) as Digests) : {}
}

async function recordDigests(
  client: pg.Client,
  schema: Schema,
  applied: readonly Migration[],
): Promise<void> {
  if (applied.length === 0) return
  const added = Object.fromEntries(applied.map((migration) => [migration.name, digestOf(migration)]))
  const digests = JSON.stringify({ ...(await readDigests(client, schema)), ...added })
  await client.query(`comment on table ${schema.name}.migration is ${pg.escapeLiteral(digests)}`)
}

/** Statements would fail one by one on tables that a migration made before it was changed. */
async function requireUnchanged(client: pg.Client, schema: Schema): Promise<void> {
  const digests = await readDigests(client, schema)
  const changed = schema.folders
    .flatMap((folder) => filesOf(folder).map((name) => ({ folder, name })))
    .find((file) => digests[file.name] !== undefined && digests[file.name] !== digestOf(file))
  // guard: changed-migration
  if (changed)
    throw new UnfitDatabase(
      `db/${changed.folder}/${changed.name} was applied to this database in another form: start the version that created it, or an empty database (in a sandbox: another LIKUTA_DATA_DIR)`,
    )
}

/** @throws UnfitDatabase if the database has more cells than these. */
export async function refuseFewerCells(databaseUrl: string, cells: number): Promise<void> {
  requireAll(cells, await countCells(databaseUrl))
}

async function pendingOn(client: pg.Client, cells: number): Promise<Migration[]> {
  requireAll(cells, await cellsOn(client))
  const applied = new Set<string>()
  for (const schema of schemasOf(cells)) {
    const { rows } = await client.query<{ made: boolean }>(
      `select to_regclass('${schema.name}.migration') is not null as made`,
    )
    if (!rows[0]?.made) continue
    await requireUnchanged(client, schema)
    const { rows: names } = await client.query<{ name: string }>(`select name from ${schema.name}.migration`)
    for (const { name } of names) applied.add(`${schema.name}/${name}`)
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
