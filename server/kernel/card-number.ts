// Finds what may be the number of a card in a text: 12 to 19 digits of any numerals that pass Luhn, with up to three other
// signs between two of them. Digits written together belong together, unless those of a known card scheme stand among
// them (card-schemes.ts). The work is linear in the text.
import { cardLengths } from './card-schemes.ts'

const fewestDigits = 12
const mostDigits = 19
const mostBetween = 3
const digitOrLetter = /[\p{L}\p{N}]/u
const decimalDigit = /\p{Nd}/u

/** The day and second in an id of ours are not the digits of a card. */
const transactionId = /(?<![\p{L}\p{N}])[A-Z0-9]{1,10}-20\d{6}-\d{6}-[A-Z0-9]{8}(?![\p{L}\p{N}])/gu

/** Digits written together: where they begin and end in the text, and which they are and where each begins. */
type Run = { start: number; end: number; digits: number[]; starts: number[] }

/** The text with one `***` for the digits of each, from its first to its last. */
export function withoutCardNumbers(text: string): string {
  let shown = ''
  let copied = 0
  const searched = text.replace(transactionId, (id) => 'x'.repeat(id.length))
  for (const { start, end } of cardNumbersIn(searched)) {
    shown += `${text.slice(copied, start)}***`
    copied = end
  }
  return copied === 0 ? text : shown + text.slice(copied)
}

type Span = { start: number; end: number }

function cardNumbersIn(text: string): Span[] {
  const found: Span[] = []
  const spans = groupsOf(text).flatMap((group) => [...numbersOfRuns(group), ...numbersWithinRuns(group)])
  for (const { start, end } of spans.sort((a, b) => a.start - b.start)) {
    const before = found.at(-1)
    // Two that overlap are covered as one.
    if (before && start < before.end) before.end = Math.max(before.end, end)
    else found.push({ start, end })
  }
  return found
}

/** Those that consist of whole runs. */
function numbersOfRuns(group: readonly Run[]): Span[] {
  return group.flatMap((run, first) => {
    const last = lastOfNumber(group, first)
    return last === undefined ? [] : [{ start: run.start, end: group[last]!.end }]
  })
}

/**
 * Those of a known scheme that begin or end among other digits. Half of a phone number and half of the next are none:
 * what goes over several runs has four to six digits in each that lies between, as cards are written.
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
  return numbers
}

const isGroupOfCard = ({ digits }: Run) => digits.length >= 4 && digits.length <= 6

/** Whether the digits from `first` to `last` pass Luhn. */
function isChecked(digits: readonly number[], first: number, last: number): boolean {
  let sum = 0
  for (let at = last; at >= first; at -= 1) {
    const digit = digits[at]!
    sum += (last - at) % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2
  }
  return sum % 10 === 0
}

/** The last run of the longest number that begins with the run `first`. */
function lastOfNumber(group: readonly Run[], first: number): number | undefined {
  const sums = luhnSums()
  let last: number | undefined
  for (let at = first; at < group.length; at += 1) {
    const run = group[at]!.digits
    if (sums.count + run.length > mostDigits) break
    for (const digit of run) sums.add(digit)
    if (sums.count >= fewestDigits && sums.isChecked()) last = at
  }
  return last
}

/** By Luhn every second digit counts double, from the right: with each digit that is added, the others. So both sums are made. */
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

/** Runs with so little between them that they may be one number. */
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
      if (between > mostBetween || digitOrLetter.test(sign)) {
        groups.push(group)
        group = []
      }
    }
    at = end
  }
  return group.length > 0 ? [...groups, group] : groups
}

/** Numerals stand in Unicode in tens, from zero to nine. */
function digitOf(sign: string): number | undefined {
  const code = sign.codePointAt(0)!
  if (code < 0x80) return code >= 0x30 && code <= 0x39 ? code - 0x30 : undefined
  if (!decimalDigit.test(sign)) return undefined
  let zero = code
  while (decimalDigit.test(String.fromCodePoint(zero - 1))) zero -= 1
  return (code - zero) % 10
}
