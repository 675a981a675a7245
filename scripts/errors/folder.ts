import type { Language } from '../guides/guide-texts.ts'

/** The folder of the error pages of a language, from the root of the project. */
export function errorFolder(language: Language): string {
  return language === 'en' ? 'docs/errors' : `docs/errors/${language}`
}
