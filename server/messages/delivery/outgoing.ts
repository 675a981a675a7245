// Lays out a message for its channel.
import type { OutgoingMessage } from '../channel.ts'
import { emailHtml, emailText } from './email-layout.ts'
import type { ClaimedMessage } from './queries.ts'

/** @param baseUrl of the pages that the message links to. */
export function outgoing(message: ClaimedMessage, baseUrl: string): OutgoingMessage {
  const { message_id: id, kind, address, language, created_at: createdAt } = message
  const base = { id, kind, address, language, createdAt }
  if (message.channel !== 'email') return { ...base, channel: message.channel, text: message.content.text }
  const { channel, content } = message
  const text = emailText(content, baseUrl)
  return { ...base, channel, subject: content.subject, text, html: emailHtml(content, { baseUrl, language }) }
}
