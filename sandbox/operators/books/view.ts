// The operators' stored data, for tests that compare it with ours.
import { formatAmount } from '../../amount.ts'
import type { Operators } from '../operators.ts'
import type { Movement, Payout, PayoutFilter, RequestEntry } from './book.ts'
import type { Collection } from './collections.ts'

export function operatorBooks(operators: Operators, filter: PayoutFilter): object {
  const { book } = operators
  const payouts = book.listPayouts(filter)
  const listed = new Set(payouts.map(keyOf))
  // Requests do not contain the payer's own reference, so they are found by their payouts.
  const requests = book
    .listRequests(filter)
    .filter((request) => filter.clientReference === null || listed.has(keyOf(request)))
  const payRequests = requests.filter(({ kind }) => kind === 'pay')
  const requested = countBy(payRequests)
  const inquired = countBy(requests.filter(({ kind }) => kind === 'inquiry'))
  return {
    payouts: payouts.map((payout) => ({
      ...payoutEntry(operators, payout),
      pay_requests: requested.get(keyOf(payout)) ?? 0,
      inquiries: inquired.get(keyOf(payout)) ?? 0,
    })),
    pay_requests: payRequests.map(requestEntry),
    collections: book
      .listCollections(filter)
      .map((collection) => collectionEntry(operators, collection, inquired.get(keyOf(collection)) ?? 0)),
    collect_requests: requests.filter(({ kind }) => kind === 'collect').map(requestEntry),
    name_lookups: requests.filter(({ kind }) => kind === 'lookup').map(requestEntry),
    /** Settlements, reversals and callbacks still to come, regardless of the filter. */
    pending_work: operators.agenda.size(),
    requests: Object.fromEntries(operators.requestCounts),
  }
}

function payoutEntry({ book }: Operators, payout: Payout): object {
  const movements = book.listMovements(payout.id)
  const { currency } = payout.amount
  return {
    id: payout.id,
    protocol: payout.protocol,
    reference: payout.reference,
    client_reference: payout.clientReference,
    upstream_id: payout.upstreamId,
    operator: payout.operator,
    msisdn: payout.msisdn,
    amount: formatAmount(payout.amount),
    currency,
    reversed_amount: formatAmount({ minor: payout.reversedMinor, currency }),
    status: payout.status,
    decline_reason: payout.declineReason,
    taken_at: stamp(payout.takenAt),
    settled_at: stamp(payout.completedAt),
    reversed_at: stamp(payout.reversedAt),
    executions: movements.filter(({ kind }) => kind === 'credit').length,
    movements: movements.map((movement) => movementEntry(movement, currency)),
    reversals: book.listReversals(payout.id).map((reversal) => ({
      reference: reversal.reference,
      upstream_id: reversal.upstreamId,
      amount: formatAmount(reversal.amount),
      status: reversal.status,
    })),
    callbacks: callbackEntries(book, payout.id),
  }
}

function collectionEntry({ book }: Operators, collection: Collection, inquiries: number): object {
  const movements = book.listMovements(collection.id)
  const { currency } = collection.amount
  const { protocol, reference } = collection
  const requests = book.listRequests({ protocol, reference, clientReference: null, msisdn: null })
  return {
    id: collection.id,
    protocol,
    reference,
    client_reference: collection.clientReference,
    upstream_id: collection.upstreamId,
    operator: collection.operator,
    msisdn: collection.msisdn,
    merchant: collection.merchant,
    amount: formatAmount(collection.amount),
    currency,
    debited: collection.debited && formatAmount(collection.debited),
    refunded_amount: formatAmount({ minor: collection.refundedMinor, currency }),
    status: collection.status,
    decline_reason: collection.declineReason,
    taken_at: stamp(collection.takenAt),
    completed_at: stamp(collection.completedAt),
    reversed_at: stamp(collection.reversedAt),
    /** How often the payer was prompted. */
    prompts: requests.filter(({ kind, outcome }) => kind === 'collect' && outcome === 'taken').length,
    debits: movements.filter(({ kind }) => kind === 'debit').length,
    inquiries,
    movements: movements.map((movement) => movementEntry(movement, currency)),
    refunds: book.listRefunds(collection.id).map((refund) => ({
      reference: refund.reference,
      upstream_id: refund.upstreamId,
      amount: formatAmount(refund.amount),
      status: refund.status,
    })),
    callbacks: callbackEntries(book, collection.id),
  }
}

function movementEntry({ kind, minor, at }: Movement, currency: string): object {
  return { kind, amount: formatAmount({ minor, currency }), at: stamp(at) }
}

function callbackEntries(book: Operators['book'], id: string): object[] {
  return book.listAttempts(id).map(({ said: status, isForged, url, result, at }) => ({
    said: status,
    forged: isForged,
    url,
    result,
    at: stamp(at),
  }))
}

function requestEntry({ protocol, reference, msisdn, outcome, at }: RequestEntry): object {
  return { protocol, reference, msisdn, outcome, at: stamp(at) }
}

type Keyed = { protocol: string; reference: string | null }

function keyOf({ protocol, reference }: Keyed): string {
  return `${protocol} ${reference}`
}

function countBy(entries: readonly Keyed[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const entry of entries) counts.set(keyOf(entry), (counts.get(keyOf(entry)) ?? 0) + 1)
  return counts
}

function stamp(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}
