import { describe, expect, test } from 'vitest'
import { readingsOfName } from '../words.ts'
import { isOddName, readName } from './reading.ts'

describe('an ordinary name is not odd', () => {
  test.each([
  'J.P. Mukendi', 'J. R. R. Tolkien', 'Jean-Pierre', "N'Sele", 'N’Sele', 'Nʼsele', "Ng'ang'a", 'Marie-Claire wa Mukendi',
    'Mukendi III', "O'Neill", 'Mukendi, Jean', 'Mukendi (Papa) Jean', 'Jean!', 'Zoé Ilunga', 'Zoe\u0301 Ilunga', 'Mɔkɛ Ndongala',
    'Łukasz Øster', 'Nguyễn Văn Trường', 'Sœur Thérèse', 'محمد زكريا', 'عبد\u200cالله', 'Владимир Орлов', 'Сергей', 'Ζουμπάροφ Μπόρις',
    '李小明', '김정은', 'አበበ ቢቂላ', 'יוסף כהן', 'मोहन दास', 'ＢＯＲＩＳ', 'Jean\u200e Mukendi', '\ufeffJean Mukendi', 'Jean 👍🏽 Mukendi',
    'Mukendi\u00a0Jean', 'Kabongo Kasongo Ilunga wa Ilunga Jean Marie Paul',
  ])('an ordinary name is not odd: %s', (name) => {
  expect(readName(name).odd).toBeUndefined()
  }) // biome-ignore format: a table with one row per line
})

describe('an odd name', () => {
  test.each([
    ['no_letters', '...'],
    ['no_letters', '123 456'],
    ['too_long', `Boris Zoubarov ${'.'.repeat(300)}`],
    ['too_many_words', 'de la de la de la de la de la Boris Zoubarov'],
    ['invisible_characters', 'Bo\u200bris Zoubarov'],
    ['invisible_characters', 'Bo\u00adris Zoubarov'],
    ['invisible_characters', '\u202Evorabuoz\u202C Boris'],
    ['unusual_letters', 'ᏴᎾᏒᎥᏚ Zoubarov'],
    ['unusual_letters', 'ʌoɹɐqnoz sᴉɹoq'],
    ['mixed_scripts', 'Воris Zoubarov'],
    ['mixed_scripts', 'Bορis Zoubarov'],
    ['digits_or_signs', 'B0ris Z0ubar0v'],
    ['digits_or_signs', '$oris Zoub@rov'],
    ['digits_or_signs', 'Boris Zoubarov 2'],
    ['single_letters', 'B.o.r.i.s Zoubarov'],
    ['single_letters', 'b o r is Zoubarov'],
  ])('a name is odd by the rule %s: %s', (odd, name) => {
    expect(readName(name).odd).toBe(odd)
    expect(isOddName(name)).toBe(true)
  })
})

describe('a name is read', () => {
  test.each([
    ['without invisible characters', 'Bo\u200br\u2060is', 'boris'],
    ['without accents, however they are composed', 'Be\u0301a', 'bea'],
    ['from mathematical letters', '𝓑𝓸𝓻𝓲𝓼', 'boris'],
    ['from squared letter symbols', '🅱🅾🆁🅸🆂', 'boris'],
    ['by the sound of its alphabet', 'Владимир', 'vladimir'],
    ['by the sound of a Greek letter pair', 'Μπόρις', 'boris'],
    ['with the Arabic article split off', 'القذافي', 'al qdhfy'],
  ])('a name is read %s', (_, name, wanted) => {
    expect(readName(name).bySound[0]!.join(' ')).toBe(wanted)
  })

  test.each([
    ['letters that look Latin', 'ВОСЕ', 'boce'],
    ['letters of several alphabets', 'Воris', 'boris'],
    ['Cherokee letters', 'ᏴᎾᏒᎥᏚ', 'boris'],
    ['digits for letters', 'B0r1s', 'boris'],
    ['a one for an l', 'Abdu1', 'abdul'],
    ['words separated only by capitals', 'BorisZoubarov', 'boris zoubarov'],
    ['an article joined to its word', 'Almuqrani', 'al muqrani'],
  ])('a name is also read by how it looks: %s', (_, name, wanted) => {
    expect(readName(name).byEye.map((texts) => texts.join(' '))).toContain(wanted)
  })

  test.each(['Alexander Zhedi', 'Felix Mukendi', 'Carlos Ndongala', 'Elisabeth Ndala'])(
    'a name with a known given name has no other reading: %s',
    (name) => {
      expect(readName(name).byEye).toEqual([])
      expect(readingsOfName(name).map((texts) => texts.map(({ text }) => text).join(' '))).toEqual([
        name.toLowerCase(),
      ])
    },
  )

  test('the cost of reading a name does not grow without bound with its length', () => {
    const { bySound } = readName('ab '.repeat(100_000))
    expect(bySound[0]!.length).toBeLessThanOrEqual(200)
  })
})
