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

/** All codes that appear in the sources, in catalogues and elsewhere. */
const written = new Set(
  sources.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/'(RMT-\d+)'/g)].map(([, code]) => code)),
)

describe('remittance error codes', () => {
  test('every error code in the sources has advice [R7]', () => {
    assert.ok(written.size > 20)
    assert.deepEqual([...written].filter((code) => !errorGuide[code!]).sort(), [])
  })

  test('the error guide has advice for exactly the codes in the catalogues', () => {
    assert.deepEqual(Object.keys(errorGuide).sort(), [...problemsByCode().keys()].sort())
  })

  test('every error code has a page, and no page is left for a removed code', () => {
    const pages = readdirSync('docs/errors').filter((file) => file !== 'README.md')
    assert.deepEqual(pages.sort(), [...problemsByCode().keys()].map((code) => `${code}.md`).sort())
  })

  test('every error code has one HTTP status', () => {
    for (const [code, specs] of problemsByCode())
      assert.equal(new Set(specs.map(({ status }) => status)).size, 1, code)
  })

  test('a general problem has the error code of its HTTP status', () => {
    assert.equal(codeOf({ status: 503 }), 'RMT-503')
    assert.equal(codeOf({ status: 400 }), 'RMT-1001')
    assert.equal(codeOf({ status: 402, code: 'RMT-2001' }), 'RMT-2001')
  })
})
