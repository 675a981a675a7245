// The transliterations of names in other scripts into Latin letters, by the systems in use.

type Table = Readonly<Record<string, string>>

const table = (letters: string, latin: string): Table => {
  const sounds = latin.split(' ').map((sound) => (sound === '-' ? '' : sound))
  return Object.fromEntries([...letters].map((letter, i) => [letter, sounds[i] ?? '']))
}

const russian = 'абвгдеёжзийклмнопрстуфхцчшщъыьэюя'
const cyrillicSystems = {
  english: table(russian, 'a b v g d e e zh z i y k l m n o p r s t u f kh ts ch sh shch - y - e yu ya'),
  passport: table(russian, 'a b v g d e e zh z i i k l m n o p r s t u f kh ts ch sh shch ie y - e iu ia'),
  french: table(russian, 'a b v g d e io j z i ï k l m n o p r s t ou f kh ts tch ch chtch - y - e iou ia'),
  german: table(
    russian,
    'a b w g d e jo sch s i i k l m n o p r s t u f ch z tsch sch schtsch - y - e ju ja',
  ),
  scholarly: table(russian, 'a b v g d e ë ž z i j k l m n o p r s t u f x c č š šč ʺ y ʹ è ju ja'),
} as const
export type CyrillicSystem = keyof typeof cyrillicSystems

export const titleCase = (text: string) =>
  text
    .toLowerCase()
    .replace(/(^|[\s-])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())

/** A Russian word. */
export function fromCyrillic(word: string, system: CyrillicSystem): string {
  const letters = word.toLowerCase()
  const latin = [...letters].map((letter) => cyrillicSystems[system][letter] ?? letter).join('')
  const ended = /(ий|ый)$/.test(letters)
    ? latin.replace(/(iy|yy|ii|yi|iï|yï)$/, system === 'english' ? 'y' : 'i')
    : latin
  return titleCase(system === 'french' ? ended.replace(/in$/, 'ine').replace(/g(?=[eiy])/g, 'gu') : ended)
}

const greekLetters = 'αβγδεζηθικλμνξοπρσςτυφχψω'
const greekSystems = {
  official: table(greekLetters, 'a v g d e z i th i k l m n x o p r s s t y f ch ps o'),
  mapping: table(greekLetters, 'a v g d e z i th i k l m n x o p r s s t i f kh ps o'),
  popular: table(greekLetters, 'a v g d e z i th i k l m n x o p r s s t y ph h ps o'),
} as const
export type GreekSystem = keyof typeof greekSystems

/** A Greek word: letter pairs are read first, by their sound. */
export function fromGreek(word: string, system: GreekSystem): string {
  const plain = word.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
  const isOfficial = system === 'official'
  const paired = plain
    .replace(/^μπ/, 'b')
    .replace(/^ντ/, 'd')
    .replace(/^γκ/, 'g')
    .replaceAll('μπ', isOfficial ? 'mp' : 'b')
    .replaceAll('ντ', isOfficial ? 'nt' : 'd')
    .replaceAll('γκ', isOfficial ? 'gk' : 'g')
    .replaceAll('γγ', 'ng')
    .replaceAll('ου', system === 'mapping' ? 'u' : 'ou')
    .replace(/([αε])υ(?=[θκξπσςτφχψ]|$)/g, '$1f')
    .replace(/([αε])υ/g, '$1v')
  return titleCase([...paired].map((letter) => greekSystems[system][letter] ?? letter).join(''))
}

const koreanVowels = {
  revised: 'a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i'.split(' '),
  older: 'a ae ya yae o e yo ye o wa wae oe yo u wo we wi yu u ui i'.split(' '),
}
const koreanInitials = {
  revised: 'g kk n d tt r m b pp s ss - j jj ch k t p h'.split(' '),
  older: 'k kk n t tt r m p pp s ss - ch tch ch k t p h'.split(' '),
}
const koreanFinals = '- k k k n n n t l k m l l l p l m p p t t ng t t k t p t'.split(' ')
export type KoreanSystem = keyof typeof koreanVowels

/** A Hangul syllable, decomposed by its Unicode code point. */
export function fromHangul(syllable: string, system: KoreanSystem): string {
  const place = syllable.codePointAt(0)! - 0xac00
  const sounds = [
    koreanInitials[system][Math.floor(place / 588)],
    koreanVowels[system][Math.floor((place % 588) / 28)],
    koreanFinals[place % 28],
  ]
  return sounds.join('').replaceAll('-', '')
}

/** How Korean family names are written abroad; the spelling used by lists comes first. */
export const koreanFamilies: Readonly<Record<string, readonly string[]>> = {
  김: ['Kim', 'Gim'],
  박: ['Pak', 'Park'],
  최: ['Choe', 'Choi'],
  정: ['Jong', 'Jung', 'Chong'],
  강: ['Kang', 'Gang'],
  조: ['Jo', 'Cho'],
  윤: ['Yun', 'Yoon'],
  장: ['Jang', 'Chang'],
  임: ['Rim', 'Lim', 'Im'],
  한: ['Han'],
  오: ['O', 'Oh'],
  신: ['Sin', 'Shin'],
  권: ['Kwon', 'Gwon'],
  황: ['Hwang'],
  전: ['Jon', 'Jeon', 'Chon'],
  고: ['Ko', 'Koh'],
}

/** A pinyin syllable in the Wade-Giles system, without umlauts. */
export function wadeGiles(pinyin: string): string {
  const whole: Readonly<Record<string, string>> = {
    zhi: 'chih',
    chi: "ch'ih",
    shi: 'shih',
    ri: 'jih',
    zi: 'tzu',
    ci: "tz'u",
    si: 'ssu',
    yi: 'i',
    you: 'yu',
    sima: 'ssuma',
    ouyang: 'ouyang',
    zhuge: 'chuko',
    linghu: 'linghu',
    ze: 'tse',
    de: 'te',
  }
  const syllable = pinyin.toLowerCase()
  if (whole[syllable]) return whole[syllable]
  const [, initial = '', final = ''] = /^(zh|ch|sh|[bpmfdtnlgkhjqxrzcswy])?(.*)$/.exec(syllable)!
  const initials: Readonly<Record<string, string>> = {
    zh: 'ch',
    ch: "ch'",
    b: 'p',
    p: "p'",
    d: 't',
    t: "t'",
    g: 'k',
    k: "k'",
    j: 'ch',
    q: "ch'",
    x: 'hs',
    r: 'j',
    z: 'ts',
    c: "ts'",
  }
  const finals: Readonly<Record<string, string>> = {
    ong: 'ung',
    ian: 'ien',
    iong: 'iung',
    ue: 'ueh',
    ie: 'ieh',
  }
  return (initials[initial] ?? initial) + (finals[final] ?? final)
}
