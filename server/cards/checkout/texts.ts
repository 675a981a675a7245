// The texts of the payment pages, in English and French.
import type { Language } from '../../kernel/language.ts'
import { english } from './en.ts'
import { french } from './fr.ts'

export type Texts = typeof english
/** The notices that a page without a payment form may show. */
export type ResultKind = keyof Texts['ends']
export type ScriptTexts = Texts['script']

/** The languages' own names, as the language switch shows them. */
export const languageNames = { fr: 'Français', en: 'English' } as const satisfies Record<Language, string>

const texts: Record<Language, Texts> = { fr: french, en: english }

export function textsOf(language: Language): Texts {
  return texts[language]
}
