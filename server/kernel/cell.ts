// The number of a cell, from 1, which the ids of its rows carry: two of their random characters, read as a number in their alphabet, are
// one less than it, modulo 64. So ids that were made while there was one cell stay valid when cells are added. What is no id at all is in
// no cell: these functions say 1, where nobody will find it.
import { typedCode } from './text/typed-text.ts'

/** How many cells a deployment has at most. */
export const maxCells = 64

/** Characters that ids are made of, each worth its place here. */
export const hexDigits = '0123456789abcdef'
export const digitsAndCapitals = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
/** Without 0, O, 1, I and L, which are easily confused when a code is copied by eye. */
export const easilyRead = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** Of a UUID in either case, with or without its hyphens. */
export function cellOfUuid(id: string): number {
  return cellOfEnd(id.toLowerCase(), hexDigits)
}

/** Of a payment, by its `transaction_uuid`. */
export function cellOfPayment(transactionUuid: string): number {
  return transactionUuid.endsWith('-CD') ? cellOfEnd(transactionUuid.slice(0, -3), digitsAndCapitals) : 1
}

/** Of a transfer, by its `IMT-IN-…`, of a settlement, by its `SET-…`, or of a batch, by its `BAT-…`. */
export function cellOfTransfer(id: string): number {
  return cellOfEnd(id, digitsAndCapitals)
}

/** Of a payment link or a receipt, by its code as a person types it. */
export function cellOfCode(typed: string): number {
  return cellOfEnd(typedCode(typed), easilyRead)
}

function cellOfEnd(id: string, alphabet: string): number {
  const [high = -1, low = -1] = [...id.slice(-2)].map((sign) => alphabet.indexOf(sign))
  return high < 0 || low < 0 ? 1 : ((high * alphabet.length + low) % maxCells) + 1
}

/** How many numbers a cell has for each of its tables. Those of the last cell are below 2^53, so that JavaScript reads them exactly. */
const identitiesOfCell = 2n ** 44n

/** The number with which the tables of a cell begin, so that no two cells give the same. Those of the first are as without cells. */
export function firstIdentityOf(cell: number): bigint {
  return cell === 1 ? 1n : BigInt(cell) * identitiesOfCell
}

/** Of a row, by its number. */
export function cellOfIdentity(id: bigint): number {
  const cell = id / identitiesOfCell
  return cell >= 1n && cell <= BigInt(maxCells) ? Number(cell) : 1
}
