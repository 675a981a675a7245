// Reads a bank file in the format that its beginning shows.

import {
  type BankEntry,
  type BankStatement,
  type FoundStatement,
  NoStatement,
  quoted,
  UnreadableFile,
} from './bank-entry.ts'
import type { CsvMapping } from './csv-mapping.ts'
import { refuseOtherKinds, refuseOtherTexts } from './kind-of-file.ts'
import { readMt940 } from './mt940.ts'
import { isZip, unpackZip } from './zip.ts'

/** `ZIP`: several files in one. */
export const bankFormats = ['camt.053', 'camt.052', 'camt.054', 'MT940', 'MT942', 'CSV', 'ZIP'] as const
export type BankFormat = (typeof bankFormats)[number]

/** A month of a busy account has about a megabyte. In bytes. */
export const maxBankFile = 5 * 1024 * 1024
/** Lines are matched one by one, and those of the next file wait for them. */
export const maxLines = 10_000

/** What was left out: a statement of an account or in a currency that is not ours, or a file of an archive that is no statement. */
export type Skipped = { name: string; account: string | null; currency: string | null }

export type BankFileContent = {
  format: BankFormat
  statements: BankStatement[]
  skipped: Skipped[]
}

/** Without accounts, every account in dollars or francs counts as ours. */
export type OwnBanks = {
  ours?: readonly { account: string; currency: string }[]
  /** The columns of their own CSV. */
  mappings?: readonly CsvMapping[]
}

/**
 * Loads the parsers of XML and CSV when the first such file comes.
 * @param now when it is imported: no entry is booked later.
 * @throws UnreadableFile if it is too large or no statement in camt, MT940 or CSV.
 */
export async function readBankFile(
  bytes: Buffer,
  now: Temporal.Instant,
  { ours, mappings = [] }: OwnBanks = {},
): Promise<BankFileContent> {
  // guard: bank-file-size
  if (bytes.length > maxBankFile) throw new UnreadableFile('the file has more than 5 MB')
  const { format, found, others } = await foundIn(bytes, mappings)
  const skipped = found.filter((one) => !isOurs(one, ours))
  const lastDay = now.add({ hours: 24 }).toZonedDateTimeISO('UTC').toPlainDate().toString()
  const read = found.filter((one) => isOurs(one, ours)).flatMap((one) => one.read())
  const statements = joined(read).map((one) => checked(one, lastDay))
  // guard: bank-file-lines
  if (statements.reduce((sum, { entries }) => sum + entries.length, 0) > maxLines)
    throw new UnreadableFile('the file has more than 10,000 entries: export a shorter period')
  const [other] = skipped
  if (other && statements.length === 0 && !isOffered(other))
    throw new UnreadableFile(`${nameOf(other.statementId)}: ${quoted(other.currency)} is not USD or CDF`)
  return { format, statements, skipped: [...skipped.map(skippedOf), ...others] }
}

const isOffered = ({ currency }: FoundStatement) => currency === 'USD' || currency === 'CDF'

function isOurs(found: FoundStatement, ours: OwnBanks['ours']): boolean {
  const { account, currency } = found
  if (!isOffered(found)) return false
  // guard: bank-file-account
  return !ours || ours.some((own) => own.account === account && own.currency === currency)
}

const skippedOf = ({ statementId, account, currency }: FoundStatement): Skipped => ({
  name: statementId,
  account,
  currency,
})

/**
 * Joins the pages of a statement, of which each begins with the balance that the one before ended with.
 * @throws UnreadableFile if two statements of an account have the same id otherwise: it is unclear which entry is whose.
 */
function joined(statements: readonly BankStatement[]): BankStatement[] {
  const known = new Map<string, BankStatement>()
  for (const one of statements) {
    const key = JSON.stringify([one.account, one.currency, one.key])
    const before = known.get(key)
    known.set(key, before ? withPage(before, one) : one)
  }
  return [...known.values()]
}

function withPage(before: BankStatement, page: BankStatement): BankStatement {
  const [first, second] = [before.balances, page.balances]
  // guard: pages-follow
  if (!first || !second || first.closing !== second.opening || isSame(before.entries, page.entries))
    throw new UnreadableFile(`the file contains ${nameOf(page.statementId)} twice`)
  const numbers = new Set(before.entries.map(({ entry }) => entry))
  const isNumbered = page.entries.every(({ entry }) => !numbers.has(entry))
  const moved = isNumbered
    ? page.entries
    : page.entries.map((entry) => ({ ...entry, entry: later(entry, before) }))
  return {
    ...before,
    balances: { opening: first.opening, closing: second.closing },
    entries: [...before.entries, ...moved],
  }
}

const isSame = (one: BankStatement['entries'], other: BankStatement['entries']) =>
  JSON.stringify(one.map(textOfEntry)) === JSON.stringify(other.map(textOfEntry))
const textOfEntry = (entry: BankEntry) => ({ ...entry, amountMinor: String(entry.amountMinor) })

