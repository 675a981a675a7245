// What a message says. It is written in the recipient's language in the commit of the fact it reports; only the layout is added when
// it is sent.
import type { Secrets } from '../platform/secrets.ts'

/** An email without its layout. */
export type EmailContent = {
  subject: string
  paragraphs: readonly string[]
  /** Labels and values, shown as a table. */
  facts?: readonly (readonly [label: string, value: string])[]
  /** A page of ours: its path, which begins with a slash. `fragment`: what follows after a `#`, by `sealFragment`. */
  action?: { label: string; path: string; fragment?: string }
  /** Why the recipient receives it. */
  reason: string
}

/** A message to a phone: one sentence, which fits into an SMS. */
type PhoneContent = { text: string }

export type Content =
  | { channel: 'email'; content: EmailContent }
  | { channel: 'sms' | 'whatsapp'; content: PhoneContent }
export type ChannelKind = Content['channel']

const context = 'message:fragment'

/** @returns what a message stores. */
export function sealFragment(secrets: Secrets, secret: string): string {
  return secrets.seal(secret, context).toString('base64url')
}

/** @throws when it was changed, or sealed under an unknown master key. */
export function openFragment(secrets: Secrets, sealed: string): string {
  return secrets.open(Buffer.from(sealed, 'base64url'), context)
}
