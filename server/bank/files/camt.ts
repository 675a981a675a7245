// Reads camt.053 (statements), camt.052 (reports of the day) and camt.054 (advices) of ISO 20022, of any version: the elements that
// are read have hardly changed since the first.
import { readBankAccount } from '../../kernel/codes/bank-account.ts'
import { type LocalCurrency, parseMoney } from '../../kernel/money.ts'
import {
  type BankEntry,
  type BankStatement,
  dayOf,
  type FoundStatement,
  idIn,
  keyOfYear,
  maxText,
  quoted,
  referenceIn,
  UnreadableFile,
  withoutLeadingZeros,
} from './bank-entry.ts'
import { refuseOtherXml } from './kind-of-file.ts'
import { attribute, child, children, elementsNamed, type Node, parseXml, textAt, textOf } from './xml.ts'

export type CamtFormat = 'camt.052' | 'camt.053' | 'camt.054'

/** The messages by the name of their element, which ends in its version in the first version, and the element of each statement. */
const messages = {
  BkToCstmrStmt: ['camt.053', 'Stmt'],
  BkToCstmrAcctRpt: ['camt.052', 'Rpt'],
  BkToCstmrDbtCdtNtfctn: ['camt.054', 'Ntfctn'],
} as const

/** @throws UnreadableFile */
export function readCamt(text: string): { format: CamtFormat; found: FoundStatement[] } {
  const formats = new Set<CamtFormat>()
  const found = elementsNamed(parseXml(text), 'Document').flatMap((document) =>
    Object.keys(document).flatMap((name) => {
      const [format, element] = messages[name.replace(/V\d+$/, '') as keyof typeof messages] ?? []
      if (!format) return []
      formats.add(format)
      return children(child(document, name), element).map((statement) => ({ format, statement }))
    }),
  )
  if (found.length === 0) refuseOtherXml(text.slice(0, 4_000))
  const [format = 'camt.053'] = formats
  return { format, found: found.flatMap((one, at) => foundIn(one, `statement ${at + 1}`)) }
}

type Found = { format: CamtFormat; statement: Node }

/** A statement of each currency: those of accounts in several currencies have balances and entries in all of them. */
function foundIn({ format, statement }: Found, where: string): FoundStatement[] {
  const id = textAt(statement, 'Id')
  if (id === '') throw new UnreadableFile(`${where} has no Id`)
  const account = child(statement, 'Acct')
  const number =
    textAt(account, 'Id', 'IBAN') ||
    textAt(account, 'Id', 'Othr', 'Id') ||
    textAt(account, 'Id', 'BBAN') ||
    textAt(account, 'Id', 'PrtryAcct', 'Id')
  const own = textAt(account, 'Ccy')
  const amounts = [...children(statement, 'Ntry'), ...children(statement, 'Bal')]
  const all = own ? [own] : [...new Set(amounts.map((node) => attribute(node, 'Amt', 'Ccy')))]
  return all.map((currency) => ({
    account: readBankAccount(number)?.number ?? number,
    currency,
    statementId: id,
    read: () => [
      statementOf({ format, statement }, { number, currency: currency as LocalCurrency, own, where }),
    ],
  }))
}

type Head = { number: string; currency: LocalCurrency; own: string; where: string }

function statementOf({ format, statement }: Found, { number, currency, own, where }: Head): BankStatement {
  const id = textAt(statement, 'Id')
  const isOfCurrency = (node: Node) => own !== '' || attribute(node, 'Amt', 'Ccy') === currency
  const balances =
    format === 'camt.053' ? balancesOf(statement, { currency, isOfCurrency, where }) : undefined
  // The pages of a statement have one id; their entries are numbered by the page.
  const page = Number(textAt(statement, 'StmtPgntn', 'PgNb') || '1')
  const prefix = page > 1 ? `${page}/` : ''
  const entries = children(statement, 'Ntry').flatMap((entry, at) =>
    isOfCurrency(entry)
      ? entriesOf(entry, { where: `${where}, entry ${at + 1}`, id: `${prefix}${at + 1}`, currency })
      : [],
  )
  return {
    account: readBankAccount(number)?.number ?? number,
    currency,
    statementId: id,
    // A report may have the same id as the statement that repeats its entries.
    key: `${format === 'camt.053' ? '' : `${format} `}${keyOfYear(id, yearOf(statement, entries))}`,
    kind: format === 'camt.053' ? 'statement' : 'report',
    ...(balances && { balances }),
    entries,
  }
}

/** The year of a statement: of its closing balance, its period or its making; entries of December are booked in January, too. */
function yearOf(statement: Node, entries: readonly BankEntry[]): string {
  const days = [
    closingOf(statement).map((balance) => textAt(balance, 'Dt', 'Dt') || textAt(balance, 'Dt', 'DtTm')),
    [
      textAt(statement, 'FrToDt', 'ToDtTm'),
      textAt(statement, 'FrToDt', 'ToDt'),
      textAt(statement, 'CreDtTm'),
    ],
    entries
      .map(({ bookedOn }) => bookedOn)
      .toSorted()
      .toReversed(),
  ].flat()
  return days.find((day) => /^\d{4}-/.test(day))?.slice(0, 4) ?? 'undated'
}

