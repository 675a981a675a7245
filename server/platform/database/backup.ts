// Backs up the whole database to plain files that any PostgreSQL supported by this program can restore: one compressed
// file per table with one row per line in PostgreSQL's own text form, and a manifest. Everything is read in one
// snapshot, so the service can keep running.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, mkdirSync, readdirSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import pg from 'pg'
import { z } from 'zod'
import { allowTriggers, isOnCitus, onEachNode } from './citus/cell-placement.ts'
import { continueNumbers } from './identity-ranges.ts'
import { knownMigrations, migrate, nameOf } from './migrations.ts'

const manifestSchema = z.object({
  format: z.literal('likuta-backup-1'),
  /** Version of the program that made the backup. */
  version: z.string(),
  made_at: z.string(),
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), rows: z.number(), sha256: z.string() })),
  sequences: z.array(z.object({ name: z.string(), last: z.string() })),
})
export type BackupManifest = z.infer<typeof manifestSchema>

const manifestFile = 'manifest.json'
const rowsAtOnce = 500
/** Owned by the migration runner, which fills these tables itself. */
const excludedTables = ['migration', 'migration_id_seq']
/** Session settings that fix the text form of values and names, so that it does not depend on the client's configuration. */
const plainly = `set datestyle to iso; set intervalstyle to iso_8601; set timezone to utc;
  set extra_float_digits to 3; set bytea_output to hex; set search_path to ''`

/**
 * Writes a backup of the database.
 * @param directory created when missing; it must be empty. The manifest is written last, so a directory without one is
 * an incomplete backup.
 * @throws when the directory is not empty or the database becomes unavailable.
 */
export async function backUp(
  databaseUrl: string,
  directory: string,
  { version, now }: { version: string; now: Temporal.Instant },
): Promise<BackupManifest> {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  if (readdirSync(directory).length > 0) throw new Error(`${directory} is not empty`)
  return withClient(databaseUrl, async (client) => {
    await client.query('begin isolation level repeatable read read only')
    const migrations = await appliedMigrations(client)
    const tables: BackupManifest['tables'] = []
    for (const name of await tablesOf(client)) tables.push(await writeTable(client, directory, name))
    // Sequences are read after the rows, so that a sequence may be ahead of its rows but never behind.
    const sequences = (
      await client.query(
        `select schemaname || '.' || sequencename as name, last_value::text as last from pg_sequences
          where schemaname = any($2) and last_value is not null and not sequencename = any($1)`,
        [excludedTables, await schemasIn(client)],
      )
    ).rows
    const manifest: BackupManifest = {
      format: 'likuta-backup-1',
      version,
      made_at: now.toString(),
      migrations,
      tables,
      sequences,
    }
    const file = join(directory, manifestFile)
    await writeFile(`${file}.new`, JSON.stringify(manifest, null, 2), { mode: 0o600 })
    await rename(`${file}.new`, file)
    return manifest
  })
}

/** Those of ours that exist. */
async function schemasIn(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select nspname as name from pg_namespace where nspname ~ '^(shared|control|cell_[0-9]+)$'`,
  )
  return rows.map(({ name }) => name)
}

async function appliedMigrations(client: pg.Client): Promise<string[]> {
  const names: string[] = []
  for (const schema of await schemasIn(client))
    for (const { name } of (await client.query(`select name from ${schema}.migration`)).rows)
      names.push(`${schema}/${name}`)
  return names.sort()
}

/** How many cells a backup has. */
export const cellsOf = ({ migrations }: BackupManifest): number =>
  new Set(migrations.filter((name) => name.startsWith('cell_')).map((name) => name.split('/')[0])).size

async function tablesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select nspname || '.' || relname as name from pg_class join pg_namespace n on n.oid = relnamespace
      where relkind = 'r' and nspname = any($2) and not relname = any($1) order by 1`,
    [excludedTables, await schemasIn(client)],
  )
  return rows.map(({ name }) => name)
}

async function writeTable(client: pg.Client, directory: string, name: string) {
  const hash = createHash('sha256')
  let rows = 0
  async function* lines() {
    await client.query(`declare reader no scroll cursor for select t::text as row from ${quoted(name)} t`)
    for (;;) {
      const page = await client.query<{ row: string }>(`fetch ${rowsAtOnce} from reader`)
      if (page.rows.length === 0) break
      rows += page.rows.length
      const text = page.rows.map(({ row }) => `${JSON.stringify(row)}\n`).join('')
      hash.update(text)
      yield text
    }
    await client.query('close reader')
  }
  const file = createWriteStream(fileOf(directory, name), { mode: 0o600, flush: true })
  await pipeline(Readable.from(lines()), createGzip({ level: 6 }), file)
  return { name, rows, sha256: hash.digest('hex') }
}

/** @throws when the directory holds no complete backup. */
export async function readManifest(directory: string): Promise<BackupManifest> {
  const text = await readFile(join(directory, manifestFile), 'utf8').catch(() => {
    throw new Error(`${directory} holds no backup: there is no ${manifestFile}`)
  })
  const read = manifestSchema.safeParse(JSON.parse(text))
  if (!read.success) throw new Error(`${directory}: this program cannot read the ${manifestFile}`)
  return read.data
}

