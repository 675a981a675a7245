import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const translators = [
  'web/ui/language/service-messages.ts',
  'web/console/parts/translated-message.tsx',
  'web/console/bank/file-faults.ts',
  'web/ui/batches/fault-texts.ts',
]
const server = globSync('server/**/*.ts', { exclude: ['**/*.test.ts'] })
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')

/** The longest literal text in a pattern, such as "Minimum amount for " of `^Minimum amount for (\w+) is`. */
function literalOf(pattern: string): string {
  const runs = pattern.split(/\((?:[^()]|\([^()]*\))*\)[?*+]?|\[[^\]]*\][?*+]?|\\.[?*+]?|\.[?*+]|[$^]/)
  return runs.reduce((longest, run) => (run.length > longest.length ? run : longest), '')
}

test.each(translators)('the server still writes every message that %s translates', (file) => {
  const source = readFileSync(file, 'utf8')
  const literals = [...source.matchAll(/\/\^((?:[^/\\\n]|\\.)+)\$?\/u?[,\n]/g)]
    .map(([, pattern = '']) => literalOf(pattern))
    .filter((literal) => /\w{3}/.test(literal))
  expect(literals.length).toBeGreaterThan(20)
  expect(literals.filter((literal) => !server.includes(literal))).toEqual([])
})

test.each(translators)(
  'every pattern of %s matches a whole message, so that no language is mixed into another',
  (file) => {
    const source = readFileSync(file, 'utf8')
    const patterns = [...source.matchAll(/\[\s*\/((?:[^/\\\n]|\\.)+)\/u?,/g)].map(
      ([, pattern = '']) => pattern,
    )
    expect(patterns.length).toBeGreaterThan(20)
    expect(patterns.filter((pattern) => !/^\^.*\$$/.test(pattern))).toEqual([])
  },
)
