import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

const directory = join(import.meta.dirname, '../../../db/migrations')

/** The migrations that this version of the program requires, in order. */
export function knownMigrations(): string[] {
  return readdirSync(directory)
    .filter((name) => /^\d{4}-.*\.(sql|ts)$/.test(name))
    .map((name) => name.replace(/\.(sql|ts)$/, ''))
    .sort()
}

/**
 * Applies pending migrations; several processes may call it at once. Returns the names of those applied.
 * @param options.count maximum number to apply.
 */
export async function migrate(databaseUrl: string, options: { count?: number } = {}): Promise<string[]> {
  // Most starts have nothing to apply, and the migration runner is expensive to import.
  if ((await pendingMigrations(databaseUrl)).length === 0) return []
  const { runner } = await import('node-pg-migrate')
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    const applied = await runner({
      dbClient: client,
      dir: directory,
      direction: 'up',
      ...options,
      migrationsTable: 'migration',
      advisoryLockMode: 'wait',
      log: () => {},
    } as Parameters<typeof runner>[0])
    return applied.map((migration) => migration.name)
  } finally {
    await client.end()
  }
}

/** Migrations that have not been applied to the database yet. */
export async function pendingMigrations(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    const { rows } = await client.query("select to_regclass('migration') is not null as made")
    if (!rows[0]?.made) return knownMigrations()
    const applied = new Set(
      (await client.query('select name from migration')).rows.map((row: { name: string }) => row.name),
    )
    return knownMigrations().filter((name) => !applied.has(name))
  } finally {
    await client.end()
  }
}
