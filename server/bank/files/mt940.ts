// Reads account statements in MT940 of SWIFT, as banks without ISO 20022 send them, MT950, which has no texts, and MT942, which
// reports entries before the statement.
import { readBankAccount } from '../../kernel/codes/bank-account.ts'
import type { LocalCurrency } from '../../kernel/money.ts'
import { parseMoney } from '../../kernel/money.ts'
import {
  type BankEntry,
  type BankStatement,
  dayOf,
  type FoundStatement,
  idIn,
  maxText,
  quoted,
  referenceIn,
  UnreadableFile,
  withoutLeadingZeros,
} from './bank-entry.ts'

type Field = { tag: string; value: string }

/** @throws UnreadableFile */
export function readMt940(text: string): { format: 'MT940' | 'MT942'; found: FoundStatement[] } {
  const statements = statementsOf(fieldsOf(text))
  if (statements.length === 0) throw new UnreadableFile('the file has no statement of MT940')
  const format = statements.every(isReport) ? 'MT942' : 'MT940'
  return { format, found: statements.map((fields, at) => foundIn(fields, `statement ${at + 1}`)) }
}

/** Tags begin a line; other lines continue the field before. */
function fieldsOf(text: string): Field[] {
  const fields: Field[] = []
  for (const line of text.split(/\r\n|\n|\r/)) {
    const tagged = /^\s?:(\d\d[A-Z]?|NS):(.*)$/.exec(line)
    const last = fields.at(-1)
    if (tagged) fields.push({ tag: tagged[1] ?? '', value: tagged[2] ?? '' })
    else if (last && !/^-(\}|$)|^[{}]|^$/.test(line)) last.value += `\n${line}`
  }
  return fields
}

/** A statement begins with its reference, or with its account where the bank leaves the reference out. */
function statementsOf(fields: readonly Field[]): Field[][] {
  const statements: Field[][] = []
  for (const field of fields) {
    const current = statements.at(-1)
    const has = (...tags: string[]) => current?.some(({ tag }) => tags.includes(tag))
    const begins = field.tag === '20' || (/^25P?$/.test(field.tag) && has('25', '25P'))
    if (!current || begins) statements.push([field])
    else current.push(field)
  }
  return statements.filter((fields) => fields.some(({ tag }) => tag !== '20'))
}

const fieldOf = (fields: readonly Field[], ...tags: string[]) =>
  fields.find(({ tag }) => tags.includes(tag))?.value ?? ''

const opening = ['60F', '60M']
const ofReports = ['34F', '13D', '13', '90D', '90C']

/** A report states limits, its time and sums, and no balances. */
function isReport(fields: readonly Field[]): boolean {
  const has = (tags: readonly string[]) => fields.some(({ tag }) => tags.includes(tag))
  return !has(opening) && has(ofReports)
}

function foundIn(fields: readonly Field[], where: string): FoundStatement {
  const report = isReport(fields)
  const balance = balanceIn(fieldOf(fields, ...opening))
  if (!report && !balance) throw new UnreadableFile(`${where} has no opening balance`)
  const account = accountIn(fieldOf(fields, '25', '25P').split('\n')[0] ?? '')
  const currency = balance?.currency ?? currencyOfReport(fields)
  const number = (fieldOf(fields, '28C', '28') || fieldOf(fields, '20')).split('\n')[0]?.trim() ?? ''
  // The numbers of statements begin again each year, and some banks give a report none.
  const statementId = balance ? `${balance.day}-${number}` : `${reportedAt(fields)}-${number}`
  const head = { account, currency: currency as LocalCurrency, statementId }
  const read = (): BankStatement[] => {
    const entries = entriesOf(fields, where)
    if (report) return [{ ...head, key: `MT942 ${statementId}`, kind: 'report', entries }]
    const closing = balanceIn(fieldOf(fields, '62F', '62M'))
    if (!closing) throw new UnreadableFile(`${where} has no closing balance`)
    if (closing.currency !== '' && closing.currency !== currency)
      throw new UnreadableFile(`${where}: its closing balance is in another currency`)
    const balances = { opening: balance?.minor ?? 0n, closing: closing.minor }
    return [{ ...head, key: statementId, kind: 'statement', balances, entries }]
  }
  return { ...head, currency, read }
}

const currencyOfReport = (fields: readonly Field[]) =>
  /^\d*([A-Z]{3})/.exec(fieldOf(fields, '34F', '90D', '90C'))?.[1] ?? ''

/** When a report was made: its day and time, or the day of its last entry. */
function reportedAt(fields: readonly Field[]): string {
  const made = /^\d{6,10}/.exec(fieldOf(fields, '13D', '13'))?.[0]
  return made ?? fields.findLast(({ tag }) => tag === '61')?.value.slice(0, 6) ?? ''
}

/** A balance: credit or debit, day, currency, which some banks leave out of the closing one, and amount. */
function balanceIn(text: string) {
  const match = /^([CD])\s?(\d{6})([A-Z]{3})?\s?(\d+(?:,\d*)?)/.exec(text)
  if (!match) return undefined
  const [, mark, day = '', currency = '', digits = ''] = match
  const amount = amountIn(digits)
  return amount && { day, currency, minor: mark === 'C' ? amount.minor : -amount.minor }
}

