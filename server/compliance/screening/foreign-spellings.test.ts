import { describe, expect, test } from 'vitest'
import type { StoredEntry } from '../lists/entry.ts'
import { openListIndex } from '../lists/index.ts'
import { defaultThreshold, matchesOf } from './list-screener.ts'

const index = openListIndex()
const listed = [
  'Boris Zoubarov',
  'Vladimir Kudryashov',
  'Faustin BWIRABANDA Lushombo',
  'BWILAKOSI',
  'USAMA Mujahidi',
  'Andrei YELTSIN',
  'IMAD Mughrabani',
  'HABASH, George',
  'KHUN SA',
  'KIM, Hyon U',
  'KHADER, Abdel',
  'Ahmed Qaramanli',
  'Evangelos Charalambidis',
  'Guozhang Qiu',
  'Dieudonné Rukaramba',
  'Akram al-Najjar',
  'Salim Qasim',
  'Tariq Nasir',
  'Umar al-Hadramai',
  'Ahmed al-Daharawi',
  'Hasan al-Kanjabush',
  'Nizar Sharif Qutjawal',
  'Isa al-Zawi',
  'Nizar al-Juqariti',
  'Patricia Rivera',
  'Joseph Farah',
  'CAO, Yancheng',
  'MARGHANOUNI, Isa Suhayl',
  'Jamal Umar Abd al-Qadir al-Khazrajani',
  'Ruda Mokela',
]
const others = Array.from(
  { length: 300 },
  (_, i) =>
    `Mohamed Ali Sample${'abcdefghij'[i % 10]}${'klmnopqrst'[Math.floor(i / 10) % 10]}${'uvw'[Math.floor(i / 100)]}`,
)
for (const name of [...listed, ...others]) {
  const facts = { aliases: [], weakAliases: [], birthDates: [], countries: [], identifiers: [], programs: [] }
  const entry: StoredEntry = {
    list: 'test',
    environments: ['production'],
    entryId: name,
    entryVersion: '1',
    kind: 'person',
    name,
    ...facts,
  }
  index.add(entry)
}
const heldFor = (name: string) =>
  matchesOf(index, 'production', { role: 'sender', name })
    .filter(({ score }) => score >= defaultThreshold)
    .map(({ entryId }) => entryId)

describe('a listed name is found', () => {
  test.each([
    ['of one word among other names', 'Ali Bwilakosi', 'BWILAKOSI'],
    ['of one word with an initial', 'B. Bwilakosi', 'BWILAKOSI'],
    ['of one word in pieces', 'Jean Bwila kosi', 'BWILAKOSI'],
    ['with another first vowel', 'Osama Moudjahidi', 'USAMA Mujahidi'],
    ['with a first sound that French leaves out', 'Andreï Eltsine', 'Andrei YELTSIN'],
    ['with e for i', 'Emad Mughrabani', 'IMAD Mughrabani'],
    ['in Hebrew letters', 'בוריס זובארוב', 'Boris Zoubarov'],
    ['in Hebrew letters with v at the beginning', 'ולדימיר קודריאשוב', 'Vladimir Kudryashov'],
    ['in Hebrew letters without vowels', 'אחמד קרמנלי', 'Ahmed Qaramanli'],
    ['in Greek letters', 'Μπόρις Ζουμπάροφ', 'Boris Zoubarov'],
    ['in Greek letters by sound', 'Ευάγγελος Χαραλαμπίδης', 'Evangelos Charalambidis'],
    ['in katakana', 'ボリス・ズバロフ', 'Boris Zoubarov'],
    ['in Hangul', '블라디미르 쿠드랴쇼프', 'Vladimir Kudryashov'],
    ['in Hangul with a final consonant', '보리스 주바롭', 'Boris Zoubarov'],
    ['typed for a Russian keyboard', 'Dkflbvbh Relhzijd', 'Vladimir Kudryashov'],
    ['typed for a Russian keyboard, with signs', ',jhbc Pe,fhjd', 'Boris Zoubarov'],
    ['typed on a Russian keyboard in Latin letters', 'Ищкшы Ящгифкщм', 'Boris Zoubarov'],
    ['typed for a French keyboard', 'Qh;ed Qqrq;qnli', 'Ahmed Qaramanli'],
    ['in another spelling cut in two', 'Vladimir Koudry achov', 'Vladimir Kudryashov'],
    ['in another spelling cut near its end', 'Boris Zoubar off', 'Boris Zoubarov'],
    ['in the Wade-Giles system', "Ch'iu Kuo-chang", 'Guozhang Qiu'],
    ['in Arabic letters with a vowel at the beginning', 'عمر الحضرمائي', 'Umar al-Hadramai'],
    [
      'with a compound given name by another spelling',
      'Djamel Omar Abdel Kader Khazrajani',
      'Jamal Umar Abd al-Qadir al-Khazrajani',
    ],
    ['under a pet name', 'Dido Rukaramba', 'Dieudonné Rukaramba'],
  ])('a listed name is found %s: %s', (_, written, entryId) => {
    expect(heldFor(written)).toContain(entryId)
  })
})

describe('an unlisted person passes', () => {
  test.each([
    ['whose short names share consonants with a listed one', 'Park Ji Hoon'],
    ['with another short Korean name', 'Ji-hun Kim'],
    ['whose family name shares consonants with a longer one', 'George Bush'],
    ['whose given name is a listed compound', 'Abd al-Qadir Tariq Nassar'],
    ['whose name begins like a listed one of one word', 'Bwilakosila Jean'],
    ['with a Chinese name of other syllables', 'Guozhong Qin'],
    ['with a Korean name in Hangul', '김지훈'],
    ['with an Arabic name that begins with a consonant', 'كريم النجار'],
    ['with an Arabic name that ends with a vowel', 'سلمى قاسم'],
    ['with an Arabic j where the listed name has s', 'طارق النجار'],
    ['whose family name begins otherwise', 'Ahmed al-Khadarawi'],
    ['with one more name, whose family name is spelt otherwise', 'Salman Hasan Kanjabun'],
    ['with other names, whose family name has only the same consonants', 'Nizar Kabongo Quthilal'],
    ['with a name of the same words but one letter', 'Isa al-Rawi'],
    ['with a q that no French keyboard made', 'Nizar al-Jubaqiti'],
    ['with a Greek l where the listed name has r', 'Πέτρος Λάμπρου'],
    ['whose short name has two other vowels', 'Joseph Phiri'],
    ['with two short names of a few equal consonants', 'Rida Mikela'],
    ['with a Chinese name of another consonant', 'Guozhang Jiu'],
    ['whose Chinese name begins with x', 'Xincheng Cao'],
    ["whose father's name is another one", 'Isa Samir Marghanouni'],
    ['with a given name and a postnom of a listed person', 'Faustin Bwirabanda Kabongo'],
  ])('a person passes %s: %s', (_, name) => {
    expect(heldFor(name)).toEqual([])
  })
})
