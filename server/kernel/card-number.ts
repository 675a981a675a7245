// Finds and removes what may be card numbers in a text: 12 to 19 digits of any script that pass Luhn, with up to three other
// characters between two digits. Adjacent digits count as one number, unless a number of a known card scheme is inside them
// (card-schemes.ts). Runs in time linear in the text.
import { digitOf } from './text/characters.ts'

const fewestDigits = 12
const maxDigits = 19
// guard: card-number-separators
const maxBetween = 3
const digitOrLetter = /[\p{L}\p{N}]/u
const decimalDigits = /\p{Nd}/gu

/** Transaction ids are skipped: the date and time in them are not digits of a card. */
const transactionId = /(?<![\p{L}\p{N}])[A-Z0-9]{1,10}-20\d{6}-\d{6}-[A-Z0-9]{8}(?![\p{L}\p{N}])/gu

/** A run of adjacent digits: its bounds in the text, the digits, and the position of each. */
type Run = { start: number; end: number; digits: number[]; starts: number[] }

/** Replaces each card number, from its first digit to its last, with `***`. */
export function withoutCardNumbers(text: string): string {
  if (!hasEnoughDigits(text)) return text
  let shown = ''
  let copied = 0
  const searched = text.replace(transactionId, (id) => 'x'.repeat(id.length))
  for (const { start, end } of cardNumbersIn(searched)) {
    shown += `${text.slice(copied, start)}***`
    copied = end
  }
  return copied === 0 ? text : shown + text.slice(copied)
}

/** Most texts have too few digits for a card number, and are searched no further. */
function hasEnoughDigits(text: string): boolean {
  let digits = 0
  for (const _ of text.matchAll(decimalDigits)) if (++digits === fewestDigits) return true
  return false
}

type Span = { start: number; end: number }

function cardNumbersIn(text: string): Span[] {
  const found: Span[] = []
  const spans = groupsOf(text).flatMap((group) => [...numbersOfRuns(group), ...numbersWithinRuns(group)])
  for (const { start, end } of spans.sort((a, b) => a.start - b.start)) {
    const before = found.at(-1)
    // Two numbers that overlap are masked as one.
    if (before && start < before.end) before.end = Math.max(before.end, end)
    else found.push({ start, end })
  }
  return found
}

/** Finds numbers that consist of whole runs. */
function numbersOfRuns(group: readonly Run[]): Span[] {
  return group.flatMap((run, first) => {
    const last = lastOfNumber(group, first)
    return last === undefined ? [] : [{ start: run.start, end: group[last]!.end }]
  })
}

/**
 * Finds numbers of a known scheme that start or end inside a run. To avoid matching half of one phone number and half of the
 * next, a number over several runs needs four to six digits in each run between, as cards are printed.
 */
function numbersWithinRuns(group: readonly Run[]): Span[] {
  const digits = group.flatMap((run) => run.digits)
  const runs = group.flatMap((run, at) => run.digits.map(() => at))
  const starts = group.flatMap((run) => run.starts)
  const numbers: Span[] = []
  for (let first = 0; first < digits.length; first += 1) {
    for (const length of cardLengths(digits, first)) {
      const last = first + length - 1
      if (last >= digits.length || !isChecked(digits, first, last)) continue
      const [run, lastRun] = [runs[first]!, runs[last]!]
      const between = group.slice(run + 1, lastRun)
      const isGrouped = between.length > 0 && between.every(isGroupOfCard)
      if (run !== lastRun && !isGrouped) continue
      const end = runs[last + 1] === lastRun ? starts[last + 1]! : group[lastRun]!.end
      numbers.push({ start: starts[first]!, end })
    }
  }
  // guard: card-numbers-among-digits
  return numbers
}

const isGroupOfCard = ({ digits }: Run) => digits.length >= 4 && digits.length <= 6

/** Returns whether the digits from `first` to `last` pass Luhn. */
function isChecked(digits: readonly number[], first: number, last: number): boolean {
  let sum = 0
  for (let at = last; at >= first; at -= 1) {
    const digit = digits[at]!
    sum += (last - at) % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2
  }
  return sum % 10 === 0
}

