// Finds the entries of a file that lines of other files show already. Reports repeat each other, and a statement repeats all of them:
// of two equal payments of a day, each entry is paired with a line of its own.
import type { BankEntry } from './bank-entry.ts'

export type KnownLine = {
  id: bigint
  booked_on: string
  amount_minor: bigint
  end_to_end_id: string | null
  bank_reference: string | null
  text: string
  report_state: 'OPEN' | 'CONFIRMED' | null
  state: string
}

export type Pair = {
  entry: Pick<BankEntry, 'entry' | 'isReturn' | 'endToEndId' | 'bankReference'>
  line: bigint
}

/** `totals`: lines that sum up entries of a report, of which `entry` is the first. */
type Paired = { pairs: Pair[]; rest: BankEntry[]; totals: { line: bigint; entry: string }[] }

const isEqual = (one: string | null, other: string | null) => one !== null && one === other
const differs = (one: string | null, other: string | null) => one !== null && other !== null && one !== other

const sameId = (entry: BankEntry, line: KnownLine) => isEqual(entry.endToEndId, line.end_to_end_id)
const sameReference = (entry: BankEntry, line: KnownLine) =>
  isEqual(entry.bankReference, line.bank_reference) && !differs(entry.endToEndId, line.end_to_end_id)
const contradicts = (entry: BankEntry, line: KnownLine) =>
  differs(entry.endToEndId, line.end_to_end_id) || differs(entry.bankReference, line.bank_reference)
const sameText = (entry: BankEntry, line: KnownLine) =>
  !contradicts(entry, line) && entry.text !== '' && entry.text === line.text
const sameBooking = (entry: BankEntry, line: KnownLine) => !contradicts(entry, line)

/** From the surest sign to the weakest. Two reports are compared by ids and references only: they need not repeat each other. */
const strong = [sameId, sameReference]
const weak = [sameText, sameBooking]

const placeOf = (day: string, amount: bigint) => `${day} ${amount}`

/**
 * @param entries of one statement or report. @param lines of others, on the same days: only of reports for a statement.
 * @returns the pairs, the entries that are new, and the lines that sum up some of them.
 */
export function pairEntries(
  entries: readonly BankEntry[],
  lines: readonly KnownLine[],
  { isReport }: { isReport: boolean },
): Paired {
  const free = Map.groupBy(lines, (line) => placeOf(line.booked_on, line.amount_minor))
  const pairs: Pair[] = []
  let rest = [...entries]
  for (const fits of [...strong, ...weak]) {
    const isWeak = weak.includes(fits)
    rest = rest.filter((entry) => {
      const comparable = free.get(placeOf(entry.bookedOn, entry.amountMinor)) ?? []
      // guard: reports-by-reference
      const isLeftOut = (line: KnownLine) => isReport && isWeak && line.report_state === 'OPEN'
      const at = comparable.findIndex((line) => !isLeftOut(line) && fits(entry, line))
      const [line] = at < 0 ? [] : comparable.splice(at, 1)
      if (line) pairs.push({ entry, line: line.id })
      return !line
    })
  }
  const left = [...free.values()].flat()
  return isReport ? withTotals(pairs, rest, left) : withParts(pairs, rest, left)
}

const sumOf = (amounts: readonly bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n)

/** Entries of a statement that sum up payments of a report with the same reference of the bank: the payments are its parts. */
function withParts(pairs: Pair[], entries: readonly BankEntry[], lines: readonly KnownLine[]): Paired {
  const ofReference = Map.groupBy(lines, (line) => `${line.booked_on} ${line.bank_reference}`)
  const rest = entries.filter((entry) => {
    const parts = ofReference.get(`${entry.bookedOn} ${entry.bankReference}`) ?? []
    const isSum = sumOf(parts.map(({ amount_minor }) => amount_minor)) === entry.amountMinor
    // guard: batch-of-report
    if (entry.bankReference === null || parts.length < 2 || !isSum) return true
    for (const [at, line] of parts.entries())
      pairs.push({ entry: { ...entry, entry: `${entry.entry}.${at + 1}`, endToEndId: null }, line: line.id })
    return false
  })
  return { pairs, rest, totals: [] }
}

/** Entries of a report that break down one line of a statement: the payments count, and no longer their sum. */
function withTotals(pairs: Pair[], entries: BankEntry[], lines: readonly KnownLine[]): Paired {
  const totals: Paired['totals'] = []
  const counted = new Set<BankEntry>()
  for (const parts of Map.groupBy(entries, (entry) => `${entry.bookedOn} ${entry.bankReference}`).values()) {
    const [first] = parts
    const sum = sumOf(parts.map(({ amountMinor }) => amountMinor))
    const total = lines.find(
      (line) =>
        line.report_state === null &&
        isEqual(line.bank_reference, first?.bankReference ?? null) &&
        line.booked_on === first?.bookedOn &&
        line.amount_minor === sum,
    )
    if (!first || !total || parts.length < 2) continue
    // Where the sum has been decided already, its payments would count a second time.
    if (['MATCHED', 'WRITTEN_OFF'].includes(total.state)) for (const part of parts) counted.add(part)
    else totals.push({ line: total.id, entry: first.entry })
  }
  return { pairs, rest: entries.filter((entry) => !counted.has(entry)), totals }
}
