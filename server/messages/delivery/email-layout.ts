// The layout of emails: plain text, and the same as simple HTML that is readable on a phone, in a dark theme and without images.
import { html } from 'ghtml'
import type { Language } from '../../kernel/language.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { OutgoingMessage } from '../channel.ts'
import { type EmailContent, openFragment } from '../content.ts'
import type { ClaimedMessage } from './queries.ts'

/** What the layout adds to the content. `unsubscribe`: where the recipient stops such messages. */
type Layout = { baseUrl: string; language: Language; unsubscribe?: string | undefined }

const stopping: Record<Language, string> = {
  fr: 'Ne plus recevoir d’e-mails de ce marchand',
  en: 'Stop emails from this merchant',
}

export function emailText(content: EmailContent, { baseUrl, language, unsubscribe }: Layout): string {
  const { paragraphs, facts = [], action, reason } = content
  // A non-breaking space precedes a colon in French.
  const colon = language === 'fr' ? '\u00a0:' : ':'
  const table = facts.map(([label, value]) => `${label}${colon} ${value}`).join('\n')
  const link = action ? `${action.label}${colon}\n${baseUrl}${action.path}` : ''
  const stop = unsubscribe ? `${stopping[language]}${colon}\n${unsubscribe}` : ''
  const parts = [...paragraphs, table, link, `--\n${reason}`, stop]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

const font = 'font:16px/1.5 -apple-system,BlinkMacSystemFont,Segoe UI,Roboto,sans-serif'
const button =
  'display:inline-block;padding:12px 20px;border-radius:8px;background:#0b625c;color:#ffffff;text-decoration:none;font-weight:600'

export function emailHtml(
  { subject, paragraphs, facts = [], action, reason }: EmailContent,
  { baseUrl, language, unsubscribe }: Layout,
): string {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${subject}</title>
</head>
<body style="margin:0;padding:24px 16px;${font}">
<div style="max-width:560px;margin:0 auto">
<p style="margin:0 0 24px;font-weight:700">Likuta</p>
!${paragraphMarkup(paragraphs)}
!${factMarkup(facts)}
!${actionMarkup(action, baseUrl)}
<p style="margin:32px 0 0;padding-top:16px;border-top:1px solid #8884;font-size:13px;opacity:.75">${reason}!${unsubscribe ? html`<br><a href="${unsubscribe}" style="color:inherit">${stopping[language]}</a>` : ''}</p>
</div>
</body>
</html>
`
}

function paragraphMarkup(paragraphs: EmailContent['paragraphs']): string {
  return paragraphs.map((text) => html`<p style="margin:0 0 16px">${text}</p>`).join('\n')
}

function factMarkup(facts: NonNullable<EmailContent['facts']>): string {
  if (facts.length === 0) return ''
  const rows = facts.map(
    ([label, value]) =>
      html`<tr><td style="padding:6px 16px 6px 0;vertical-align:top;opacity:.75">${label}</td><td style="padding:6px 0;overflow-wrap:anywhere">${value}</td></tr>`,
  )
  return `<table role="presentation" style="border-collapse:collapse;margin:0 0 16px;font-size:15px">${rows.join('')}</table>`
}

function actionMarkup(action: EmailContent['action'], baseUrl: string): string {
  if (!action) return ''
  return html`<p style="margin:24px 0"><a href="${baseUrl + action.path}" style="${button}">${action.label}</a></p>`
}

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
