// Encrypts what Airtel requires under its public key: the PIN of every disbursement and, for signed messages, the key
// under which the body is repeated.
import { constants, createCipheriv, createPublicKey, publicEncrypt } from 'node:crypto'
import { randomKey } from '../../../kernel/id.ts'
import type { AirtelConnection } from '../operator-settings.ts'

type Padding = AirtelConnection['rsaPadding']

const paddings = {
  pkcs1: { padding: constants.RSA_PKCS1_PADDING },
  oaep: { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
} as const

/** @param publicKey SubjectPublicKeyInfo, DER, in Base64. @returns undefined when it is not such a key. */
export function encryptFor(publicKey: string, padding: Padding, text: string): string | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
    return publicEncrypt({ key, ...paddings[padding] }, Buffer.from(text)).toString('base64')
  } catch {
    return undefined
  }
}

/** Headers that repeat the body under a new AES-256-CBC key, and that key under the public one. */
export function signatureHeaders(
  publicKey: string,
  padding: Padding,
  body: Uint8Array,
): Record<string, string> | undefined {
  const key = randomKey(32)
  const vector = randomKey(16)
  const sealed = encryptFor(publicKey, padding, `${base64(key)}:${base64(vector)}`)
  if (sealed === undefined) return undefined
  const cipher = createCipheriv('aes-256-cbc', key, vector)
  const signature = Buffer.concat([cipher.update(body), cipher.final()])
  return { 'x-signature': base64(signature), 'x-key': sealed }
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}
