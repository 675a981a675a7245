// Three RSA pairs (contexts, tokens, card encryption) and one secret for the access-control server.
// Kept with the books, so that contexts and tokens stay valid over a restart.
import { randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import type { Books } from './books.ts'

type KeyPair = { kid: string; publicJwk: JWK; privateKey: CryptoKey; publicKey: CryptoKey }

export type Keys = { context: KeyPair; token: KeyPair; encryption: KeyPair; accessControl: Uint8Array }

const algorithms = { context: 'RS256', token: 'RS256', encryption: 'RSA-OAEP' } as const

export async function loadKeys(books: Books): Promise<Keys> {
  const [context, token, encryption] = await Promise.all([
    loadPair(books, 'context'),
    loadPair(books, 'token'),
    loadPair(books, 'encryption'),
  ])
  return { context, token, encryption, accessControl: loadSecret(books) }
}

async function loadPair(books: Books, name: keyof typeof algorithms): Promise<KeyPair> {
  const privateJwk = books.get<JWK>('key', name) ?? (await createPair(books, name))
  const { kty, n, e, kid } = privateJwk as { kty: 'RSA'; n: string; e: string; kid: string }
  const publicJwk: JWK = { kty, e, use: name === 'encryption' ? 'enc' : 'sig', n, kid }
  return {
    kid,
    publicJwk,
    privateKey: (await importJWK(privateJwk, algorithms[name])) as CryptoKey,
    publicKey: (await importJWK(publicJwk, algorithms[name])) as CryptoKey,
  }
}

async function createPair(books: Books, name: keyof typeof algorithms): Promise<JWK> {
  const { privateKey } = await generateKeyPair(algorithms[name], { modulusLength: 2048, extractable: true })
  const jwk = {
    ...(await exportJWK(privateKey)),
    kid: `${name.slice(0, 2)}${randomBytes(3).toString('hex')}`,
  }
  books.put('key', name, jwk)
  return jwk
}

function loadSecret(books: Books): Uint8Array {
  const known = books.get<{ secret: string }>('key', 'accessControl')
  if (known) return Buffer.from(known.secret, 'base64')
  const secret = randomBytes(32)
  books.put('key', 'accessControl', { secret: secret.toString('base64') })
  return secret
}
