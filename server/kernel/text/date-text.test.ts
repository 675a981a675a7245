import { expect, test } from 'vitest'
import { dateText } from './date-text.ts'

const at = (day: string) => new Date(`2026-${day}T10:01:00Z`)

test.each([
  ['fr-CD', { dateStyle: 'full', timeStyle: 'short' }, '12-01', 'mardi 1er décembre 2026 à 10:01'],
  ['fr-CD', { dateStyle: 'medium' }, '12-01', '1er déc. 2026'],
  ['fr', { day: 'numeric', month: 'short' }, '12-01', '1er déc.'],
  ['fr-CD', { day: 'numeric', month: 'long' }, '12-21', '21 décembre'],
  ['fr-CD', { day: '2-digit', month: '2-digit' }, '12-01', '01/12'],
  ['en-GB', { day: 'numeric', month: 'long' }, '12-01', '1 December'],
] as const)('in %s, %o of the day %s is "%s"', (locale, options, day, text) => {
  expect(dateText(locale, { ...options, timeZone: 'UTC' }, at(day)).replaceAll('\u00a0', ' ')).toBe(text)
})
