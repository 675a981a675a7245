// The forms of numbers of businesses: what people write is accepted in its usual form, and everything else refused.
import { expect, test } from 'vitest'
import { businessNumberText, kindOfRegistration } from './numbers.ts'

test.each([
  ['rccm', 'CD/KIN/RCCM/14-B-01234', 'CD/KIN/RCCM/14-B-01234'],
  ['rccm', 'cd/kng/rccm/26-b-1234', 'CD/KNG/RCCM/26-B-1234'],
  ['rccm', 'CD / KNM / RCCM / 19 – A – 00056', 'CD/KNM/RCCM/19-A-00056'],
  ['rccm', "CD/TRICOM/L'SHI/RCCM/14-B-1561", 'CD/TRICOM/LSHI/RCCM/14-B-1561'],
  ['rccm', 'CD/GOM/RCCM/24-B-0042', 'CD/GOM/RCCM/24-B-0042'],
  ['national_id', '01-83-N12345A', '01-83-N12345A'],
  ['national_id', '6-93-n12345r', '6-93-N12345R'],
  ['national_id', '01-F4300-N58211K', '01-F4300-N58211K'],
  ['tax_number', 'A1234567B', 'A1234567B'],
  ['tax_number', 'a 1234567 b', 'A1234567B'],
  ['tax_number', 'A-1234567-B', 'A1234567B'],
] as const)('the %s %s is stored as %s', (number, typed, stored) => {
  expect(businessNumberText(number).parse(typed)).toBe(stored)
})

test.each([
  ['rccm', 'KIN/RCCM/14-B-01234'],
  ['rccm', 'CD/KIN/RCCM/14-B'],
  ['rccm', 'CD/KIN/RCCM/2014-B-01234'],
  ['rccm', 'CD/KIN/RCCM/14-Z-01234'],
  ['rccm', 'CD/KIN/RCCM/14-B-0123456'],
  ['rccm', 'NRC 12345'],
  ['rccm', 'xCD/KIN/RCCM/14-B-01234'],
  ['national_id', '01-83-12345'],
  ['national_id', '01-83-N12345'],
  ['national_id', '01-83-N12345A-1'],
  ['tax_number', '1234567'],
  ['tax_number', 'A123456B'],
  ['tax_number', 'A12345678B'],
  ['tax_number', ''],
] as const)('%s: %j is refused', (number, typed) => {
  expect(businessNumberText(number).safeParse(typed).success).toBe(false)
})

test('the letter of an RCCM number tells natural persons from companies', () => {
  expect(
    ['CD/KIN/RCCM/14-A-01234', 'CD/KIN/RCCM/14-B-01234', 'CD/KIN/RCCM/14-C-01234'].map(kindOfRegistration),
  ).toEqual(['person', 'body', 'body'])
})
