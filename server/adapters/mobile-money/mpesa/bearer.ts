// The bearer of the M-Pesa OpenAPI: a secret sealed with RSA under the portal's public key, in Base64.
import { constants, createPublicKey, type KeyObject, publicEncrypt } from 'node:crypto'

/** @param publicKey SubjectPublicKeyInfo in Base64, as the portal shows it. Throws when it is none. */
export function readPortalKey(publicKey: string): KeyObject {
  return createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
}

/** The gateway understands no padding but PKCS#1 v1.5. */
export function sealed(key: KeyObject, secret: string): string {
  const padding = constants.RSA_PKCS1_PADDING
  return publicEncrypt({ key, padding }, Buffer.from(secret)).toString('base64')
}
