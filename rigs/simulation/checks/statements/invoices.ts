// Whether fee invoices have the fees of their months and numbers without a gap, as merchants read them.
import { minorOf, type StatementBody } from './documents.ts'

/** The data of a response with an invoice. */
export type Invoice = {
  number: string
  period: string
  net: string
  vat: string
  total: string
  lines: { type: string; fee: string }[]
}

const sum = (amounts: readonly string[]) => amounts.reduce((total, each) => total + minorOf(each), 0n)

/** What is wrong with the invoices of a merchant and currency. @param months their statements, oldest first. */
export function invoiceFaults(invoices: readonly Invoice[], months: readonly StatementBody[]): string[] {
  const faults = invoices.flatMap(({ number, net, vat, total, lines }) =>
    minorOf(net) + minorOf(vat) === minorOf(total) && sum(lines.map(({ fee }) => fee)) === minorOf(total)
      ? []
      : [`invoice ${number} does not add up`],
  )
  // The current month has not ended.
  for (const { period, totals } of months.slice(0, -1)) {
    const fees = sum(totals.map(({ fee }) => fee))
    const issued = invoices.filter((invoice) => invoice.period === period).map(({ total }) => minorOf(total))
    if (`${issued}` !== (fees === 0n ? '' : `${fees}`))
      faults.push(`${period} has fees of ${fees} and invoices of ${issued.join(', ') || 'nothing'}`)
  }
  return faults
}

/** The series whose numbers are not those from 1 without a gap. @param numbers of all merchants, such as `TEST-2026-000042`. */
export function seriesFaults(numbers: readonly string[]): string[] {
  const series = Map.groupBy(numbers, (number) => number.slice(0, number.lastIndexOf('-')))
  return [...series].flatMap(([name, own]) => {
    const found = own.map((number) => Number(number.slice(name.length + 1))).toSorted((a, b) => a - b)
    return found.every((number, i) => number === i + 1) ? [] : [`series ${name} has ${found.join(', ')}`]
  })
}
