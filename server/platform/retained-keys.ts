// Keys that outlive the master key they were derived from, sealed under the current master key.

import { type ControlSql, controlStatement } from './database/database.ts'
import { type DerivedKey, lookupPurposes, openSecrets, type RetainedKey, type Secrets } from './secrets.ts'
import type { Clock } from './time/clock.ts'

export type MasterKeys = { masterKey: Buffer; previous: readonly Buffer[] }

/** Master keys from the settings of these names, in Base64. */
export function masterKeysOf(settings: {
  MASTER_KEY: string
  MASTER_KEY_PREVIOUS?: string | undefined
}): MasterKeys {
  const { MASTER_KEY, MASTER_KEY_PREVIOUS } = settings
  return {
    masterKey: Buffer.from(MASTER_KEY, 'base64'),
    previous: MASTER_KEY_PREVIOUS === undefined ? [] : [Buffer.from(MASTER_KEY_PREVIOUS, 'base64')],
  }
}

/** Secrets without the retained keys of a database: sufficient where nothing was sealed under an earlier master key. */
export function openMasterSecrets(settings: Parameters<typeof masterKeysOf>[0]): Secrets {
  const keys = masterKeysOf(settings)
  return openSecrets(keys.masterKey, keys)
}

const readRetainedKeys = controlStatement<{ purpose: string; sealed: Buffer }>(
  'read_kept_keys',
  'select purpose, sealed from earlier_key order by id',
)
const insertRetainedKey = controlStatement<{ id: bigint }>(
  'insert_kept_key',
  `insert into earlier_key (purpose, fingerprint, sealed, kept_at) values ($1, $2, $3, $4)
   on conflict do nothing returning id`,
)

/** Context under which a retained key is sealed. */
export const retainedKeyContext = (purpose: string) => `earlier_key:${purpose}`

/**
 * The secrets of a deployment: its master keys and the keys retained in its database. The first call stores the keys of
 * everything that is looked up by hash.
 * @throws when no configured master key opens what the database has sealed.
 */
export async function openRetainedSecrets(
  { masterKey, previous }: MasterKeys,
  { sql, clock }: { sql: ControlSql; clock: Clock },
): Promise<Secrets> {
  const secrets = openSecrets(masterKey, { previous })
  let rows = await sql.rows(readRetainedKeys)
  if (!lookupPurposes.every((purpose) => rows.some((row) => row.purpose === purpose))) {
    if (previous.length > 0)
      throw new Error('MASTER_KEY_PREVIOUS: start once with the current MASTER_KEY alone before a rotation')
    for (const purpose of lookupPurposes)
      await retainKey(sql, secrets, purpose, secrets.derived(purpose)[0]!, clock.now())
    rows = await sql.rows(readRetainedKeys)
  }
  return openSecrets(masterKey, { previous, retained: rows.map((row) => openRetainedKey(secrets, row)) })
}

function openRetainedKey(
  secrets: Secrets,
  { purpose, sealed }: { purpose: string; sealed: Buffer },
): RetainedKey {
  try {
    return { purpose, key: Buffer.from(secrets.open(sealed, retainedKeyContext(purpose)), 'base64') }
  } catch {
    throw new Error('MASTER_KEY: is not the key that this database was sealed with')
  }
}

/** A row of `earlier_key` in a backup, in PostgreSQL's own text form. */
const retainedKeyRow = /^\(\d+,"?([^",]+)"?,[^,]*,"?\\+x([0-9a-f]+)"?,/

/**
 * Checks a row of `earlier_key` before it is restored.
 * @throws when no configured master key opens it.
 */
export function checkRetainedKeyRow(settings: Parameters<typeof masterKeysOf>[0], row: string): void {
  const [, purpose = '', sealed = ''] = retainedKeyRow.exec(row) ?? []
  openRetainedKey(openMasterSecrets(settings), { purpose, sealed: Buffer.from(sealed, 'hex') })
}

/** Returns false when the key is already stored. */
export async function retainKey(
  sql: ControlSql,
  secrets: Secrets,
  purpose: string,
  { key, fingerprint }: DerivedKey,
  now: Temporal.Instant,
): Promise<boolean> {
  const sealed = secrets.seal(key.toString('base64'), retainedKeyContext(purpose))
  return (await sql.rows(insertRetainedKey, [purpose, fingerprint, sealed, now])).length > 0
}
