// What a message says. It is written in the recipient's language in the commit of the fact it reports; only the layout is added when
// it is sent.

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
export type PhoneContent = { text: string }

export type Content =
  | { channel: 'email'; content: EmailContent }
  | { channel: 'sms' | 'whatsapp'; content: PhoneContent }
export type ChannelKind = Content['channel']
