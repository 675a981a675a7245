// After a complete run: checks that every row of the specification has a passing test, and writes which tests those are
// to node_modules/.cache/likuta/specification.md.
import { mkdirSync, writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'
import { cardRows, type Row } from './specification.ts'
import { remittanceRows } from './specification-remittance.ts'

const folder = new URL('../../../node_modules/.cache/likuta/', import.meta.url)
const maxShown = 3

/** Tests that prove the remittance specification carry its section numbers in their titles. */
const ofRemittance = /\[R\d/
const specifications: { title: string; rows: readonly Row[]; counts: (test: string) => boolean }[] = [
  { title: 'Cards', rows: cardRows, counts: (test) => !ofRemittance.test(test) },
  { title: 'Remittance', rows: remittanceRows, counts: (test) => ofRemittance.test(test) },
]

export default class SpecificationReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (process.argv.slice(2).join(' ') !== 'run') return
    const ours = modules.filter(({ relativeModuleId }) => !/^(sandbox|sdk|examples)\//.test(relativeModuleId))
    const passed = ours.flatMap((module) =>
      [...module.children.allTests('passed')].map(
        (test) => `${module.relativeModuleId} > ${untagged(test.fullName)}`,
      ),
    )
    const parts = specifications.map(({ title, rows, counts }) => ({
      title,
      proven: provenBy(rows, passed.filter(counts)),
    }))
    for (const { title, proven } of parts)
      for (const { section, rule, tests } of proven)
        if (tests.length === 0) this.fail(`no test proves ${title} ${section}: ${rule}`)
    const table = [head, ...parts.map(({ title, proven }) => tableOf(title, proven))].join('\n')
    mkdirSync(folder, { recursive: true })
    writeFileSync(new URL('specification.md', folder), table)
  }

  private fail(message: string): void {
    process.stderr.write(`${message}\n`)
    process.exitCode = 1
  }
}

/** Removes the ids of security requirements from a title; those are listed in their own document. */
const untagged = (title: string) => title.replaceAll(/ \[S-\d+\]/g, '')

type Proven = { section: string; rule: string; tests: string[] }

function provenBy(rows: readonly Row[], passed: readonly string[]): Proven[] {
  return rows.map(([section, rule, proof]) => ({
    section,
    rule,
    tests: passed.filter((name) => proof.test(name)).sort(),
  }))
}

const head = '# The specifications and their tests\n\nGenerated from a complete run of the tests.\n'

function tableOf(title: string, proven: readonly Proven[]): string {
  const lines = proven.map(({ section, rule, tests }) => {
    const shown = tests
      .slice(0, maxShown)
      .map((name) => `\`${name.replaceAll('|', '\\|').replaceAll('`', "'").slice(0, 160)}\``)
    const more = tests.length > maxShown ? [`and ${tests.length - maxShown} more`] : []
    return `| ${section} | ${rule} | ${[...shown, ...more].join('<br>')} |`
  })
  return `${[`## ${title}`, '', '| section | rule | proved by |', '|---|---|---|', ...lines].join('\n')}\n`
}
