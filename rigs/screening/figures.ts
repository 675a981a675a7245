// The measured figures, by kind and in total.
import type { EvaluationSet } from './evaluation-set.ts'
import type { Facts, Place } from './evasions/evasion.ts'
import { type Judged, judgeNameCheck, judgeScreening, screenerOver } from './measure.ts'
import type { NameCheckCase } from './name-checks/cases.ts'
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
  /** Listed persons: holding them is right. */
  evasive: KindFigures[]
  /** The same by the other facts given, and by where the name stood. */
  byFacts: KindFigures[]
  byPlace: KindFigures[]
  /** Unlisted persons: letting them pass is right. */
  honest: KindFigures[]
  nameChecks: KindFigures[]
}

/** A share with three decimals. */
export const share = (part: number, whole: number) =>
  whole === 0 ? 0 : Math.round((1_000 * part) / whole) / 1_000
export const sum = (kinds: readonly KindFigures[], of: 'pairs' | 'right') =>
  kinds.reduce((total, kind) => total + kind[of], 0)

function figuresBy<T>(
  judged: readonly Judged<T>[],
  placeOf: (of: T) => { group: string; kind: string },
  describe: (of: T) => Omit<Wrong, 'why'>,
): KindFigures[] {
  const kinds = Map.groupBy(judged, ({ of }) => placeOf(of).kind)
  return [...kinds].map(([kind, all]) => {
    const { written, listed } = describe(all[0]!.of)
    return {
      group: placeOf(all[0]!.of).group,
      kind,
      pairs: all.length,
      right: all.filter(({ isRight }) => isRight).length,
      example: listed === '' || listed === written ? written : `${written} / ${listed}`,
      wrong: all.filter(({ isRight }) => !isRight).map(({ of, why }) => ({ ...describe(of), why })),
    }
  })
}

const itself = <T>(of: T) => of
const factsNames: Readonly<Record<Facts, string>> = {
  true: 'the true date of birth and country',
  false: "another person's date of birth and country",
  none: 'neither date of birth nor country',
  slip: 'the date of birth with a slip',
  abroad: 'the true date of birth, another country',
}
const placeNames: Readonly<Record<Place, string>> = {
  sender: 'sender',
  receiver: "receiver's first, middle and last name",
  expected: 'expected name of the receiver',
  wallet: 'name the wallet is registered under',
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
    return judged
  }
  const evasive = await judge(set.evasive)
  const honest = await judge(set.honest)
  const byFacts = ({ facts = 'none' }: ScreeningCase) => ({
    group: 'Given with the name',
    kind: factsNames[facts],
  })
  const byPlace = ({ place }: ScreeningCase) => ({ group: 'Where the name stood', kind: placeNames[place] })
  return {
    entries: set.entries.length,
    evasive: figuresBy(evasive, itself, describeScreening),
    byFacts: figuresBy(evasive, byFacts, describeScreening),
    byPlace: figuresBy(evasive, byPlace, describeScreening),
    honest: figuresBy(honest, itself, describeScreening),
    nameChecks: figuresBy(set.nameChecks.map(judgeNameCheck), itself, describeCheck),
  }
}
