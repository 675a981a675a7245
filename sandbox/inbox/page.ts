// Pages of the inbox: the list of messages, and one message.
import { html } from 'ghtml'
import type { InboxMessage } from './store.ts'

type Language = 'fr' | 'en'

const texts = {
  fr: {
    title: 'Boîte de réception de test',
    lead: 'Les messages que le bac à sable aurait envoyés. Aucun ne quitte cette machine.',
    none: 'Aucun message pour l’instant',
    noneLead: 'Un versement qui échoue, un litige ou une connexion depuis un nouvel appareil en envoie un.',
    back: 'Tous les messages',
    to: 'À',
    plain: 'Texte brut',
    channels: { email: 'E-mail', sms: 'SMS', whatsapp: 'WhatsApp' },
    deliveries: (count: number) => `reçu ${count} fois`,
  },
  en: {
    title: 'Test inbox',
    lead: 'The messages that the sandbox would have sent. None leaves this machine.',
    none: 'No messages yet',
    noneLead: 'A payout that fails, a dispute or a sign-in from a new device sends one.',
    back: 'All messages',
    to: 'To',
    plain: 'Plain text',
    channels: { email: 'Email', sms: 'SMS', whatsapp: 'WhatsApp' },
    deliveries: (count: number) => `received ${count} times`,
  },
} as const

const style = `
:root{--ink:#16242b;--soft:#52626a;--line:#d8e0e3;--ground:#f4f7f7;--accent:#0b625c;--paper:#fff;color-scheme:light dark}
@media (prefers-color-scheme:dark){:root{--ink:#e8eff0;--soft:#a3b3b9;--line:#33444b;--ground:#0f1a1f;--accent:#3fbfa5;--paper:#16242a}}
*{box-sizing:border-box}
html{font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;color:var(--ink);background:var(--ground)}
body{margin:0 auto;max-width:760px;padding:24px 16px}
h1{font-size:1.4rem;line-height:1.25;margin:0 0 4px;text-wrap:balance;overflow-wrap:anywhere}
.lead{margin:0 0 20px;color:var(--soft);overflow-wrap:anywhere}
ul{list-style:none;margin:0;padding:0;background:var(--paper);border:1px solid var(--line);border-radius:12px;overflow:hidden}
li+li{border-top:1px solid var(--line)}
li a{display:block;padding:14px 16px;color:inherit;text-decoration:none}
li a:hover strong{text-decoration:underline}
a:focus-visible{outline:3px solid var(--accent);outline-offset:-3px}
strong{display:block;overflow-wrap:anywhere}
small{color:var(--soft);font-size:.85rem;overflow-wrap:anywhere}
.back{color:var(--accent)}
iframe{width:100%;height:560px;border:1px solid var(--line);border-radius:12px;background:#fff;color-scheme:light}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:14px/1.5 ui-monospace,monospace;background:var(--paper);border:1px solid var(--line);border-radius:12px;padding:16px}
h2{font-size:1rem;margin:24px 0 8px}
.empty{padding:32px 16px;text-align:center;background:var(--paper);border:1px solid var(--line);border-radius:12px}
`

export function inboxPage(messages: readonly InboxMessage[], language: Language): string {
  const text = texts[language]
  const body = html`<h1>${text.title}</h1><p class="lead">${text.lead}</p>!${listMarkup(messages, language)}`
  return page(text.title, language, body)
}

function listMarkup(messages: readonly InboxMessage[], language: Language): string {
  if (messages.length === 0) return emptyState(language)
  return `<ul>${messages.map((message) => rowOf(message, language)).join('')}</ul>`
}

function emptyState(language: Language): string {
  const text = texts[language]
  return html`<div class="empty"><strong>${text.none}</strong><small>${text.noneLead}</small></div>`
}

function rowOf(message: InboxMessage, language: Language): string {
  return html`<li><a href="/inbox/messages/${message.id}?lang=${language}"><strong>${titleOf(message)}</strong>
<small>${factsOf(message, language)}</small></a></li>`
}

/** Channel, recipient and time, and how often it came if it came again. */
function factsOf({ channel, address, created_at, deliveries }: InboxMessage, language: Language): string {
  const text = texts[language]
  const time = new Intl.DateTimeFormat(language === 'fr' ? 'fr-CD' : 'en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'Africa/Kinshasa',
  }).format(new Date(created_at))
  const parts = [text.channels[channel], address, time]
  return [...parts, ...(deliveries > 1 ? [text.deliveries(deliveries)] : [])].join(' · ')
}

const titleOf = (message: InboxMessage) => (message.channel === 'email' ? message.subject : message.text)

export function messagePage(message: InboxMessage, language: Language): string {
  const text = texts[language]
  const title = titleOf(message)
  const body = html`<p><a class="back" href="/inbox?lang=${language}">← ${text.back}</a></p>
<h1>${title}</h1><p class="lead">${factsOf(message, language)}</p>
!${emailMarkup(message, text.plain)}`
  return page(title, language, body)
}

/** An email in both of its forms; a message to a phone is shown by its title. */
function emailMarkup(message: InboxMessage, heading: string): string {
  if (message.channel !== 'email') return ''
  return html`<iframe sandbox title="${message.subject}" src="/inbox/messages/${message.id}/html"></iframe>
<h2>${heading}</h2><pre>${message.text}</pre>`
}

/** The email itself, for the frame. */
export function htmlView(message: InboxMessage): string | undefined {
  return message.channel === 'email' ? message.html : undefined
}

function page(title: string, language: Language, body: string): string {
  return html`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>
<style>!${style}</style></head>
<body><main>!${body}</main></body>
</html>`
}
