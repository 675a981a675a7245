// How a merchant appears on its payment pages: the name and logo, the colours of its accent, and its contact.
import { html } from 'ghtml'
import { amountText, type Language } from '../../kernel/language.ts'
import { type Palette, paletteOf, type Shades } from '../../merchants/brand/accent.ts'
import { brandOfMerchant, logoPath } from '../../merchants/brand/brand.ts'
import { type SupportContact, supportContact } from '../../merchants/brand/support.ts'
import type { Sql } from '../../platform/database/database.ts'

export type MerchantBrand = {
  name: string
  logo: { path: string; width: number; height: number } | null
  palette: Palette | null
  /** For the merchant's customers; null if it has given none. */
  support: SupportContact | null
}

/** A merchant that has set nothing. */
export const plainBrand = (name: string): MerchantBrand => ({
  name,
  logo: null,
  palette: null,
  support: null,
})

/** Reads how the merchant of a payment or a payment link appears. */
export async function brandOf(
  db: Sql,
  merchant: { merchant_id: bigint; merchant_name: string },
): Promise<MerchantBrand> {
  const row = await brandOfMerchant(db, merchant.merchant_id)
  const { logo_hash: hash, logo_width: width, logo_height: height } = row
  return {
    name: merchant.merchant_name,
    logo: hash && width && height ? { path: logoPath(hash), width, height } : null,
    palette: row.accent === null ? null : paletteOf(row.accent),
    support: row.support === null ? null : supportContact(row.support),
  }
}

/** The logo, or nothing. The name beside it is its text, so screen readers skip it. */
export function logoMarkup({ logo }: MerchantBrand): string {
  if (!logo) return ''
  return html`<img class="logo" src="${logo.path}" alt="" width="${logo.width}" height="${logo.height}">`
}

const supportTexts: Record<Language, Record<SupportContact['channel'], string>> = {
  fr: {
    phone: 'Une question\u202f? Contactez {merchant}\u00a0:',
    whatsapp: 'Une question\u202f? Écrivez à {merchant} sur WhatsApp\u00a0:',
  },
  en: { phone: 'Questions? Contact {merchant}:', whatsapp: 'Questions? Message {merchant} on WhatsApp:' },
}

/** The line that says whom to contact; empty without a contact. */
export function supportMarkup({ name, support }: MerchantBrand, language: Language): string {
  if (!support) return ''
  const words = supportTexts[language][support.channel].replace('{merchant}', () => name)
  return html`<p class="support">${words} !${supportLink(support)}</p>`
}

function supportLink({ channel, href, text }: SupportContact): string {
  return channel === 'whatsapp'
    ? html`<a href="${href}" target="_blank" rel="noopener noreferrer">${text}</a>`
    : html`<a href="${href}">${text}</a>`
}

/**
 * The tags for the head of a page. The browser takes the first theme colour that fits, so they come before ours; the
 * style comes after the style sheet that it changes.
 */
export function brandThemeColours({ palette }: Partial<MerchantBrand> = {}): string {
  if (!palette) return ''
  return (['light', 'dark'] as const)
    .map((theme) => {
      const media = `(prefers-color-scheme: ${theme})`
      return html`<meta name="theme-color" content="${palette[theme].panel.fill}" media="${media}">`
    })
    .join('\n')
}

/** Style rules for the parts of a brand that are set. */
export function brandStyle({ logo, palette, support }: Partial<MerchantBrand> = {}): string {
  return [
    palette &&
      `${coloursOf(palette.light)}@media screen and (prefers-color-scheme:dark){${coloursOf(palette.dark)}}`,
    logo && logoStyle,
    support &&
      '.support{color:var(--soft);font-size:.875rem;text-align:center;margin-top:1rem}.support a{white-space:nowrap}',
  ]
    .filter(Boolean)
    .join('')
}

/** On a white plate, because most logos are drawn for a white background. */
const logoStyle =
  '.logo{display:block;width:auto;height:auto;max-width:min(12rem,100%);max-height:3.5rem;min-height:1.5rem;object-fit:contain;margin:.5rem 0;padding:.375rem;background:#fff;border-radius:.75rem}.end .logo{margin:0 auto .75rem}'

function coloursOf({ panel, button, line }: Shades): string {
  const tint = panel.ink === '#ffffff' ? '#0003' : '#fff6'
  return `:root{--accent:${line};--accent-hover:${line};--ring:${line}40;--deep:${panel.fill};--deep-soft:${panel.soft}}
.main,.main:hover{background:${button.fill};color:${button.ink};box-shadow:${button.edge ? `inset 0 0 0 1.5px ${button.edge}` : 'none'}}.main:not(:disabled):hover{background:${button.hover}}
.summary,.summary .bar a[aria-current]{color:${panel.ink}}.summary .countdown{background:${tint}}`
}

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
function contactButton({ brand, language, about, needsLink }: Unpaid): string {
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
