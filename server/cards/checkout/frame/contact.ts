// How the payer of a payment that did not take place reaches the merchant, where the page leads nowhere else.
import { html } from 'ghtml'
import { amountText, type Language } from '../../../kernel/language/language.ts'
import { type MerchantBrand, supportMarkup } from './merchant-brand.ts'

export const whatsappIcon =
  '<svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"><path d="M2.500 17.500l1.200-4a7.200 7.200 0 1 1 2.800 2.800zM7.300 6.800c-.7 3 2.700 6.600 5.900 5.900l.6-1.600-2-.9-.9.8q-1.300-.6-1.800-1.900l.8-.9-.9-2z"/></svg>'

type Unpaid = {
  brand: MerchantBrand
  language: Language
  /** What is to be paid. */
  about: { reference: string; amount: string; currency: string }
  /** Whether the payer needs another payment link. */
  needsLink: boolean
}

type ContactTexts = { call: string; write: string; askLink: string; question: string; request: string }

const texts: Record<Language, ContactTexts> = {
  fr: {
    call: 'Appeler {merchant}',
    write: 'Écrire à {merchant}',
    askLink: 'Demander un nouveau lien',
    question: 'Bonjour, je n’ai pas pu payer {amount} (référence {reference}). Comment puis-je payer\u202f?',
    request:
      'Bonjour, pouvez-vous m’envoyer un nouveau lien pour payer {amount} (référence {reference})\u202f?',
  },
  en: {
    call: 'Call {merchant}',
    write: 'Message {merchant}',
    askLink: 'Ask for a new link',
    question: 'Hello, I couldn’t pay {amount} (reference {reference}). How can I pay?',
    request: 'Hello, could you send me a new link to pay {amount} (reference {reference})?',
  },
}

/** A button that calls the merchant, or opens WhatsApp with a message to it. Empty without a contact. */
export function contactButton({ brand, language, about, needsLink }: Unpaid): string {
  const { support, name } = brand
  if (!support) return ''
  const words = texts[language]
  const isChat = support.channel === 'whatsapp'
  const label = !isChat ? words.call : needsLink ? words.askLink : words.write
  const message = (needsLink ? words.request : words.question)
    .replace('{amount}', () => amountText(about.amount, about.currency, language))
    .replace('{reference}', () => about.reference)
  const href = isChat ? `${support.href}?text=${encodeURIComponent(message)}` : support.href
  const channel = isChat ? 'WhatsApp ' : ''
  return html`<a class="main" href="${href}"!${isChat ? ' target="_blank" rel="noopener noreferrer"' : ''}>!${isChat ? whatsappIcon : ''}<span>${label.replace('{merchant}', () => name)}</span></a><p class="support">${channel}${support.text}</p>`
}

/** The button where the page leads nowhere else; otherwise the line with the contact. */
export function contactMarkup({
  brand,
  about,
  ...view
}: Pick<Unpaid, 'language' | 'needsLink'> & {
  brand: MerchantBrand | undefined
  about: Unpaid['about'] | undefined
}): string {
  if (!brand) return ''
  return about ? contactButton({ ...view, brand, about }) : supportMarkup(brand, view.language)
}
