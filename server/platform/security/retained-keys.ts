// Keys that stay when the master key they were derived from goes, sealed under the one of today.

import { type Sql, statement } from '../database/database.ts'
import type { Clock } from '../time/clock.ts'
import { type DerivedKey, lookupPurposes, openSecrets, type RetainedKey, type Secrets } from './secrets.ts'

export type MasterKeys = { masterKey: Buffer; previous: readonly Buffer[] }

/** From the settings of these names, in Base64. */
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

/** Without what a database keeps: right for one that has sealed under no other key. */
export function openMasterSecrets(settings: Parameters<typeof masterKeysOf>[0]): Secrets {
  const keys = masterKeysOf(settings)
  return openSecrets(keys.masterKey, keys)
}

const readRetainedKeys = statement<{ purpose: string; sealed: Buffer }>(
  'read_kept_keys',
  'select purpose, sealed from kept_key order by id',
)
const insertRetainedKey = statement<{ id: bigint }>(
  'insert_kept_key',
  `insert into kept_key (purpose, fingerprint, sealed, kept_at) values ($1, $2, $3, $4)
   on conflict do nothing returning id`,
)

/** What a kept key is sealed for. */
export const retainedKeyContext = (purpose: string) => `kept_key:${purpose}`

/**
 * The secrets of a deployment: its master keys, and what its database keeps. The first to ask keeps the keys of what is
 * looked up by its hash.
 * @throws where no master key opens what the database has sealed.
 */
export async function openRetainedSecrets(
  { masterKey, previous }: MasterKeys,
  { sql, clock }: { sql: Sql; clock: Clock },
): Promise<Secrets> {
  const secrets = openSecrets(masterKey, { previous })
  let rows = await sql.rows(readRetainedKeys)
  if (!lookupPurposes.every((purpose) => rows.some((row) => row.purpose === purpose))) {
    if (previous.length > 0)
      throw new Error('MASTER_KEY_PREVIOUS: start once with the MASTER_KEY of today alone before a rotation')
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
    throw new Error('MASTER_KEY: is not the one this database was sealed with')
  }
}

/** `kept_key` as a backup has it, a row each as the server itself writes it. */
const retainedKeyRow = /^\(\d+,"?([^",]+)"?,[^,]*,"?\\+x([0-9a-f]+)"?,/

/**
 * Looks at a row of `kept_key` before it is restored.
 * @throws where no master key of the settings opens it.
 */
export function checkRetainedKeyRow(settings: Parameters<typeof masterKeysOf>[0], row: string): void {
  const [, purpose = '', sealed = ''] = retainedKeyRow.exec(row) ?? []
  openRetainedKey(openMasterSecrets(settings), { purpose, sealed: Buffer.from(sealed, 'hex') })
}

/** False where it is kept already. */
export async function retainKey(
  sql: Sql,
  secrets: Secrets,
  purpose: string,
  { key, fingerprint }: DerivedKey,
  now: Temporal.Instant,
): Promise<boolean> {
  const sealed = secrets.seal(key.toString('base64'), retainedKeyContext(purpose))
  return (await sql.rows(insertRetainedKey, [purpose, fingerprint, sealed, now])).length > 0
}
