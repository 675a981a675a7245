// The operators' RSA key pairs, stored in the database, and decryption of what clients encrypt with them.
import {
  constants,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type KeyObject,
  privateDecrypt,
} from 'node:crypto'
import { promisify } from 'node:util'
import type { Book, ProtocolName } from './books/book.ts'

export type RsaPair = { privateKey: KeyObject; publicKey: KeyObject }

/** Generated once per process, however many sandboxes it opens, because it takes a while. */
const generated = new Map<string, Promise<KeyObject>>()

const pairs = new WeakMap<Book, Map<string, Promise<RsaPair>>>()

/** The protocol's key pair, generated when first needed. */
export function rsaPair(book: Book, protocol: ProtocolName, bits: 2048 | 4096): Promise<RsaPair> {
  const known = pairs.get(book) ?? new Map<string, Promise<RsaPair>>()
  pairs.set(book, known)
  const pair = known.get(protocol) ?? loadPair(book, protocol, bits)
  known.set(protocol, pair)
  return pair
}

async function loadPair(book: Book, protocol: ProtocolName, bits: number): Promise<RsaPair> {
  const stored = book.getRecord<{ pem: string }>('rsa', protocol)
  const privateKey = stored ? createPrivateKey(stored.pem) : await createKey(book, protocol, bits)
  return { privateKey, publicKey: createPublicKey(privateKey) }
}

async function createKey(book: Book, protocol: ProtocolName, bits: number): Promise<KeyObject> {
  const name = `${protocol} ${bits}`
  const making = generated.get(name) ?? makeKey(bits)
  generated.set(name, making)
  const privateKey = await making
  book.putRecord('rsa', protocol, { pem: privateKey.export({ type: 'pkcs8', format: 'pem' }) })
  return privateKey
}

async function makeKey(bits: number): Promise<KeyObject> {
  return (await promisify(generateKeyPair)('rsa', { modulusLength: bits })).privateKey
}

/** Replaces the protocol's key by this PEM. @throws when it is not an RSA key. */
export function storeRsaKey(book: Book, protocol: ProtocolName, pem: string): void {
  if (createPrivateKey(pem).asymmetricKeyType !== 'rsa') throw new Error('no RSA private key')
  book.putRecord('rsa', protocol, { pem })
  pairs.get(book)?.delete(protocol)
}

/** Base64 of the public key's DER, as shown by portals and key endpoints. */
export function publicKeyText({ publicKey }: RsaPair): string {
  return publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
}

/** Decrypts Base64 text in PKCS#1 v1.5 or OAEP (SHA-256 or SHA-1); null when it is neither. */
export function decryptRsa({ privateKey }: RsaPair, cipherText: string): string | null {
  const bytes = Buffer.from(cipherText, 'base64')
  // OAEP first, because it contains a hash, while one in a few hundred OAEP texts looks like valid PKCS#1 v1.5.
  const plain = decryptOaep(privateKey, bytes) ?? decryptPkcs1(privateKey, bytes)
  return plain?.toString('utf8') ?? null
}

// Node returns random bytes for wrong PKCS#1 v1.5 padding (and old versions refuse that padding), so it is removed here. A
// padding oracle is no concern, because nothing here is secret.
function decryptPkcs1(key: KeyObject, bytes: Buffer): Buffer | null {
  try {
    const padded = privateDecrypt({ key, padding: constants.RSA_NO_PADDING }, bytes)
    const end = padded.indexOf(0, 2)
    return padded[0] === 0 && padded[1] === 2 && end >= 10 ? padded.subarray(end + 1) : null
  } catch {
    return null
  }
}

function decryptOaep(key: KeyObject, bytes: Buffer): Buffer | null {
  for (const oaepHash of ['sha256', 'sha1']) {
    try {
      return privateDecrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash }, bytes)
    } catch {
      // Try the next hash.
    }
  }
  return null
}
