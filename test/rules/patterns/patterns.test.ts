// Checks each regular expression that reads untrusted text against its worst input, by counting steps instead of measuring time.
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { allowedMaking, allowedPatterns } from './allowed.ts'
import { provedBy, provedPatterns } from './proved.ts'
import { patternsOf } from './sources.ts'

process.env.RECHECK_BACKEND = hasCompiledChecker() ? 'native' : 'pure'
const { checkSync } = await import('recheck')

/** npm installs a compiled checker where there is one: it finds the same as the portable one, in a third of the time. */
function hasCompiledChecker(): boolean {
  const systems: Partial<Record<NodeJS.Platform, string>> = {
    darwin: 'macos',
    linux: 'linux',
    win32: 'windows',
  }
  const packageFile = `recheck-${systems[process.platform]}-${process.arch}/package.json`
  try {
    return createRequire(import.meta.resolve('recheck')).resolve(packageFile).length > 0
  } catch {
    return false
  }
}

const { literals, making } = patternsOf(['server', 'sandbox', 'web'])

/**
 * Returns how the number of steps grows with the input. It is computed from the expression's automaton, independent of the
 * machine's speed.
 */
function growthOf(source: string, flags: string): string {
  const found = checkSync(source, flags, { checker: 'automaton', timeout: null })
  if (found.status === 'unknown') return `unknown: ${found.error.kind}`
  return found.complexity?.type ?? 'unknown'
}

describe('[S-24] regular expressions', () => {
  test('control: the checker distinguishes backtracking expressions from linear ones', () => {
    assert.equal(growthOf('^(a+)+$', ''), 'exponential')
    assert.equal(growthOf('([;|\\t\\r\\n][\\s"]*)(?=[=+@-])', 'g').startsWith('unknown'), true)
    assert.equal(growthOf('[;|\\t\\r\\n][\\s"]*=', 'g'), 'polynomial')
    assert.ok(['safe', 'linear', 'constant'].includes(growthOf('^[a-z]+$', '')))
    assert.ok(literals.size > 300, String(literals.size))
  })

  /** Set, it proves those again that are known as linear. */
  const provesAll = process.env.PROVE_ALL !== undefined
  // Minutes of computing on a busy machine, and many with all.
  const timeout = 3_600_000
  test('regular expressions take linear time, or read only short texts', { timeout }, () => {
    const slow: string[] = []
    for (const [name, { source, flags, files }] of literals) {
      const allowed = allowedPatterns[name]
      if (allowed && files.every((file) => allowed.files.test(file))) continue
      if (!provesAll && provedPatterns.has(name)) continue
      const growth = growthOf(source, flags)
      if (!['safe', 'linear', 'constant'].includes(growth))
        slow.push(`${growth}: ${name} in ${files.join(', ')}`)
    }
    expect(slow).toEqual([])
  })

  test('exceptions for slower regular expressions still exist in the sources', () => {
    const removed = [...Object.keys(allowedPatterns), ...provedPatterns].filter((name) => !literals.has(name))
    expect(removed).toEqual([])
  })

  test('the installed checker is the one that proved the regular expressions of the list', () => {
    expect(createRequire(import.meta.url)('recheck/package.json').version).toBe(provedBy)
  })

  test('regular expressions are built from text only in files where the text is our own', () => {
    expect(making.toSorted()).toEqual(Object.keys(allowedMaking))
  })
})