const codeOf = (balance: Node) => textAt(balance, 'Tp', 'CdOrPrtry', 'Cd') || textAt(balance, 'Tp', 'Cd')
const dateOf = (balance: Node) => (textAt(balance, 'Dt', 'Dt') || textAt(balance, 'Dt', 'DtTm')).slice(0, 10)
const balancesNamed = (statement: Node, code: string) =>
  children(statement, 'Bal')
    .filter((balance) => codeOf(balance) === code)
    .toSorted((a, b) => (dateOf(a) < dateOf(b) ? -1 : dateOf(a) > dateOf(b) ? 1 : 0))

const closingOf = (statement: Node) => balancesNamed(statement, 'CLBD').slice(-1)

type InCurrency = { currency: LocalCurrency; isOfCurrency: (node: Node) => boolean; where: string }

/** The booked balances at the beginning and the end; undefined if the bank does not state both. A page may begin or end in between. */
function balancesOf(
  statement: Node,
  { currency, isOfCurrency, where }: InCurrency,
): BankStatement['balances'] {
  const all = (code: string) => balancesNamed(statement, code).filter(isOfCurrency)
  const between = all('ITBD')
  const begins = all('OPBD')[0] ?? all('PRCD')[0]
  const ends = all('CLBD').at(-1)
  const opening = begins ?? between[0]
  const closing = ends ?? (begins || between.length > 1 ? between.at(-1) : undefined)
  if (!opening || !closing) return undefined
  const minorOf = (balance: Node) => amountOf(balance, { currency, where: `${where}, balance` })
  return { opening: minorOf(opening), closing: minorOf(closing) }
}

type EntryPlace = { where: string; id: string; currency: LocalCurrency }

/** One booking. Where the bank books several payments at once and states each, each is an entry. */
function entriesOf(entry: Node, { where, id, currency }: EntryPlace): BankEntry[] {
  const status = textAt(entry, 'Sts', 'Cd') || textAt(entry, 'Sts')
  if (status === '') throw new UnreadableFile(`${where}: it does not say whether it is booked`)
  if (status !== 'BOOK') return []
  const total = amountOf(entry, { currency, where })
  const common = { bookedOn: bookedOn(entry, where) }
  const isReversal = isTrue(textAt(entry, 'RvslInd'))
  const own = { isReversal, reference: textAt(entry, 'AcctSvcrRef'), text: textAt(entry, 'AddtlNtryInf') }
  // The first version has no element between an entry and its payments.
  const details = [
    ...children(entry, 'NtryDtls').flatMap((detail) => children(detail, 'TxDtls')),
    ...children(entry, 'TxDtls'),
  ]
  const amounts = details.map((detail) => partOf(detail, textAt(entry, 'CdtDbtInd'), { currency, where }))
  const isSplit = details.length > 1 && amounts.every((amount) => amount !== undefined)
  if (!isSplit) return [{ entry: id, amountMinor: total, ...common, ...factsOf(details, own) }]
  const parts = details.map((detail, at): BankEntry => {
    const reference = referenceIn(textAt(detail, 'Refs', 'AcctSvcrRef')) ?? own.reference
    const facts = factsOf([detail], { ...own, reference, text: '' })
    return { entry: `${id}.${at + 1}`, amountMinor: amounts[at] ?? 0n, ...common, ...facts }
  })
  const kept = total - parts.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
  if (kept === 0n) return parts
  const minorOf = (node: Node) => amountOf(node, { currency, where: `${where}, charges`, otherwise: 'DBIT' })
  // guard: batch-charges
  if (!chargesOf(entry, details, currency, minorOf).includes(kept))
    throw new UnreadableFile(`${where}: its payments do not add up to its amount`)
  const charge = { ...factsOf([], { ...own, isReversal: false, text: 'Charges' }), endToEndId: null }
  return [...parts, { entry: `${id}.charges`, amountMinor: kept, ...common, ...charge }]
}

/** When the bank booked it; banks that leave that out give the day of its value. @throws UnreadableFile */
function bookedOn(entry: Node, where: string): string {
  const dates = ['BookgDt', 'ValDt'].flatMap((name) => [
    textAt(entry, name, 'Dt'),
    textAt(entry, name, 'DtTm'),
  ])
  return dayOf((dates.find((date) => date !== '') ?? '').slice(0, 10), where)
}

/** `xs:boolean` has two spellings of each value. */
const isTrue = (text: string) => text === 'true' || text === '1'

