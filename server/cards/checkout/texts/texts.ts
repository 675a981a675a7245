// The texts of the payment pages, in English and French.
import { english } from './en.ts'
import { french } from './fr.ts'
import type { Texts } from './page-texts.ts'

export const languages = ['fr', 'en'] as const
export type Language = (typeof languages)[number]

/** The languages' own names, as the language switch shows them. */
export const languageNames = { fr: 'Français', en: 'English' } as const satisfies Record<Language, string>

const texts: Record<Language, Texts> = { fr: french, en: english }

export function textsOf(language: Language): Texts {
  return texts[language]
}

/**
 * An amount with its currency code, so that nobody takes francs for dollars: "1 250,00 USD", "1,250.00 USD". Whole
 * amounts in CDF have no decimals, since centimes are not in use. The portal and the console write amounts the same way.
 */
export function amountText(amount: string, currency: string, language: Language): string {
  const number = new Intl.NumberFormat(language, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    trailingZeroDisplay: currency === 'CDF' ? 'stripIfInteger' : 'auto',
  }).format(amount as `${number}`)
  return `${number}\u00a0${currency}`
}
