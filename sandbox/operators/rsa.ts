// Key pairs of the operators, kept with the books, and decrypting what clients encrypt with them.
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

/** Made once for the process, however many sandboxes it opens: it takes its time. */
const generated = new Map<string, Promise<KeyObject>>()

const pairs = new WeakMap<Book, Map<string, Promise<RsaPair>>>()

/** The protocol's pair, made when first wanted. */
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

/** Makes this PEM the protocol's key from now on. Throws when it is no RSA key. */
export function storeRsaKey(book: Book, protocol: ProtocolName, pem: string): void {
  if (createPrivateKey(pem).asymmetricKeyType !== 'rsa') throw new Error('no RSA private key')
  book.putRecord('rsa', protocol, { pem })
  pairs.get(book)?.delete(protocol)
}

/** Base64 of the public key's DER, as portals and key endpoints show it. */
export function publicKeyText({ publicKey }: RsaPair): string {
  return publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
}

/** The plain text of Base64 cipher text in PKCS#1 v1.5 or OAEP (SHA-256 or SHA-1); null when it is neither. */
export function decryptRsa({ privateKey }: RsaPair, cipherText: string): string | null {
  const bytes = Buffer.from(cipherText, 'base64')
  // OAEP carries a hash and so is never taken for the other, which one in a few hundred OAEP texts looks like.
  const plain = decryptOaep(privateKey, bytes) ?? decryptPkcs1(privateKey, bytes)
  return plain?.toString('utf8') ?? null
}

// Node answers wrong PKCS#1 v1.5 padding with random bytes (or, in versions of old, refuses it), so it is taken off here.
// A padding oracle is no concern: nothing here is secret.
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
      // The next hash may fit.
    }
  }
  return null
}