/** Returns the last run of the longest number that starts with the run `first`. */
function lastOfNumber(group: readonly Run[], first: number): number | undefined {
  const sums = luhnSums()
  let last: number | undefined
  for (let at = first; at < group.length; at += 1) {
    const run = group[at]!.digits
    if (sums.count + run.length > maxDigits) break
    for (const digit of run) sums.add(digit)
    if (sums.count >= fewestDigits && sums.isChecked()) last = at
  }
  return last
}

/** Luhn doubles every second digit from the right, so each added digit changes which ones; both possible sums are kept. */
function luhnSums() {
  let [even, odd] = [0, 0]
  let count = 0
  return {
    get count() {
      return count
    },
    add(digit: number) {
      const double = digit * 2 > 9 ? digit * 2 - 9 : digit * 2
      even += count % 2 === 0 ? double : digit
      odd += count % 2 === 0 ? digit : double
      count += 1
    },
    isChecked: () => (count % 2 === 0 ? even : odd) % 10 === 0,
  }
}

/** Groups runs that are close enough to form one number. */
function groupsOf(text: string): Run[][] {
  const groups: Run[][] = []
  let group: Run[] = []
  let between = 0
  let at = 0
  for (const sign of text) {
    const end = at + sign.length
    const digit = digitOf(sign)
    const run = group.at(-1)
    if (digit !== undefined) {
      if (run?.end !== at) group.push({ start: at, end, digits: [], starts: [] })
      const current = group.at(-1)!
      current.digits.push(digit)
      current.starts.push(at)
      current.end = end
      between = 0
    } else if (run) {
      between += 1
      if (between > maxBetween || digitOrLetter.test(sign)) {
        groups.push(group)
        group = []
      }
    }
    at = end
  }
  return group.length > 0 ? [...groups, group] : groups
}

// Prefixes and lengths of card schemes, to find a card number among other digits. One in ten numbers passes Luhn, so only lengths
// in use are listed; even so, about one in six random references of 20 digits is taken to contain a card number.

/** Numbers whose first digits are in the range `from` to `to`. */
type Scheme = { from: number; to: number; lengths: readonly number[] }

const schemes: readonly Scheme[] = [
  // Visa, without 13 digits, a length it stopped issuing long ago.
  { from: 4, to: 4, lengths: [16, 19] },
  // Mastercard.
  { from: 51, to: 55, lengths: [16] },
  { from: 2221, to: 2720, lengths: [16] },
  // American Express.
  { from: 34, to: 34, lengths: [15] },
  { from: 37, to: 37, lengths: [15] },
  // Diners Club.
  { from: 300, to: 305, lengths: [14] },
  { from: 36, to: 36, lengths: [14] },
  { from: 38, to: 39, lengths: [14] },
  // Discover.
  { from: 6011, to: 6011, lengths: [16] },
  { from: 644, to: 659, lengths: [16] },
  // JCB.
  { from: 3528, to: 3589, lengths: [16] },
  // UnionPay.
  { from: 62, to: 62, lengths: [16, 17, 18, 19] },
  // Maestro.
  { from: 5018, to: 5018, lengths: [16, 19] },
  { from: 5020, to: 5020, lengths: [16, 19] },
  { from: 5038, to: 5038, lengths: [16, 19] },
  { from: 6304, to: 6304, lengths: [16, 19] },
  { from: 6759, to: 6763, lengths: [16, 19] },
  // Verve.
  { from: 5060, to: 5061, lengths: [16, 18, 19] },
  { from: 5078, to: 5079, lengths: [16, 18, 19] },
]

/** Lengths by the first four digits, so that a look-up costs the same at every digit of a long text. */
const lengthsByPrefix = new Array<readonly number[] | undefined>(10_000)
for (const { from, to, lengths } of schemes) {
  const each = 10 ** (4 - String(from).length)
  lengthsByPrefix.fill(lengths, from * each, (to + 1) * each)
}

/** Returns the lengths a number that starts at `first` may have; empty if no scheme has its prefix. */
function cardLengths(digits: readonly number[], first: number): readonly number[] {
  const [a = 0, b = 0, c = 0, d = 0] = [
    digits[first],
    digits[first + 1],
    digits[first + 2],
    digits[first + 3],
  ]
  return lengthsByPrefix[a * 1_000 + b * 100 + c * 10 + d] ?? []
}
