// Reads account statements in MT940 of SWIFT, as banks without ISO 20022 send them.
import { readBankAccount } from '../../kernel/codes/bank-account.ts'
import { parseMoney } from '../../kernel/money.ts'
import {
  type BankEntry,
  type BankStatement,
  currencyOf,
  dayOf,
  idIn,
  UnreadableFile,
  withoutLeadingZeros,
} from './bank-entry.ts'

type Field = { tag: string; value: string }

/** @throws UnreadableFile */
export function readMt940(text: string): BankStatement[] {
  const fields = fieldsOf(text)
  const starts = fields.flatMap(({ tag }, at) => (tag === '20' ? [at] : []))
  if (starts.length === 0) throw new UnreadableFile('the file has no statement of MT940')
  return starts.map((from, at) => statementOf(fields.slice(from, starts[at + 1]), `statement ${at + 1}`))
}

/** Tags begin a line; other lines continue the field before. */
function fieldsOf(text: string): Field[] {
  const fields: Field[] = []
  for (const line of text.split(/\r?\n/)) {
    const tagged = /^:(\d\d[A-Z]?):(.*)$/.exec(line)
    const last = fields.at(-1)
    if (tagged) fields.push({ tag: tagged[1] ?? '', value: tagged[2] ?? '' })
    else if (last && !/^-(\}|$)|^[{}]|^$/.test(line)) last.value += `\n${line}`
  }
  return fields
}

function statementOf(fields: readonly Field[], where: string): BankStatement {
  const value = (...tags: string[]) => fields.find(({ tag }) => tags.includes(tag))?.value ?? ''
  const opening = balanceIn(value('60F', '60M'))
  if (!opening) throw new UnreadableFile(`${where} has no opening balance`)
  const closing = balanceIn(value('62F', '62M'))
  if (!closing) throw new UnreadableFile(`${where} has no closing balance`)
  const number = value('25', '25P').split('\n')[0] ?? ''
  return {
    account: accountIn(number),
    currency: currencyOf(opening.currency, where),
    // The numbers of statements begin again each year.
    statementId: `${opening.day}-${value('28C').trim()}`,
    balances: { opening: opening.minor, closing: closing.minor },
    entries: entriesOf(fields, where),
  }
}

/** A balance: credit or debit, day, currency and amount. */
function balanceIn(text: string) {
  const match = /^([CD])(\d{6})([A-Z]{3})(\d{1,12},\d{0,2})/.exec(text)
  if (!match) return undefined
  const [, mark, day = '', currency = '', digits = ''] = match
  const amount = amountIn(digits)
  return amount && { day, currency, minor: mark === 'C' ? amount.minor : -amount.minor }
}

const amountIn = (digits: string) =>
  parseMoney(withoutLeadingZeros(digits.replace(',', '.').replace(/\.$/, '')), 'USD')

/** Alone, after the code of the bank, or before the currency. */
function accountIn(text: string): string {
  const parts = [text, ...text.split('/'), text.replace(/[A-Z]{3}$/, '')]
  return parts.map((part) => readBankAccount(part)?.number).find(Boolean) ?? text.trim()
}

function entriesOf(fields: readonly Field[], where: string): BankEntry[] {
  const entries: BankEntry[] = []
  for (const [at, { tag, value }] of fields.entries()) {
    if (tag !== '61') continue
    const next = fields[at + 1]
    const entry = String(entries.length + 1)
    entries.push(entryOf(value, next?.tag === '86' ? next.value : '', entry, `${where}, entry ${entry}`))
  }
  return entries
}

/** Value date, booking date, direction (R: reversal), funds code, amount, type, reference and the bank's reference. */
const line = /^(\d{6})(\d{4})?(R?[CD])[A-Z]?(\d{1,12},\d{0,2})[NFS]\w{3}(.*)$/

function entryOf(value: string, information: string, entry: string, where: string): BankEntry {
  const [first = '', ...rest] = value.split('\n')
  const match = line.exec(first)
  if (!match) throw new UnreadableFile(`${where}: ${JSON.stringify(first.slice(0, 40))} cannot be read`)
  const [, valueDay = '', bookingDay, mark = '', digits = '', references = ''] = match
  // The bank's own reference follows after two slashes.
  const [reference = '', ...bankReference] = references.split('//')
  const amount = amountIn(digits)
  if (!amount) throw new UnreadableFile(`${where}: its amount cannot be read`)
  const isIn = mark === 'C' || mark === 'RD'
  const text = [...rest, information.replaceAll('\n', '')].filter(Boolean).join(' ').slice(0, 500)
  return {
    entry,
    bookedOn: bookedOn(valueDay, bookingDay, where),
    amountMinor: isIn ? amount.minor : -amount.minor,
    isReturn: mark.startsWith('R'),
    endToEndId: idIn(reference) ?? idOf(rest.join('\n')) ?? idOf(information),
    bankReference: bankReference.join('//').trim() || null,
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
function bookedOn(valueDay: string, bookingDay: string | undefined, where: string): Temporal.PlainDate {
  const valued = dayOf(`20${valueDay.slice(0, 2)}-${valueDay.slice(2, 4)}-${valueDay.slice(4)}`, where)
  if (!bookingDay) return valued
  const [month, day] = [bookingDay.slice(0, 2), bookingDay.slice(2)]
  const booked = dayOf(`${valued.year}-${month}-${day}`, where)
  const days = booked.since(valued).days
  if (days > 180) return booked.subtract({ years: 1 })
  return days < -180 ? booked.add({ years: 1 }) : booked
}
