// The pages' two languages, and their formats. A catalogue with a text missing in one language does not compile.
import { signal } from '@preact/signals'

export type Language = 'fr' | 'en'
export const languages: readonly Language[] = ['fr', 'en']
export const languageNames: Record<Language, string> = { fr: 'Français', en: 'English' }

const key = 'language'

/** The language chosen on this device, else the browser's, else French. */
function firstLanguage(): Language {
  const wanted = [localStorage.getItem(key) ?? '', ...navigator.languages].map((tag) => tag.slice(0, 2))
  return languages.find((language) => language === wanted.find((tag) => tag === 'fr' || tag === 'en')) ?? 'fr'
}

export const language = signal<Language>(firstLanguage())
document.documentElement.lang = language.value

/** @param remember stores the choice on this device for the next visit */
export function chooseLanguage(chosen: Language, remember = true): void {
  if (remember) localStorage.setItem(key, chosen)
  document.documentElement.lang = chosen
  language.value = chosen
}

export type Texts = { readonly [name: string]: string | ((...facts: never[]) => string) | Texts }
/** A catalogue with the same names; the texts may differ. */
type Same<T> = {
  readonly [Name in keyof T]: T[Name] extends string
    ? string
    : T[Name] extends Texts
      ? Same<T[Name]>
      : T[Name]
}

/** Returns a getter of the texts in the current language. Components that call it re-render when the language changes. */
export function catalogue<T extends Texts>(texts: { fr: T; en: NoInfer<Same<T>> }): () => Same<T> {
  const either = texts as unknown as Record<Language, Same<T>>
  return () => either[language.value]
}

const locales: Record<Language, string> = { fr: 'fr-CD', en: 'en-GB' }

/** The current locale for `Intl`. */
export const locale = () => locales[language.value]

/** The right form for a count: `plural(2, {one: 'payment', other: 'payments'})` is "payments". */
export function plural(count: number, label: { one: string; other: string }): string {
  return new Intl.PluralRules(locale()).select(count) === 'one' ? label.one : label.other
}

export function formatNumber(value: number, options: Intl.NumberFormatOptions = {}): string {
  return new Intl.NumberFormat(locale(), options).format(value)
}

/** A percentage: 3.5 as "3,5 %" in French and "3.5%" in English. */
export function formatPercent(value: number, options: Intl.NumberFormatOptions = {}): string {
  return formatNumber(value, { ...options, style: 'unit', unit: 'percent' })
}

/** What people call these countries; CLDR has "Congo - Kinshasa". */
const usualNames: Record<Language, Readonly<Record<string, string>>> = {
  fr: { CD: 'RD Congo', CG: 'Congo-Brazzaville' },
  en: { CD: 'DR Congo', CG: 'Congo-Brazzaville' },
}

/** @param code ISO 3166-1 alpha-2; an unknown code is returned as it is */
export function countryName(code: string): string {
  const usual = usualNames[language.value][code]
  if (usual !== undefined) return usual
  return new Intl.DisplayNames(locale(), { type: 'region', fallback: 'code' }).of(code) ?? code
}
