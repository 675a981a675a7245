// The simulators' own books, converted for the comparison.
import type { Books } from '../../simulation/checks/books.ts'
import type { CollectionBooks } from '../../simulation/checks/collection-books.ts'
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
  msisdn: string
  amount: Amount
  currency: string
  status: 'pending' | 'succeeded' | 'declined' | 'reversed'
  executions: number
}
type CollectionEntry = {
  protocol: string
  reference: string
  msisdn: string
  currency: string
  debited: Amount | null
  prompts: number
  debits: number
  refunds: { reference: string; amount: Amount; status: 'pending' | 'succeeded' }[]
}
export type SimulatorBooks = {
  card_gateway: { payments: PaymentEntry[] }
  operators: { payouts: PayoutEntry[]; collections: CollectionEntry[]; pending_work: number }
}

/** M-Pesa, Airtel and the card gateway allow no dashes, pawaPay requires another UUID version, and a mark says what is collected. */
const plain = (reference: string) =>
  reference
    .replaceAll('-', '')
    .replace(/^CR?(?=[0-9a-f]{32}$)/, '')
    .replace(/^(.{12})./, '$1.')

const minor = (amount: Amount) => {
  const [whole = '0', part = ''] = amount.split('.')
  return BigInt(whole) * 100n + BigInt(part.padEnd(2, '0'))
}

/** Returns a function that finds our reference of theirs. @param references as we have recorded them. */
function namesOf(references: readonly string[]) {
  const ours = new Map(references.map((reference) => [plain(reference), reference]))
  return (reference: string | null) => ours.get(plain(reference ?? '')) ?? reference ?? 'none'
}

/** @param references as we have recorded them. */
export function booksFrom(books: SimulatorBooks, references: readonly string[]): Books {
  const nameOf = namesOf(references)
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

/** The same of payments by phone, and of the payouts that give their money back. */
export function collectionBooksFrom(
  { operators }: SimulatorBooks,
  references: readonly string[],
): CollectionBooks {
  const nameOf = namesOf(references)
  return {
    collections: operators.collections.map((entry) => ({
      reference: nameOf(entry.reference),
      msisdn: entry.msisdn,
      currency: entry.currency,
      prompts: entry.prompts,
      debitedMinor: minor(entry.debited ?? '0.00') * BigInt(entry.debits),
      refunds: entry.refunds.map(({ reference, amount, status }) => ({
        // Airtel gives a refund no reference of ours.
        reference: entry.protocol === 'airtel' ? undefined : nameOf(reference),
        amountMinor: minor(amount),
        state: status === 'succeeded' ? ('done' as const) : status,
      })),
    })),
    payouts: operators.payouts.map(({ reference, msisdn, amount, currency, status }) => ({
      ...{ reference: nameOf(reference), msisdn, amountMinor: minor(amount), currency },
      state: status === 'succeeded' ? 'paid' : status,
    })),
  }
}

/** Each payout must reach its wallet once, whatever happens to it later. */
export function paidTwice({ operators }: SimulatorBooks): Violation[] {
  const rows = operators.payouts.filter(({ executions }) => executions > 1)
  return rows.length > 0 ? [{ invariant: 'I-25b', title: 'no payout is made twice', rows }] : []
}
