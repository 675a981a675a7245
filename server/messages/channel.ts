// The port of a channel: what delivers messages to people, such as a mail server or an SMS gateway.
import type { Language } from '../kernel/language.ts'

/** A message as it leaves, with its layout. */
export type OutgoingMessage = {
  /** The same in every attempt, so that a channel that knows it can drop a repeat. */
  id: string
  kind: string
  address: string
  language: Language
  createdAt: Temporal.Instant
} & (
  | {
      channel: 'email'
      subject: string
      text: string
      html: string
      /** The address that stops such messages, by a request of the mail program alone (RFC 8058). */
      unsubscribe?: string
    }
  | { channel: 'sms' | 'whatsapp'; text: string }
)

/** `reason` is for the record: short, without addresses. */
export type SendResult =
  | { kind: 'sent' }
  /** For good: the address does not exist, or the text is not allowed. */
  | { kind: 'refused'; reason: string }
  /** Certainly not accepted, so it may be sent again. */
  | { kind: 'failed'; reason: string }
  /** Perhaps accepted: the reply was lost. */
  | { kind: 'unknown'; reason: string }

export type Channel = {
  /**
   * Whether a message that was perhaps accepted may be sent again. False where a repeat reaches the recipient twice and costs
   * money.
   */
  readonly acceptsRepeats: boolean
  /** Never throws. */
  send(message: OutgoingMessage): Promise<SendResult>
  close(): Promise<void>
}

/** The channels that a deployment has. */
export type Channels = {
  email?: Channel
  sms?: Channel
  whatsapp?: Channel
  /** The inbox of the simulators, which shows the messages of all channels. */
  inbox?: Channel
}
