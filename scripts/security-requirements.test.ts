import assert from 'node:assert/strict'
import { describe, expect, test } from 'vitest'
import { tested } from '../test/security/requirements/requirement.ts'
import { requirementFaults } from './security-requirements.ts'
import { titlesIn } from './tagged-tests.ts'

describe('the list of security requirements', () => {
  const rows = [tested('S-01', 'a rule'), tested('S-02', 'another')]
  const of = (...ids: string[]) => ids.map((id) => ({ file: 'a.test.ts', title: `x [${id}]`, ids: [id] }))

  test('the list is complete when each requirement has a test', () => {
    expect(requirementFaults(rows, of('S-01', 'S-02'))).toEqual([])
  })

  test('the list is refused for an untested, duplicate, unknown or unexplained requirement', () => {
    expect(requirementFaults(rows, of('S-01'))).toEqual(['S-02 has no test'])
    expect(requirementFaults([...rows, rows[0]!], of('S-01', 'S-02'))).toEqual(['S-01 is a duplicate'])
    expect(requirementFaults([{ ...rows[0]!, standing: 'open' }], [])).toEqual(['S-01 has no reason'])
    expect(requirementFaults(rows, of('S-01', 'S-02', 'S-99'))).toEqual([
      'a.test.ts: S-99 is not a requirement',
    ])
  })
})

test('titles are read only from executed tests, not from other text', () => {
  const id = (number: number) => `[S-0${number}]`
  const source = [
    `test('one ${id(1)}', () => {})`,
    `describe.each([1])('two ${id(2)}', () => {})`,
    `test.each([\n  1,\n])(\n  "three ${id(3)} ${id(4)}", async () => {})`,
    `// test it ${id(5)}`,
    `const text = 'no title ${id(6)}'`,
    `assert.equal(a, 'no title ${id(7)}')`,
  ].join('\n')
  assert.deepEqual(
    titlesIn(source).flatMap(({ ids }) => ids),
    ['S-01', 'S-02', 'S-03', 'S-04'],
  )
})
