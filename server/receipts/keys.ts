// The Ed25519 keys that sign receipts: the first of each environment is created when it is needed, the private parts are sealed, the
// public parts are published as a JWK set.
import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import type { z } from 'zod'
import { randomKey } from '../kernel/id.ts'
import { commonStatement, type Sql } from '../platform/database/database.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { Clock } from '../platform/time/clock.ts'
import type { ReceiptEnvironment } from './receipt-facts.ts'
import type { receiptKeysResponse } from './schemas.ts'

export type ReceiptKeyRow = {
  key_id: string
  environment: ReceiptEnvironment
  public_key: Buffer
  private_sealed: Buffer
  created_at: Temporal.Instant
  starts_at: Temporal.Instant
  withdrawn_at: Temporal.Instant | null
}

const columns = 'key_id, environment, public_key, private_sealed, created_at, starts_at, withdrawn_at'

/** The keys of one environment, oldest first. */
// guard: receipt-key-environment
export const readKeys = commonStatement<ReceiptKeyRow>(
  'read_receipt_keys',
  `select ${columns} from receipt_key where environment = $1 order by generation`,
)
/** Inserts the key after $2 others, unless another process has just done so. */
const insertKey = commonStatement<{ key_id: string }>(
  'insert_receipt_key',
  `insert into shared.receipt_key (environment, generation, key_id, public_key, private_sealed, created_at, starts_at)
   values ($1, $2::integer + 1, $3, $4, $5, $6, $7) on conflict do nothing returning key_id`,
)
/** Removes the private parts of keys that can no longer sign, because a later key has started. */
export const forgetReplacedKeys = commonStatement(
  'forget_replaced_receipt_keys',
  `update shared.receipt_key k set private_sealed = ''
    where environment = $1 and private_sealed <> '' and exists (
      select from shared.receipt_key later
       where later.environment = k.environment and later.generation > k.generation
         and later.withdrawn_at is null and later.starts_at <= $2)`,
)
export const withdrawKey = commonStatement<{ environment: ReceiptEnvironment }>(
  'withdraw_receipt_key',
  `update shared.receipt_key set withdrawn_at = $2, private_sealed = ''
    where key_id = $1 and withdrawn_at is null returning environment`,
)

export type SigningKey = { keyId: string; privateKey: KeyObject }

export type KeyNeeds = { db: Sql; secrets: Secrets; clock: Clock }

/** A public key as JWK (RFC 8037). */
type PublicKey = z.output<typeof receiptKeysResponse>['keys'][number]

/** The encryption context of a private key. */
export const receiptKeyContext = (keyId: string) => `receipt_key:${keyId}`

type NewKey = SigningKey & { publicKey: Buffer }

/** What precedes the 32 bytes of an Ed25519 private key in PKCS #8. */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The key pair of 32 random bytes. Its id is taken from its fingerprint. */
export function keyFrom(seed: Uint8Array): NewKey {
  const privateKey = createPrivateKey({
    key: Buffer.concat([pkcs8Prefix, seed]),
    format: 'der',
    type: 'pkcs8',
  })
  const publicKey = publicPartOf(privateKey)
  const keyId = createHash('sha256').update(publicKey).digest('base64url').slice(0, 8)
  return { keyId, privateKey, publicKey }
}

function publicPartOf(privateKey: KeyObject): Buffer {
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' }) as { x?: string }
  return Buffer.from(x, 'base64url')
}

/** The public key of an environment as others read it. */
export function publicJwk(environment: ReceiptEnvironment, keyId: string, publicKey: Buffer): PublicKey {
  const x = publicKey.toString('base64url')
  return { kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig', kid: keyId, x, environment }
}

/** The published keys of an environment, newest first. */
export async function publishedKeys(needs: KeyNeeds, environment: ReceiptEnvironment): Promise<PublicKey[]> {
  const keys = await keysOf(needs, environment, needs.clock.now())
  // guard: withdrawn-receipt-key
  const trusted = keys.filter(({ withdrawn_at }) => withdrawn_at === null)
  return trusted.reverse().map(({ key_id, public_key }) => publicJwk(environment, key_id, public_key))
}

/** Returns a function that finds the key that signs now; opened keys stay in memory. */
export function openSigningKeys(needs: KeyNeeds): (environment: ReceiptEnvironment) => Promise<SigningKey> {
  const opened = new Map<string, SigningKey>()
  return async (environment) => {
    const now = needs.clock.now()
    const row = currentOf(await keysOf(needs, environment, now), now)
    if (!row) throw new Error(`no ${environment} receipt key has started`)
    const known = opened.get(row.key_id)
    if (known) return known
    const seed = needs.secrets.open(row.private_sealed, receiptKeyContext(row.key_id))
    const key = keyFrom(Buffer.from(seed, 'base64url'))
    opened.set(row.key_id, key)
    return key
  }
}

/** The newest key that has started, if it can still sign. */
export function currentOf(keys: readonly ReceiptKeyRow[], now: Temporal.Instant): ReceiptKeyRow | undefined {
  const newest = keys.findLast(({ starts_at }) => Temporal.Instant.compare(starts_at, now) <= 0)
  return newest?.private_sealed.length ? newest : undefined
}

/** The keys of an environment, oldest first; creates one if none can sign now. */
async function keysOf(
  needs: KeyNeeds,
  environment: ReceiptEnvironment,
  now: Temporal.Instant,
): Promise<ReceiptKeyRow[]> {
  const keys = await needs.db.rows(readKeys, [environment])
  if (currentOf(keys, now)) return keys
  // The key must have started for every process that needs it now, also if its clock is behind ours.
  await addKey(needs, environment, { after: keys.length, startsAt: now.subtract({ minutes: 5 }) })
  return needs.db.rows(readKeys, [environment])
}

/** Creates a key. Returns its id, or undefined if another process has created one at the same moment. */
export async function addKey(
  { db, secrets, clock }: KeyNeeds,
  environment: ReceiptEnvironment,
  { after, startsAt }: { after: number; startsAt: Temporal.Instant },
): Promise<string | undefined> {
  const seed = randomKey(32)
  const { keyId, publicKey } = keyFrom(seed)
  const sealed = secrets.seal(Buffer.from(seed).toString('base64url'), receiptKeyContext(keyId))
  const values = [environment, after, keyId, publicKey, sealed, clock.now(), startsAt]
  return (await db.rows(insertKey, values))[0]?.key_id
}
