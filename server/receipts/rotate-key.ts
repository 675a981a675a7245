// Rotation of the keys that sign receipts. A new key is published two days before it signs, so that pages that work without a
// network have it by then; keys that signed before stay published, so that their receipts keep verifying.
import type { Admin } from '../admin/access.ts'
import { audit } from '../admin/audit.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import {
  addKey,
  currentOf,
  forgetReplacedKeys,
  type KeyNeeds,
  type ReceiptKeyRow,
  readKeys,
  withdrawKey,
} from './keys.ts'
import type { ReceiptEnvironment } from './receipt-facts.ts'

/** `admin` is named in the audit log. */
type RotationNeeds = KeyNeeds & { db: Database; admin: Admin }

/** How long a key is published before it signs. */
const publishedBefore = { hours: 48 } as const

type ReceiptKeyState = {
  key_id: string
  environment: ReceiptEnvironment
  state: 'next' | 'signing' | 'verifying' | 'withdrawn'
  starts_at: string
}

/** Lists the keys of an environment, oldest first. */
export async function listKeys(
  { db, clock }: Pick<KeyNeeds, 'db' | 'clock'>,
  environment: ReceiptEnvironment,
): Promise<ReceiptKeyState[]> {
  const keys = await db.rows(readKeys, [environment])
  const now = clock.now()
  const current = currentOf(keys, now)
  return keys.map((key) => ({
    key_id: key.key_id,
    environment,
    state: stateOf(key, current, now),
    starts_at: key.starts_at.toString(),
  }))
}

function stateOf(
  key: ReceiptKeyRow,
  current: ReceiptKeyRow | undefined,
  now: Temporal.Instant,
): ReceiptKeyState['state'] {
  if (key.withdrawn_at !== null) return 'withdrawn'
  if (key === current) return 'signing'
  return Temporal.Instant.compare(key.starts_at, now) > 0 ? 'next' : 'verifying'
}

/**
 * Creates the next key of an environment and removes the private parts of keys that were replaced earlier.
 * @param options.atOnce the key signs immediately, which is necessary only after the current one has leaked.
 * @throws Error if a next key is published already, or another rotation runs at the same time.
 */
export async function rotateKey(
  needs: RotationNeeds,
  environment: ReceiptEnvironment,
  { atOnce = false }: { atOnce?: boolean } = {},
): Promise<NextKey> {
  const now = momentOf(needs)
  return needs.db.transaction(async (sql) => {
    const keys = await sql.rows(readKeys, [environment])
    const next = keys.find((key) => stateOf(key, undefined, now) === 'next')
    if (next && !atOnce)
      throw new Error(`${next.key_id} is published already and signs from ${next.starts_at}`)
    const startsAt = atOnce || !currentOf(keys, now) ? now : now.add(publishedBefore)
    return addNext(needs, sql, environment, { after: keys.length, startsAt })
  })
}

/** Now, as exactly as the database stores it. */
const momentOf = ({ clock }: KeyNeeds) =>
  clock.now().round({ smallestUnit: 'millisecond', roundingMode: 'floor' })

type NextKey = { key_id: string; environment: ReceiptEnvironment; starts_at: string }

async function addNext(
  needs: RotationNeeds,
  sql: Tx,
  environment: ReceiptEnvironment,
  { after, startsAt }: { after: number; startsAt: Temporal.Instant },
): Promise<NextKey> {
  const now = needs.clock.now()
  const keyId = await addKey({ ...needs, db: sql }, environment, { after, startsAt })
  if (keyId === undefined) throw new Error('another rotation runs at the same time')
  await sql.rows(forgetReplacedKeys, [environment, now])
  const detail = { environment, starts_at: startsAt.toString() }
  audit(sql, needs.secrets, {
    admin: needs.admin,
    action: 'receipt_key.created',
    subject: keyId,
    detail,
    now,
  })
  return { key_id: keyId, ...detail }
}

/**
 * Stops publishing a key that has leaked: receipts that it signed no longer verify. If it was signing, a new key takes over at
 * once.
 * @throws Error if no such key is published.
 */
export async function withdraw(
  needs: RotationNeeds,
  keyId: string,
): Promise<{ withdrawn: string; environment: ReceiptEnvironment; signing: string | undefined }> {
  const now = momentOf(needs)
  return needs.db.transaction(async (sql) => {
    const [withdrawn] = await sql.rows(withdrawKey, [keyId, now])
    if (!withdrawn) throw new Error(`no receipt key ${keyId} is published`)
    const { environment } = withdrawn
    audit(sql, needs.secrets, {
      admin: needs.admin,
      action: 'receipt_key.withdrawn',
      subject: keyId,
      detail: { environment },
      now,
    })
    const keys = await sql.rows(readKeys, [environment])
    const signing =
      currentOf(keys, now)?.key_id ??
      (await addNext(needs, sql, environment, { after: keys.length, startsAt: now })).key_id
    return { withdrawn: keyId, environment, signing }
  })
}
