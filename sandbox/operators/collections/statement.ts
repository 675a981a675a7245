// The statement of what the operators collected for the merchant and gave back, with their fees.
import { formatAmount } from '../../amount.ts'
import type { ProtocolName } from '../books/book.ts'
import type { Collection } from '../books/collections.ts'
import type { Operators } from '../operators.ts'

type Line = {
  kind: 'collection' | 'refund'
  at: number
  minor: number
  feeMinor: number
  collection: Collection
}

/** @param of.date YYYY-MM-DD, in UTC. */
export function statement(
  operators: Operators,
  of: { protocol: string | null; date: string | null; currency: string | null },
): object[] {
  const filter = { protocol: of.protocol, reference: null, clientReference: null, msisdn: null }
  return operators.book
    .listCollections(filter)
    .filter(({ amount }) => of.currency === null || amount.currency === of.currency)
    .flatMap((collection) => linesOf(operators, collection))
    .filter(({ at }) => of.date === null || dayOf(at) === of.date)
    .toSorted((a, b) => a.at - b.at)
    .map(lineView)
}

/** What the merchant has collected in a protocol, less what it gave back and the fees. */
export function collectedOf(operators: Operators, protocol: ProtocolName, currency: string): number {
  const filter = { protocol, reference: null, clientReference: null, msisdn: null }
  return operators.book
    .listCollections(filter)
    .filter(({ amount }) => amount.currency === currency)
    .flatMap((collection) => linesOf(operators, collection))
    .reduce((sum, { kind, minor, feeMinor }) => sum + (kind === 'collection' ? minor - feeMinor : -minor), 0)
}

/** The fee of a collection is not returned with a refund. */
function linesOf({ book, settings }: Operators, collection: Collection): Line[] {
  return book.listMovements(collection.id).map(({ kind, minor, at }) => ({
    kind: kind === 'debit' ? ('collection' as const) : ('refund' as const),
    at,
    minor,
    feeMinor: kind === 'debit' ? Math.round((minor * settings.collectionFeeBasisPoints) / 10_000) : 0,
    collection,
  }))
}

function lineView({ kind, at, minor, feeMinor, collection }: Line): object {
  const { currency } = collection.amount
  return {
    kind,
    at: new Date(at).toISOString(),
    protocol: collection.protocol,
    reference: collection.reference,
    upstream_id: collection.upstreamId,
    msisdn: collection.msisdn,
    amount: formatAmount({ minor, currency }),
    fee: formatAmount({ minor: feeMinor, currency }),
    currency,
  }
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}
