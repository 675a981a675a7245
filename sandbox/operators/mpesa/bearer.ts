// The portal's RSA key: callers wrap the API key, and later the session id, in PKCS#1 v1.5 under its public half.
import {
  constants,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type KeyObject,
  privateDecrypt,
} from 'node:crypto'
import { promisify } from 'node:util'

export type PortalKey = {
  privateKey: KeyObject
  /** As the portal shows it: Base64 of the DER SubjectPublicKeyInfo, without PEM lines. */
  publicKey: string
}

let made: Promise<KeyObject> | undefined

/** The given PEM key, or one of 4096 bits as the portal's, made once for the process. */
export async function openPortalKey(pem?: string): Promise<PortalKey> {
  const privateKey = pem ? createPrivateKey(pem) : await ownKey()
  const spki = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
  return { privateKey, publicKey: spki.toString('base64') }
}

function ownKey(): Promise<KeyObject> {
  made ??= promisify(generateKeyPair)('rsa', { modulusLength: 4096 }).then(({ privateKey }) => privateKey)
  return made
}

/** What the caller wrapped in the bearer. A wrong padding gives noise rather than null, so compare, never trust. */
export function unwrapBearer(key: PortalKey, authorization: string | undefined): string | null {
  const sealed = /^Bearer ([A-Za-z0-9+/=]+)$/.exec(authorization ?? '')?.[1]
  if (!sealed) return null
  try {
    const padding = constants.RSA_PKCS1_PADDING
    return privateDecrypt({ key: key.privateKey, padding }, Buffer.from(sealed, 'base64')).toString('utf8')
  } catch {
    return null
  }
}
