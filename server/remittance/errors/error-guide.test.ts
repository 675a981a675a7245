import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, test } from 'vitest'
import { codeOf } from '../../platform/http/http.ts'
import { errorGuide, problemsByCode } from './error-guide.ts'
import { errorTitles } from './error-titles.ts'
import { frenchErrorGuide } from './french-error-guide.ts'

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

  test('every error code has a title, a cause and a remedy in English and in French', () => {
    const codes = [...problemsByCode().keys()].sort()
    assert.deepEqual(Object.keys(frenchErrorGuide).sort(), codes)
    assert.deepEqual(Object.keys(errorTitles).sort(), codes)
    // Code is the same in both languages.
    const codeIn = ({ cause, remedy }: { cause: string; remedy: string }) =>
      [...`${cause} ${remedy}`.matchAll(/`[^`]+`/g)]
        .map(([text]) => text.replace('AAAA-MM-JJ', 'YYYY-MM-DD'))
        .sort()
    for (const code of codes)
      assert.deepEqual(codeIn(frenchErrorGuide[code]!), codeIn(errorGuide[code]!), code)
  })

  test.each(['docs/errors', 'docs/errors/fr'])(
    'every error code has a page in %s, and no page is left for a removed code',
    (folder) => {
      const pages = readdirSync(folder).filter((file) => file.endsWith('.md') && file !== 'README.md')
      assert.deepEqual(pages.sort(), [...problemsByCode().keys()].map((code) => `${code}.md`).sort())
    },
  )

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
