import { expect, test } from 'vitest'
import { growExpiry, readExpiry, showExpiry } from './expiry.ts'

const today = new Date('2026-11-21T10:00:00')

test.each([
  '2029 12',
  '202912',
  '12/29',
  '1229',
  '12 29',
  '12-29',
  '12.29',
  '12 / 29',
  ' 12/2029 ',
  '122029',
  '12-2029',
  '2029-12',
])('"%s" is read as December 2029', (typed) => {
  expect(readExpiry(typed, today)).toEqual({ month: '12', year: '2029' })
})

test.each([
  ['9/28', '09/28'],
  ['928', '09/28'],
  ['09/28', '09/28'],
  ['11/26', '11/26'],
])('the expiry date typed as "%s" is shown as %s', (typed, shown) => {
  const expiry = readExpiry(typed, today)
  expect(typeof expiry === 'object' && showExpiry(expiry)).toBe(shown)
})

test.each([
  ['', 'missing'],
  ['  ', 'missing'],
  ['13/29', 'wrong'],
  ['00/29', 'wrong'],
  ['12', 'wrong'],
  ['12/2', 'wrong'],
  ['ab/cd', 'wrong'],
  ['12 déc 2029', 'wrong'],
  ['1330', 'wrong'],
  ['2030-13', 'wrong'],
  ['12/2099', 'wrong'],
  ['10/26', 'past'],
  ['12/20', 'past'],
  ['12/2025', 'past'],
])('the expiry date "%s" is refused as %s', (typed, fault) => {
  expect(readExpiry(typed, today)).toBe(fault)
})

test('the slash is inserted while the expiry date is typed', () => {
  const type = (keys: string) => [...keys].reduce((typed, key) => growExpiry(typed + key), '')
  expect(type('1229')).toBe('12/29')
  expect(type('12/29')).toBe('12/29')
  expect(type('928')).toBe('09/28')
  expect(type('1/28')).toBe('01/28')
  expect(type('12/2029')).toBe('12/2029')
  expect(type('0928')).toBe('09/28')
  expect(type('2/28')).toBe('02/28')
})

test.each(['13/30', '1330', '2030-12', '203012', 'déc 2030', '228', '20'])(
  'the expiry date typed as "%s" is left as typed while it is ambiguous',
  (keys) => {
    expect([...keys].reduce((typed, key) => growExpiry(typed + key), '')).toBe(keys)
  },
)
