// The typography of each language. Documents and texts are typed with straight apostrophes and ordinary spaces.
import type { Language } from './guide-texts.ts'

const noBreak = '\u00a0'
const narrowNoBreak = '\u202f'

/** Units and currencies that stay on the line of their number. */
const units =
  'USD|CDF|EUR|%|ms|s|min|h|px|Kio|Mio|KiB|MiB|KB|octets?|bytes?|caractères?|characters?|secondes?|seconds?|minutes?|heures?|hours?|jours?|days?|ans?|years?|fois|times|chiffres?|digits?'

/** Lines of a document end anywhere, so a space may be typed as the end of a line. */
const shared: [RegExp, string][] = [
  [/(?<=[\p{L}\d])'(?=[\p{L}\d])/gu, '’'],
  // The genitive of a plural.
  [/(?<=s)'(?=\s)/g, '’'],
  [/(?<=\S) - (?=\S)/g, ' – '],
  [new RegExp(`(?<=\\d)[ \\n](?=(?:${units})(?![\\p{L}\\d]))`, 'gu'), noBreak],
]
const rules: Record<Language, [RegExp, string][]> = {
  fr: [
    ...shared,
    [/(?<=(?<!\d)\d{1,3}(?: \d{3})*) (?=\d{3}(?!\d))/g, narrowNoBreak],
    [/[ \n](?=[;?!])/g, narrowNoBreak],
    [/[ \n](?=[:»])|(?<=«)[ \n]/g, noBreak],
  ],
  en: [...shared, [/"(?=[\p{L}\d])/gu, '“'], [/(?<=[\p{L}\d.,!?])"/gu, '”']],
}

/** Replaces typed apostrophes, hyphens between words and spaces by those of the language. */
export function typeset(text: string, language: Language): string {
  return rules[language].reduce((result, [pattern, sign]) => result.replace(pattern, sign), text)
}

/** The same for the texts of a page, without its tags, its code and its pictures. */
export function typesetHtml(html: string, language: Language): string {
  const parts = html.split(/(<(code|pre|svg)\b[\s\S]*?<\/\2>|<[^>]*>)/)
  // Each match is followed by the name of its element.
  return parts.map((part, at) => (at % 3 === 0 ? typeset(part, language) : at % 3 === 1 ? part : '')).join('')
}
