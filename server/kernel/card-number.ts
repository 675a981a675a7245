// Finds and removes what may be card numbers in a text: 12 to 19 digits of any script that pass Luhn, with up to three other
// characters between two digits. Adjacent digits count as one number, unless a number of a known card scheme is inside them
// (card-schemes.ts). Runs in time linear in the text.
import { cardLengths } from './card-schemes.ts'
import { digitOf } from './codes/decimal-digit.ts'

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
