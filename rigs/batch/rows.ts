// The rows of the file: each pays another number another amount, so that the operators' books show which row was paid.
import { exampleTransfer } from '../../server/remittance/acceptance/schemas.ts'

const prefixes = ['81', '84', '97', '90']

export type PayrollRow = Record<string, unknown> & {
  reference: string
  amount: number
  customer_number: string
}

/** A name of letters, different for each number. */
const nameOf = (n: number) => `Sender ${String(n).replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!)}`

/** @param held the row whose sender is on a list. */
export const payroll = (count: number, held: number): PayrollRow[] =>
  Array.from({ length: count }, (_, n) => ({
    ...exampleTransfer,
    reference: `P-${n}`,
    // None of them is an amount that the sandbox declines.
    amount: (20 + (n % 80)) / 100,
    customer_number: `+243${prefixes[n % prefixes.length]}${1_000_000 + n}`,
    expected_receiver_name: 'Test Subscriber',
    sender_document_number: `AB${100_000 + n}`,
    ...(n === held
      ? { sender_first_name: 'Watchlist', sender_last_name: 'Person' }
      : { sender_last_name: nameOf(n) }),
  }))

export const cents = ({ amount }: PayrollRow) => BigInt(Math.round(amount * 100))
export const sumOf = (rows: readonly PayrollRow[]) => rows.reduce((sum, row) => sum + cents(row), 0n)
