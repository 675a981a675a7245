import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { mutants } from './all.ts'
import { allGuards, changed, guardsIn } from './guards.ts'
import { failingFiles, judged, type TestReport } from './judge.ts'

const guards = allGuards()

test('every mutant has a unique name', () => {
  expect(mutants.length).toBeGreaterThanOrEqual(250)
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length)
})

test('every guard has one marker, named in lower case with hyphens, and a mutant', () => {
  const names = guards.map(({ name }) => name)
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
  expect(names.filter((name) => !/^[a-z]+(-[a-z]+)*$/.test(name))).toEqual([])
  const removed = new Set(mutants.flatMap(({ changes }) => changes.map(([guard]) => guard)))
  expect(names.filter((name) => !removed.has(name))).toEqual([])
})

test.each(mutants.map((mutant) => [mutant.name, mutant] as const))(
  'the mutant “%s” changes code that occurs exactly once in its guard, and its tests exist',
  (_name, { changes, tests }) => {
    for (const change of changes) {
      const file = guards.find(({ name }) => name === change[0])?.file
      expect(file, `the guard ${change[0]}`).toBeDefined()
      const source = readFileSync(file!, 'utf8')
      expect(changed(source, guards, [change])).not.toBe(source)
    }
    for (const file of tests) expect(() => readFileSync(file)).not.toThrow()
  },
)

describe('guards', () => {
  const source = `const x = 'a b'
/** Why. */
// guard: two-words
// More of why.
const y = ask(
  'a b',
  x,
)
const z = { // guard: no-marker
  // guard: one-property
  a: 1, b: 2 }
`
  const found = guardsIn('x.ts', source)

  test('a guard is the whole statement or property below its marker, in any layout', () => {
    expect(found.map(({ name, start, end }) => [name, source.slice(start, end)])).toEqual([
      ['two-words', "const y = ask(\n  'a b',\n  x,\n)"],
      ['one-property', 'a: 1'],
    ])
    expect(changed(source, found, [['two-words', "('a b', x", '(0']])).toContain('const y = ask(0,\n)')
    expect(changed(source, found, [['two-words', 'remove']])).toContain('// More of why.\n\nconst z')
  })

  test('a change must match exactly one piece of its guard and overlap no other change', () => {
    expect(() => changed(source, found, [['two-words', 'const x', '']])).toThrow('0 times')
    expect(() => changed(source, found, [['two-words', ',', '']])).toThrow('2 times')
    expect(() => changed(source, found, [['three-words', 'remove']])).toThrow('no guard is named three-words')
    expect(() =>
      changed(source, found, [
        ['two-words', 'remove'],
        ['two-words', 'x,', ''],
      ]),
    ).toThrow('overlap')
  })

  test('a marker without a statement below it is refused', () => {
    expect(() => guardsIn('x.ts', 'const a = [\n  // guard: element\n  1,\n]')).toThrow(
      'no statement follows',
    )
  })
})

const reportOf = (...files: [name: string, status: string, tests: string[]][]): TestReport => ({
  numFailedTests: files.flatMap(([, , tests]) => tests).filter((status) => status === 'failed').length,
  numPassedTests: files.flatMap(([, , tests]) => tests).filter((status) => status === 'passed').length,
  testResults: files.map(([name, status, tests]) => ({
    name: resolve(name),
    status,
    assertionResults: tests.map((test) => ({ status: test, fullName: 'a test', failureMessages: ['wrong'] })),
  })),
})

test('control: a test file that fails on unchanged code, or did not run, judges no mutant', () => {
  const report = reportOf(
    ['good.test.ts', 'passed', ['passed', 'skipped']],
    ['bad.test.ts', 'failed', ['passed', 'failed']],
    ['broken.test.ts', 'failed', []],
    ['empty.test.ts', 'passed', ['skipped']],
  )
  const files = ['good.test.ts', 'bad.test.ts', 'broken.test.ts', 'empty.test.ts', 'absent.test.ts']
  expect([...failingFiles(report, files)]).toEqual(files.slice(1))
  expect([...failingFiles(undefined, files)]).toEqual(files)
})

test('control: only a failing test catches a mutant', () => {
  const failed = reportOf(['a.test.ts', 'failed', ['passed', 'failed']])
  const passed = reportOf(['a.test.ts', 'passed', ['passed']])
  expect(judged(failed, 'a.ts', '').verdict).toBe('caught')
  expect(judged(passed, 'a.ts', '').verdict).toBe('survived')
  expect(judged(failed, '', '').verdict).toBe('not tried')
  expect(judged(undefined, 'a.ts', 'no such file').verdict).toBe('not tried')
})
