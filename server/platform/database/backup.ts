// A copy of the whole database in plain files, for any PostgreSQL this program runs on: a compressed file a table, each
// line a row as the server itself writes it, and a manifest. All of it is read in one snapshot, beside the traffic.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, mkdirSync, readdirSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import pg from 'pg'
import { z } from 'zod'
import { knownMigrations, migrate } from './migrations.ts'

const manifestSchema = z.object({
  format: z.literal('likuta-backup-1'),
  /** Of the program that made it. */
  version: z.string(),
  made_at: z.string(),
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), rows: z.number(), sha256: z.string() })),
  sequences: z.array(z.object({ name: z.string(), last: z.string() })),
})
export type BackupManifest = z.infer<typeof manifestSchema>

const manifestFile = 'manifest.json'
const rowsAtOnce = 500
/** Of the migrations' runner, which keeps them by itself. */
const excludedTables = ['migration', 'migration_id_seq']
/** What values look like as text must not depend on who asks. */
const plainly = `set datestyle to iso; set intervalstyle to iso_8601; set timezone to utc;
  set extra_float_digits to 3; set bytea_output to hex`

/**
 * @param directory made when it is not there; it must be empty. Its manifest is written last: without one it is no backup.
 * @throws where the directory holds something, or the database goes away.
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
    const migrations = (await client.query('select name from migration order by name')).rows
    const tables: BackupManifest['tables'] = []
    for (const name of await tablesOf(client)) tables.push(await writeTable(client, directory, name))
    // Read after the rows: a sequence may be ahead of them, never behind.
    const sequences = (
      await client.query(
        `select sequencename as name, last_value::text as last from pg_sequences
          where schemaname = current_schema() and last_value is not null and not sequencename = any($1)`,
        [excludedTables],
      )
    ).rows
    const manifest: BackupManifest = {
      format: 'likuta-backup-1',
      version,
      made_at: now.toString(),
      migrations: migrations.map(({ name }: { name: string }) => name),
      tables,
      sequences,
    }
    const file = join(directory, manifestFile)
    await writeFile(`${file}.new`, JSON.stringify(manifest, null, 2), { mode: 0o600 })
    await rename(`${file}.new`, file)
    return manifest
  })
}

async function tablesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace
        and not relname = any($1) order by relname`,
    [excludedTables],
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

/** @throws where the directory holds no whole backup. */
export async function readManifest(directory: string): Promise<BackupManifest> {
  const text = await readFile(join(directory, manifestFile), 'utf8').catch(() => {
    throw new Error(`${directory} holds no backup: there is no ${manifestFile}`)
  })
  const read = manifestSchema.safeParse(JSON.parse(text))
  if (!read.success) throw new Error(`${directory}: this program cannot read the ${manifestFile}`)
  return read.data
}

/**
 * Fills an empty database, in one transaction, and brings it up to date with this program.
 * @param check is asked about rows of the backup before the database is touched, and throws where it is not to be.
 * @throws where the database is not empty, the backup is of a newer program, or a file is not as it was written.
 */
export async function restore(
  databaseUrl: string,
  directory: string,
  check: { table: string; row: (text: string) => void } | undefined = undefined,
): Promise<BackupManifest> {
  const manifest = await readManifest(directory)
  const known = knownMigrations().slice(0, manifest.migrations.length)
  if (known.join() !== manifest.migrations.join())
    throw new Error(
      `the backup is of version ${manifest.version}, whose migrations this program does not have`,
    )
  await withClient(databaseUrl, refuseFilled)
  // Before anything is written: what is half there could only be thrown away again.
  for (const table of manifest.tables)
    for await (const line of rowsOf(directory, table))
      if (table.name === check?.table) check.row(JSON.parse(line))
  await migrate(databaseUrl, { count: manifest.migrations.length })
  await withClient(databaseUrl, (client) => fill(client, directory, manifest))
  await migrate(databaseUrl)
  return manifest
}

async function refuseFilled(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select relname from pg_class where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace limit 1`,
  )
  if (rows.length > 0) throw new Error(`the database is not empty: it has the table ${rows[0].relname}`)
}

async function fill(client: pg.Client, directory: string, manifest: BackupManifest): Promise<void> {
  const tables = manifest.tables.map(({ name }) => quoted(name))
  await client.query('begin')
  // Tables refer to each other in circles, so references are made again when all rows are there, and checked then.
  const references = await referencesOf(client)
  for (const { table, name } of references) await client.query(`alter table ${table} drop constraint ${name}`)
  // What triggers would write is in the backup, and what they refuse (a truncation of the ledger) is meant here.
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
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
       from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`,
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

/** @throws where the file is not as it was written: as the case may be, only at its end. */
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
  if (read !== rows || hash.digest('hex') !== sha256) throw new Error(`${file} is not as it was written`)
}

/** Ends of lines are \n alone: readline would also split at others, which texts may hold. */
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

const quoted = (name: string) => pg.escapeIdentifier(name)
const fileOf = (directory: string, table: string) => join(directory, `${table}.rows.gz`)
