// The texts of the payment page for mobile money, in English and French.
import type { Language } from '../../kernel/language.ts'
import { english } from './en.ts'
import { french } from './fr.ts'

export type PhoneTexts = typeof english

const texts: Record<Language, PhoneTexts> = { fr: french, en: english }

export const phoneTextsOf = (language: Language): PhoneTexts => texts[language]

/** A text with the values in place of its `{…}`. */
export const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (hole, name: string) => values[name] ?? hole)
