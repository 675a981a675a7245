import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { mutants } from './all.ts'
import { failingFiles, judged, type TestReport } from './judge.ts'
import { edited } from './mutant.ts'

test('the list has at least forty guards, each with a unique name', () => {
  expect(mutants.length).toBeGreaterThanOrEqual(40)
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length)
})

test.each(mutants.map((mutant) => [mutant.name, mutant] as const))(
  'the text of the guard “%s” occurs exactly once in the code, and its tests exist',
  (_name, { edits, tests }) => {
    for (const edit of edits) expect(() => edited(readFileSync(edit.file, 'utf8'), edit)).not.toThrow()
    for (const file of tests) expect(() => readFileSync(file)).not.toThrow()
  },
)

test('control: a text that does not occur, or occurs twice, is refused', () => {
  expect(() => edited('a b', { file: 'x', find: 'c', replace: '' })).toThrow('0 times')
  expect(() => edited('a a', { file: 'x', find: 'a', replace: '' })).toThrow('2 times')
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

test('control: a mutant is caught only by a failing assertion', () => {
  const failed = reportOf(['a.test.ts', 'failed', ['passed', 'failed']])
  const passed = reportOf(['a.test.ts', 'passed', ['passed']])
  expect(judged(failed, 'a.ts', '').verdict).toBe('caught')
  expect(judged(passed, 'a.ts', '').verdict).toBe('survived')
  expect(judged(failed, '', '').verdict).toBe('not tried')
  expect(judged(undefined, 'a.ts', 'no such file').verdict).toBe('not tried')
})
