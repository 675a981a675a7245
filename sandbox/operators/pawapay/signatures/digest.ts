// The Content-Digest field (RFC 9530) with the two algorithms that pawaPay accepts.
import { createHash } from 'node:crypto'

const hashes = { 'sha-256': 'sha256', 'sha-512': 'sha512' } as const

export function contentDigest(body: Uint8Array, algorithm: keyof typeof hashes = 'sha-512'): string {
  return `${algorithm}=:${createHash(hashes[algorithm]).update(body).digest('base64')}:`
}

/** Whether at least one supported digest is present, and each of them matches the body. */
export function digestFits(field: string | undefined, body: Uint8Array): boolean {
  const supplied = (field ?? '').split(',').map((member) => member.trim())
  const known = supplied.filter((member) => /^sha-(256|512)=:/.test(member))
  const fits = (member: string) =>
    member === contentDigest(body, member.startsWith('sha-256') ? 'sha-256' : 'sha-512')
  return known.length > 0 && known.every(fits)
}
