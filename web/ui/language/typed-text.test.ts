import { expect, test } from 'vitest'
import * as server from '../../../server/kernel/typed-text.ts'
import * as pages from './typed-text.ts'

test('pages and requests read typed text alike, for every character', () => {
  const names = Object.keys(server).toSorted() as (keyof typeof server)[]
  expect(Object.keys(pages).toSorted()).toEqual(names)
  for (let code = 0; code < 0x20000; code += 1) {
    if (code >= 0xd800 && code < 0xe000) continue
    const text = `a1${String.fromCodePoint(code)}b.`
    for (const name of names) if (pages[name](text) !== server[name](text)) expect([code, name]).toEqual([])
  }
})
