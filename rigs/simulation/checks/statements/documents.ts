// Whether a statement adds up, as a merchant reads it: as JSON and as camt.053.
import { assertCamt053, textsAt } from '../../../../test/support/iso20022/validate.ts'

type Total = { type: string; transactions: number; amount: string; fee: string; net: string }
type Line = Omit<Total, 'transactions'> & { balance: string; created_at: string }
/** The data of a response with a statement. */
export type StatementBody = {
  period: string
  currency: string
  final: boolean
  as_of: string
  opening: string
  closing: string
  totals: Total[]
  transactions: number
  lines: Line[]
}

/** An amount with two places in minor units. */
export function minorOf(amount: string): bigint {
  return BigInt(amount.replace('.', ''))
}

const sumOf = (amounts: readonly string[]) => amounts.reduce((sum, each) => sum + minorOf(each), 0n)

/** What contradicts itself in a statement: empty if its lines lead from the opening to the closing balance. */
export function statementFaults({ opening, closing, totals, transactions, lines }: StatementBody): string[] {
  const faults: string[] = []
  let balance = minorOf(opening)
  for (const line of lines) {
    balance += minorOf(line.net)
    if (minorOf(line.balance) !== balance) faults.push(`line of ${line.created_at}: balance ${line.balance}`)
    if (minorOf(line.amount) - minorOf(line.fee) !== minorOf(line.net))
      faults.push(`line of ${line.created_at}: ${line.amount} less ${line.fee} is not ${line.net}`)
  }
  if (minorOf(closing) !== balance) faults.push(`opening and lines lead to ${balance}, not to ${closing}`)
  if (transactions !== lines.length) faults.push(`${lines.length} lines, not ${transactions}`)
  for (const total of totals) {
    const own = lines.filter(({ type }) => type === total.type)
    const isSum = (['amount', 'fee', 'net'] as const).every(
      (column) => minorOf(total[column]) === sumOf(own.map((line) => line[column])),
    )
    if (!isSum || own.length !== total.transactions) faults.push(`the total of ${total.type}`)
  }
  if (totals.reduce((sum, total) => sum + total.transactions, 0) !== transactions)
    faults.push('lines of a type without a total')
  return faults
}

/** Balances and entries of a camt.053 document in minor units, negative for debits. */
export function readCamt(text: string): { balances: bigint[]; entries: bigint[] } {
  const signed = (path: string) => {
    const directions = textsAt(text, `${path}/s:CdtDbtInd`)
    return textsAt(text, `${path}/s:Amt`).map(
      (amount, i) => minorOf(amount) * (directions[i] === 'DBIT' ? -1n : 1n),
    )
  }
  return { balances: signed('//s:Bal'), entries: signed('//s:Ntry') }
}

/** The same for a camt.053 document, which must also be valid against the schema of the standard. */
export function camtFaults(text: string): string[] {
  try {
    assertCamt053(text)
  } catch (error) {
    return [`not a camt.053 document: ${(error as Error).message}`]
  }
  const { balances, entries } = readCamt(text)
  const [opening = 0n, closing = 0n] = balances
  const reached = entries.reduce((sum, entry) => sum + entry, opening)
  return reached === closing ? [] : [`opening and entries lead to ${reached}, not to ${closing}`]
}
