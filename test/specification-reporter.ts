// After a whole run: every row of the specification has a passing test, and docs/specification.md says which.
import { readFileSync, writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'
import { rows } from './specification.ts'

const file = new URL('../docs/specification.md', import.meta.url)
const mostShown = 3

export default class SpecificationReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (process.argv.slice(2).join(' ') !== 'run') return
    const ours = modules.filter((module) => !module.relativeModuleId.startsWith('sandbox/'))
    const passed = ours.flatMap((module) =>
      [...module.children.allTests('passed')].map((test) => `${module.relativeModuleId} > ${test.fullName}`),
    )
    const proven = rows.map(([section, rule, proof]) => ({
      section,
      rule,
      tests: passed.filter((name) => proof.test(name)).sort(),
    }))
    for (const { section, rule, tests } of proven)
      if (tests.length === 0) this.fail(`no test proves ${section}: ${rule}`)
    const table = tableOf(proven)
    if (process.env.WRITE_SPECIFICATION) writeFileSync(file, table)
    else if (readFileSync(file, 'utf8') !== table)
      this.fail('docs/specification.md is not fresh: npm run specification')
  }

  private fail(message: string): void {
    process.stderr.write(`${message}\n`)
    process.exitCode = 1
  }
}

function tableOf(proven: { section: string; rule: string; tests: string[] }[]): string {
  const lines = proven.map(({ section, rule, tests }) => {
    const shown = tests
      .slice(0, mostShown)
      .map((name) => `\`${name.replaceAll('|', '\\|').replaceAll('`', "'").slice(0, 160)}\``)
    const more = tests.length > mostShown ? [`and ${tests.length - mostShown} more`] : []
    return `| ${section} | ${rule} | ${[...shown, ...more].join('<br>')} |`
  })
  const head = [
    '# The card specification and its tests',
    '',
    'Printed from the tests of a whole run.',
    '',
    '| section | rule | proved by |',
    '|---|---|---|',
  ]
  return `${[...head, ...lines].join('\n')}\n`
}
