// Reads a bank file in the format that its beginning shows.
import { type BankEntry, type BankStatement, UnreadableFile } from './bank-entry.ts'
import { readMt940 } from './mt940.ts'

export const bankFormats = ['camt.053', 'MT940', 'CSV'] as const
export type BankFormat = (typeof bankFormats)[number]

/** A month of a busy account has about a megabyte. In bytes. */
export const maxBankFile = 5 * 1024 * 1024
/** Lines are matched one by one, and those of the next file wait for them. */
export const mostLines = 10_000

/**
 * Loads the parsers of XML and CSV when the first such file comes.
 * @param now when it is imported: no entry is booked later.
 * @throws UnreadableFile if it is too large or no statement in camt.053, MT940 or CSV.
 */
export async function readBankFile(
  bytes: Buffer,
  now: Temporal.Instant,
): Promise<{ format: BankFormat; statements: BankStatement[] }> {
  // guard: bank-file-size
  if (bytes.length > maxBankFile) throw new UnreadableFile('the file has more than 5 MB')
  const text = textOf(bytes)
  const { format, read } = await readerOf(text.trimStart().slice(0, 2_000))
  const lastDay = now.add({ hours: 24 }).toZonedDateTimeISO('UTC').toPlainDate()
  const statements = read(text).map((one) => checked(one, lastDay))
  // guard: bank-file-lines
  if (statements.reduce((sum, { entries }) => sum + entries.length, 0) > mostLines)
    throw new UnreadableFile('the file has more than 10,000 entries: export a shorter period')
  refuseRepeated(statements)
  return { format, statements }
}

/** @throws UnreadableFile if two statements of an account have the same id, so that it is unclear which entry is whose. */
function refuseRepeated(statements: readonly BankStatement[]): void {
  const known = new Set<string>()
  for (const { account, currency, statementId } of statements) {
    const key = JSON.stringify([account, currency, statementId])
    if (known.has(key)) throw new UnreadableFile(`the file contains ${nameOf(statementId)} twice`)
    known.add(key)
  }
}

const nameOf = (statementId: string) => `statement ${JSON.stringify(statementId.slice(0, 40))}`

type Reader = { format: BankFormat; read: (text: string) => BankStatement[] }

async function readerOf(start: string): Promise<Reader> {
  if (start.startsWith('<')) return { format: 'camt.053', read: (await import('./camt053.ts')).readCamt053 }
  if (/^(\{1:|:20:)/m.test(start)) return { format: 'MT940', read: readMt940 }
  return { format: 'CSV', read: (await import('./csv.ts')).readBankCsv }
}

/**
 * A statement without the entries that moved nothing, which banks use for notices.
 * @param lastDay the last one that has begun anywhere.
 * @throws UnreadableFile if an entry is impossible, or if its entries do not lead from the opening to the closing balance: a part of
 * it is missing, or was changed.
 */
function checked(statement: BankStatement, lastDay: Temporal.PlainDate): BankStatement {
  const { balances, statementId } = statement
  const moved = statement.entries.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
  // guard: bank-file-balances
  if (balances && balances.opening + moved !== balances.closing)
    throw new UnreadableFile(
      `${nameOf(statementId)}: its entries do not lead from its opening to its closing balance`,
    )
  const entries = statement.entries.filter(({ amountMinor }) => amountMinor !== 0n)
  for (const entry of entries) check(statement, entry, lastDay)
  return { ...statement, entries }
}

const firstYear = 2000
/** More than any bank books at once, in minor units. */
const mostMinor = 10n ** 15n
/** More than the longest id of any format, in characters. */
const longestId = 200

/** Refuses what nobody means and what could not be stored. @throws UnreadableFile */
// guard: bank-entry-range
function check({ statementId }: BankStatement, entry: BankEntry, lastDay: Temporal.PlainDate): void {
  const { amountMinor, bookedOn, endToEndId, bankReference, text } = entry
  const where = `${nameOf(statementId)}, entry ${entry.entry}`
  if (amountMinor > mostMinor || amountMinor < -mostMinor)
    throw new UnreadableFile(`${where}: its amount is too large`)
  if (bookedOn.year < firstYear)
    throw new UnreadableFile(`${where}: ${bookedOn} is not a day of this century`)
  // guard: bank-entry-future
  if (Temporal.PlainDate.compare(bookedOn, lastDay) > 0)
    throw new UnreadableFile(`${where}: ${bookedOn} is in the future`)
  for (const id of [statementId, endToEndId, bankReference])
    if (id !== null && id.length > longestId)
      throw new UnreadableFile(`${where}: an id has more than ${longestId} characters`)
  for (const part of [statementId, endToEndId, bankReference, text])
    if (part !== null && (part.includes('\0') || !part.isWellFormed()))
      throw new UnreadableFile(`${where}: a text has characters that cannot be stored`)
}

/** UTF-16 where its mark says so, as spreadsheets export it; UTF-8; or the Latin letters that older programs of banks write. */
function textOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('latin1').decode(bytes)
  }
}