/** The amount of one payment of a batch; undefined if the bank states none in the account's currency. */
function partOf(
  detail: Node,
  direction: string,
  { currency, where }: { currency: LocalCurrency; where: string },
): bigint | undefined {
  const further = child(detail, 'AmtDtls')
  // Before version 4, the amount of a single payment was further down.
  const nodes = [detail, child(further, 'TxAmt'), child(further, 'CntrValAmt'), child(further, 'InstdAmt')]
  const stated = nodes.find((node) => node && attribute(node, 'Amt', 'Ccy') === currency)
  if (!stated) return undefined
  const sign = textAt(detail, 'CdtDbtInd') || direction
  return signed(minorIn(stated, currency, where), sign, where)
}

type AmountPlace = { currency: LocalCurrency; where: string; otherwise?: string }

/** @throws UnreadableFile unless it is in the currency of the account. */
function amountOf(node: Node, { currency, where, otherwise = '' }: AmountPlace): bigint {
  return signed(minorIn(node, currency, where), textAt(node, 'CdtDbtInd') || otherwise, where)
}

/** Machines pad amounts with zeros on both sides. */
function minorIn(node: Node, currency: LocalCurrency, where: string): bigint {
  const named = attribute(node, 'Amt', 'Ccy')
  // guard: entry-currency
  if (named !== currency)
    throw new UnreadableFile(`${where}: its currency ${quoted(named)} is not the account's, ${currency}`)
  const amount = parseMoney(withoutLeadingZeros(textAt(node, 'Amt')), currency)
  if (!amount) throw new UnreadableFile(`${where}: its amount or direction cannot be read`)
  return amount.minor
}

function signed(minor: bigint, direction: string, where: string): bigint {
  if (direction !== 'CRDT' && direction !== 'DBIT')
    throw new UnreadableFile(`${where}: its amount or direction cannot be read`)
  return direction === 'CRDT' ? minor : -minor
}

type Own = { isReversal: boolean; reference: string; text: string }
type Facts = Pick<BankEntry, 'isReturn' | 'endToEndId' | 'bankReference' | 'text'>

/** Facts of an entry from its payments: none, one, or all of those that the bank has not broken down. */
function factsOf(details: readonly Node[], { isReversal, reference, text }: Own): Facts {
  const parts = details.map(partFacts)
  const ids = new Set(parts.map(({ endToEndId }) => endToEndId))
  const [id = null, ...others] = ids
  const ownReference = parts.length === 1 ? parts[0]?.bankReference : undefined
  return {
    isReturn: isReversal || (parts.length > 0 && parts.every(({ isReturn }) => isReturn)),
    // Several payments in one amount have no id that says whose it is.
    endToEndId: others.length === 0 ? (id ?? idIn(text)) : null,
    bankReference: referenceIn(reference) ?? ownReference ?? null,
    text: [text, ...parts.map((part) => part.text)].filter(Boolean).join(' ').slice(0, maxText),
  }
}

function partFacts(detail: Node): Facts {
  const refs = child(detail, 'Refs')
  const remittance = child(detail, 'RmtInf')
  const unstructured = children(remittance, 'Ustrd').map(textOf)
  const structured = children(remittance, 'Strd').flatMap((one) => [
    textAt(one, 'CdtrRefInf', 'Ref'),
    ...[one.AddtlRmtInf].flat().map(textOf),
  ])
  const parts = [...unstructured, ...structured, textAt(detail, 'AddtlTxInf')]
  const text = parts.filter(Boolean).join(' ').slice(0, maxText)
  const given = referenceIn(textAt(refs, 'EndToEndId'))
  const further = ['InstrId', 'TxId'].map((name) => textAt(refs, name))
  const ours = [given ?? '', ...further, ...parts].map(idIn).find((id) => id !== null)
  return {
    isReturn: child(detail, 'RtrInf') !== undefined,
    endToEndId: ours ?? given?.toLowerCase() ?? null,
    bankReference: referenceIn(textAt(refs, 'AcctSvcrRef')),
    text,
  }
}

/**
 * The sums of charges that can explain why the payments of a batch differ from its amount: those of the entry, of its payments, and
 * of both, in minor units; negative for money that the bank takes.
 */
function chargesOf(
  entry: Node,
  details: readonly Node[],
  currency: string,
  minorOf: (node: Node) => bigint,
): bigint[] {
  const own = sumOf(entry, currency, minorOf)
  const ofDetails = details.reduce((sum, detail) => sum + sumOf(detail, currency, minorOf), 0n)
  return [own, ofDetails, own + ofDetails].filter((sum) => sum !== 0n)
}

/** Since version 4, charges are records below one element, which may also state only their total. */
function sumOf(node: Node, currency: string, minorOf: (node: Node) => bigint): bigint {
  return children(node, 'Chrgs')
    .flatMap((charge) => {
      const records = children(charge, 'Rcrd')
      if (records.length > 0) return records
      const total = charge.TtlChrgsAndTaxAmt
      return child(charge, 'Amt') || total === undefined ? [charge] : [{ ...charge, Amt: total }]
    })
    .filter((charge) => attribute(charge, 'Amt', 'Ccy') === currency)
    .reduce((sum, charge) => sum + minorOf(charge), 0n)
}
