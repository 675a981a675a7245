// Each regular expression that meets what others write is tried against its worst input, by counting steps, not by time.
import assert from 'node:assert/strict'
import { describe, expect, test } from 'vitest'
import { allowedMaking, allowedPatterns } from './allowed.ts'
import { patternsOf } from './sources.ts'

process.env.RECHECK_BACKEND = 'pure'
const { checkSync } = await import('recheck')

const { literals, making } = patternsOf(['server', 'sandbox', 'web'])

/** How the number of steps grows with the input: by an automaton of the pattern, so that a machine's pace is nothing. */
function growthOf(source: string, flags: string): string {
  const found = checkSync(source, flags, { checker: 'automaton', timeout: null })
  if (found.status === 'unknown') return `unknown: ${found.error.kind}`
  return found.complexity?.type ?? 'unknown'
}

describe('[S-24] regular expressions', () => {
  test('control: the checker tells patterns that backtrack from those that do not', () => {
    assert.equal(growthOf('^(a+)+$', ''), 'exponential')
    assert.equal(growthOf('([;|\\t\\r\\n][\\s"]*)(?=[=+@-])', 'g').startsWith('unknown'), true)
    assert.equal(growthOf('[;|\\t\\r\\n][\\s"]*=', 'g'), 'polynomial')
    assert.ok(['safe', 'linear', 'constant'].includes(growthOf('^[a-z]+$', '')))
    assert.ok(literals.size > 300, String(literals.size))
  })

  test('take no more steps than their text has characters, or meet only short texts', () => {
    const slow: string[] = []
    for (const [name, { source, flags, files }] of literals) {
      const allowed = allowedPatterns[name]
      if (allowed && files.every((file) => allowed.files.test(file))) continue
      const growth = growthOf(source, flags)
      if (!['safe', 'linear', 'constant'].includes(growth))
        slow.push(`${growth}: ${name} in ${files.join(', ')}`)
    }
    expect(slow).toEqual([])
  }, 240_000)

  test('that are allowed to take more are still in the sources', () => {
    const removed = Object.keys(allowedPatterns).filter((name) => !literals.has(name))
    expect(removed).toEqual([])
  })

  test('are made of texts only in files where the text is our own', () => {
    expect(making.toSorted()).toEqual(Object.keys(allowedMaking))
  })
})
