// Document numbers: a number is one however it is written, and different numbers stay different.
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { identifierKey } from './entry.ts'

const key = identifierKey('OB0457781')

/** Ways in which somebody writes one sign of a number. */
const spellings: Readonly<Record<string, string>> = {
  A: 'aÁàÅąАаΑ🅰Ａ𝐀',
  B: 'bВвΒβḂＢⒷ',
  D: 'dĐđÐḎＤ',
  E: 'eÉèÊĘЕеΕ',
  G: 'gǴǧĢĞＧ',
  H: 'hĦħНнΗḤ',
  K: 'kКкΚĶ',
  N: 'nÑñŃŅΝ🅝',
  O: 'oÓôÖőŌØøǾОоΟο0',
  S: 'sŚşŠЅѕſ',
  Z: 'zŻžƵΖ',
  '3': '３٣३ЗƷ',
  '7': '７٧७➆⑦',
}
const alike = fc.constantFrom(...Object.keys(spellings)).chain((sign) =>
  fc.record({
    sign: fc.constant(sign),
    spelt: fc.constantFrom(...spellings[sign]!),
    between: fc.constantFrom('', ' ', '-', '.', '/', '\u200b', '\u0301', 'ـ', '\u3164'),
  }),
)
const word = fc.array(alike, { minLength: 6, maxLength: 16 })

describe('the key of a document number', () => {
  test.each([
    ...['ÓB0457781', 'O\u0301B0457781', 'ØB0457781', 'ǾB0457781', 'ÖB0457781', 'ОВ0457781', 'ΟΒ0457781'],
    ...['ob 0457-781', 'ＯＢ０４５７７８１', '🅾🅱0457781', 'OB٠٤٥٧٧٨١', 'OḂ04577\u200b81', 'OB0457781\u3164'],
  ])('is the same for a listed number written as %s', (written) => {
    assert.equal(identifierKey(written), key)
  })

  test.each([
    ['ŁÆ123456', 'LAE123456'],
    ['Œß123456', 'OESS123456'],
    ['ıĐ123456', 'ID123456'],
    ['3B123456', 'ЗВ123456'],
  ])('is the same for %s and %s', (one, other) => {
    assert.notEqual(identifierKey(one), '')
    assert.equal(identifierKey(one), identifierKey(other))
  })

  test('does not depend on accents, alphabets, case, width, script of digits or separators', () => {
    fc.assert(
      fc.property(word, (signs) => {
        const plain = `1${signs.map(({ sign }) => sign).join('')}`
        const written = `1${signs.map(({ spelt, between }) => spelt + between).join('')}`
        assert.notEqual(identifierKey(plain), '')
        assert.equal(identifierKey(written), identifierKey(plain), written)
      }),
    )
  })

  test('differs for numbers that differ in a letter no Latin letter looks like', () => {
    const letters = ['', ...'ФЮΞШב中غअ한ም'].map((letter) => identifierKey(`${letter}B0457781`))
    assert.equal(new Set(letters).size, letters.length)
    assert.equal(identifierKey('фB0457781'), identifierKey('ФB0457781'))
  })

  test('of a key is that key, because stored keys are compared with lists again', () => {
    const changed: string[] = []
    for (let code = 0; code < 0x2_0000; code++) {
      const sign = String.fromCodePoint(code)
      const once = identifierKey(`B04577${sign}1`)
      if (identifierKey(once) !== once) changed.push(sign)
    }
    assert.deepEqual(changed, [])
  }, 60_000)
})
