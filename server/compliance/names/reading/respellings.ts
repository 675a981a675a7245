// Other spellings of the words of a name: Arabic compounds as one word, Polish and Somali letters by sound, letter
// pairs that look like another letter in print. Each is one more reading of the name.
import { isGivenName } from '../given-names.ts'
import { chineseKeys } from './east-asian-names.ts'

type Respelling = (words: readonly string[]) => string[]

const each =
  (change: (word: string) => string): Respelling =>
  (words) =>
    words.flatMap((word) => change(word).split(' ')).filter((word) => word !== '')

/** Arabic compounds as one word (Fakhr al-Din and Fakhruddin; Abdul Rahman and Abderrahmane), without articles. */
function arabic(words: readonly string[]): string[] {
  return words
    .join(' ')
    .replace(/\b([a-z]{2,}) [aeu][ldsrzn] ?d(?:i|ee)ne?\b/g, '$1eddin')
    .replace(/\b([a-z]{2,}) ?(?:[aeuo]|ou)[ld]d(?:i|ee)ne?\b/g, '$1eddin')
    .replace(/\babd(?:[aeou]l?|oul?)? (?:[aeu][ldsrzn] )?([a-z]{4,})\b/g, 'abdel$1')
    .replace(/\babd[aeiou]{1,2}([a-z]{4,})\b/g, (_, name: string) => `abdel${withoutArticle(name)}`)
    .replace(/\b[ae]([tdrszn])(?=\1[a-z]{6})/g, '')
    .replace(/\b(?:a[bp]ou?|abu)(?: |(?=[a-z]{5}))/g, 'abu ')
    .replace(/\b(?:ben|bin|ibn)(?: |(?=[^aeiou][a-z]{5}))/g, 'bin ')
    .split(' ')
    .filter((word) => word !== '' && !/^(?:al|el)$/.test(word))
}

const shortestServed = 4

/** Removes the article by its sound: an l before another letter, or the first of two equal letters (Abderrahmane). */
function withoutArticle(name: string): string {
  const isDoubled = name[0] === name[1]
  const hasArticle = name[0] === 'l' ? !isDoubled : isDoubled && 'rsndzt'.includes(name[0]!)
  return hasArticle && name.length > shortestServed ? name.slice(1) : name
}

const looksArabic = /\b(?:ab[dou]|al|el|ben|bin|ibn|[ae]([tdrszn])\1[a-z]{6})|d(?:i|ee)ne?\b/

const polish = each((word) =>
  /rz|sz|cz/.test(word)
    ? word
        .replace(/szcz/g, 'shch')
        .replace(/sz/g, 'sh')
        .replace(/cz|ci(?=[aeou])/g, 'ch')
        .replace(/rz/g, 'zh')
        .replace(/w/g, 'v')
    : word
        .replace(/ci(?=[aeou])/g, 'ts')
        .replace(/w/g, 'v')
        .replace(/j/g, 'y'),
)

/** In Somali, x is a strong h, and c is a sound that other spellings leave out. */
const somali = each((word) =>
  isGivenName(word)
    ? word
    : word
        .replace(/^c(?=[aeiou])/, '')
        .replace(/x/g, 'h')
        .replace(/dh/g, 'd')
        .replace(/([aeiou])\1/g, '$1'),
)

/** Letter pairs that look like w, m and d in print. */
const printed = each((word) =>
  isGivenName(word) ? word : word.replace(/vv/g, 'w').replace(/rn/g, 'm').replace(/cl/g, 'd'),
)

/** Polish has rz before e and y and after consonants; Persian and Arabic names have it between other vowels. */
const looksPolish = /sz|cz|[bdgjkptw]rz|rz[ey]/

// guard: chinese-names-as-somali
const respellings: readonly { looks: RegExp; respell: Respelling }[] = [
  { looks: looksArabic, respell: arabic },
  { looks: looksPolish, respell: polish },
  {
    looks: /\bc[aiu]|x|dh/,
    respell: (words) => (chineseKeys(words).length > 0 ? [...words] : somali(words)),
  },
]
const misprints = { looks: /vv|rn|cl/, respell: printed }

const withoutRepeats = (words: readonly string[]) => [...new Set(words)]

function respelled(words: readonly string[], ways: typeof respellings): string[][] {
  const text = words.join(' ')
  return ways
    .filter(({ looks }) => looks.test(text))
    .map(({ respell }) => respell(words))
    .filter((other) => other.join(' ') !== text)
}

/** The other spellings of a listed name; empty for most names. */
export function respellingsOf(words: readonly string[]): string[][] {
  return respelled(words, respellings)
}

/** The other spellings of a party's name, which may also be misprinted or have repeated words. */
export function partyRespellingsOf(words: readonly string[]): string[][] {
  const others = respelled(words, [...respellings, misprints])
  const once = withoutRepeats(words)
  return once.length < words.length ? [...others, once] : others
}

const marks: Readonly<Record<string, string>> = {
  š: 'sh',
  ş: 'sh',
  ș: 'sh',
  ś: 'sh',
  ž: 'zh',
  ż: 'zh',
  ź: 'zh',
  č: 'ch',
  ć: 'ch',
  ç: 'ch',
  đ: 'dj',
  ţ: 'ts',
  ț: 'ts',
  ę: 'en',
  ą: 'on',
  ñ: 'ny',
  ń: 'n',
}

/** The name with accented letters written by sound (Šušnjarović as Shushnjarovich); undefined if it has none. */
export function withMarksAsSounds(name: string): string | undefined {
  const text = name.normalize('NFC').toLowerCase()
  const sounded = text.replace(/[\u0080-\uffff]/gu, (letter) => marks[letter] ?? letter)
  return sounded === text ? undefined : sounded
}
