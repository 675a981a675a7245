// Reads account statements in camt.053 of ISO 20022, of any version: the elements that are read have not changed since the second.
import { XMLParser } from 'fast-xml-parser'
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

/** Elements that may be repeated are always lists. */
const lists = new Set(['Stmt', 'Bal', 'Ntry', 'NtryDtls', 'TxDtls', 'Ustrd'])

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  removeNSPrefix: true,
  isArray: (name) => lists.has(name),
})

type Node = { readonly [name: string]: Node | readonly Node[] | string | undefined }

/** @throws UnreadableFile */
export function readCamt053(text: string): BankStatement[] {
  // No bank sends a document type, and its entities can make a small file large or read other files.
  // guard: xml-doctype
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new UnreadableFile('the file has a document type definition')
  const root = child(child(parsed(text), 'Document'), 'BkToCstmrStmt')
  const statements = children(root, 'Stmt')
  if (statements.length === 0) throw new UnreadableFile('the file has no statement of camt.053')
  return statements.map(statementOf)
}

function parsed(text: string): Node {
  try {
    return parser.parse(text, true) as Node
  } catch (error) {
    throw new UnreadableFile(`not well-formed XML: ${error instanceof Error ? error.message : error}`)
  }
}

function statementOf(statement: Node, index: number): BankStatement {
  const where = `statement ${index + 1}`
  const id = textAt(statement, 'Id')
  if (id === '') throw new UnreadableFile(`${where} has no Id`)
  const number = textAt(statement, 'Acct', 'Id', 'IBAN') || textAt(statement, 'Acct', 'Id', 'Othr', 'Id')
  const entries = children(statement, 'Ntry')
  const currency = textAt(statement, 'Acct', 'Ccy') || attribute(entries[0], 'Amt', 'Ccy')
  const balances = balancesOf(statement, where)
  return {
    account: readBankAccount(number)?.number ?? number,
    currency: currencyOf(currency, where),
    statementId: id,
    ...(balances && { balances }),
    entries: entries.flatMap((entry, at) => entriesOf(entry, `${where}, entry ${at + 1}`, String(at + 1))),
  }
}

/** The booked balances at the beginning and the end; undefined if the bank does not state both. */
function balancesOf(statement: Node, where: string): BankStatement['balances'] {
  const minorOf = (...types: readonly string[]) => {
    const found = children(statement, 'Bal').filter((balance) =>
      types.includes(textAt(balance, 'Tp', 'CdOrPrtry', 'Cd')),
    )
    const [one] = found
    return one && amountOf(one, textAt(one, 'CdtDbtInd'), `${where}, balance`)
  }
  const opening = minorOf('OPBD') ?? minorOf('PRCD')
  const closing = minorOf('CLBD')
  return opening === undefined || closing === undefined ? undefined : { opening, closing }
}

/** One booking. Where the bank books several payments at once and states each, each is an entry. */
function entriesOf(entry: Node, where: string, id: string): BankEntry[] {
  const status = textAt(entry, 'Sts', 'Cd') || textAt(entry, 'Sts')
  if (status !== 'BOOK') return []
  const bookedOn = dayOf(
    (textAt(entry, 'BookgDt', 'Dt') || textAt(entry, 'BookgDt', 'DtTm')).slice(0, 10),
    where,
  )
  const total = amountOf(entry, textAt(entry, 'CdtDbtInd'), where)
  const isReversal = textAt(entry, 'RvslInd') === 'true'
  const bankReference = textAt(entry, 'AcctSvcrRef') || null
  const common = { bookedOn, bankReference }
  const details = children(entry, 'NtryDtls').flatMap((detail) => children(detail, 'TxDtls'))
  const own = textAt(entry, 'AddtlNtryInf')
  if (details.length <= 1) {
    const facts = factsOf(details[0], isReversal, own)
    return [{ entry: id, amountMinor: total, ...common, ...facts }]
  }
  const parts = details.map((detail, at): BankEntry => {
    const sign = textAt(detail, 'CdtDbtInd') || textAt(entry, 'CdtDbtInd')
    // Before version 4, the amount of a single payment was further down.
    const amountAt = child(detail, 'Amt') ? detail : child(child(detail, 'AmtDtls'), 'TxAmt')
    const amountMinor = amountOf(amountAt, sign, where)
    const own = textAt(detail, 'Refs', 'AcctSvcrRef')
    const facts = factsOf(detail, isReversal, '')
    return { entry: `${id}.${at + 1}`, amountMinor, ...common, ...facts, ...(own && { bankReference: own }) }
  })
  if (parts.reduce((sum, { amountMinor }) => sum + amountMinor, 0n) !== total)
    throw new UnreadableFile(`${where}: its payments do not add up to its amount`)
  return parts
}

function factsOf(detail: Node | undefined, isReversal: boolean, own: string) {
  const given = textAt(detail, 'Refs', 'EndToEndId')
  const remittance = children(child(detail, 'RmtInf'), 'Ustrd').map(textOf)
  const text = [own, ...remittance, textAt(detail, 'AddtlTxInf')].filter(Boolean).join(' ').slice(0, 500)
  const isReturn = isReversal || child(detail, 'RtrInf') !== undefined
  const known = given !== '' && given !== 'NOTPROVIDED'
  return { isReturn, endToEndId: known ? given.toLowerCase() : idIn(text), text }
}

function amountOf(node: Node | undefined, direction: string, where: string): bigint {
  const currency = currencyOf(attribute(node, 'Amt', 'Ccy'), where)
  const amount = parseMoney(withoutLeadingZeros(textAt(node, 'Amt')), currency)
  if (!amount || (direction !== 'CRDT' && direction !== 'DBIT'))
    throw new UnreadableFile(`${where}: its amount or direction cannot be read`)
  return direction === 'CRDT' ? amount.minor : -amount.minor
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

function child(node: Node | undefined, name: string): Node | undefined {
  const found = node?.[name]
  return isNode(found) ? (found as Node) : undefined
}

function children(node: Node | undefined, name: string): readonly Node[] {
  const found = node?.[name]
  return Array.isArray(found) ? found : []
}

/** The text of a node, also of one with attributes. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return unescaped(value).trim()
  return isNode(value) ? textOf(value['#text'] ?? '') : ''
}

function textAt(node: Node | undefined, ...path: readonly string[]): string {
  const name = path.at(-1) ?? ''
  return textOf(path.slice(0, -1).reduce<Node | undefined>(child, node)?.[name])
}

const attribute = (node: Node | undefined, name: string, of: string): string =>
  textOf(child(node, name)?.[`@${of}`])

/** The five entities that XML itself has. */
const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
const unescaped = (text: string) =>
  text.replace(/&(lt|gt|amp|quot|apos);/g, (all, name) => entities[name] ?? all)
