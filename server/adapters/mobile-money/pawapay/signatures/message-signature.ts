// The subset of HTTP message signatures (RFC 9421) and digests (RFC 9530) that pawaPay uses: one signature labelled
// `sig-pp`, over whole fields and parts of the request.
import { createHash } from 'node:crypto'

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

export function signatureParameters(
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
