// Our bank: what our files instruct it to pay, what it does about it, and what its statements show of that. What it does otherwise
// than instructed is a difference that the reconciliation must find.

import type { StatementLine } from '../../../test/support/callers/statements.ts'
import { assertPain001, textsAt } from '../../../test/support/iso20022/validate.ts'
import type { Wire } from '../kernel/upstream.ts'

type Currency = 'USD' | 'CDF'

/** A payment that one of our files instructs. */
export type BankOrder = {
  /** Our payout, with hyphens. */
  payout: string
  currency: Currency
  /** As in the file: `1.50`. */
  amount: string
  /** How often files have instructed it. */
  times: number
  state: 'waiting' | 'paid' | 'refused' | 'returning' | 'returned'
}

/** What a line of a statement is, as only the bank knows. */
export type Booking = StatementLine & {
  /** Unique for each booking; a repeated line has that of the first. */
  reference: string
  what: 'payment' | 'payment of another amount' | 'payment without reference' | 'return' | 'other' | 'repeat'
  payout?: string
}

export type BankStatementInBooks = {
  id: string
  currency: Currency
  day: string
  bookings: readonly Booking[]
  /** The admin whose import was acknowledged to them. */
  importedBy?: string
}

export type Bank = ReturnType<typeof openBank>

const hyphenated = (id: string) => id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
const amountOf = (minor: bigint) => `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`
const minorOf = (amount: string) => BigInt(amount.replace('.', ''))

function paymentsOf(file: string): Pick<BankOrder, 'payout' | 'amount' | 'currency'>[] {
  assertPain001(file)
  const texts = (path: string) => textsAt(file, path, 'pain.001.001.09')
  const [amounts, currencies] = [texts('//s:InstdAmt'), texts('//s:InstdAmt/@Ccy')]
  return texts('//s:EndToEndId').map((id, i) => ({
    payout: hyphenated(id),
    amount: amounts[i]!,
    currency: currencies[i] as Currency,
  }))
}

/** What the bank books of an order, and besides. */
function openBookings({ chance, faults }: Pick<Wire, 'chance' | 'faults'>) {
  let booked = 0
  const newReference = () => `B${String(++booked).padStart(8, '0')}`

  /** The lines for an order since the last statement. */
  function book(order: BankOrder): Booking[] {
    const { payout, amount } = order
    const line = { amount: `-${amount}`, id: payout, payout, reference: newReference() }
    if (order.state === 'returning') {
      order.state = 'returned'
      return [{ ...line, what: 'return', amount, isReturn: true }]
    }
    if (faults.happens('bank refuses a payment')) {
      order.state = 'refused'
      return []
    }
    order.state = faults.happens('bank returns a payment') ? 'returning' : 'paid'
    if (order.state === 'paid' && faults.happens('bank books another amount'))
      return [{ ...line, what: 'payment of another amount', amount: `-${amountOf(minorOf(amount) + 1n)}` }]
    if (faults.happens('bank drops our reference')) {
      const { id: _, ...anonymous } = line
      return [{ ...anonymous, what: 'payment without reference' }]
    }
    return [{ ...line, what: 'payment' }]
  }

  /** What none of our files has instructed. @param last the statement before. */
  function bookOthers(last: BankStatementInBooks | undefined): Booking[] {
    const bookings: Booking[] = []
    if (faults.happens('bank books something else')) {
      const amount = `-77777.${String(chance.below(100)).padStart(2, '0')}`
      bookings.push({ what: 'other', amount, reference: newReference(), text: 'rent' })
    }
    const repeated = last?.bookings.find(({ what }) => what !== 'repeat')
    if (repeated && faults.happens('bank repeats a line'))
      bookings.push({ ...repeated, what: 'repeat', on: repeated.on ?? last!.day })
    return bookings
  }

  return { book, bookOthers }
}

export function openBank({
  chance,
  faults,
  time,
}: Pick<Wire, 'chance' | 'faults'> & { time: { now(): number } }) {
  const orders: BankOrder[] = []
  const statements: BankStatementInBooks[] = []
  const files = new Set<string>()
  const { book, bookOthers } = openBookings({ chance, faults })

  return {
    orders: orders as readonly BankOrder[],
    statements: statements as readonly BankStatementInBooks[],
    hasFile: (id: string) => files.has(id),
    /** Takes the file of a batch, once, as banks do. @throws if it is not valid against the schema of the standard. */
    receive(id: string, file: string): void {
      if (files.has(id)) return
      files.add(id)
      for (const payment of paymentsOf(file)) {
        const known = orders.find(({ payout }) => payout === payment.payout)
        if (known) known.times += 1
        else orders.push({ ...payment, times: 1, state: 'waiting' })
      }
    },
    /** The oldest statement that nobody has imported for certain, or a new one if anything was booked since. */
    statement(currency: Currency): BankStatementInBooks | undefined {
      const open = statements.find((one) => one.currency === currency && !one.importedBy)
      if (open) return open
      const due = orders.filter(
        (order) => order.currency === currency && (order.state === 'waiting' || order.state === 'returning'),
      )
      const bookings = due.flatMap(book)
      bookings.push(...bookOthers(statements.findLast((one) => one.currency === currency)))
      if (bookings.length === 0) return undefined
      const day = new Date(time.now()).toISOString().slice(0, 10)
      const made = { id: `${currency}-${statements.length + 1}`, currency, day, bookings }
      statements.push(made)
      return made
    },
    /** Notes that the import of a statement was acknowledged to an admin. */
    imported(id: string, by: string): void {
      const found = statements.find((one) => one.id === id)!
      found.importedBy ??= by
    },
    /** What a booking is. */
    bookingOf: (reference: string): Booking | undefined =>
      statements.flatMap(({ bookings }) => bookings).find((booking) => booking.reference === reference),
  }
}
