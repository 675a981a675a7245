import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mutants } from './all.ts'
import { edited } from './mutant.ts'

test('there are at least forty guards, each with a name of its own', () => {
  expect(mutants.length).toBeGreaterThanOrEqual(40)
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length)
})

test.each(mutants.map((mutant) => [mutant.name, mutant] as const))(
  'the guard “%s” stands in the code exactly once, and its tests are there',
  (_name, { edits, tests }) => {
    for (const edit of edits) expect(() => edited(readFileSync(edit.file, 'utf8'), edit)).not.toThrow()
    for (const file of tests) expect(() => readFileSync(file)).not.toThrow()
  },
)

test('control: a text that is not there, or stands there twice, is not taken', () => {
  expect(() => edited('a b', { file: 'x', find: 'c', replace: '' })).toThrow('0 times')
  expect(() => edited('a a', { file: 'x', find: 'a', replace: '' })).toThrow('2 times')
})
