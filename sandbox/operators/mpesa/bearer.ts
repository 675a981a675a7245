// The portal's RSA key: callers encrypt the API key, and later the session id, with its public half in PKCS#1 v1.5.
import { constants, privateDecrypt } from 'node:crypto'
import type { Book } from '../books/book.ts'
import { publicKeyText, type RsaPair, rsaPair } from '../rsa.ts'

/** The real portal's key has 4096 bits; 2048 work the same and are generated much faster. */
export function portalKey(book: Book): Promise<RsaPair> {
  return rsaPair(book, 'mpesa', 2048)
}

/** As the portal shows it: Base64 of the DER SubjectPublicKeyInfo, without PEM lines. */
export async function mpesaPublicKey(book: Book): Promise<string> {
  return publicKeyText(await portalKey(book))
}

/** Decrypts the bearer. A wrong padding gives random text rather than null, so the result must be compared with a secret. */
export function unwrapBearer({ privateKey: key }: RsaPair, authorization: string | undefined): string | null {
  const sealed = /^Bearer ([A-Za-z0-9+/=]+)$/.exec(authorization ?? '')?.[1]
  if (!sealed) return null
  try {
    const bytes = Buffer.from(sealed, 'base64')
    return privateDecrypt({ key, padding: constants.RSA_PKCS1_PADDING }, bytes).toString('utf8')
  } catch {
    return null
  }
}
