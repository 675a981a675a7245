// Bearer tokens of the M-Pesa OpenAPI: a secret encrypted with the portal's RSA public key, in Base64.
import { constants, createPublicKey, type KeyObject, publicEncrypt } from 'node:crypto'

/** @param publicKey SubjectPublicKeyInfo in Base64, as shown in the portal. @throws when it is not a valid key. */
export function readPortalKey(publicKey: string): KeyObject {
  return createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
}

/** The gateway supports only PKCS#1 v1.5 padding. */
export function sealed(key: KeyObject, secret: string): string {
  const padding = constants.RSA_PKCS1_PADDING
  return publicEncrypt({ key, padding }, Buffer.from(secret)).toString('base64')
}
