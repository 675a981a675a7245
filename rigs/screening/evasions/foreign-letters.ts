// Writes a name in Latin letters as other scripts spell foreign names by sound, and as other keyboard layouts type it.
import { fold } from '../listed-people.ts'

/** Letters that make one sound, longest first, and the sound. */
const sounds: readonly (readonly [letters: string, sound: string])[] = [
  ['shch', 'sh'],
  ['tsh', 'ch'],
  ['tch', 'ch'],
  ['sch', 'sh'],
  ['dzh', 'j'],
  ['sh', 'sh'],
  ['ch', 'ch'],
  ['kh', 'kh'],
  ['gh', 'g'],
  ['zh', 'zh'],
  ['dj', 'j'],
  ['dz', 'z'],
  ['ts', 'ts'],
  ['ph', 'f'],
  ['th', 't'],
  ['dh', 'd'],
  ['ou', 'u'],
  ['oo', 'u'],
  ['ee', 'i'],
  ['qu', 'k'],
  ['ck', 'k'],
  ['x', 'ks'],
  ['q', 'k'],
  ['ce', 'se'],
  ['ci', 'si'],
  ['c', 'k'],
]

/** The sounds of a word: each a consonant or a vowel, without doubled ones. */
function soundsOf(word: string): string[] {
  const found: string[] = []
  // A y is a vowel unless another vowel follows it.
  for (
    let rest = fold(word)
      .replace(/[^a-z]/g, '')
      .replace(/y(?![aeiou])/g, 'i');
    rest !== '';
  ) {
    const [letters, sound] = sounds.find(([start]) => rest.startsWith(start)) ?? [rest[0]!, rest[0]!]
    for (const each of sound === 'ks' || sound === 'se' || sound === 'si' ? sound : [sound])
      if (found.at(-1) !== each) found.push(each)
    rest = rest.slice(letters.length)
  }
  return found
}

const vowels = 'aeiou'
const isVowel = (sound: string | undefined) => sound !== undefined && vowels.includes(sound)

const byWord = (write: (sounds: readonly string[]) => string, separator: string) => (name: string) =>
  name
    .split(/[ -]/)
    .map((word) => write(soundsOf(word)))
    .filter((word) => word !== '')
    .join(separator)

const hebrew: Readonly<Record<string, string>> = {
  b: 'ב',
  v: 'ב',
  g: 'ג',
  d: 'ד',
  z: 'ז',
  zh: "ז'",
  kh: 'ח',
  t: 'ט',
  k: 'ק',
  l: 'ל',
  m: 'מ',
  n: 'נ',
  s: 'ס',
  p: 'פ',
  f: 'פ',
  ts: 'צ',
  sh: 'ש',
  ch: "צ'",
  j: "ג'",
  r: 'ר',
  h: 'ה',
  y: 'י',
  w: 'ו',
  i: 'י',
  o: 'ו',
  u: 'ו',
  e: '',
  a: 'א',
}
const finals: Readonly<Record<string, string>> = { מ: 'ם', נ: 'ן', צ: 'ץ', פ: 'ף' }

/** Hebrew: an e is not written, an a seldom, and five letters have a final form. */
export const inHebrew = byWord((word) => {
  const letters = word.map((sound, at) => {
    if (at === 0 && sound === 'v') return 'ו'
    if (at === 0 && isVowel(sound)) return sound === 'a' || sound === 'e' ? 'א' : `א${hebrew[sound]}`
    return sound === 'a' && at % 2 === 0 ? '' : (hebrew[sound] ?? '')
  })
  return letters.join('').replace(/[מנצפ]$/u, (letter) => finals[letter] ?? letter)
}, ' ')

const greek: Readonly<Record<string, string>> = {
  b: 'μπ',
  d: 'ντ',
  g: 'γκ',
  v: 'β',
  u: 'ου',
  sh: 'σ',
  ch: 'τσ',
  j: 'τζ',
  zh: 'ζ',
  kh: 'χ',
  h: 'χ',
  f: 'φ',
  ts: 'τσ',
  y: 'γι',
  w: 'ου',
  a: 'α',
  e: 'ε',
  i: 'ι',
  o: 'ο',
  k: 'κ',
  l: 'λ',
  m: 'μ',
  n: 'ν',
  p: 'π',
  r: 'ρ',
  s: 'σ',
  t: 'τ',
  z: 'ζ',
}

export const inGreek = byWord((word) => {
  const text = word
    .map((sound) => greek[sound] ?? '')
    .join('')
    .replace(/(?:μμπ|νντ|νγκ)/gu, (pair) => pair.slice(1))
    .replace(/σ$/u, 'ς')
  return text.charAt(0).toUpperCase() + text.slice(1)
}, ' ')

