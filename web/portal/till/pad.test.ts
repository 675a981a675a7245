import { expect, test } from 'vitest'
import { type Key, keyOf, pressed } from './pad.ts'

const typed = (...keys: Key[]) => keys.reduce(pressed, '')

test.each([
  [['1', '2', '.', '5'], '12.5'],
  [['1', '2', '.', '5', '0', '9'], '12.50'],
  [['0', '0', '7'], '7'],
  [['.', '5'], '0.5'],
  [['1', '.', '.', '2'], '1.2'],
  [['1', '2', 'erase'], '1'],
  [['erase'], ''],
  [[...'1234567890'] as Key[], '123456789'],
] as [Key[], string][])('the pad turns %j into %s', (keys, amount) => {
  expect(typed(...keys)).toBe(amount)
})

test('a keyboard types on the pad, with a comma or a point', () => {
  expect(['7', ',', '.', 'Backspace', 'a', 'Enter'].map(keyOf)).toEqual([
    '7',
    '.',
    '.',
    'erase',
    undefined,
    undefined,
  ])
})
