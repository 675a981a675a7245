// Seals values that must be read back (AES-256-GCM) and computes keyed hashes of those that need not be.
import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

export type Secrets = {
  /** `context` (owner and purpose) is authenticated: a sealed value copied to another row does not open. */
  seal(text: string, context: string): Buffer
  /** @throws when the value was changed, moved to another context, or sealed under an unknown master key. */
  open(sealed: Buffer, context: string): string
  /** The same value under the current master key; undefined when it is already sealed under that. Throws as `open`. */
  sealAnew(sealed: Buffer, context: string): Buffer | undefined
  /** HMAC-SHA256 under a key derived for this purpose. */
  mac(purpose: string, text: string): Buffer
  /** All values that `mac` may have returned so far, those of retired keys first, oldest first: to compare with stored ones. */
  codes(purpose: string, text: string): readonly Code[]
  /** Keys of a purpose derived from the master keys, the current one first. */
  derived(purpose: string): readonly DerivedKey[]
}

/** `age` orders retired keys, 0 being the oldest; a key in use ranks after all of them. */
export type Code = { code: Buffer; age: number }

export type DerivedKey = { key: Buffer; fingerprint: string }
export type RetainedKey = { purpose: string; key: Buffer }

/** Values hashed for these purposes are looked up by hash, so their keys are retained when the master key is replaced. */
export const lookupPurposes = [
  'merchant-secret',
  'screened-person',
  'screened-document',
  'idempotency-key',
  'limit-subject',
  'payer-address',
  'collection-number',
] as const

const nonceBytes = 12
const tagBytes = 16

/**
 * @param masterKey 32 bytes, from the setting MASTER_KEY.
 * @param others.previous master keys before or after a rotation: they open values but never seal any.
 * @param others.kept keys from retained-keys.ts, oldest first.
 */
export function openSecrets(
  masterKey: Buffer,
  { previous = [], retained = [] }: { previous?: readonly Buffer[]; retained?: readonly RetainedKey[] } = {},
): Secrets {
  const masters = [masterKey, ...previous]
  const keys = new Map<string, Buffer[]>()
  function keysOf(purpose: string): Buffer[] {
    let derived = keys.get(purpose)
    if (!derived) {
      derived = masters.map((master) => Buffer.from(hkdfSync('sha256', master, '', `likuta/${purpose}`, 32)))
      keys.set(purpose, derived)
    }
    return derived
  }
  const retainedOf = (purpose: string) =>
    retained.flatMap((each) => (each.purpose === purpose ? [each.key] : []))
  const lookupKeys = new Map(lookupPurposes.map((purpose) => [purpose as string, retainedOf(purpose)[0]]))

  function openWithAny(sealed: Buffer, context: string): { text: string; isCurrent: boolean } {
    let failure: unknown
    for (const [position, key] of keysOf('seal').entries()) {
      try {
        return { text: openWith(key, sealed, context), isCurrent: position === 0 }
      } catch (error) {
        failure ??= error
      }
    }
    throw failure
  }
  const newNonce = openNonces()
  const seal = (text: string, context: string) => sealWith(keysOf('seal')[0]!, newNonce(), text, context)

  return {
    seal,
    open: (sealed, context) => openWithAny(sealed, context).text,
    sealAnew(sealed, context) {
      const { text, isCurrent } = openWithAny(sealed, context)
      return isCurrent ? undefined : seal(text, context)
    },
    mac: (purpose, text) => codeOf(lookupKeys.get(purpose) ?? keysOf(purpose)[0]!, text),
    codes(purpose, text) {
      const retired = retainedOf(purpose)
      const inUse = keysOf(purpose).filter((key) => !retired.some((other) => other.equals(key)))
      return [
        ...retired.map((key, age) => ({ code: codeOf(key, text), age })),
        ...inUse.map((key) => ({ code: codeOf(key, text), age: Number.POSITIVE_INFINITY })),
      ]
    },
    derived: (purpose) => keysOf(purpose).map((key) => ({ key, fingerprint: fingerprintOf(key) })),
  }
}

/** Random nonces, generated in batches: generating one at a time takes longer than sealing with it. */
function openNonces(): () => Buffer {
  let drawn = Buffer.alloc(0)
  return () => {
    if (drawn.length === 0) drawn = randomBytes(nonceBytes * 256)
    const nonce = drawn.subarray(0, nonceBytes)
    drawn = drawn.subarray(nonceBytes)
    return nonce
  }
}

function sealWith(key: Buffer, nonce: Buffer, text: string, context: string): Buffer {
  // guard: sealing-context
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

function openWith(key: Buffer, sealed: Buffer, context: string): string {
  // guard: unsealing-context
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes))
    .setAAD(Buffer.from(context))
    .setAuthTag(sealed.subarray(-tagBytes))
  return decipher.update(sealed.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
}

const codeOf = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const fingerprintOf = (key: Buffer) => codeOf(key, 'fingerprint').toString('hex').slice(0, 16)

// Hashes the parameters of a request or an upstream call to 32 bytes, to detect a key reused with other parameters.

/** Returns a SHA-256 hash of the parts; a repeat with different parameters has a different hash. */
export function fingerprint(parts: readonly (string | bigint)[]): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(parts.map(String)))
    .digest()
}
