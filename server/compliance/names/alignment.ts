// Pairs the words of two names so that the whole fits best, each word used once.

import type { Pair } from './word-pair.ts'
import { joined, type Word } from './words.ts'

/** Words of the left name paired with words of the right. One side has several where the other writes them as one. */
export type AlignedPair = Pair & { left: readonly Word[]; right: readonly Word[]; weight: number }

/** The pairs, and the unpaired words of either side. */
export type Alignment = { pairs: AlignedPair[]; left: Word[]; right: Word[] }

/** One possible pair starting at a left word, the words it uses, and the value it adds. */
type Step = AlignedPair & { leftFrom: number; leftTo: number; rightMask: number; value: number }

/** The most pieces a word may be split into. */
const longestRun = 6
/** The cost of trying every pairing doubles with each word. Longer names are paired greedily, surest pairs first. */
const maxWeighed = 6
/** Words beyond this number are left unpaired without being compared, since no real name has so many. */
const maxAligned = 24
/** Words that are both split and spelt differently are less certain to be the same. */
const writtenApart = 0.97
const minJoined = 0.7
const maxLonger = 2
const sureSpelling = 0.92
const longEnough = 7

/** How distinctive a word is (above 0), and whether two words can be the same. */
export type Judge = { weigh(word: Word): number; compare(a: Word, b: Word): Pair | undefined }

/** Pairs two names so that the sum of pair scores, weighted by how distinctive the words are, is highest. */
export function align(left: readonly Word[], right: readonly Word[], judge: Judge): Alignment {
  const [leftSeen, rightSeen] = [left.slice(0, maxAligned), right.slice(0, maxAligned)]
  const sides = { left: sideOf(leftSeen), right: sideOf(rightSeen) }
  const steps = leftSeen.map((_, from) => stepsFrom(sides, from, judge))
  const pairs = rightSeen.length <= maxWeighed ? bestPath(steps, 1 << rightSeen.length) : surestFirst(steps)
  const usedRight = pairs.reduce((mask, pair) => mask | pair.rightMask, 0)
  return {
    pairs,
    left: left.filter((_, at) => !pairs.some(({ leftFrom, leftTo }) => leftFrom <= at && at < leftTo)),
    right: right.filter((_, at) => at >= maxAligned || (usedRight & (1 << at)) === 0),
  }
}

/** The words of a name, and any run of them joined into one word. */
type Side = { words: readonly Word[]; whole(from: number, to: number): Word }

type Sides = { left: Side; right: Side }

function sideOf(words: readonly Word[]): Side {
  const wholes = new Map<number, Word>()
  return {
    words,
    whole(from, to) {
      const place = from * (maxAligned + 1) + to
      const whole = wholes.get(place) ?? joined(words.slice(from, to))
      wholes.set(place, whole)
      return whole
    },
  }
}

function stepsFrom(sides: Sides, from: number, judge: Judge): Step[] {
  const [left, right] = [sides.left.words, sides.right.words]
  const steps: Step[] = []
  const consider = (leftTo: number, rightFrom: number, rightTo: number) => {
    const found = compareRuns(sides, [from, leftTo], [rightFrom, rightTo], judge)
    if (!found) return
    const pair = { ...found, left: left.slice(from, leftTo), right: right.slice(rightFrom, rightTo) }
    const [ours, theirs] = [total(pair.left, judge.weigh), total(pair.right, judge.weigh)]
    const rightMask = (1 << rightTo) - (1 << rightFrom)
    const value = ((ours + theirs) / 2) * pair.score
    steps.push({ ...pair, weight: Math.max(ours, theirs), leftFrom: from, leftTo, rightMask, value })
  }
  for (let at = 0; at < right.length; at++) {
    consider(from + 1, at, at + 1)
    for (const size of runsOf(right, at, left[from]!)) consider(from + 1, at, at + size)
    for (const size of runsOf(left, from, right[at]!)) consider(from + size, at, at + 1)
  }
  return steps
}

type Run = [from: number, to: number]

/** Compares one word with one of the other side, or with several that may be its pieces. */
function compareRuns({ left, right }: Sides, ours: Run, theirs: Run, judge: Judge): Pair | undefined {
  const [one, other] = [left.words[ours[0]]!, right.words[theirs[0]]!]
  if (ours[1] > ours[0] + 1) return compareApart(left, ours, other, judge)
  return theirs[1] > theirs[0] + 1 ? compareApart(right, theirs, one, judge) : judge.compare(one, other)
}

/** The lengths of the runs starting here that could be pieces of `whole`, judging by the number of letters. */
function runsOf(words: readonly Word[], from: number, whole: Word): number[] {
  const sizes: number[] = []
  if (whole.kind === 'initial') return sizes
  let length = words[from]!.text.length
  for (let size = 2; size <= longestRun && from + size <= words.length; size++) {
    length += words[from + size - 1]!.text.length
    // Pieces that are longer together than the word cannot be that word split.
    if (length > whole.text.length + maxLonger) break
    if (length >= whole.text.length - maxLonger) sizes.push(size)
  }
  return sizes
}

/** The greedy pairing for long names: not always the best one, but cheap. */
function surestFirst(steps: readonly Step[][]): Step[] {
  const chosen: Step[] = []
  let [leftMask, rightMask] = [0, 0]
  for (const step of steps.flat().sort((a, b) => b.value - a.value)) {
    const stepLeft = (1 << step.leftTo) - (1 << step.leftFrom)
    if ((leftMask & stepLeft) !== 0 || (rightMask & step.rightMask) !== 0) continue
    chosen.push(step)
    leftMask |= stepLeft
    rightMask |= step.rightMask
  }
  return chosen.sort((a, b) => a.leftFrom - b.leftFrom)
}

/** Compares several words of one side, joined, with one word of the other. */
function compareApart(side: Side, run: Run, one: Word, { compare }: Judge): Pair | undefined {
  const several = side.words.slice(...run)
  const whole = side.whole(...run)
  if (whole.text === one.text) return { how: 'joined', score: 1 }
  // A run that contains the word itself has an extra word beside it, not a piece of it.
  if (several.some(({ kind, text }) => kind === 'initial' || text === one.text)) return undefined
  const pair = compare(whole, one)
  const score = (pair?.score ?? 0) * writtenApart
  const longer = Math.abs(whole.text.length - one.text.length)
  // Consonants alone are too little for pieces of a short word.
  if (pair && pair.score < sureSpelling && one.text.length < longEnough) return undefined
  if (score < minJoined || (pair?.how === 'similar' && longer > 1)) return undefined
  return { how: 'joined', score }
}

export function total(words: readonly Word[], weigh: (word: Word) => number): number {
  return words.reduce((sum, word) => sum + weigh(word), 0)
}

/** Tries every combination of steps, with the best result memoised per position and set of right words used. */
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
