// The limit of failed sign-ins of one network address, on a clock that the test moves.
import { expect, test } from 'vitest'
import { Problem } from '../../kernel/problem.ts'
import { openFailureLimit } from './login.ts'

const address = '198.51.100.1'

/** A limit of six failures a minute, after some failures, and whether sign-ins are refused by it. */
function limitAfter(failures: number) {
  let at = 0
  const limit = openFailureLimit(6, () => at)
  for (let n = 0; n < failures; n++) limit.count(address)
  const isRefused = (from: string, isKnown: boolean) => {
    try {
      limit.refuseFlood(from, isKnown)
      return false
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      expect([error.spec.status, error.headers['retry-after']]).toEqual([429, '10'])
      return true
    }
  }
  const wait = (seconds: number) => {
    at += seconds * 1_000
  }
  return { isRefused, wait }
}

test('an address may fail six times, and twelve times from known browsers', () => {
  for (const [failures, stranger, known] of [
    [5, false, false],
    [6, true, false],
    [11, true, false],
    [12, true, true],
  ] as const) {
    const { isRefused } = limitAfter(failures)
    expect([isRefused(address, false), isRefused(address, true)]).toEqual([stranger, known])
  }
})

test('other addresses are not refused, and each ten seconds allow one more failure', () => {
  const { isRefused, wait } = limitAfter(6)
  expect(isRefused('198.51.100.2', false)).toBe(false)
  wait(9)
  expect(isRefused(address, false)).toBe(true)
  wait(1)
  expect(isRefused(address, false)).toBe(false)
})
