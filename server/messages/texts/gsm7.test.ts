import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gsm7Length, gsm7Text } from './writing.ts'

test('French texts keep the letters that an SMS has, and lose the marks of the others', () => {
  expect(gsm7Text('Votre versement de 25,50\u00a0USD a échoué')).toBe('Votre versement de 25,50 USD a échoué')
  expect(gsm7Text('N’oubliez pas\u202f: ça, la fête… « à Noël »')).toBe(
    "N'oubliez pas : ca, la fete... << à Noel >>",
  )
})

test('characters of the extension take two places', () => {
  expect(gsm7Length('[€]')).toBe(6)
  expect(gsm7Length('ê')).toBeUndefined()
})

test('whatever the text, an SMS has at most 160 places and only characters of the alphabet', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => {
      expect(gsm7Length(gsm7Text(text))).toBeLessThanOrEqual(160)
    }),
  )
  expect(gsm7Text(`${'a'.repeat(159)}€`)).toBe('a'.repeat(159))
})
