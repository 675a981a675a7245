// What was measured, by kind and in all.
import type { EvaluationSet } from './evaluation-set.ts'
import { type Judged, judgeNameCheck, judgeScreening, screenerOver } from './measure.ts'
import type { NameCheckCase } from './name-check-cases.ts'
import { type ScreeningCase, writtenName } from './screening-case.ts'

export type KindFigures = {
  group: string
  kind: string
  pairs: number
  right: number
  example: string
  wrong: Wrong[]
}
export type Wrong = { written: string; listed: string; facts: string; why: string }

export type Figures = {
  entries: number
  /** Listed persons: right is held. */
  evasive: KindFigures[]
  /** Honest people: right is let through. */
  honest: KindFigures[]
  nameChecks: KindFigures[]
}

/** A share with three decimals. */
export const share = (part: number, whole: number) =>
  whole === 0 ? 0 : Math.round((1_000 * part) / whole) / 1_000
export const sum = (kinds: readonly KindFigures[], of: 'pairs' | 'right') =>
  kinds.reduce((total, kind) => total + kind[of], 0)

function byKind<T extends { group: string; kind: string }>(
  judged: readonly Judged<T>[],
  describe: (of: T) => Omit<Wrong, 'why'>,
): KindFigures[] {
  const kinds = Map.groupBy(judged, ({ of }) => of.kind)
  return [...kinds].map(([kind, all]) => {
    const { written, listed } = describe(all[0]!.of)
    return {
      group: all[0]!.of.group,
      kind,
      pairs: all.length,
      right: all.filter(({ isRight }) => isRight).length,
      example: listed === '' || listed === written ? written : `${written} / ${listed}`,
      wrong: all.filter(({ isRight }) => !isRight).map(({ of, why }) => ({ ...describe(of), why })),
    }
  })
}

const describeScreening = (screening: ScreeningCase): Omit<Wrong, 'why'> => ({
  written: writtenName(screening),
  listed: screening.listed,
  facts: [screening.place, screening.birthDate, screening.country, screening.documentNumber]
    .filter(Boolean)
    .join(', '),
})
const describeCheck = ({ expected, wallet }: NameCheckCase) => ({
  written: expected,
  listed: wallet,
  facts: '',
})

export async function figuresOf(set: EvaluationSet): Promise<Figures> {
  const screener = screenerOver(set.entries)
  const judge = async (all: readonly ScreeningCase[]) => {
    const judged: Judged<ScreeningCase>[] = []
    for (const each of all) judged.push(await judgeScreening(screener, each))
    return byKind(judged, describeScreening)
  }
  return {
    entries: set.entries.length,
    evasive: await judge(set.evasive),
    honest: await judge(set.honest),
    nameChecks: byKind(set.nameChecks.map(judgeNameCheck), describeCheck),
  }
}
