import { describe, expect, test } from 'vitest'
import { readingsOfName } from '../words.ts'
import { isOddName, readName } from './reading.ts'

describe('an honest name is not odd', () => {
  test.each([
    'J.P. Mukendi', 'J. R. R. Tolkien', 'Jean-Pierre', "N'Sele", 'N’Sele', 'Nʼsele', "Ng'ang'a", 'Marie-Claire wa Mukendi',
    'Mukendi III', "O'Neill", 'Mukendi, Jean', 'Mukendi (Papa) Jean', 'Jean!', 'Zoé Ilunga', 'Zoe\u0301 Ilunga', 'Mɔkɛ Ndongala',
    'Łukasz Øster', 'Nguyễn Văn Trường', 'Sœur Thérèse', 'محمد زكريا', 'عبد\u200cالله', 'Владимир Орлов', 'Сергей', 'Ζουμπάροφ Μπόρις',
    '李小明', '김정은', 'አበበ ቢቂላ', 'יוסף כהן', 'मोहन दास', 'ＢＯＲＩＳ', 'Jean\u200e Mukendi', '\ufeffJean Mukendi', 'Jean 👍🏽 Mukendi',
    'Mukendi\u00a0Jean', 'Kabongo Kasongo Ilunga wa Ilunga Jean Marie Paul',
  ])('%s', (name) => {
    expect(readName(name).odd).toBeUndefined()
  }) // biome-ignore format: a table with one row per line
})

describe('a name that nobody would honestly write so is odd', () => {
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
  ])('%s: %s', (odd, name) => {
    expect(readName(name).odd).toBe(odd)
    expect(isOddName(name)).toBe(true)
  })
})

describe('a name is read', () => {
  test.each([
    ['without what cannot be seen', 'Bo\u200br\u2060is', 'boris'],
    ['without accents, however they are composed', 'Be\u0301a', 'bea'],
    ['from mathematical letters', '𝓑𝓸𝓻𝓲𝓼', 'boris'],
    ['from letters in squares', '🅱🅾🆁🅸🆂', 'boris'],
    ['by the sound of its alphabet', 'Владимир', 'vladimir'],
    ['by the sound of two Greek letters', 'Μπόρις', 'boris'],
    ['without the article of Arabic', 'القذافي', 'al qdhfy'],
  ])('%s', (_, name, wanted) => {
    expect(readName(name).bySound[0]!.join(' ')).toBe(wanted)
  })

  test.each([
    ['letters that look Latin', 'ВОСЕ', 'boce'],
    ['letters of several alphabets', 'Воris', 'boris'],
    ['Cherokee letters', 'ᏴᎾᏒᎥᏚ', 'boris'],
    ['digits for letters', 'B0r1s', 'boris'],
    ['a one for an l', 'Abdu1', 'abdul'],
    ['words told apart by capitals', 'BorisZoubarov', 'boris zoubarov'],
    ['an article written with its word', 'Almuqrani', 'al muqrani'],
  ])('by eye as well: %s', (_, name, wanted) => {
    expect(readName(name).byEye.map((texts) => texts.join(' '))).toContain(wanted)
  })

  test.each(['Alexander Zhedi', 'Felix Mukendi', 'Carlos Ndongala', 'Elisabeth Ndala'])(
    'with its given name as it stands: %s',
    (name) => {
      expect(readName(name).byEye).toEqual([])
      expect(readingsOfName(name).map((texts) => texts.map(({ text }) => text).join(' '))).toEqual([
        name.toLowerCase(),
      ])
    },
  )

  test('at a cost that does not grow with its length', () => {
    const { bySound } = readName('ab '.repeat(100_000))
    expect(bySound[0]!.length).toBeLessThanOrEqual(200)
  })
})
