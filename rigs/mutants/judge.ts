// What a run of tests says of a mutant, and of the files it is judged by.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

export type Verdict = {
  name: string
  verdict: 'caught' | 'survived' | 'not tried'
  by: string
  seconds: number
}
/** A report of vitest in JSON. */
export type TestReport = {
  numFailedTests: number
  numPassedTests: number
  testResults: {
    name: string
    status: string
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[]
  }[]
}

/** Undefined where there is none that can be read. */
export function readReport(file: string): TestReport | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as TestReport
  } catch {
    return undefined
  }
}

/** Files in which not every test passed with nothing changed: what fails anyway shows nothing. */
export function failingFiles(report: TestReport | undefined, files: readonly string[]): ReadonlySet<string> {
  const good = (report?.testResults ?? []).filter(
    ({ status, assertionResults }) =>
      status === 'passed' && assertionResults.some((test) => test.status === 'passed'),
  )
  const names = new Set(good.map(({ name }) => resolve(name)))
  return new Set(files.filter((file) => !names.has(resolve(file))))
}

/**
 * Caught where a test says what is wrong: one that only waits in vain may have met a slow machine or a broken program.
 * @param mark names the files that were changed.
 */
export function judged(
  report: TestReport | undefined,
  mark: string,
  complaint: string,
): Pick<Verdict, 'verdict' | 'by'> {
  if (!report) return { verdict: 'not tried', by: complaint.slice(-400) }
  const { numFailedTests, numPassedTests, testResults } = report
  if (mark === '') return { verdict: 'not tried', by: 'no test loads the file' }
  const failed = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'failed')
  const failures = failed.map(
    ({ fullName, failureMessages = [] }) =>
      `${fullName}: ${failureMessages[0]?.split('\n')[0]?.slice(0, 160)}`,
  )
  const received = failures.find(
    (arguments_) => !/timed out|timeout exceeded|Hook|SyntaxError/.test(arguments_),
  )
  if (received !== undefined)
    return { verdict: 'caught', by: `${numFailedTests} of ${numFailedTests + numPassedTests}: ${received}` }
  if (numFailedTests > 0) return { verdict: 'not tried', by: `by no word of theirs: ${failures[0]}` }
  return { verdict: numPassedTests > 0 ? 'survived' : 'not tried', by: `${numPassedTests} tests passed` }
}
