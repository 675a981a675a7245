// docs/security-requirements.md: every requirement with the tests that carry its id, so that none can claim a test
// that does not exist.
import { join } from 'node:path'
import { requirements } from '../test/security/requirements/all.ts'
import type { Requirement } from '../test/security/requirements/requirement.ts'
import { type TaggedTest, taggedTests } from './tagged-tests.ts'

const all = Object.values(requirements).flat()

/** The table as Markdown. @throws Error where a requirement has no test, or a test has an unknown id. */
export function securityRequirements(): string {
  const tests = taggedTests(join(import.meta.dirname, '..'))
  const faults = requirementFaults(all, tests)
  if (faults.length > 0) throw new Error(faults.join('\n'))
  return [head, ...Object.entries(requirements).map(([subject, rows]) => section(subject, rows, tests))].join(
    '\n',
  )
}

/** The contradictions between the list and the tests. */
export function requirementFaults(rows: readonly Requirement[], tests: readonly TaggedTest[]): string[] {
  const known = new Map(rows.map((row) => [row.id as string, row]))
  const proven = new Set(tests.flatMap(({ ids }) => ids))
  return [
    ...rows.flatMap(({ id }, i) =>
      rows.findIndex((row) => row.id === id) < i ? [`${id} is a duplicate`] : [],
    ),
    ...rows.flatMap(({ id, standing }) =>
      standing === 'tested' && !proven.has(id) ? [`${id} has no test`] : [],
    ),
    ...rows.flatMap(({ id, standing, note }) =>
      standing !== 'tested' && !note ? [`${id} has no reason`] : [],
    ),
    ...tests.flatMap(({ file, ids }) =>
      ids.filter((id) => !known.has(id)).map((id) => `${file}: ${id} is not a requirement`),
    ),
  ]
}

const count = (standing: Requirement['standing']) => all.filter((row) => row.standing === standing).length
const asvs = new Set(all.flatMap((row) => row.asvs))

const head = [
  '# Security requirements',
  '',
  'The security requirements of this system and the tests that prove them. Generated from `test/security/requirements` and the tests,',
  'whose titles carry the ids (search for `[S-17]`); [security.md](security.md) explains the requirements.',
  '',
  `${count('tested')} of ${all.length} are proven by tests, ${count('operator')} are left to the deploying organisation, ${count('open')} are open. ASVS names`,
  `requirements of OWASP ASVS 5.0.0 at levels 1 and 2 that a requirement meets in whole or in part: ${asvs.size} of them.`,
  '',
].join('\n')

function section(subject: string, rows: readonly Requirement[], tests: readonly TaggedTest[]): string {
  const lines = rows.map((row) => {
    const rule = row.note ? `${row.rule} *${row.note}*` : row.rule
    const asvs = row.asvs.map((id) => `V${id}`).join(' ')
    return `| ${row.id} | ${cell(rule)} | ${asvs} | ${provenBy(row, tests)} |`
  })
  return `## ${subject}\n\n| id | requirement | ASVS | proven by |\n|---|---|---|---|\n${lines.join('\n')}\n`
}

function provenBy({ id, standing }: Requirement, tests: readonly TaggedTest[]): string {
  const mine = tests.filter(({ ids }) => ids.includes(id))
  const shown = [...new Set(mine.map(({ file }) => `\`${file}\``))]
  return [...(standing === 'tested' ? [] : [`**${standing}**`]), ...shown].join('<br>')
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('`', "'").replaceAll('<', '&lt;')
