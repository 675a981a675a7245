// IBANs, Congolese account numbers, BICs and names of holders.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readBankAccount, readBic, readHolder } from './bank-account.ts'

const ibans = [
  'DE89370400440532013000',
  'FR1420041010050500013M02606',
  'BE68539007547034',
  'GB29NWBK60161331926819',
  'CH9300762011623852957',
  'MU17BOMM0101101030300200000MUR',
]

/** A Congolese account number with its key. */
const congolese = (rest: string) => rest + String(97n - (BigInt(`${rest}00`) % 97n)).padStart(2, '0')
const rests = fc.stringMatching(/^\d{21}$/)

test.each(ibans)('the IBAN %s is accepted, also in groups of four and in lower case', (iban) => {
  expect(readBankAccount(iban)).toEqual({ kind: 'iban', number: iban })
  const grouped = iban.toLowerCase().replace(/(.{4})/g, '$1 ')
  expect(readBankAccount(grouped)).toEqual({ kind: 'iban', number: iban })
})

test.each(ibans)('no digit of the IBAN %s can be changed', (iban) => {
  for (const [at, character] of [...iban].entries()) {
    if (!/\d/.test(character)) continue
    const changed = iban.slice(0, at) + ((Number(character) + 1) % 10) + iban.slice(at + 1)
    expect([changed, readBankAccount(changed)]).toEqual([changed, undefined])
  }
})

test.each([
  ['one character too long, with right check digits', 'DE77370400440532013000 0'],
  ['the length of another country', 'FR76370400440532013000'],
  ['a country without IBANs', 'CD89370400440532013000'],
  ['nothing but a country', 'DE'],
  ['no letters or digits', 'DE89 3704 0044 0532 0130 0_'],
  ['nothing', ''],
])('an IBAN with %s is refused', (_what, text) => {
  expect(readBankAccount(text)).toBeUndefined()
})

/** The IBAN of a country and account with right check digits, whatever its length. */
function withCheckDigits(country: string, account: string): string {
  const digits = `${account}${country}00`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  return country + String(98n - (BigInt(digits) % 97n)).padStart(2, '0') + account
}

test('an IBAN of the wrong length is refused even if its check digits are right', () => {
  expect(withCheckDigits('DE', '370400440532013000')).toBe('DE89370400440532013000')
  for (const account of ['3704004405320130001', '37040044053201300'])
    expect(readBankAccount(withCheckDigits('DE', account))).toBeUndefined()
})

test('a Congolese account number is accepted as it is, with and without separators', () => {
  fc.assert(
    fc.property(rests, (rest) => {
      const number = congolese(rest)
      expect(readBankAccount(number)).toEqual({ kind: 'domestic', number })
      const grouped = `${number.slice(0, 5)}-${number.slice(5, 10)}-${number.slice(10, 21)}-${number.slice(21)}`
      expect(readBankAccount(grouped)).toEqual({ kind: 'domestic', number })
    }),
  )
})

test('no digit of a Congolese account number can be changed, and no two neighbours swapped', () => {
  fc.assert(
    fc.property(rests, fc.nat({ max: 21 }), fc.integer({ min: 1, max: 9 }), (rest, at, more) => {
      const number = congolese(rest)
      const changed = number.slice(0, at) + ((Number(number.charAt(at)) + more) % 10) + number.slice(at + 1)
      expect(readBankAccount(changed)).toBeUndefined()
      const swapped = number.slice(0, at) + number.charAt(at + 1) + number.charAt(at) + number.slice(at + 2)
      if (swapped !== number) expect(readBankAccount(swapped)).toBeUndefined()
    }),
  )
})

test.each([
  ['TRMSCD3L', 'TRMSCD3L'],
  ['trms cd 3l xxx', 'TRMSCD3LXXX'],
  ['TRMSCD3', undefined],
  ['TRMSC13L', undefined],
  ['TRMSCD3LXX', undefined],
])('the BIC %j is read as %j', (text, read) => {
  expect(readBic(text)).toBe(read)
})

test.each([
  ['Société Kivu & Frères', 'Societe Kivu + Freres'],
  ["L’Œuvre  d'Élan", "L'OEuvre d'Elan"],
  ['Boutique Kivu (Goma), S.A.R.L.', 'Boutique Kivu (Goma), S.A.R.L.'],
  ['Магазин', undefined],
  ['名', undefined],
  ['A_B', undefined],
  ['/ABC', undefined],
  ['A//B', undefined],
  ['´', undefined],
])('the holder %j is read as %j', (text, read) => {
  expect(readHolder(text)).toBe(read)
})