/**
 * Restores a backup into an empty database in one transaction, then runs the newer migrations of this program.
 * @param check inspects rows of the backup before the database is touched; it throws to refuse the restore.
 * @throws when the database is not empty, the backup is from a newer version, or a file was altered.
 */
export async function restore(
  databaseUrl: string,
  directory: string,
  check: { table: string; row: (text: string) => void } | undefined = undefined,
): Promise<BackupManifest> {
  const manifest = await readManifest(directory)
  const cells = cellsOf(manifest)
  const known = new Set(knownMigrations(cells).map(nameOf))
  if (!manifest.migrations.every((name) => known.has(name)))
    throw new Error(
      `the backup is of version ${manifest.version}, whose migrations this program does not have`,
    )
  await withClient(databaseUrl, refuseFilled)
  // All checks run before the first write, so that a refused restore leaves nothing to clean up.
  for (const table of manifest.tables)
    for await (const line of rowsOf(directory, table))
      if (table.name === check?.table) check.row(JSON.parse(line))
  await migrate(databaseUrl, { cells, only: manifest.migrations })
  await withClient(databaseUrl, async (client) => {
    const onCitus = await isOnCitus(client)
    if (onCitus) await allowTriggers(client)
    await fill(client, directory, manifest)
    // A backup has the sequences of one server, and rows with numbers of several if they were on several nodes.
    await (onCitus
      ? onEachNode(client, databaseUrl, (node) => continueNumbers(node, true))
      : continueNumbers(client, false))
  })
  await migrate(databaseUrl, { cells })
  return manifest
}

async function refuseFilled(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select relname from pg_class join pg_namespace n on n.oid = relnamespace
      where relkind in ('r', 'p') and nspname = any($1) limit 1`,
    [['public', ...(await schemasIn(client))]],
  )
  if (rows.length > 0) throw new Error(`the database is not empty: it has the table ${rows[0].relname}`)
}

async function fill(client: pg.Client, directory: string, manifest: BackupManifest): Promise<void> {
  const tables = manifest.tables.map(({ name }) => quoted(name))
  await client.query('begin')
  // Tables reference each other in cycles, so foreign keys are dropped, then recreated and checked once all rows are loaded.
  const references = await referencesOf(client)
  for (const { table, name } of references) await client.query(`alter table ${table} drop constraint ${name}`)
  // The backup already contains what triggers would write, and the truncation that they forbid is intended here.
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`)
  await client.query(`truncate ${tables.join(', ')}`)
  for (const table of manifest.tables) await readTable(client, directory, table)
  for (const { name, last } of manifest.sequences)
    await client.query('select setval($1::regclass, $2::bigint)', [quoted(name), last])
  for (const table of tables) await client.query(`alter table ${table} enable trigger user`)
  for (const { table, name, definition } of references)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  await client.query('commit')
  await client.query('analyze')
}

async function referencesOf(client: pg.Client) {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(k.oid) as definition
       from pg_constraint k join pg_class on pg_class.oid = conrelid
      where contype = 'f' and connamespace::regnamespace::text = any($1)`,
    [await schemasIn(client)],
  )
  return rows
}

async function readTable(
  client: pg.Client,
  directory: string,
  { name, rows, sha256 }: BackupManifest['tables'][number],
): Promise<void> {
  const insert = `insert into ${quoted(name)} overriding system value select * from unnest($1::${quoted(name)}[])`
  let page: string[] = []
  const flush = async () => {
    if (page.length > 0) await client.query(insert, [page])
    page = []
  }
  for await (const line of rowsOf(directory, { name, rows, sha256 })) {
    page.push(JSON.parse(line))
    if (page.length === rowsAtOnce) await flush()
  }
  await flush()
}

/** @throws when the file differs from what was written; this may only be detected at its end. */
async function* rowsOf(
  directory: string,
  { name, rows, sha256 }: BackupManifest['tables'][number],
): AsyncGenerator<string> {
  const file = fileOf(directory, name)
  const hash = createHash('sha256')
  let read = 0
  try {
    for await (const line of linesOf(file)) {
      hash.update(`${line}\n`)
      read += 1
      yield line
    }
  } catch (error) {
    throw new Error(`${file} cannot be read: ${(error as Error).message}`)
  }
  if (read !== rows || hash.digest('hex') !== sha256) throw new Error(`${file} does not match its checksum`)
}

/** Splits at \n only: readline would also split at other separators, which texts may contain. */
async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = ''
  const unpacked = createGunzip()
  const reading = pipeline(createReadStream(file), unpacked)
  reading.catch(() => {})
  for await (const chunk of unpacked.setEncoding('utf8')) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  await reading
}

async function withClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url, application_name: 'likuta-backup', keepAlive: true })
  await client.connect()
  try {
    await client.query(plainly)
    return await work(client)
  } finally {
    await client.end()
  }
}

/** @param name with its schema. */
const quoted = (name: string) => name.split('.').map(pg.escapeIdentifier).join('.')
const fileOf = (directory: string, table: string) => join(directory, `${table}.rows.gz`)
