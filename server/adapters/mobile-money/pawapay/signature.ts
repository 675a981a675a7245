// The subset of HTTP message signatures (RFC 9421) and digests (RFC 9530) that pawaPay uses: one signature labelled
// `sig-pp`, over whole fields and parts of the request.
import { constants, createHash, createPrivateKey, type KeyObject, sign, verify } from 'node:crypto'
import { type Clock, unixSeconds } from '../../../platform/time/clock.ts'
import { listed } from '../../reply.ts'
import type { PawapayConnection } from '../operator-settings.ts'

/** A request as sent or received; header names in lower case. */
export type SignedMessage = {
  method: string
  authority: string
  /** Including its query. */
  path: string
  headers: Readonly<Record<string, string>>
}

export type SignatureFields = {
  components: string[]
  /** The exact text from Signature-Input, which is itself signed. */
  parameters: string
  keyid: string
  algorithm: string
  /** Unix seconds. */
  created: number
  expires: number
  signature: Uint8Array
}

const inputField = /^sig-pp=(\(((?:"[a-z0-9@-]+"(?: (?="))?)*)\)((?:;[a-z]+=(?:"[^"\\]{0,256}"|\d{1,12}))*))$/
const signatureField = /^sig-pp=:([A-Za-z0-9+/]{1,2048}={0,2}):$/

/** Undefined when the message has no signature, or an ambiguous one. */
export function readSignature(headers: SignedMessage['headers']): SignatureFields | undefined {
  const [, parameters, list = '', rest = ''] = inputField.exec(headers['signature-input'] ?? '') ?? []
  const [, signature] = signatureField.exec(headers.signature ?? '') ?? []
  if (parameters === undefined || signature === undefined) return undefined
  const components = [...list.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name)
  const named = [...rest.matchAll(/;([a-z]+)=(?:"([^"]*)"|(\d+))/g)]
  const values = new Map(named.map(([, name = '', text, digits]) => [name, text ?? Number(digits)]))
  const { keyid, alg, created, expires } = Object.fromEntries(values)
  const isTwice = new Set(components).size < components.length || values.size < named.length
  if (isTwice || typeof keyid !== 'string' || typeof alg !== 'string') return undefined
  if (typeof created !== 'number' || typeof expires !== 'number') return undefined
  const bytes = Buffer.from(signature, 'base64')
  return { components, parameters, keyid, algorithm: alg, created, expires, signature: bytes }
}

function signatureParameters(
  components: readonly string[],
  supplied: { algorithm: string; keyid: string; created: number; expires: number },
): string {
  const list = components.map((name) => `"${name}"`).join(' ')
  const { algorithm, keyid, created, expires } = supplied
  return `(${list});alg="${algorithm}";keyid="${keyid}";created=${created};expires=${expires}`
}

/** The signed text; undefined when it covers something that the message does not have. */
export function signatureBase(
  message: SignedMessage,
  { components, parameters }: Pick<SignatureFields, 'components' | 'parameters'>,
): string | undefined {
  const lines: string[] = []
  for (const name of components) {
    const value = componentOf(message, name)
    if (value === undefined) return undefined
    lines.push(`"${name}": ${value}`)
  }
  return [...lines, `"@signature-params": ${parameters}`].join('\n')
}

function componentOf({ method, authority, path, headers }: SignedMessage, name: string): string | undefined {
  switch (name) {
    case '@method':
      return method
    case '@authority':
      return authority.toLowerCase()
    case '@path':
      return path.replace(/\?.*$/s, '')
    case '@query':
      return path.replace(/^[^?]*\??/, '?')
    default:
      return Object.hasOwn(headers, name) ? headers[name]?.trim() : undefined
  }
}

const hashes = { 'sha-256': 'sha256', 'sha-512': 'sha512' } as const

export function contentDigest(body: Uint8Array, algorithm: keyof typeof hashes = 'sha-512'): string {
  return `${algorithm}=:${createHash(hashes[algorithm]).update(body).digest('base64')}:`
}

/** Whether a Content-Digest matches this body in every supported algorithm, of which there must be at least one. */
export function isDigestOf(body: Uint8Array, field: string): boolean {
  const supplied = field.split(',').map((digest) => digest.trim())
  const known = supplied.filter((digest) => /^sha-(256|512)=/.test(digest))
  const right = [contentDigest(body), contentDigest(body, 'sha-256')]
  return known.length > 0 && known.every((digest) => right.includes(digest))
}

type Algorithm = {
  fits(key: KeyObject): boolean
  sign(data: Uint8Array, key: KeyObject): Uint8Array
  verify(data: Uint8Array, key: KeyObject, signature: Uint8Array): boolean
}

const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 64 }
const pkcs1 = { padding: constants.RSA_PKCS1_PADDING }

const algorithms: Readonly<Record<string, Algorithm>> = {
  'ecdsa-p256-sha256': ecdsa('prime256v1', 'sha256'),
  'ecdsa-p384-sha384': ecdsa('secp384r1', 'sha384'),
  'rsa-pss-sha512': rsa('sha512', pss),
  'rsa-v1_5-sha256': rsa('sha256', pkcs1),
}

/** The RFC requires the raw r‖s; pawaPay's own samples write DER and expect it. */
function ecdsa(curve: string, hash: string): Algorithm {
  const encodings = ['der', 'ieee-p1363'] as const
  return {
    fits: (key) => key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === curve,
    sign: (data, key) => sign(hash, data, { key, dsaEncoding: 'der' }),
    verify: (data, key, signature) =>
      encodings.some((dsaEncoding) => verify(hash, data, { key, dsaEncoding }, signature)),
  }
}

function rsa(hash: string, padding: { padding: number; saltLength?: number }): Algorithm {
  return {
    fits: (key) => key.asymmetricKeyType === 'rsa',
    sign: (data, key) => sign(hash, data, { key, ...padding }),
    verify: (data, key, signature) => verify(hash, data, { key, ...padding }, signature),
  }
}

/** Also false for an unknown algorithm or a key of another type. */
export function isSignedBy(key: KeyObject, algorithm: string, text: string, signature: Uint8Array): boolean {
  const known = listed(algorithms, algorithm)
  return known?.fits(key) === true && known.verify(Buffer.from(text), key, signature)
}

/** Signs with the first algorithm that the key supports. @throws when there is none. */
function signerOf(key: KeyObject): { algorithm: string; sign(text: string): Uint8Array } {
  const found = Object.entries(algorithms).find(([, { fits }]) => fits(key))
  if (!found) throw new TypeError('a signing key is EC on P-256 or P-384, or RSA')
  const [algorithm, { sign: signWith }] = found
  return { algorithm, sign: (text) => signWith(Buffer.from(text), key) }
}

/** Returns the headers of a POST with this body, including those of the signature. */
export type RequestSigner = (url: URL, body: Uint8Array) => Record<string, string>

const components = [
  '@method',
  '@authority',
  '@path',
  'signature-date',
  'content-digest',
  'content-type',
] as const
const lifeSeconds = 60

/** @throws when the key cannot sign. */
export function openRequestSigner(
  { id: keyid, privateKeyPem }: NonNullable<PawapayConnection['signingKey']>,
  clock: Clock,
): RequestSigner {
  const { algorithm, sign } = signerOf(createPrivateKey(privateKeyPem))
  return (url, body) => {
    const now = clock.now()
    const created = unixSeconds(now)
    const headers = {
      'content-type': 'application/json',
      'content-digest': contentDigest(body),
      'signature-date': now.toString({ smallestUnit: 'second' }),
    }
    const expires = created + lifeSeconds
    const parameters = signatureParameters(components, { algorithm, keyid, created, expires })
    const message = { method: 'POST', authority: url.host, path: url.pathname, headers }
    const base = signatureBase(message, { components: [...components], parameters }) ?? ''
    const signature = Buffer.from(sign(base)).toString('base64')
    return { ...headers, 'signature-input': `sig-pp=${parameters}`, signature: `sig-pp=:${signature}:` }
  }
}
