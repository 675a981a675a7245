// Signs messages as pawaPay does, and verifies signatures of its callers.
import { constants, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import {
  type Message,
  readSignature,
  readSignatureInput,
  type SignatureInput,
  signatureBase,
  signatureField,
  signatureInputField,
  writeSignatureInput,
} from './base.ts'
import { contentDigest, digestFits } from './digest.ts'

/** `raw` is r‖s, as RFC 9421 requires; pawaPay's own samples write and read DER. */
export type EcdsaEncoding = 'der' | 'raw'

export type PublicKey = { id: string; key: string }

export type Signer = { keyid: string; key: KeyObject; encoding: EcdsaEncoding }

/** Components that a signature must cover, because otherwise a stolen signature could be used for another request. */
const requestComponents = ['@method', '@authority', '@path', 'content-digest']

const signed = {
  request: ['@method', '@authority', '@path', 'signature-date', 'content-digest', 'content-type'],
  response: ['@status', 'signature-date', 'content-digest', 'content-type'],
} as const

/** Validity of our signatures in seconds; signatures of callers may be this far ahead of our clock. */
const lifeSeconds = 60

/** The headers of a signed message. `now` is in milliseconds. */
export function signatureHeaders(
  message: Omit<Message, 'headers'>,
  body: Uint8Array,
  signer: Signer,
  now: number,
): Record<string, string> {
  const headers = {
    'content-type': 'application/json',
    'content-digest': contentDigest(body),
    'signature-date': new Date(now).toISOString(),
  }
  const created = Math.floor(now / 1000)
  const input = writeSignatureInput(message.status ? signed.response : signed.request, {
    alg: 'ecdsa-p256-sha256',
    keyid: signer.keyid,
    created,
    expires: created + lifeSeconds,
  })
  const base = signatureBase({ ...message, headers }, input)
  if (base === null) throw new Error('the message lacks a component that its signature covers')
  const dsaEncoding = signer.encoding === 'raw' ? 'ieee-p1363' : 'der'
  const signature = sign('sha256', Buffer.from(base), { key: signer.key, dsaEncoding })
  return { ...headers, 'signature-input': signatureInputField(input), signature: signatureField(signature) }
}

/**
 * Why a caller's request is refused; null when its signature is valid. `clocks` are times in milliseconds, at any of which
 * the signature may be valid.
 */
export function signatureFault(
  message: Message,
  body: Uint8Array,
  keys: readonly PublicKey[],
  clocks: readonly number[],
): string | null {
  const input = readSignatureInput(message.headers['signature-input'])
  const signature = readSignature(message.headers.signature)
  if (!input || !signature) return 'Signature or Signature-Input is missing or malformed'
  const missing = requestComponents.filter((name) => !input.components.includes(name))
  if (missing.length > 0) return `Signature does not cover ${missing.join(', ')}`
  if (!clocks.some((now) => inForce(input, now))) return 'Signature is expired or not yet valid'
  if (!digestFits(message.headers['content-digest'], body)) return 'Content-Digest does not match the body'
  const key = keys.find(({ id }) => id === input.keyid)
  if (!key) return 'No public key with this keyid'
  const base = signatureBase(message, input)
  if (base === null) return 'Signature covers a part that the request does not have'
  return fits(input.alg, base, createPublicKey(key.key), signature) ? null : 'Signature is wrong'
}

function inForce({ created, expires }: SignatureInput, now: number): boolean {
  const seconds = now / 1000
  return created !== null && created <= seconds + lifeSeconds && (expires === null || seconds <= expires)
}

function fits(alg: string | null, base: string, key: KeyObject, signature: Buffer): boolean {
  const data = Buffer.from(base)
  const isEc = key.asymmetricKeyType === 'ec'
  const curve = key.asymmetricKeyDetails?.namedCurve
  const either = (hash: string) =>
    (['der', 'ieee-p1363'] as const).some((dsaEncoding) =>
      verify(hash, data, { key, dsaEncoding }, signature),
    )
  switch (alg) {
    case 'ecdsa-p256-sha256':
      return isEc && curve === 'prime256v1' && either('sha256')
    case 'ecdsa-p384-sha384':
      return isEc && curve === 'secp384r1' && either('sha384')
    case 'rsa-v1_5-sha256':
      return !isEc && verify('sha256', data, { key, padding: constants.RSA_PKCS1_PADDING }, signature)
    case 'rsa-pss-sha512':
      return (
        !isEc &&
        verify('sha512', data, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 64 }, signature)
      )
    default:
      return false
  }
}