/** Banks pad amounts with zeros on both sides, and some leave out the comma. Both currencies have two decimals. */
const amountIn = (digits: string) =>
  parseMoney(withoutLeadingZeros(digits.replace(',', '.').replace(/\.$/, '')), 'USD')

/** Alone, after the code of the bank, or before the currency. */
function accountIn(text: string): string {
  const parts = [text, ...text.split('/'), text.replace(/[A-Z]{3}$/, '')]
  return parts.map((part) => readBankAccount(part)?.number).find(Boolean) ?? text.trim()
}

function entriesOf(fields: readonly Field[], where: string): BankEntry[] {
  const entries: BankEntry[] = []
  let count = 0
  for (const [at, { tag, value }] of fields.entries()) {
    if (tag !== '61') continue
    const entry = String(++count)
    const information: string[] = []
    for (let next = at + 1; /^(86|NS)$/.test(fields[next]?.tag ?? ''); next++)
      information.push(fields[next]?.value ?? '')
    const read = entryOf(value, information.join('\n'), entry, `${where}, entry ${entry}`)
    if (read) entries.push(read)
  }
  return entries
}

/**
 * Value date, booking date, direction (R: reversal, E: expected), funds code, amount and type. Banks put blanks between them. The
 * reference and the bank's reference follow.
 */
const line = /^(\d{6})(\d{4})? {0,4}([RE]?[CD]) ?[A-Z]? {0,15}(\d+(?:,\d*)?) *(?:[NFS][A-Za-z0-9 ]{3})?/

/** @returns undefined for what is only expected. */
function entryOf(value: string, information: string, entry: string, where: string): BankEntry | undefined {
  const [first = '', ...rest] = value.split('\n')
  const match = line.exec(first)
  if (!match) throw new UnreadableFile(`${where}: ${quoted(first)} cannot be read`)
  const [head, valueDay = '', bookingDay, mark = '', digits = ''] = match
  if (mark.startsWith('E')) return undefined
  // The bank's own reference follows after two slashes.
  const [reference = '', ...bankReference] = first.slice(head.length).split('//')
  const amount = amountIn(digits)
  if (!amount) throw new UnreadableFile(`${where}: its amount cannot be read`)
  const isIn = mark === 'C' || mark === 'RD'
  const text = [...rest, information.replaceAll('\n', '')].filter(Boolean).join(' ').slice(0, maxText)
  return {
    entry,
    bookedOn: bookedOn(valueDay, bookingDay, where),
    amountMinor: isIn ? amount.minor : -amount.minor,
    isReturn: mark.startsWith('R'),
    endToEndId: idIn(reference) ?? idOf(rest.join('\n')) ?? idOf(information),
    bankReference: referenceIn(bankReference.join('//')),
    text,
  }
}

/** What a bank writes in front of each part of a structured text. */
const keyword = /(EREF|KREF|MREF|CRED|DEBT|SVWZ|ABWA|ABWE)\+/g

/**
 * The id of ours in lines of text. Banks break them after a number of characters, which may be in the middle of the id, and also
 * where one word ends and the next begins; some divide a text into the parts ?20 to ?29 and ?60 to ?63, which continue each other.
 */
function idOf(lines: string): string | null {
  const joined = lines.replaceAll('\n', '')
  const parts = joined.split(/\?(?=\d\d)/).slice(1)
  const purpose = parts.filter((part) => /^(2\d|6[0-3])/.test(part)).map((part) => part.slice(2))
  const continued = purpose.join('').replace(keyword, ' $&')
  return idIn(lines) ?? idIn(joined) ?? idIn(purpose.join(' ')) ?? idIn(continued)
}

/** The booking date has no year: it is the one nearest to the value date. */
function bookedOn(valueDay: string, bookingDay: string | undefined, where: string): string {
  const valued = valueDate(valueDay, where)
  if (!bookingDay) return valued.toString()
  const [month, day] = [bookingDay.slice(0, 2), bookingDay.slice(2)]
  const booked = [-1, 0, 1].flatMap((years) => {
    const year = valued.year + years
    const isLeapDay = month === '02' && day === '29'
    return isLeapDay && !Temporal.PlainDate.from({ year, month: 2, day: 1 }).inLeapYear
      ? []
      : [Temporal.PlainDate.from(dayOf(`${year}-${month}-${day}`, where))]
  })
  const distance = (date: Temporal.PlainDate) => Math.abs(date.since(valued).days)
  const [nearest] = booked.toSorted((a, b) => distance(a) - distance(b))
  if (!nearest) throw new UnreadableFile(`${where}: ${quoted(bookingDay)} is not a date`)
  return nearest.toString()
}

/** Banks that count 30 days in each month write the 30th of February: the last day of the month. */
function valueDate(text: string, where: string): Temporal.PlainDate {
  const [year, month, day] = [0, 2, 4].map((at) => Number(text.slice(at, at + 2))) as [number, number, number]
  if (month < 1 || month > 12 || day < 1 || day > 31)
    throw new UnreadableFile(`${where}: ${quoted(text)} is not a date`)
  return Temporal.PlainDate.from({ year: 2000 + year, month, day }, { overflow: 'constrain' })
}
