// The figures as a compliance officer reads them.
import { type Figures, type KindFigures, share, sum } from './figures.ts'

type Table = {
  title: string
  /** The headings of the columns for counts and rates. */
  counted: string
  rate: string
  countOf: (figures: Pick<KindFigures, 'pairs' | 'right'>) => number
}

const percent = new Intl.NumberFormat('en', { style: 'percent', minimumFractionDigits: 1 })
const whole = new Intl.NumberFormat('en')
const kindWidth = 46
const exampleWidth = 56

const unseen = /[\p{Cf}\p{Zl}\p{Zp}]|\p{Default_Ignorable_Code_Point}/gu

/** The part of a name that a table can show; invisible characters appear as dots. */
function shown(text: string): string {
  const visible = text.replace(unseen, '·').replace(/\s+/g, ' ')
  const letters = [...visible]
  return letters.length > exampleWidth ? `${letters.slice(0, exampleWidth - 1).join('')}…` : visible
}

const row = (kind: string, pairs: string, counted: string, rate: string, example = '') =>
  `  ${kind.padEnd(kindWidth)}${pairs.padStart(6)}${counted.padStart(9)}${rate.padStart(9)}   ${example}`.trimEnd()

function tableOf({ title, counted, rate, countOf }: Table, ...parts: (readonly KindFigures[])[]): string[] {
  const [kinds = []] = parts
  if (kinds.length === 0) return []
  const line = (name: string, figures: Pick<KindFigures, 'pairs' | 'right'>, example?: string) => {
    const count = countOf(figures)
    return row(
      name,
      whole.format(figures.pairs),
      whole.format(count),
      percent.format(share(count, figures.pairs)),
      example,
    )
  }
  const lines = [title, '', row('', 'pairs', counted, rate, 'for example')]
  for (const [group, all] of Map.groupBy(kinds, (kind) => kind.group))
    lines.push(` ${group}`, ...all.map((kind) => line(kind.kind, kind, shown(kind.example))))
  lines.push(` ${'─'.repeat(kindWidth + 25)}`)
  lines.push(line('In all', { pairs: sum(kinds, 'pairs'), right: sum(kinds, 'right') }), '')
  for (const part of parts.slice(1))
    lines.push(` ${part[0]?.group}`, ...part.map((kind) => line(kind.kind, kind)), '')
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

const right: Table['countOf'] = (figures) => figures.right
const wrong: Table['countOf'] = (figures) => figures.pairs - figures.right

/** The tables of a run, below their totals. */
export function reportOf(figures: Figures): string {
  const { recall, falseHolds, precision, nameChecks } = summaryOf(figures)
  const { entries, evasive, byFacts, byPlace, honest, nameChecks: checks } = figures
  const result = (what: string, rate: number, kinds: readonly KindFigures[], of: string) =>
    kinds.length === 0
      ? []
      : [
          `  ${what.padEnd(28)}${percent.format(rate).padStart(7)}   of ${whole.format(sum(kinds, 'pairs'))} ${of}`,
        ]
  return [
    `Sanctions screening and name check, against ${whole.format(entries)} list entries`,
    '',
    ...result('Listed persons held', recall, evasive, 'spellings'),
    ...result('Unlisted persons held', falseHolds, honest, 'names'),
    ...(evasive.length > 0 && honest.length > 0
      ? [`  ${'Precision of the holds'.padEnd(28)}${percent.format(precision).padStart(7)}`]
      : []),
    ...result('Correct name checks', nameChecks, checks, 'pairs'),
    '',
    ...tableOf(
      { title: 'LISTED PERSONS, who must be held', counted: 'held', rate: 'recall', countOf: right },
      evasive,
      byFacts,
      byPlace,
    ),
    ...tableOf(
      { title: 'UNLISTED PERSONS, who must pass', counted: 'held', rate: 'held', countOf: wrong },
      honest,
    ),
    ...tableOf(
      {
        title: "NAME CHECKS, the expected name against the wallet's",
        counted: 'correct',
        rate: 'accuracy',
        countOf: right,
      },
      checks,
    ),
  ].join('\n')
}

const spelledOut = (text: string) => text.replace(unseen, (sign) => `<${sign.codePointAt(0)!.toString(16)}>`)

/** Every wrong decision, by kind; an invisible character appears as its code point. */
export function missesOf(figures: Figures): string {
  const sections = [
    ['Listed, not held', figures.evasive],
    ['Unlisted, held', figures.honest],
    ['Wrong name checks', figures.nameChecks],
  ] as const
  return sections
    .flatMap(([title, kinds]) =>
      kinds
        .filter(({ wrong }) => wrong.length > 0)
        .flatMap(({ kind, wrong }) => [
          `${title}: ${kind} (${wrong.length})`,
          ...wrong.map(({ written, listed, facts, why }) => {
            const about = [spelledOut(written), listed && `for ${listed}`, facts && `(${facts})`]
            return `    ${about.filter(Boolean).join('  ')}: ${why}`
          }),
          '',
        ]),
    )
    .join('\n')
}
