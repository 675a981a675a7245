// Finds names by their letters alone, however they are split into words and in whatever order.
import type { Word } from '../names/words.ts'

/**
 * One number per letter. The sum over a name is the same in any letter order, and one letter more or less changes it by
 * the number of that letter.
 */
const letterNumbers = Array.from(
  { length: 26 },
  (_, letter) => Math.imul(letter + 1, 0x9e3779b1) ^ Math.imul(letter + 7, 0x85ebca6b),
)

function lettersOfName(words: readonly Word[]): number {
  let sum = 0
  for (const { text } of words)
    for (let i = 0; i < text.length; i++) sum = (sum + letterNumbers[text.charCodeAt(i) - 97]!) | 0
  return sum
}

const shortest = 6

type LettersIndex = {
  add(words: readonly Word[], position: number): void
  /**
   * Positions of names with the same letters, or with one letter different when `oneOff` is set. Sums can collide, so
   * the caller has to check the results.
   */
  find(words: readonly Word[], options: { oneOff: boolean }): number[]
}

export function openLettersIndex(): LettersIndex {
  const heads = new Map<number, number>()
  const next: number[] = []
  const positions: number[] = []

  function collect(sum: number, found: Set<number>): void {
    for (let at = heads.get(sum | 0) ?? -1; at >= 0; at = next[at]!) found.add(positions[at]!)
  }

  return {
    add(words, position) {
      if (lengthOf(words) < shortest) return
      const sum = lettersOfName(words)
      next.push(heads.get(sum) ?? -1)
      heads.set(sum, positions.length)
      positions.push(position)
    },
    find(words, { oneOff }) {
      const found = new Set<number>()
      if (lengthOf(words) < shortest) return []
      const sum = lettersOfName(words)
      collect(sum, found)
      if (oneOff) {
        for (const more of letterNumbers) collect(sum + more, found)
        for (const less of lettersIn(words)) {
          collect(sum - less, found)
          for (const more of letterNumbers) collect(sum - less + more, found)
        }
      }
      return [...found]
    },
  }
}

function lengthOf(words: readonly Word[]): number {
  return words.reduce((sum, { text }) => sum + text.length, 0)
}

function lettersIn(words: readonly Word[]): Set<number> {
  return new Set(
    words.flatMap(({ text }) => [...text].map((letter) => letterNumbers[letter.charCodeAt(0) - 97]!)),
  )
}

const maxPermuted = 4

/**
 * Whether two names have the same letters once their words are joined, with the listed words in any order: exactly, or
 * with one letter wrong.
 */
export function isRewritten(
  words: readonly Word[],
  listed: readonly Word[],
): 'exactly' | 'nearly' | undefined {
  const ours = words.map(({ text }) => text).join('')
  const theirs = listed.map(({ text }) => text)
  if (Math.abs(ours.length - theirs.join('').length) > 1) return undefined
  // guard: joined-name-letters
  if (consistsOf(ours, theirs)) return 'exactly'
  const orders = theirs.length <= maxPermuted ? permutations(theirs) : [theirs, theirs.toReversed()]
  return ours.length >= 8 && orders.some((order) => isOneOff(ours, order.join(''))) ? 'nearly' : undefined
}

/** Whether the text is a concatenation of these words in some order. */
function consistsOf(text: string, words: readonly string[]): boolean {
  if (words.length === 0) return text === ''
  const tried = new Set<string>()
  return words.some((word, at) => {
    if (tried.has(word) || !text.startsWith(word)) return false
    tried.add(word)
    return consistsOf(text.slice(word.length), words.toSpliced(at, 1))
  })
}

function permutations(words: readonly string[]): string[][] {
  if (words.length <= 1) return [[...words]]
  return words.flatMap((word, at) => permutations(words.toSpliced(at, 1)).map((rest) => [word, ...rest]))
}

/** Whether the texts differ by at most one letter changed, removed, inserted or swapped with the next. */
function isOneOff(a: string, b: string): boolean {
  let start = 0
  while (start < a.length && a[start] === b[start]) start += 1
  let end = 0
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  const [ours, theirs] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  if (ours.length <= 1 && theirs.length <= 1) return true
  return ours.length === 2 && theirs.length === 2 && ours[0] === theirs[1] && ours[1] === theirs[0]
}
