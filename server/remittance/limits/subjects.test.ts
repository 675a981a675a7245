// The spellings of numbers, documents and names: variants of one thing share their limits, and different things do not.
import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readPhone } from '../../kernel/phone-number.ts'
import type { TravelRule } from '../../operator-calls/operator.ts'
import { openSecrets } from '../../platform/secrets.ts'
import { knownKeys, subjectKeys } from './subjects.ts'

const secrets = openSecrets(randomBytes(32))
const documentOf = (documentNumber: string) =>
  knownKeys(secrets, 'sandbox', { documentNumber, customerNumber: '243810000001' }).document
const senderOf = (firstName: string, birthDate = '1980-01-01') => {
  const sender = { firstName, middleName: '', lastName: '', birthDate, document: { number: 'AB123456' } }
  const parties = { sender, receiver: { name: 'Jean Mukendi', birthDate: '' } } as unknown as TravelRule
  return subjectKeys(secrets, 'sandbox', { parties, customerNumber: '243810000001' }).sender
}

/** The zeros of scripts: Arabic, Persian, Devanagari, Bengali, Thai, full-width. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10]
const separators = ['', '', '', ' ', '-', '/', '.', '\u00a0', '\u200b', '\u200d', '\ufeff', ' - ']
/** How one sign of A-Z and 0-9 may be written. */
const written = (sign: string) =>
  /\d/.test(sign)
    ? [sign, ...zeros.map((zero) => String.fromCodePoint(zero + Number(sign)))]
    : [sign, sign.toLowerCase(), String.fromCodePoint(0xff21 + sign.codePointAt(0)! - 65)]
const signs = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789']
const foreignLetters = [...'ЖЩبت京沪']
/** A text with a spelling of each sign, and something between them. */
const spelt = (text: string) =>
  fc
    .tuple(
      ...[...text].map((sign) => fc.tuple(fc.constantFrom(...separators), fc.constantFrom(...written(sign)))),
    )
    .map((pairs) => pairs.flat().join(''))

describe('a sender', () => {
  const known = senderOf('Jean Mbuyi')
  test.each([
    'Jean K Mbuyi',
    'J. Jean Mbuyi',
    'Jean Jean Mbuyi',
    'Mbuyi Jean Mbuyi',
    'Je an Mbuyi',
    'Jean Mbu-yi',
    'Mbu yi Je-an',
    'Jean - Mbuyi',
    'MBUYI, Jéan',
  ])('a sender has one subject however the name is written: %s', (name) => expect(senderOf(name)).toBe(known))
  test.each([
    ['Jean Mbuyi', 'Jean Marie Mbuyi'],
    ['Marie Claire Ilunga', 'Claire Ilunga'],
    ['Ilunga wa Ilunga', 'Ilunga'],
    ['J. K. Mbuyi', 'Mbuyi'],
    ['Jean Mbuyi', 'Jeanne Mbuyi'],
  ])('two senders are two subjects: %s and %s', (one, other) => {
    expect(senderOf(one)).not.toBe(senderOf(other))
  })
})

describe('a document number', () => {
  test('it has one key in every script, case and spacing, however short it is', () => {
    fc.assert(
      fc.property(
        fc
          .string({ unit: fc.constantFrom(...signs), minLength: 1, maxLength: 16 })
          .chain((number) => fc.tuple(fc.constant(number), spelt(number))),
        ([number, variant]) => documentOf(number) === documentOf(variant),
      ),
      { examples: [[['445566', '44-55 ६६']], [['12', '१२']], [['AB1', 'Á b\u200b1']]] },
    )
  })

  test('different numbers have different keys, also those with letters of other alphabets', () => {
    const number = fc.string({
      unit: fc.constantFrom(...signs, ...foreignLetters),
      minLength: 1,
      maxLength: 8,
    })
    /** Signs that people confuse are equal on purpose. */
    const meant = (text: string) => text.replaceAll('O', '0').replaceAll(/[IL]/g, '1')
    fc.assert(
      fc.property(number, number, (one, other) =>
        meant(one) === meant(other) ? true : documentOf(one) !== documentOf(other),
      ),
      {
        examples: [
          ['Ж123456', 'Щ123456'],
          ['京123456', '沪123456'],
          ['A1', 'A11'],
          ['1', '2'],
        ],
      },
    )
  })

  test('numbers without letters and digits keep apart', () => {
    expect(new Set(['-', '--', '?'].map(documentOf)).size).toBe(3)
  })
})

describe('a phone number', () => {
  const national = fc.integer({ min: 810_000_000, max: 819_999_999 }).map(String)

  test('every spelling that is read at all is the same number', () => {
    const prefix = fc.constantFrom('+243', '00243', '0', '', '+243 ', '(+243) ', '00 243-')
    fc.assert(
      fc.property(
        national.chain((digits) => fc.tuple(fc.constant(digits), prefix, spelt(digits))),
        ([digits, begins, rest]) => {
          const phone = readPhone(begins + rest)
          return phone === undefined || phone.digits === `243${digits}`
        },
      ),
    )
  })

  test('the usual spellings are read', () => {
    fc.assert(
      fc.property(
        national,
        fc.constantFrom('+243', '00243', '0'),
        fc.constantFrom('', ' ', '-', '.'),
        (digits, begins, between) => {
          const rest = [digits.slice(0, 2), digits.slice(2, 5), digits.slice(5)].join(between)
          return readPhone(begins + rest)?.digits === `243${digits}`
        },
      ),
    )
  })
})

describe('a name', () => {
  const words = ['Mukendi', 'Kabongo', 'Béatrice', 'Zoé', 'Ilunga', 'Tshibanda', 'Ngalula', 'Dieudonné']
  const name = fc.uniqueArray(fc.constantFrom(...words), { minLength: 1, maxLength: 4 })
  const spelling = fc.constantFrom<(word: string) => string>(
    (word) => word,
    (word) => word.toUpperCase(),
    (word) => word.normalize('NFD'),
    (word) => word.normalize('NFD').replaceAll(/\p{M}/gu, ''),
    (word) => `${word.slice(0, 2)}\u200b${word.slice(2)}`,
    (word) => word.replaceAll(/[A-Za-z]/g, (sign) => String.fromCodePoint(sign.codePointAt(0)! + 0xfee0)),
  )

  test('it has one key in any order, case, width and spelling of accents', () => {
    fc.assert(
      fc.property(
        name.chain((given) =>
          fc.tuple(
            fc.constant(given),
            fc.shuffledSubarray(given, { minLength: given.length }),
            fc.array(spelling, { minLength: given.length, maxLength: given.length }),
            fc.constantFrom(' ', '  ', ' \u200b', '\u00a0'),
          ),
        ),
        ([given, order, spellings, between]) =>
          senderOf(given.join(' ')) === senderOf(order.map((word, i) => spellings[i]!(word)).join(between)),
      ),
    )
  })

  test('other words or another birth date have another key', () => {
    fc.assert(
      fc.property(name, name, (one, other) => {
        const isSame = one.toSorted().join() === other.toSorted().join()
        return (
          isSame === (senderOf(one.join(' ')) === senderOf(other.join(' '))) &&
          senderOf(one.join(' ')) !== senderOf(one.join(' '), '1980-01-02')
        )
      }),
    )
  })
})
