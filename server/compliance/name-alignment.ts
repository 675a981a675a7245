// Which word of one name stands for which of the other: the best pairing of all, each word used once.
import { joined, type Word } from './name-words.ts'
import { comparePair, type Pair } from './word-pair.ts'

/** Words of the left name with words of the right; several on a side where the other side writes them as one. */
export type AlignedPair = Pair & { left: readonly Word[]; right: readonly Word[]; weight: number }

/** The pairs, and what was left over on either side. */
export type Alignment = { pairs: AlignedPair[]; left: Word[]; right: Word[] }

/** A way to go on from a word of the left: this pair, which takes these words; `value` is what it adds. */
type Step = AlignedPair & { leftFrom: number; leftTo: number; rightMask: number; value: number }

const longestRun = 3
/** Words that are written apart and otherwise too are less sure to be the same. */
const writtenApart = 0.97
const leastJoined = 0.7
const mostLonger = 2

/** @param weigh how much a word tells, above 0. The pairs are those whose scores, so weighted, add up to the most. */
export function align(
  left: readonly Word[],
  right: readonly Word[],
  weigh: (word: Word) => number,
): Alignment {
  const steps = left.map((_, from) => stepsFrom(left, from, right, weigh))
  const pairs = bestPath(steps, 1 << right.length)
  const usedRight = pairs.reduce((mask, pair) => mask | pair.rightMask, 0)
  return {
    pairs,
    left: left.filter((_, at) => !pairs.some(({ leftFrom, leftTo }) => leftFrom <= at && at < leftTo)),
    right: right.filter((_, at) => (usedRight & (1 << at)) === 0),
  }
}

function stepsFrom(
  left: readonly Word[],
  from: number,
  right: readonly Word[],
  weigh: (word: Word) => number,
): Step[] {
  const steps: Step[] = []
  const consider = (leftTo: number, rightFrom: number, rightTo: number) => {
    const pair = pairOf(left.slice(from, leftTo), right.slice(rightFrom, rightTo), weigh)
    if (!pair) return
    const rightMask = (1 << rightTo) - (1 << rightFrom)
    const value = ((total(pair.left, weigh) + total(pair.right, weigh)) / 2) * pair.score
    steps.push({ ...pair, leftFrom: from, leftTo, rightMask, value })
  }
  for (let at = 0; at < right.length; at++) {
    consider(from + 1, at, at + 1)
    for (let size = 2; size <= longestRun; size++) {
      if (at + size <= right.length) consider(from + 1, at, at + size)
      if (from + size <= left.length) consider(from + size, at, at + 1)
    }
  }
  return steps
}

function pairOf(
  left: readonly Word[],
  right: readonly Word[],
  weigh: (word: Word) => number,
): AlignedPair | undefined {
  const weight = Math.max(total(left, weigh), total(right, weigh))
  if (left.length === 1 && right.length === 1) {
    const pair = comparePair(left[0]!, right[0]!)
    return pair && { ...pair, left, right, weight }
  }
  const [one, several] = left.length === 1 ? [left[0]!, right] : [right[0]!, left]
  const length = several.reduce((sum, { text }) => sum + text.length, 0)
  const longer = Math.abs(length - one.text.length)
  if (one.kind === 'initial' || longer > mostLonger) return undefined
  const pair = comparePair(joined(several), one)
  if (!pair) return undefined
  if (pair.how === 'equal') return { how: 'joined', score: 1, left, right, weight }
  const score = pair.score * writtenApart
  // A word beside the one that is meant is not a part of it.
  const standsAlone = several.some(({ kind, text }) => kind === 'initial' || text === one.text)
  if (score < leastJoined || standsAlone || (pair.how === 'similar' && longer > 1)) return undefined
  return { how: 'joined', score, left, right, weight }
}

export function total(words: readonly Word[], weigh: (word: Word) => number): number {
  return words.reduce((sum, word) => sum + weigh(word), 0)
}

/** Tries every combination of steps, remembering the best from each word on for each set of words taken. */
function bestPath(steps: readonly Step[][], rightSets: number): Step[] {
  const best = new Map<number, { value: number; step: Step | undefined }>()
  const valueFrom = (from: number, taken: number): number => {
    if (from === steps.length) return 0
    const place = from * rightSets + taken
    const known = best.get(place)
    if (known) return known.value
    let value = valueFrom(from + 1, taken)
    let chosen: Step | undefined
    for (const step of steps[from]!) {
      if (taken & step.rightMask) continue
      const reached = step.value + valueFrom(step.leftTo, taken | step.rightMask)
      if (reached > value) {
        value = reached
        chosen = step
      }
    }
    best.set(place, { value, step: chosen })
    return value
  }
  valueFrom(0, 0)

  const path: Step[] = []
  for (let from = 0, taken = 0; from < steps.length; ) {
    const step = best.get(from * rightSets + taken)?.step
    if (step) {
      path.push(step)
      taken |= step.rightMask
    }
    from = step?.leftTo ?? from + 1
  }
  return path
}