/** An entry's number on a page that numbers its entries from 1 again. */
function later({ entry }: BankEntry, before: BankStatement): string {
  const last = Math.max(0, ...before.entries.map((one) => Number.parseInt(one.entry, 10)))
  return entry.replace(/^\d+/, (number) => String(last + Number(number)))
}

const nameOf = (statementId: string) => `statement ${quoted(statementId)}`

type FoundFile = { format: BankFormat; found: FoundStatement[]; others: Skipped[] }

/** The statements of a file, or of all files in an archive. */
async function foundIn(bytes: Buffer, mappings: readonly CsvMapping[]): Promise<FoundFile> {
  if (!isZip(bytes)) return { ...(await foundInFile(bytes, mappings)), others: [] }
  const found: FoundStatement[] = []
  const others: Skipped[] = []
  const known = new Set<string>()
  for (const file of unpackZip(bytes, { each: maxBankFile })) {
    const content = file.bytes.toString('base64')
    if (known.has(content)) continue
    known.add(content)
    try {
      found.push(...(await foundInFile(file.bytes, mappings)).found)
    } catch (error) {
      if (error instanceof NoStatement) others.push({ name: file.name, account: null, currency: null })
      else if (error instanceof UnreadableFile) throw new UnreadableFile(`${file.name}: ${error.message}`)
      else throw error
    }
  }
  if (found.length === 0) throw new UnreadableFile('the archive has no statement')
  return { format: 'ZIP', found, others }
}

async function foundInFile(
  bytes: Buffer,
  mappings: readonly CsvMapping[],
): Promise<{ format: BankFormat; found: FoundStatement[] }> {
  refuseOtherKinds(bytes)
  const text = textOf(bytes)
  const start = text.trimStart().slice(0, 2_000)
  refuseOtherTexts(start)
  refuseTooManyParts(text)
  if (start.startsWith('<')) return (await import('./camt.ts')).readCamt(text)
  if (/^(\{1:|\s?:(20|25P?|28C?|60[FM]|34F|13D?|NS):)/m.test(start)) return readMt940(text)
  return { format: 'CSV', found: (await import('./csv.ts')).readBankCsv(text, mappings) }
}

/** Ten thousand entries have fewer; many small parts cost more than their bytes. */
const maxParts = { '<': 600_000, '=': 200_000, '\n': 600_000, ':61:': 2 * maxLines }

/** @throws UnreadableFile before a file is parsed that has more parts than any statement. */
function refuseTooManyParts(text: string): void {
  for (const [part, maxCount] of Object.entries(maxParts)) {
    let count = 0
    for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) count += 1
    // guard: bank-file-parts
    if (count > maxCount)
      throw new UnreadableFile('the file has more than 10,000 entries: export a shorter period')
  }
}

/**
 * A statement without the entries that moved nothing, which banks use for notices.
 * @param lastDay the last one that has begun anywhere.
 * @throws UnreadableFile if an entry is impossible, or if its entries do not lead from the opening to the closing balance: a part of
 * it is missing, or was changed.
 */
function checked(statement: BankStatement, lastDay: string): BankStatement {
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
const maxMinor = 10n ** 15n
/** More than the longest id of any format, in characters. */
const longestId = 200

/** Refuses what nobody means and what could not be stored. @throws UnreadableFile */
// guard: bank-entry-range
function check({ statementId }: BankStatement, entry: BankEntry, lastDay: string): void {
  const { amountMinor, bookedOn, endToEndId, bankReference, text } = entry
  const where = `${nameOf(statementId)}, entry ${entry.entry}`
  if (amountMinor > maxMinor || amountMinor < -maxMinor)
    throw new UnreadableFile(`${where}: its amount is too large`)
  if (Number(bookedOn.slice(0, 4)) < firstYear)
    throw new UnreadableFile(`${where}: ${bookedOn} is not a day of this century`)
  // guard: bank-entry-future
  if (bookedOn > lastDay) throw new UnreadableFile(`${where}: ${bookedOn} is in the future`)
  for (const id of [statementId, endToEndId, bankReference])
    if (id !== null && id.length > longestId)
      throw new UnreadableFile(`${where}: an id has more than ${longestId} characters`)
  for (const part of [statementId, endToEndId, bankReference, text])
    if (part !== null && (part.includes('\0') || !part.isWellFormed()))
      throw new UnreadableFile(`${where}: a text has characters that cannot be stored`)
}

/**
 * UTF-16 where its mark says so, as spreadsheets export it, or where every other byte of its beginning is zero; UTF-8; or the Latin
 * letters that older programs of banks write.
 */
function textOf(bytes: Buffer): string {
  const [first, second] = bytes
  const isBigEndian = (first === 0xfe && second === 0xff) || (first === 0 && second !== 0)
  if (isBigEndian) return new TextDecoder('utf-16be').decode(bytes)
  const isLittleEndian = (first === 0xff && second === 0xfe) || (first !== 0 && second === 0)
  if (isLittleEndian) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
