// The figures as a compliance officer reads them.
import { type Figures, type KindFigures, share, sum } from './figures.ts'

type Table = {
  title: string
  counted: string
  rate: string
  kinds: readonly KindFigures[]
  rateOf: (right: number, pairs: number) => number
  countOf: (kind: { right: number; pairs: number }) => number
}

const percent = new Intl.NumberFormat('en', { style: 'percent', minimumFractionDigits: 1 })
const whole = new Intl.NumberFormat('en')
const kindWidth = 46
const exampleWidth = 56

/** How much of a name can be shown; what cannot be seen in it is shown as a dot. */
function shown(text: string): string {
  const visible = text
    .replace(/[\p{Cf}\p{Zl}\p{Zp}]|\p{Default_Ignorable_Code_Point}/gu, '·')
    .replace(/\s+/g, ' ')
  const letters = [...visible]
  return letters.length > exampleWidth ? `${letters.slice(0, exampleWidth - 1).join('')}…` : visible
}

const row = (kind: string, pairs: string, counted: string, rate: string, example = '') =>
  `  ${kind.padEnd(kindWidth)}${pairs.padStart(6)}${counted.padStart(9)}${rate.padStart(9)}   ${example}`.trimEnd()

function tableOf({ title, counted, rate, kinds, rateOf, countOf }: Table): string[] {
  const lines = [title, '', row('', 'pairs', counted, rate, 'for example')]
  for (const [group, all] of Map.groupBy(kinds, (kind) => kind.group)) {
    lines.push(` ${group}`)
    for (const kind of all)
      lines.push(
        row(
          kind.kind,
          whole.format(kind.pairs),
          whole.format(countOf(kind)),
          percent.format(rateOf(kind.right, kind.pairs)),
          shown(kind.example),
        ),
      )
  }
  const total = { pairs: sum(kinds, 'pairs'), right: sum(kinds, 'right') }
  lines.push(` ${'─'.repeat(kindWidth + 25)}`)
  lines.push(
    row(
      'In all',
      whole.format(total.pairs),
      whole.format(countOf(total)),
      percent.format(rateOf(total.right, total.pairs)),
    ),
    '',
  )
  return lines
}

export type Summary = { recall: number; falseHolds: number; precision: number; nameChecks: number }

export function summaryOf({ evasive, honest, nameChecks }: Figures): Summary {
  const caught = sum(evasive, 'right')
  const held = sum(honest, 'pairs') - sum(honest, 'right')
  return {
    recall: share(caught, sum(evasive, 'pairs')),
    falseHolds: share(held, sum(honest, 'pairs')),
    precision: share(caught, caught + held),
    nameChecks: share(sum(nameChecks, 'right'), sum(nameChecks, 'pairs')),
  }
}

/** The tables of a run, and a paragraph that says it in short. */
export function reportOf(figures: Figures): string {
  const { recall, falseHolds, precision, nameChecks } = summaryOf(figures)
  const held = (kind: { pairs: number; right: number }) => kind.pairs - kind.right
  return [
    `Sanctions screening and name check, measured against ${whole.format(figures.entries)} list entries`,
    '',
    `  Listed persons held        ${percent.format(recall).padStart(7)}   of ${whole.format(sum(figures.evasive, 'pairs'))} ways to write them`,
    `  Honest people held         ${percent.format(falseHolds).padStart(7)}   of ${whole.format(sum(figures.honest, 'pairs'))} names`,
    `  Holds that are right       ${percent.format(precision).padStart(7)}   (precision)`,
    `  Name checks decided right  ${percent.format(nameChecks).padStart(7)}   of ${whole.format(sum(figures.nameChecks, 'pairs'))} pairs`,
    '',
    ...tableOf({ title: 'LISTED PERSONS, who must be held', counted: 'held', rate: 'recall', kinds: figures.evasive, rateOf: share, countOf: ({ right }) => right }),
    ...tableOf({ title: 'HONEST PEOPLE, who must pass', counted: 'held', rate: 'rate', kinds: figures.honest, rateOf: (right, pairs) => share(pairs - right, pairs), countOf: held }),
    ...tableOf({ title: "NAME CHECKS, the expected name beside the wallet's", counted: 'right', rate: 'accuracy', kinds: figures.nameChecks, rateOf: share, countOf: ({ right }) => right }),
  ].join('\n') // biome-ignore format: a table each
}

/** Every wrong decision, by kind. */
export function missesOf(figures: Figures): string {
  const sections = [
    ['Listed, not held', figures.evasive],
    ['Honest, held', figures.honest],
    ['Name checks decided wrong', figures.nameChecks],
  ] as const
  return sections
    .flatMap(([title, kinds]) =>
      kinds
        .filter(({ wrong }) => wrong.length > 0)
        .flatMap(({ kind, wrong }) => [
          `${title}: ${kind} (${wrong.length})`,
          ...wrong.map(({ written, listed, facts, why }) =>
            `    ${[written, listed && `for ${listed}`, facts && `(${facts})`, `: ${why}`].filter(Boolean).join('  ')}`,
          ),
          '',
        ]),
    )
    .join('\n')
} // biome-ignore format: long lines
