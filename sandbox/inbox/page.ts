// Pages of the inbox: the list of messages, and one message.

import { html } from 'ghtml'
import { type Language, page } from '../page.ts'
import { dateText } from './date-text.generated.ts'
import type { InboxMessage } from './store.ts'

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
  const options = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Africa/Kinshasa' } as const
  const time = dateText(language === 'fr' ? 'fr-CD' : 'en-GB', options, new Date(created_at))
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
