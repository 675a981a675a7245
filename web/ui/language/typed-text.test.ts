import { expect, test } from 'vitest'
import * as server from '../../../server/kernel/text/typed-text.ts'
import * as pages from './typed-text.ts'

test('pages and requests read typed text alike, for every character', () => {
  const [requests, ours] = [Object.entries(server), new Map(Object.entries(pages))]
  expect([...ours.keys()].toSorted()).toEqual(requests.map(([name]) => name).toSorted())
  for (let code = 0; code < 0x20000; code += 1) {
    if (code >= 0xd800 && code < 0xe000) continue
    const text = `a1${String.fromCodePoint(code)}b.`
    for (const [name, read] of requests)
      if (ours.get(name)?.(text) !== read(text)) expect([code, name]).toEqual([])
  }
})
