import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, test } from 'vitest'
import { codeOf } from '../../platform/http/coded-errors.ts'
import { errorGuide, problemsByCode } from './error-guide.ts'

const sources = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', 'server/**/*.ts'],
  { encoding: 'utf8' },
)
  .split('\n')
  .filter((file) => file !== '' && !file.endsWith('.test.ts') && !file.endsWith('error-guide.ts'))

/** Codes as the sources write them, in catalogues and elsewhere. */
const written = new Set(
  sources.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/'(RMT-\d+)'/g)].map(([, code]) => code)),
)

describe('a code of the remittance service', () => {
  test('[R7] has advice, wherever in the sources it stands', () => {
    assert.ok(written.size > 20)
    assert.deepEqual([...written].filter((code) => !errorGuide[code!]).sort(), [])
  })

  test('has advice as long as a catalogue names it, and no longer', () => {
    assert.deepEqual(Object.keys(errorGuide).sort(), [...problemsByCode().keys()].sort())
  })

  test('has a page, and no page is left of a code that went', () => {
    const pages = readdirSync('docs/errors').filter((file) => file !== 'README.md')
    assert.deepEqual(pages.sort(), [...problemsByCode().keys()].map((code) => `${code}.md`).sort())
  })

  test('has one HTTP status', () => {
    for (const [code, specs] of problemsByCode())
      assert.equal(new Set(specs.map(({ status }) => status)).size, 1, code)
  })

  test('is that of its HTTP status where any request may meet the problem', () => {
    assert.equal(codeOf({ status: 503 }), 'RMT-503')
    assert.equal(codeOf({ status: 400 }), 'RMT-1001')
    assert.equal(codeOf({ status: 402, code: 'RMT-2001' }), 'RMT-2001')
  })
})
