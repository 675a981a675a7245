// All customer-facing texts of the payment pages, in French and English.
import { english } from './en.ts'
import { french } from './fr.ts'
import type { Texts } from './page-texts.ts'

export const languages = ['fr', 'en'] as const
export type Language = (typeof languages)[number]

/** Each language under its own name, as the language switch shows it. */
export const languageNames = { fr: 'Français', en: 'English' } as const satisfies Record<Language, string>

const texts: Record<Language, Texts> = { fr: french, en: english }

export function textsOf(language: Language): Texts {
  return texts[language]
}

/**
 * Formats an amount with its currency code, so that nobody mistakes francs for dollars: "1 250,00 USD", "USD 1,250.00".
 */
export function amountText(amount: string, currency: string, language: Language): string {
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    currencyDisplay: 'code',
    minimumFractionDigits: 2,
  }).format(amount as `${number}`)
}
