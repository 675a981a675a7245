// Derives the verdict on a mutant, and on the test files it needs, from a vitest report.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

export type Verdict = {
  name: string
  verdict: 'caught' | 'survived' | 'not tried'
  by: string
  seconds: number
}
/** A vitest report in JSON. */
export type TestReport = {
  numFailedTests: number
  numPassedTests: number
  testResults: {
    name: string
    status: string
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[]
  }[]
}

/** Reads a report. Returns undefined if the file is missing or not JSON. */
export function readReport(file: string): TestReport | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as TestReport
  } catch {
    return undefined
  }
}

/** Returns the files that fail, or run no test, on unchanged code: their failures prove nothing about a mutant. */
export function failingFiles(report: TestReport | undefined, files: readonly string[]): ReadonlySet<string> {
  const good = (report?.testResults ?? []).filter(
    ({ status, assertionResults }) =>
      status === 'passed' && assertionResults.some((test) => test.status === 'passed'),
  )
  const names = new Set(good.map(({ name }) => resolve(name)))
  return new Set(files.filter((file) => !names.has(resolve(file))))
}

/**
 * Judges a mutant: it is caught if a test fails with an assertion. A time-out alone does not count, because the cause may be a
 * slow machine or a program that does not run at all.
 * @param mark the names of the changed files that were loaded.
 * @param complaint what the test run wrote to standard error.
 */
export function judged(
  report: TestReport | undefined,
  mark: string,
  complaint: string,
): Pick<Verdict, 'verdict' | 'by'> {
  if (!report) return { verdict: 'not tried', by: complaint.slice(-400) }
  const { numFailedTests, numPassedTests, testResults } = report
  if (mark === '') return { verdict: 'not tried', by: 'no test loads the changed file' }
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
  if (numFailedTests > 0) return { verdict: 'not tried', by: `without an assertion: ${failures[0]}` }
  return { verdict: numPassedTests > 0 ? 'survived' : 'not tried', by: `${numPassedTests} tests passed` }
}
