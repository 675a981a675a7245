import { describe, expect, test } from 'vitest'
import { nationalDigits, operatorOf } from './national-number.ts'

const operators = [
  { code: 'vodacom', isOpen: true, prefixes: ['81', '82'], debit: '' },
  { code: 'airtel', isOpen: true, prefixes: ['97', '99'], debit: '' },
] as const

describe('a number that is being typed', () => {
  test.each([
    ['0970 123 456', '970123456'],
    ['+243 97 012 34 56', '970123456'],
    ['00243970123456', '970123456'],
    ['970123456', '970123456'],
    ['', ''],
  ])('%j has the national digits %j', (typed, digits) => expect(nationalDigits(typed)).toBe(digits))

  test.each([
    ['0', undefined],
    ['081', 'vodacom'],
    ['+24399', 'airtel'],
    ['0701', undefined],
  ])('%j is of %j', (typed, code) => expect(operatorOf(typed, operators)?.code).toBe(code))
})
