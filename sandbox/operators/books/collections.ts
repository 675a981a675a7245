// Storage of collections: money that merchants ask of wallets, and what they refund.
import type { DatabaseSync } from 'node:sqlite'
import type { Amount } from '../../amount.ts'
import type { CollectionDecline, Ending } from '../collections/endings.ts'
import type { OperatorCode } from '../payouts/subscribers.ts'
import type { Message, PayoutFilter, PayoutStatus, ProtocolName } from './shared.ts'

export type Collection = {
  id: string
  protocol: ProtocolName
  /** The merchant's reference, which must be unique within the protocol. */
  reference: string
  /** A further, not necessarily unique reference of the merchant; null where the protocol has none. */
  clientReference: string | null
  /** `SIM-VODACOM-…`, assigned when the collection was accepted. */
  upstreamId: string
  operator: OperatorCode
  msisdn: string
  ending: Ending
  /** The name on the prompt. */
  merchant: string
  amount: Amount
  /** Taken from the wallet; null before that. */
  debited: Amount | null
  refundedMinor: number
  /** `succeeded`: the payer approved and was debited. */
  status: PayoutStatus
  declineReason: CollectionDecline | null
  /** From the request; null when it is set in the portal or not at all. */
  callbackUrl: string | null
  /** In milliseconds of the sandbox's clock. */
  takenAt: number
  /** When the prompt lapses. */
  expiresAt: number
  completedAt: number | null
  reversedAt: number | null
  /** When an inquiry first reported that the prompt had lapsed. */
  lapseReportedAt: number | null
  /** The request, for protocols that return it. */
  message: Message
}

/** Money of a collection that the merchant returns to the wallet. */
export type Refund = {
  id: string
  protocol: ProtocolName
  reference: string
  collectionId: string
  upstreamId: string
  amount: Amount
  status: 'pending' | 'succeeded'
  callbackUrl: string | null
  takenAt: number
  completedAt: number | null
  message: Message
}

const tables = `
  create table if not exists operator_collections (
    sequence integer primary key, id text not null unique, protocol text not null, reference text not null,
    client_reference text, upstream_id text not null unique, msisdn text not null, body text not null,
    unique (protocol, reference));
  create index if not exists operator_collections_by_msisdn on operator_collections (msisdn);
  create table if not exists operator_refunds (
    sequence integer primary key, id text not null unique, protocol text not null, reference text not null,
    upstream_id text not null unique, collection_id text not null, body text not null, unique (protocol, reference));
  create index if not exists operator_refunds_by_collection on operator_refunds (collection_id);
`

export function collectionsOf(database: DatabaseSync) {
  database.exec(tables)
  const save = database.prepare(`
    insert into operator_collections (id, protocol, reference, client_reference, upstream_id, msisdn, body)
    values (?, ?, ?, ?, ?, ?, ?)
    on conflict (id) do update set body = excluded.body`)
  const filtered = database.prepare(`
    select body from operator_collections
    where (?1 is null or protocol = ?1) and (?2 is null or reference = ?2)
      and (?3 is null or client_reference = ?3) and (?4 is null or msisdn = ?4)
    order by sequence`)
  const by = finder<Collection>(database, 'operator_collections')
  return {
    saveCollection(collection: Collection): void {
      const { id, protocol, reference, clientReference, upstreamId, msisdn } = collection
      save.run(id, protocol, reference, clientReference, upstreamId, msisdn, JSON.stringify(collection))
    },
    collectionById: by.id,
    collectionByReference: by.reference,
    collectionByUpstreamId: by.upstreamId,
    listCollections: (filter: PayoutFilter) =>
      filtered
        .all(filter.protocol, filter.reference, filter.clientReference, filter.msisdn)
        .flatMap((row) => read<Collection>(row) ?? []),
    ...refundsOf(database),
  }
}

function refundsOf(database: DatabaseSync) {
  const save = database.prepare(`
    insert into operator_refunds (id, protocol, reference, upstream_id, collection_id, body)
    values (?, ?, ?, ?, ?, ?)
    on conflict (id) do update set body = excluded.body`)
  const ofCollection = database.prepare(
    'select body from operator_refunds where collection_id = ? order by sequence',
  )
  const by = finder<Refund>(database, 'operator_refunds')
  return {
    saveRefund(refund: Refund): void {
      const { id, protocol, reference, upstreamId, collectionId } = refund
      save.run(id, protocol, reference, upstreamId, collectionId, JSON.stringify(refund))
    },
    refundById: by.id,
    refundByReference: by.reference,
    refundByUpstreamId: by.upstreamId,
    listRefunds: (collectionId: string) =>
      ofCollection.all(collectionId).flatMap((row) => read<Refund>(row) ?? []),
  }
}

function finder<Row>(database: DatabaseSync, table: string) {
  const byId = database.prepare(`select body from ${table} where id = ?`)
  const byReference = database.prepare(`select body from ${table} where protocol = ? and reference = ?`)
  const byUpstreamId = database.prepare(`select body from ${table} where protocol = ? and upstream_id = ?`)
  return {
    id: (id: string) => read<Row>(byId.get(id)),
    reference: (protocol: ProtocolName, reference: string) => read<Row>(byReference.get(protocol, reference)),
    upstreamId: (protocol: ProtocolName, upstreamId: string) =>
      read<Row>(byUpstreamId.get(protocol, upstreamId)),
  }
}

function read<Row>(row: Record<string, unknown> | undefined): Row | null {
  return row ? (JSON.parse(String(row.body)) as Row) : null
}
