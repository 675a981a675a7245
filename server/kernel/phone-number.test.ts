import { expect, test } from 'vitest'
import { msisdnOf } from '../compliance/blacklist.ts'
import { searchWords } from '../platform/http/admin-search.ts'
import { operators } from './operators.ts'
import { readPhone } from './phone-number.ts'

test.each([
  '0810000001',
  '+243 81 000 00 01',
  '\u202a+243 810\u202c 000 001',
  '+243\u202f810\u2009000\u2007001',
  '08\u200b10\u00ad000\u2060001',
  '٠٨١٠٠٠٠٠٠١',
  '०८१००००००१',
  '＋２４３（０）８１００００００１',
  '+243\u2011810\u2013000\u2212001',
])('%j is the same wallet however it was copied, also on the blacklist', (typed) => {
  expect(readPhone(typed)).toMatchObject({ digits: '243810000001', operator: 'vodacom' })
  expect(msisdnOf(typed)).toBe('243810000001')
})

test('a number that the phone library does not know is valid if its prefix is of one of our operators', () => {
  expect(readPhone('+243110000001')).toBeUndefined()
  const { prefixes } = operators.africell
  ;(prefixes as unknown as string[]).push('11')
  try {
    expect(readPhone('0110000002')).toMatchObject({
      digits: '243110000002',
      country: 'CD',
      operator: 'africell',
    })
    expect(searchWords('011 000 0002').phone?.ends).toContain('243110000002')
  } finally {
    ;(prefixes as unknown as string[]).pop()
  }
})
