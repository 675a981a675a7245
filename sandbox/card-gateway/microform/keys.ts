// The RSA key pair that signs capture contexts, the one-time keys inside them, and a secret for the access control server.
// They are stored with the transactions, so that contexts and tokens stay valid after a restart.
import { randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import type { Books } from '../books/books.ts'
import { type OneTimeKeys, openOneTimeKeys } from './one-time-keys.ts'

type KeyPair = { kid: string; publicJwk: JWK; privateKey: CryptoKey; publicKey: CryptoKey }

export type Keys = { context: KeyPair; oneTime: OneTimeKeys; accessControl: Uint8Array }

/** The signing key, generated once per process, however many sandboxes it opens, because it takes a while. */
let generated: Promise<JWK> | undefined

export async function loadKeys(books: Books): Promise<Keys> {
  return {
    context: await loadPair(books, 'context'),
    oneTime: openOneTimeKeys(books),
    accessControl: loadSecret(books),
  }
}

async function loadPair(books: Books, name: string): Promise<KeyPair> {
  const privateJwk = books.get<JWK>('key', name) ?? (await createPair(books, name))
  const { kty, n, e, kid } = privateJwk as { kty: 'RSA'; n: string; e: string; kid: string }
  const publicJwk: JWK = { kty, e, use: 'sig', n, kid }
  return {
    kid,
    publicJwk,
    privateKey: (await importJWK(privateJwk, 'RS256')) as CryptoKey,
    publicKey: (await importJWK(publicJwk, 'RS256')) as CryptoKey,
  }
}

async function createPair(books: Books, name: string): Promise<JWK> {
  generated ??= generateKey()
  const jwk = { ...(await generated), kid: `${name.slice(0, 2)}${randomBytes(3).toString('hex')}` }
  books.put('key', name, jwk)
  return jwk
}

async function generateKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true })
  return exportJWK(privateKey)
}

function loadSecret(books: Books): Uint8Array {
  const known = books.get<{ secret: string }>('key', 'accessControl')
  if (known) return Buffer.from(known.secret, 'base64')
  const secret = randomBytes(32)
  books.put('key', 'accessControl', { secret: secret.toString('base64') })
  return secret
}
