import assert from 'node:assert/strict'
import { describe, expect, test } from 'vitest'
import { tested } from '../test/security/requirements/requirement.ts'
import { requirementFaults } from './security-requirements.ts'
import { titlesIn } from './tagged-tests.ts'

describe('the list of security requirements', () => {
  const rows = [tested('S-01', 'a rule'), tested('S-02', 'another')]
  const of = (...ids: string[]) => ids.map((id) => ({ file: 'a.test.ts', title: `x [${id}]`, ids: [id] }))

  test('is whole when each has a test', () => {
    expect(requirementFaults(rows, of('S-01', 'S-02'))).toEqual([])
  })

  test('is refused where one has none, one is there twice, one is left out without a reason, or a test names none', () => {
    expect(requirementFaults(rows, of('S-01'))).toEqual(['S-02 has no test'])
    expect(requirementFaults([...rows, rows[0]!], of('S-01', 'S-02'))).toEqual(['S-01 is there twice'])
    expect(requirementFaults([{ ...rows[0]!, standing: 'open' }], [])).toEqual(['S-01 does not say why'])
    expect(requirementFaults(rows, of('S-01', 'S-02', 'S-99'))).toEqual(['a.test.ts: S-99 is no requirement'])
  })
})

test('titles are read from what is run, and not from other text', () => {
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
