// Explains to the reviewing compliance officer why a name is odd: which rule it breaks, and with which characters.
import { cleaned, digitOrSign, ignorable, type OddNameRule, readName, separators } from './reading.ts'
import { isUnusualLetter, scriptOf } from './scripts.ts'

type OddCharacter = {
  /** The position in the name, counted in Unicode characters from 1. */
  position: number
  /** In Unicode notation: `U+043E`. */
  codePoint: string
  /** Empty for an invisible character. */
  character: string
}

/** `characters` is empty where the rule concerns the whole name, such as its length. */
type NameOddness = { rule: OddNameRule; characters: OddCharacter[] }

type Letter = { character: string; position: number; cleaned: string }

const maxCharacters = 10

/** The first rule that a name breaks, with up to ten of the offending characters; undefined for an ordinary name. */
export function oddnessOf(name: string): NameOddness | undefined {
  const { odd: rule } = readName(name)
  if (rule === undefined) return undefined
  const letters = [...name].map((character, at) => ({
    character,
    position: at + 1,
    cleaned: cleaned(character),
  }))
  const breaks = finders[rule]?.(letters) ?? []
  return { rule, characters: breaks.slice(0, maxCharacters).map(shown) }
}

/** For each rule about single characters, finds those that break it. */
const finders: Partial<Record<OddNameRule, (letters: readonly Letter[]) => Letter[]>> = {
  invisible_characters: (letters) => letters.filter(({ character }) => isInvisible(character)),
  unusual_letters: (letters) =>
    letters.filter(({ cleaned }) =>
      [...cleaned].some((each) => /\p{L}/u.test(each) && isUnusualLetter(each)),
    ),
  mixed_scripts: (letters) => wordsIn(letters).flatMap(strangersIn),
  digits_or_signs: (letters) =>
    wordsIn(letters).flatMap((word) => word.filter(({ cleaned }) => digitOrSign.test(cleaned))),
  single_letters: (letters) =>
    wordsIn(letters)
      .filter((word) => /^\p{L}$/u.test(word.map(({ cleaned }) => cleaned).join('')))
      .flat(),
}

const isInvisible = (character: string) => character.replace(ignorable, '') === ''

/** Groups the letters between separators into words, without invisible characters and accents. */
function wordsIn(letters: readonly Letter[]): Letter[][] {
  const words: Letter[][] = [[]]
  for (const letter of letters) {
    if (letter.cleaned === '') continue
    if (letter.cleaned.replace(separators, '') === '') words.push([])
    else words.at(-1)?.push(letter)
  }
  return words
}

/** The letters of a word that do not belong to its main alphabet. */
function strangersIn(word: readonly Letter[]): Letter[] {
  const byScript = Map.groupBy(
    word.filter(({ cleaned }) => /\p{L}/u.test(cleaned)),
    ({ cleaned }) => scriptOf([...cleaned].find((each) => /\p{L}/u.test(each)) ?? cleaned),
  )
  const groups = [...byScript].sort(
    ([script, letters], [otherScript, others]) =>
      others.length - letters.length || Number(otherScript === 'Latin') - Number(script === 'Latin'),
  )
  return groups.slice(1).flatMap(([, letters]) => letters)
}

function shown({ character, position }: Letter): OddCharacter {
  const codePoint = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')
  return { position, codePoint: `U+${codePoint}`, character: isInvisible(character) ? '' : character }
}
