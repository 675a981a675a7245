// The operators' stored data, for tests that compare it with ours.
import { formatAmount } from '../../amount.ts'
import type { Operators } from '../operators.ts'
import type { Payout, PayoutFilter, RequestEntry } from './book.ts'

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
    movements: movements.map(({ kind, minor, at }) => ({
      kind,
      amount: formatAmount({ minor, currency }),
      at: stamp(at),
    })),
    reversals: book.listReversals(payout.id).map((reversal) => ({
      reference: reversal.reference,
      upstream_id: reversal.upstreamId,
      amount: formatAmount(reversal.amount),
      status: reversal.status,
    })),
    callbacks: book.listAttempts(payout.id).map(({ said: status, isForged, url, result, at }) => ({
      said: status,
      forged: isForged,
      url,
      result,
      at: stamp(at),
    })),
  }
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
