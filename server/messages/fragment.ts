// The secret part of a link in a message, such as a one-time token: browsers never send it, and whoever reads the outbox cannot use it.
import type { Secrets } from '../platform/security/secrets.ts'

const context = 'message:fragment'

/** @returns what a message stores. */
export function sealFragment(secrets: Secrets, secret: string): string {
  return secrets.seal(secret, context).toString('base64url')
}

/** @throws when it was changed, or sealed under an unknown master key. */
export function openFragment(secrets: Secrets, sealed: string): string {
  return secrets.open(Buffer.from(sealed, 'base64url'), context)
}
