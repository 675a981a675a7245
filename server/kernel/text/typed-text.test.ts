import { expect, test } from 'vitest'
import { plainDigits, typedCode, typedLine, typedNumber, typedProse } from './typed-text.ts'

const marks = [
  '\u202a',
  '\u202c',
  '\u202e',
  '\u2066',
  '\u2069',
  '\u200b',
  '\u200e',
  '\u200f',
  '\u2060',
  '\u00ad',
  '\ufeff',
  '\u061c',
  '\u3164',
  '\u180e',
  '\u{e0020}',
]
const spaces = ['\u00a0', '\u2007', '\u2009', '\u202f', '\u3000', '\u205f', '\u1680', '\u2800', '\t']

test.each(marks)('%j is dropped from a name, a number and a code', (mark) => {
  expect(typedLine(`${mark}Je${mark}an${mark}`)).toBe('Jean')
  expect(typedNumber(`${mark}099${mark}1`)).toBe('0991')
  expect(typedCode(`k7${mark}q2${mark}`)).toBe('K7Q2')
})

test.each(spaces)('%j becomes an ordinary space in a name and a number, and nothing in a code', (space) => {
  expect(typedLine(`Jean${space}Mbuyi${space}`)).toBe('Jean Mbuyi')
  expect(typedNumber(`099${space}1`)).toBe('099 1')
  expect(typedCode(`k7${space}q2`)).toBe('K7Q2')
})

test.each([
  ['Arabic-Indic', '٠١٢٣٤٥٦٧٨٩'],
  ['Persian', '۰۱۲۳۴۵۶۷۸۹'],
  ['Devanagari', '०१२३४५६७८९'],
  ['Bengali', '০১২৩৪৫৬৭৮৯'],
  ['full-width', '０１２３４５６７８９'],
  ['N’Ko', '߀߁߂߃߄߅߆߇߈߉'],
  ['bold', '𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗'],
])('%s digits are read', (_script, digits) => {
  expect(plainDigits(digits)).toBe('0123456789')
  expect(typedNumber(`＋${digits}（１）−２`)).toBe('+0123456789(1)-2')
})

test.each(['/', '.', ')', ').', '/).', ',', ' »', '!'])('a code ends before %j', (end) => {
  expect(typedCode(`K7PQ2M4XW9ZB${end}`)).toBe('K7PQ2M4XW9ZB')
})

test('prose keeps its lines and emojis', () => {
  expect(typedProse(' Robe\u00a0: 20\u202fUSD\n\u202a👩\u200d👧 ❤️\u202c ')).toBe(
    'Robe : 20 USD\n👩\u200d👧 ❤️',
  )
})
