// The key with which pawaPay signs callbacks and replies, stored in the database because clients cache its public half by id.
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { Book } from '../../books/book.ts'
import type { PublicKey } from './signature.ts'

/** The id of the key at pawaPay's own endpoint. */
export const keyid = 'HTTP_EC_P256_KEY:1'

export function signingKey(book: Book): KeyObject {
  const stored = book.getRecord<{ pem: string }>('ec', 'pawapay')
  if (stored) return createPrivateKey(stored.pem)
  const key = newKey()
  book.putRecord('ec', 'pawapay', { pem: key.export({ type: 'pkcs8', format: 'pem' }) })
  return key
}

export function newKey(): KeyObject {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
}

export function publishedKeys(book: Book): PublicKey[] {
  const key = createPublicKey(signingKey(book)).export({ type: 'spki', format: 'pem' }).toString()
  return [{ id: keyid, key }]
}
