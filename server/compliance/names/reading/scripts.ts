// Further ways to read names in alphabets that write sounds of other languages by rules of their own: Hebrew and Arabic without
// vowels, and Greek as it is spoken.

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

const unwritten = /(?<=.)[aeiouy](?=.)|(?<=.)[eiouy]$|(?<=^.{1,2})a$/g

/**
 * Only the consonants, the first letter, and an a at the end, because other vowels are not written or stand there for the alphabet's
 * sake.
 */
export function withoutVowels(text: string): string {
  // In Arabic and Hebrew, kh and q have one sound each.
  const consonants = text.replace(unwritten, '').replace(/v/g, 'w').replace(/kh|q/g, 'k')
  return consonants.length >= 2 ? consonants : text
}

const hebrewSounds: readonly (readonly [letters: RegExp, sound: string])[] = [
  [/^ו/u, 'v'],
  [/^[אע]/u, 'a'],
  [/^ה/u, 'h'],
  [/^י/u, 'y'],
  [/ג[׳']/gu, 'j'],
  [/ז[׳']/gu, 'zh'],
  [/[צץ][׳']/gu, 'ch'],
  [/ת[׳']/gu, 'th'],
  [/שׂ/gu, 's'],
  [/וו/gu, 'v'],
  [/ח/gu, 'kh'],
  [/[צץ]/gu, 'ts'],
  [/ש/gu, 'sh'],
  [/[אעהיו]/gu, ''],
  [/ט|ת/gu, 't'],
  [/ק|[כך]/gu, 'k'],
  [/ס/gu, 's'],
  [/ף/gu, 'f'],
  [/[מם]/gu, 'm'],
  [/[נן]/gu, 'n'],
  [/ג/gu, 'g'],
  [/ד/gu, 'd'],
  [/ז/gu, 'z'],
  [/ל/gu, 'l'],
  [/ר/gu, 'r'],
]

/** The consonants of a Hebrew word, with the letters for b and v, p and f, and s and sh read in each way. */
export function hebrewReadings(text: string): string[] {
  const plain = text.normalize('NFD').replace(/(?!\u05c2)\p{M}/gu, '')
  const sounded = hebrewSounds.reduce((word, [letters, sound]) => word.replace(letters, sound), plain)
  const read = (b: string, p: string) => sounded.replaceAll('ב', b).replaceAll('פ', p)
  const last = sounded.replace(/ב$/u, 'v')
  const readings = [
    read('b', 'p'),
    read('v', 'f'),
    read('b', 'f'),
    last.replaceAll('ב', 'b').replaceAll('פ', 'f'),
  ]
  const others = [...readings, ...readings.map((word) => word.replaceAll('sh', 's'))]
  return [...new Set(others.map((word) => word.replace(/[^a-z]/g, '')))].filter((word) => word.length >= 2)
}

/** Greek as it is spoken: letter pairs and letters that sound like i, and u as v or f after a and e. */
export function spokenGreek(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\u0308/g, '|')
    .replace(/(?!\|)\p{M}/gu, '')
    .replace(/([αε])υ(?=[θκξπσςτφχψ]|$)/gu, '$1φ')
    .replace(/([αε])υ/gu, '$1β')
    .replace(/γ(?=[γκχ])/gu, (_, at: number) => (at === 0 ? '' : 'ν'))
    .replace(/μπ/gu, 'b')
    .replace(/ντ/gu, 'd')
    .replace(/τζ/gu, 'j')
    .replace(/ου/gu, 'u')
    .replace(/ει|οι|υι|η|υ/gu, 'i')
    .replace(/αι/gu, 'e')
    .replace(/χ/gu, 'kh')
    .replace(/\|/g, '')
}
