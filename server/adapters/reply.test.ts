import { expect, test } from 'vitest'
import { fact, part, text } from './reply.ts'

test('text of an upstream that cannot be stored is read as absent', () => {
  const issuer = part({ name: fact, message: text })
  const kept = { name: 'Crédit du Congo 😀', message: 'x'.repeat(8192) }
  expect(issuer.parse(kept)).toEqual(kept)
  for (const bad of ['a\u0000b', 'a\ud83d', '\ude00b'])
    expect(issuer.parse({ name: bad, message: bad })).toEqual({ name: undefined, message: undefined })
})
