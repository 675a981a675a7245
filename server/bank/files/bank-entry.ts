// What a bank file says, whatever its format.
import type { LocalCurrency } from '../../kernel/money.ts'

/** A statement of one account, or a report of entries that a later statement repeats. */
export type BankStatement = {
  /** Letters and digits only, as our settings name the account. */
  account: string
  currency: LocalCurrency
  /** As the bank numbers it. */
  statementId: string
  /** Identifies it over the years: many banks begin their numbers again each January. */
  key: string
  /** `report`: entries before the statement that will contain them (camt.052, camt.054, MT942), without balances. */
  kind: 'statement' | 'report'
  /** The booked balances, in minor units: negative if the account is overdrawn. A CSV file has none. */
  balances?: { opening: bigint; closing: bigint }
  entries: readonly BankEntry[]
}

/** What the head of a statement says. Its entries are read only if the account is ours. */
export type FoundStatement = {
  account: string
  currency: string
  statementId: string
  /** @throws UnreadableFile */
  read: () => BankStatement[]
}

export type BankEntry = {
  /** Identifies the entry within its statement. */
  entry: string
  /** An ISO date. */
  bookedOn: string
  /** In minor units: positive for money that came in. */
  amountMinor: bigint
  /** The bank says that it takes back an earlier payment. */
  isReturn: boolean
  /** The id that we gave the payment, without hyphens. */
  endToEndId: string | null
  /** The bank's own id of the booking. */
  bankReference: string | null
  text: string
}

/** A file that cannot be read. The message says where and why, for the person who uploaded it. */
export class UnreadableFile extends Error {}

/** A file of another kind, which stands beside statements in an archive without harm. */
export class NoStatement extends UnreadableFile {}

/** Longer texts of banks are cut, in characters. */
export const maxText = 500

/** An amount as our own are written: "0012.50" is "12.50", and "0.50" stays. */
export function withoutLeadingZeros(text: string): string {
  let from = 0
  while (text[from] === '0' && /^\d$/.test(text[from + 1] ?? '')) from += 1
  return text.slice(from)
}

const ownId = /(?<![0-9a-f])[0-9a-f]{8}(-?)[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{12}(?![0-9a-f])/i

/** An id of ours anywhere in a text, with or without its hyphens: 32 hexadecimal digits. */
export function idIn(text: string): string | null {
  return ownId.exec(text)?.[0].replaceAll('-', '').toLowerCase() ?? null
}

/** What banks write where they have no reference, in capital letters without signs. */
const placeholders = new Set(
  `NONREF NONREFERENCE NOREF NOREFERENCE NOTPROVIDED NOTGIVEN NOTAVAILABLE NOTAPPLICABLE NOTSPECIFIED UNSPECIFIED UNKNOWN INCONNU
   NA ND NC NR NONE NIL NULL NIHIL EMPTY BLANK UNDEFINED REF REFERENCE SANSREF SANSREFERENCE AUCUN AUCUNE AUCUNEREFERENCE
   NONCOMMUNIQUE NONFOURNI NONFOURNIE NONDISPONIBLE NONRENSEIGNE NICHTANGEGEBEN KEINE KEINEREFERENZ OHNE NEANT TBA TBD`.split(
    /\s+/,
  ),
)

/** A reference, or null for what a bank writes where it has none: blanks, signs, zeros, `NONREF`, `NOTPROVIDED` and the like. */
export function referenceIn(text: string): string | null {
  const reference = text.trim()
  const bare = reference
    .normalize('NFD')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
  // guard: bank-placeholder
  if (/^0*$|^X+$/.test(bare) || placeholders.has(bare)) return null
  return reference
}

/** @throws UnreadableFile */
export function dayOf(text: string, where: string): string {
  try {
    const day = Temporal.PlainDate.from(text, { overflow: 'reject' })
    // guard: iso-calendar
    if (day.calendarId === 'iso8601') return day.toString()
  } catch {
    // Refused as any other text that is no date.
  }
  throw new UnreadableFile(`${where}: ${quoted(text)} is not a date`)
}

/** The start of a text from a file, for a message. */
export const quoted = (text: string): string => JSON.stringify(text.slice(0, 40))

/** The key of a statement whose number begins again each year. */
export const keyOfYear = (statementId: string, year: string): string => `${statementId} (${year})`