const kana: Readonly<Record<string, string>> = {
  '': 'アイウエオ',
  k: 'カキクケコ',
  g: 'ガギグゲゴ',
  s: 'サシスセソ',
  z: 'ザジズゼゾ',
  t: 'タティトゥテト',
  d: 'ダディドゥデド',
  n: 'ナニヌネノ',
  h: 'ハヒフヘホ',
  b: 'バビブベボ',
  p: 'パピプペポ',
  m: 'マミムメモ',
  r: 'ラリルレロ',
}
/** Syllables of two signs, in the order a, i, u, e, o, and the sign for the consonant alone. */
const kanaPairs: Readonly<Record<string, readonly string[]>> = {
  sh: ['シャ', 'シ', 'シュ', 'シェ', 'ショ', 'シュ'],
  ch: ['チャ', 'チ', 'チュ', 'チェ', 'チョ', 'チ'],
  j: ['ジャ', 'ジ', 'ジュ', 'ジェ', 'ジョ', 'ジ'],
  ts: ['ツァ', 'ツィ', 'ツ', 'ツェ', 'ツォ', 'ツ'],
  f: ['ファ', 'フィ', 'フ', 'フェ', 'フォ', 'フ'],
  y: ['ヤ', 'イ', 'ユ', 'イェ', 'ヨ', 'イ'],
  w: ['ワ', 'ウィ', 'ウ', 'ウェ', 'ウォ', 'ウ'],
  t: ['タ', 'ティ', 'トゥ', 'テ', 'ト', 'ト'],
  d: ['ダ', 'ディ', 'ドゥ', 'デ', 'ド', 'ド'],
}
const asKana: Readonly<Record<string, string>> = { l: 'r', v: 'b', kh: 'h', zh: 'j' }
const kanaVowels = 'aiueo'

/** Katakana: a vowel after each consonant but n. */
export const inKatakana = byWord((word) => {
  let text = ''
  for (let at = 0; at < word.length; at++) {
    const sound = word[at]!
    const next = word[at + 1]
    if (isVowel(sound)) text += kana['']![kanaVowels.indexOf(sound)]
    else if ((sound === 'n' || (sound === 'm' && (next === 'b' || next === 'p'))) && !isVowel(next))
      text += 'ン'
    else {
      const isOpen = isVowel(next)
      const consonant = !isOpen && sound === 'v' ? 'f' : (asKana[sound] ?? sound)
      const place = isOpen ? kanaVowels.indexOf(next!) : 5
      text += kanaPairs[consonant]?.[place] ?? kana[consonant]?.[isOpen ? place : 2] ?? ''
      if (isOpen) at += 1
    }
  }
  return text
}, '・')

const hangulInitials: Readonly<Record<string, number>> = {
  g: 0,
  n: 2,
  d: 3,
  l: 5,
  r: 5,
  m: 6,
  b: 7,
  v: 7,
  s: 9,
  sh: 9,
  '': 11,
  j: 12,
  z: 12,
  zh: 12,
  ch: 14,
  ts: 14,
  k: 15,
  t: 16,
  p: 17,
  f: 17,
  h: 18,
  kh: 18,
}
const hangulVowels: Readonly<Record<string, number>> = { a: 0, e: 5, o: 8, u: 13, i: 20, '': 18 }
const hangulGlides: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  y: { a: 2, e: 7, o: 12, u: 17, i: 20, '': 20 },
  w: { a: 9, e: 15, o: 14, u: 13, i: 16, '': 13 },
  sh: { a: 2, e: 7, o: 12, u: 17, i: 20, '': 20 },
}
const hangulFinals: Readonly<Record<string, number>> = { n: 4, l: 8, r: 8, m: 16 }

/** Hangul: syllables of a consonant, a vowel, and perhaps n, m or l. */
export const inHangul = byWord((word) => {
  let text = ''
  for (let at = 0; at < word.length; at++) {
    const sound = word[at]!
    const vowel = isVowel(sound) ? sound : isVowel(word[at + 1]) ? word[++at]! : ''
    const initial = isVowel(sound) || sound === 'y' || sound === 'w' ? '' : sound
    const nucleus = hangulGlides[sound]?.[vowel] ?? hangulVowels[vowel]!
    const end = word[at + 1] ?? ''
    const final = !isVowel(word[at + 2]) ? (hangulFinals[end] ?? 0) : 0
    if (final > 0) at += 1
    text += String.fromCodePoint(0xac00 + (hangulInitials[initial] ?? 11) * 588 + nucleus * 28 + final)
  }
  return text
}, ' ')

const keys = "qwertyuiop[]asdfghjkl;'zxcvbnm,."
export const layouts = {
  Russian: 'йцукенгшщзхъфывапролджэячсмитьбю',
  Greek: ";ςερτυθιοπ[]ασδφγηξκλ΄'ζχψωβνμ,.",
  Hebrew: "/'קראטוןםפ][שדגכעיחלךף,זסבהנמצתץ",
} as const

const typed = (name: string, from: string, to: string) =>
  [...name.toLowerCase()].map((letter) => [...to][[...from].indexOf(letter)] ?? letter).join('')

/** A Latin name typed while another layout was set. */
export const typedOn = (name: string, layout: keyof typeof layouts) =>
  typed(fold(name), keys, layouts[layout])
/** A Russian name typed while a Latin layout was set. */
export const typedInLatin = (name: string) => typed(name, layouts.Russian, keys)
/** A Latin name typed on a French keyboard by somebody who uses an English one. */
export const typedOnAzerty = (name: string) => typed(fold(name), 'qwazm', 'azqw;')
