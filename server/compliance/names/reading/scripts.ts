// The alphabet of a letter, and whether names are written with it.

/** The alphabets names are written in. Those that are used together in one name count as one. */
const scriptNames =
  `Latin Cyrillic Greek Arabic Hebrew Armenian Georgian Ethiopic Devanagari Bengali Gurmukhi Gujarati Oriya
  Tamil Telugu Kannada Malayalam Sinhala Thai Lao Khmer Myanmar Tibetan Mongolian Syriac Thaana Nko Adlam Tifinagh`.split(
    /\s+/,
  )
const scripts: readonly [name: string, pattern: RegExp][] = [
  ...scriptNames.map((name): [string, RegExp] => [name, new RegExp(`\\p{sc=${name}}`, 'u')]),
  ['Korean', /\p{sc=Hangul}/u],
  ['EastAsian', /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Bopomofo}ー]/u],
]

/** The alphabet of a letter, such as `Latin` or `EastAsian`, or `other` for one that names are not written in. */
export function scriptOf(letter: string): string {
  return scripts.find(([, pattern]) => pattern.test(letter))?.[0] ?? 'other'
}

/** Letters with accents and those of African languages (ɓ, ɛ, ɔ, ŋ …). Other Latin letters are decorative. */
const ordinaryLatin = /[A-Za-zªº\u00C0-\u024F\u1E00-\u1EFFɓɗɖɛɔəŋɲɣɩʋʊɨʉ]/u

/** Whether no name is written with this letter. */
export function isUnusualLetter(letter: string): boolean {
  const script = scriptOf(letter)
  return script === 'Latin' ? !ordinaryLatin.test(letter) : script === 'other'
}
