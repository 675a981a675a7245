import { expect, test } from 'vitest'
import { lastResults } from './phone-number.ts'

test('the last results of a function are remembered, and older ones are computed again', () => {
  const computed: string[] = []
  const length = lastResults((text: string) => {
    computed.push(text)
    return text.length || undefined
  }, 2)
  expect(['a', 'bb', 'a', '', '', 'bb', 'a'].map(length)).toEqual([1, 2, 1, undefined, undefined, 2, 1])
  expect(computed).toEqual(['a', 'bb', '', 'a'])
})
