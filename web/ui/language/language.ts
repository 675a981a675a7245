// The two languages of the pages. A catalogue that lacks a text in one of them does not compile.
import { signal } from '@preact/signals'

export type Language = 'fr' | 'en'
export const languages: readonly Language[] = ['fr', 'en']
export const languageNames: Record<Language, string> = { fr: 'Français', en: 'English' }

const key = 'language'

/** What was chosen on this device, what the browser asks for, or French. */
function firstLanguage(): Language {
  const wanted = [localStorage.getItem(key) ?? '', ...navigator.languages].map((tag) => tag.slice(0, 2))
  return languages.find((language) => language === wanted.find((tag) => tag === 'fr' || tag === 'en')) ?? 'fr'
}

export const language = signal<Language>(firstLanguage())
document.documentElement.lang = language.value

/** @param keep on this device, for the next visit */
export function chooseLanguage(chosen: Language, remember = true): void {
  if (remember) localStorage.setItem(key, chosen)
  document.documentElement.lang = chosen
  language.value = chosen
}

export type Texts = { readonly [name: string]: string | ((...facts: never[]) => string) | Texts }
/** The same names; words may be others. */
type Same<T> = {
  readonly [Name in keyof T]: T[Name] extends string
    ? string
    : T[Name] extends Texts
      ? Same<T[Name]>
      : T[Name]
}

/** Returns what gives the texts in the language of now; a component that calls it follows the choice. */
export function catalogue<T extends Texts>(texts: { fr: T; en: NoInfer<Same<T>> }): () => Same<T> {
  const either = texts as unknown as Record<Language, Same<T>>
  return () => either[language.value]
}

const locales: Record<Language, string> = { fr: 'fr-CD', en: 'en-GB' }

/** For `Intl`. */
export const locale = () => locales[language.value]

/** The word for that many: `plural(2, {one: 'payment', other: 'payments'})`. */
export function plural(count: number, label: { one: string; other: string }): string {
  return new Intl.PluralRules(locale()).select(count) === 'one' ? label.one : label.other
}

export function formatNumber(value: number, options: Intl.NumberFormatOptions = {}): string {
  return new Intl.NumberFormat(locale(), options).format(value)
}

/** @param code ISO 3166-1 alpha-2; what is none comes back as it is. */
export function countryName(code: string): string {
  return new Intl.DisplayNames(locale(), { type: 'region', fallback: 'code' }).of(code) ?? code
}
