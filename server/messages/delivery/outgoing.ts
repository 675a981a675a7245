// Lays out a message for its channel.
import type { Secrets } from '../../platform/security/secrets.ts'
import type { OutgoingMessage } from '../channel.ts'
import type { EmailContent } from '../content.ts'
import { openFragment } from '../fragment.ts'
import { emailHtml, emailText } from './email-layout.ts'
import type { ClaimedMessage } from './queries.ts'

/**
 * @param baseUrl of the pages that the message links to.
 * @param choicePath the page where the recipient stops such messages, where they can be stopped.
 * @throws when the secret part of its link cannot be opened.
 */
export function outgoing(
  message: ClaimedMessage,
  { baseUrl, secrets }: { baseUrl: string; secrets: Secrets },
  choicePath?: string,
): OutgoingMessage {
  const { message_id: id, kind, address, language, created_at: createdAt } = message
  const base = { id, kind, address, language, createdAt }
  if (message.channel !== 'email') return { ...base, channel: message.channel, text: message.content.text }
  const { channel } = message
  const content = withLink(message.content, secrets)
  const unsubscribe = choicePath && `${baseUrl}${choicePath}?lang=${language}`
  const text = emailText(content, { baseUrl, language, unsubscribe })
  const html = emailHtml(content, { baseUrl, language, unsubscribe })
  return { ...base, channel, subject: content.subject, text, html, ...(unsubscribe && { unsubscribe }) }
}

function withLink(content: EmailContent, secrets: Secrets): EmailContent {
  const { action } = content
  if (action?.fragment === undefined) return content
  const path = `${action.path}#${openFragment(secrets, action.fragment)}`
  return { ...content, action: { label: action.label, path } }
}
