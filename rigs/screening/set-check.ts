// Checks the evaluation set itself: a wrong label, or a kind with two pairs, would make every figure worthless.
import type { EvaluationSet } from './evaluation-set.ts'
import { lettersOf } from './honest/resemblance.ts'
import { fold } from './listed-people.ts'
import { longestField, type ScreeningCase, writtenName } from './screening-case.ts'

const least = {
  evasive: 3_000,
  honest: 1_200,
  nameChecks: 600,
  inKind: 60,
  inHonestKind: 36,
  inNameCheckKind: 24,
}

const sizesOf = (cases: readonly { kind: string }[]) =>
  [...Map.groupBy(cases, ({ kind }) => kind)].map(([kind, all]) => [kind, all.length] as const)

function tooFew(what: string, cases: readonly { kind: string }[], inAll: number, inKind: number): string[] {
  const small = sizesOf(cases).filter(([, size]) => size < inKind)
  return [
    ...(cases.length < inAll ? [`${cases.length} ${what}, fewer than ${inAll}`] : []),
    ...small.map(([kind, size]) => `${size} ${what} of "${kind}", fewer than ${inKind}`),
  ]
}

function repeated(what: string, cases: readonly object[]): string[] {
  const all = Map.groupBy(cases, (each) => JSON.stringify(each))
  return [...all].filter(([, same]) => same.length > 1).map(([text]) => `${what} twice: ${text}`)
}

const sameWords = (name: string) => lettersOf(name).toSorted().join(' ')

/** Unlisted names that consist of the words of a listed name. */
function listedAfterAll({ entries, honest }: EvaluationSet): string[] {
  const listed = new Set(
    entries.flatMap(({ name, aliases, weakAliases }) => [name, ...aliases, ...weakAliases].map(sameWords)),
  )
  return honest
    .filter((each) => listed.has(sameWords(writtenName(each))))
    .map((each) => `unlisted, and listed: ${writtenName(each)}`)
}

/** Groups in which, by their nature, no letter of the listed name need remain. */
const withoutLetters = new Set([
  'Letters',
  'Scripts',
  'Other names and papers',
  'Parts and papers',
  'Together',
])

/** Listed persons under an unrelated name. */
function unrelated(evasive: readonly ScreeningCase[]): string[] {
  const letters = (text: string) => new Set(fold(text).replace(/[^a-z]/g, ''))
  const hasNothing = (each: ScreeningCase) => {
    const [listed, written] = [letters(each.listed), letters(writtenName(each))]
    const shared = [...written].filter((letter) => listed.has(letter)).length
    return shared < Math.max(1, Math.min(listed.size, written.size) / 2)
  }
  const count = (text: string) => [...text.normalize('NFC').replace(/[ .]/g, '')].length
  // Letters in other shapes correspond one to one.
  const hasOthers = (each: ScreeningCase) => count(each.listed) !== count(writtenName(each))
  return evasive
    .filter((each) =>
      each.group === 'Letters' ? hasOthers(each) : !withoutLetters.has(each.group) && hasNothing(each),
    )
    .map((each) => `${each.kind}: nothing of ${each.listed} in ${writtenName(each)}`)
}

/** Names that no transfer could carry. */
function unsendable(cases: readonly ScreeningCase[]): string[] {
  return cases
    .filter(({ place, fields: { first, middle, last } }) => {
      if (place === 'wallet') return false
      if (place === 'expected') return `${first} ${middle} ${last}`.length > longestField + 2
      return (
        [first, middle, last].some((field) => field.length > longestField) ||
        (place === 'sender' && last === '')
      )
    })
    .map((each) => `${each.kind}: no transfer carries ${writtenName(each)}`)
}

const same = (name: string) => fold(name).replace(/[^\p{L}]/gu, '')

/** The errors in the set; there should be none. */
export function faultsOf(set: EvaluationSet): string[] {
  const { evasive, honest, nameChecks } = set
  return [
    ...tooFew('listed persons', evasive, least.evasive, least.inKind),
    ...tooFew('unlisted persons', honest, least.honest, least.inHonestKind),
    ...tooFew('name checks', nameChecks, least.nameChecks, least.inNameCheckKind),
    ...repeated(
      'screening',
      [...evasive, ...honest].map(({ group: _, kind: __, ...rest }) => rest),
    ),
    ...repeated(
      'name check',
      nameChecks.map(({ expected, wallet }) => ({ expected, wallet })),
    ),
    ...listedAfterAll(set),
    ...unrelated(evasive),
    ...unsendable([...evasive, ...honest]),
    ...nameChecks
      .filter(({ isSame, expected, wallet }) => !isSame && same(expected) === same(wallet))
      .map(({ expected, wallet }) => `two persons with one name: ${expected}, ${wallet}`),
  ]
}

export function countsOf({ entries, evasive, honest, nameChecks }: EvaluationSet): string {
  const of = (cases: readonly { kind: string }[]) => `${cases.length} in ${sizesOf(cases).length} kinds`
  return `The set: ${entries.length} entries; listed persons ${of(evasive)}; unlisted persons ${of(honest)}; name checks ${of(nameChecks)}`
}
