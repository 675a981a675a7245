// The simulators' own books, converted for the comparison.
import type { Books } from '../../simulation/checks/books.ts'
import type { Violation } from '../../simulation/checks/invariants/invariant.ts'

type Amount = string
type PaymentEntry = {
  id: string
  transaction_id: string | null
  authorized_amount: Amount
  captured_amount: Amount
  currency: string
  voided: boolean
  reversed: boolean
  amount: Amount
  refunds: { id: string; transaction_id: string | null; amount: Amount; status: string }[]
}
type PayoutEntry = {
  reference: string
  amount: Amount
  currency: string
  status: 'pending' | 'succeeded' | 'declined' | 'reversed'
  executions: number
}
export type SimulatorBooks = {
  card_gateway: { payments: PaymentEntry[] }
  operators: { payouts: PayoutEntry[]; pending_work: number }
}

/** M-Pesa and the card gateway allow no dashes, and pawaPay requires another UUID version. */
const plain = (reference: string) => reference.replaceAll('-', '').replace(/^(.{12})./, '$1.')

const minor = (amount: Amount) => {
  const [whole = '0', part = ''] = amount.split('.')
  return BigInt(whole) * 100n + BigInt(part.padEnd(2, '0'))
}

/** @param references as we have recorded them. */
export function booksFrom(books: SimulatorBooks, references: readonly string[]): Books {
  const ours = new Map(references.map((reference) => [plain(reference), reference]))
  const nameOf = (reference: string | null) => ours.get(plain(reference ?? '')) ?? reference ?? 'none'
  const { payments } = books.card_gateway
  return {
    charges: payments.map((payment) => ({
      paymentId: payment.id,
      reference: nameOf(payment.transaction_id),
      amountMinor: minor(payment.captured_amount),
      currency: payment.currency,
      state: stateOf(payment),
    })),
    refunds: payments
      .flatMap(({ refunds, currency }) => refunds.map((refund) => ({ ...refund, currency })))
      .map(({ id, transaction_id, amount, currency, status }) => ({
        refundId: id,
        reference: nameOf(transaction_id),
        amountMinor: minor(amount),
        currency,
        state: status === 'VOIDED' ? 'undone' : status === 'DECLINED' ? 'declined' : 'done',
      })),
    payouts: books.operators.payouts.map(({ reference, amount, currency, status }) => ({
      reference: nameOf(reference),
      amountMinor: minor(amount),
      currency,
      state: status === 'succeeded' ? 'paid' : status,
      contradicted: false,
    })),
  }
}

function stateOf(payment: PaymentEntry): Books['charges'][number]['state'] {
  if (payment.voided || payment.reversed) return 'voided'
  if (minor(payment.captured_amount) > 0n) return 'captured'
  return minor(payment.authorized_amount) > 0n ? 'held' : 'declined'
}

/** Each payout must reach its wallet once, whatever happens to it later. */
export function paidTwice({ operators }: SimulatorBooks): Violation[] {
  const rows = operators.payouts.filter(({ executions }) => executions > 1)
  return rows.length > 0 ? [{ invariant: 'I-25b', title: 'no payout is made twice', rows }] : []
}
