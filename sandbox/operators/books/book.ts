// Storage of the simulated operators, shared by all protocols. Requests, movements and attempts are only ever added, so
// that a test can count how often a wallet was paid.
import type { DatabaseSync } from 'node:sqlite'
import type { Amount } from '../../amount.ts'
import type { Behaviour, OperatorCode } from '../payouts/subscribers.ts'
import { collectionsOf } from './collections.ts'
import type { Message, PayoutFilter, PayoutStatus, ProtocolName } from './shared.ts'

export * from './shared.ts'

export type DeclineReason = 'refused' | 'no_wallet' | 'cancelled'

export type Payout = {
  id: string
  protocol: ProtocolName
  /** The payer's reference, which must be unique within the protocol. */
  reference: string
  /** A further, not necessarily unique reference of the payer; null where the protocol has none. */
  clientReference: string | null
  /** `SIM-VODACOM-…`, assigned when the payout was accepted. */
  upstreamId: string
  operator: OperatorCode
  msisdn: string
  /** The behaviour of the wallet, unless the protocol overrides it. */
  behaviour: Behaviour
  amount: Amount
  /** Minor units reversed so far; the status is `reversed` when that is the whole amount. */
  reversedMinor: number
  status: PayoutStatus
  declineReason: DeclineReason | null
  /** From the request; null when it is set in the portal or not at all. */
  callbackUrl: string | null
  /** In milliseconds of the sandbox's clock. */
  takenAt: number
  completedAt: number | null
  reversedAt: number | null
  /** The request, for protocols that return it. */
  message: Message
}

/** A payer's request to reverse a payout. */
export type Reversal = {
  id: string
  protocol: ProtocolName
  reference: string
  payoutId: string
  upstreamId: string
  amount: Amount
  status: 'pending' | 'succeeded'
  callbackUrl: string | null
  takenAt: number
  completedAt: number | null
  message: Message
}

export type RequestKind = 'pay' | 'inquiry' | 'lookup' | 'reverse' | 'collect' | 'refund'

export type RequestEntry = {
  protocol: ProtocolName
  kind: RequestKind
  /** Reference of the payout or reversal; null for a lookup. */
  reference: string | null
  msisdn: string | null
  outcome: string
  at: number
}

/** A movement of money into the subscriber's wallet or back, by a payout or, as `debit` and `refund`, a collection. */
export type Movement = {
  payoutId: string
  kind: 'credit' | 'reversal' | 'debit' | 'refund'
  minor: number
  at: number
}

/** The status that a callback reports for its payout. */
export type ReportedStatus = PayoutStatus

export type AttemptEntry = {
  payoutId: string
  said: ReportedStatus
  isForged: boolean
  url: string | null
  /** HTTP status of the receiver, or why there was none. */
  result: number | string
  at: number
}

export type Book = ReturnType<typeof openBook>

const tables = `
  create table if not exists operator_payouts (
    sequence integer primary key, id text not null unique, protocol text not null, reference text not null,
    client_reference text, upstream_id text not null unique, msisdn text not null, body text not null,
    unique (protocol, reference));
  create index if not exists operator_payouts_by_client on operator_payouts (client_reference);
  create index if not exists operator_payouts_by_msisdn on operator_payouts (msisdn);
  create table if not exists operator_reversals (
    sequence integer primary key, id text not null unique, protocol text not null, reference text not null,
    upstream_id text not null unique, payout_id text not null, body text not null, unique (protocol, reference));
  create index if not exists operator_reversals_by_payout on operator_reversals (payout_id);
  create table if not exists operator_requests (
    sequence integer primary key, protocol text not null, kind text not null, reference text, msisdn text,
    outcome text not null, at integer not null);
  create index if not exists operator_requests_by_reference on operator_requests (reference);
  create index if not exists operator_requests_by_msisdn on operator_requests (msisdn);
  create table if not exists operator_movements (
    sequence integer primary key, payout_id text not null, kind text not null, minor integer not null,
    at integer not null);
  create index if not exists operator_movements_by_payout on operator_movements (payout_id);
  create table if not exists operator_attempts (
    sequence integer primary key, payout_id text not null, said text not null, is_forged integer not null,
    url text, result text not null, at integer not null);
  create index if not exists operator_attempts_by_payout on operator_attempts (payout_id);
  create table if not exists operator_floats (
    protocol text not null, currency text not null, minor integer not null, primary key (protocol, currency));
  create table if not exists operator_records (kind text not null, id text not null, body text not null,
    primary key (kind, id));
`

export function openBook(database: DatabaseSync) {
  database.exec(tables)
  return {
    /** Runs the work in one transaction: all of it or, when it throws, nothing. It must not await anything. */
    atomically<T>(work: () => T): T {
      database.exec('begin')
      try {
        const result = work()
        database.exec('commit')
        return result
      } catch (error) {
        database.exec('rollback')
        throw error
      }
    },
    ...payoutsOf(database),
    ...reversalsOf(database),
    ...collectionsOf(database),
    ...entriesOf(database),
    ...floatsOf(database),
    ...recordsOf(database),
  }
}

function payoutsOf(database: DatabaseSync) {
  const save = database.prepare(`
    insert into operator_payouts (id, protocol, reference, client_reference, upstream_id, msisdn, body)
    values (?, ?, ?, ?, ?, ?, ?)
    on conflict (id) do update set body = excluded.body`)
  const byId = database.prepare('select body from operator_payouts where id = ?')
  const byReference = database.prepare(
    'select body from operator_payouts where protocol = ? and reference = ?',
  )
  const byUpstreamId = database.prepare(
    'select body from operator_payouts where protocol = ? and upstream_id = ?',
  )
  const filtered = database.prepare(`
    select body from operator_payouts
    where (?1 is null or protocol = ?1) and (?2 is null or reference = ?2)
      and (?3 is null or client_reference = ?3) and (?4 is null or msisdn = ?4)
    order by sequence`)
  return {
    savePayout(payout: Payout): void {
      const { id, protocol, reference, clientReference, upstreamId, msisdn } = payout
      save.run(id, protocol, reference, clientReference, upstreamId, msisdn, JSON.stringify(payout))
    },
    payoutById: (id: string) => one<Payout>(byId.get(id)),
    payoutByReference: (protocol: ProtocolName, reference: string) =>
      one<Payout>(byReference.get(protocol, reference)),
    payoutByUpstreamId: (protocol: ProtocolName, upstreamId: string) =>
      one<Payout>(byUpstreamId.get(protocol, upstreamId)),
    listPayouts: (filter: PayoutFilter) =>
      filtered
        .all(filter.protocol, filter.reference, filter.clientReference, filter.msisdn)
        .flatMap((row) => one<Payout>(row) ?? []),
  }
}

function reversalsOf(database: DatabaseSync) {
  const save = database.prepare(`
    insert into operator_reversals (id, protocol, reference, upstream_id, payout_id, body)
    values (?, ?, ?, ?, ?, ?)
    on conflict (id) do update set body = excluded.body`)
  const byId = database.prepare('select body from operator_reversals where id = ?')
  const byReference = database.prepare(
    'select body from operator_reversals where protocol = ? and reference = ?',
  )
  const byUpstreamId = database.prepare(
    'select body from operator_reversals where protocol = ? and upstream_id = ?',
  )
  const ofPayout = database.prepare(
    'select body from operator_reversals where payout_id = ? order by sequence',
  )
  return {
    saveReversal(reversal: Reversal): void {
      const { id, protocol, reference, upstreamId, payoutId } = reversal
      save.run(id, protocol, reference, upstreamId, payoutId, JSON.stringify(reversal))
    },
    reversalById: (id: string) => one<Reversal>(byId.get(id)),
    reversalByReference: (protocol: ProtocolName, reference: string) =>
      one<Reversal>(byReference.get(protocol, reference)),
    reversalByUpstreamId: (protocol: ProtocolName, upstreamId: string) =>
      one<Reversal>(byUpstreamId.get(protocol, upstreamId)),
    listReversals: (payoutId: string) => ofPayout.all(payoutId).flatMap((row) => one<Reversal>(row) ?? []),
  }
}

function entriesOf(database: DatabaseSync) {
  const addRequest = database.prepare(
    'insert into operator_requests (protocol, kind, reference, msisdn, outcome, at) values (?, ?, ?, ?, ?, ?)',
  )
  const requests = database.prepare(`
    select protocol, kind, reference, msisdn, outcome, at from operator_requests
    where (?1 is null or protocol = ?1) and (?2 is null or reference = ?2) and (?3 is null or msisdn = ?3)
    order by sequence`)
  const addMovement = database.prepare(
    'insert into operator_movements (payout_id, kind, minor, at) values (?, ?, ?, ?)',
  )
  const movements = database.prepare(
    'select payout_id as payoutId, kind, minor, at from operator_movements where payout_id = ? order by sequence',
  )
  const addAttempt = database.prepare(
    'insert into operator_attempts (payout_id, said, is_forged, url, result, at) values (?, ?, ?, ?, ?, ?)',
  )
  const attempts = database.prepare(`
    select payout_id as payoutId, said, is_forged as isForged, url, result, at from operator_attempts
    where payout_id = ? order by sequence`)
  return {
    addRequest(entry: RequestEntry): void {
      const { protocol, kind, reference, msisdn, outcome, at } = entry
      addRequest.run(protocol, kind, reference, msisdn, outcome, at)
    },
    listRequests: (filter: PayoutFilter) =>
      requests.all(filter.protocol, filter.reference, filter.msisdn) as RequestEntry[],
    addMovement({ payoutId, kind, minor, at }: Movement): void {
      addMovement.run(payoutId, kind, minor, at)
    },
    listMovements: (payoutId: string) => movements.all(payoutId) as Movement[],
    addAttempt({ payoutId, said: status, isForged, url, result, at }: AttemptEntry): void {
      addAttempt.run(payoutId, status, isForged ? 1 : 0, url, JSON.stringify(result), at)
    },
    listAttempts: (payoutId: string): AttemptEntry[] =>
      attempts.all(payoutId).map((row) => ({
        ...(row as unknown as AttemptEntry),
        isForged: row.isForged === 1,
        result: JSON.parse(String(row.result)),
      })),
  }
}

function floatsOf(database: DatabaseSync) {
  const get = database.prepare('select minor from operator_floats where protocol = ? and currency = ?')
  const set = database.prepare(
    'insert or replace into operator_floats (protocol, currency, minor) values (?, ?, ?)',
  )
  return {
    /** The payer's balance at the operator; null before the first movement. */
    floatOf(protocol: ProtocolName, currency: string): number | null {
      const row = get.get(protocol, currency)
      return row ? Number(row.minor) : null
    },
    setFloat(protocol: ProtocolName, { minor, currency }: Amount): void {
      set.run(protocol, currency, minor)
    },
  }
}

function recordsOf(database: DatabaseSync) {
  const put = database.prepare('insert or replace into operator_records (kind, id, body) values (?, ?, ?)')
  const get = database.prepare('select body from operator_records where kind = ? and id = ?')
  return {
    putRecord(kind: string, id: string, record: object): void {
      put.run(kind, id, JSON.stringify(record))
    },
    getRecord: <T>(kind: string, id: string) => one<T>(get.get(kind, id)),
  }
}

function one<T>(row: Record<string, unknown> | undefined): T | null {
  return row ? (JSON.parse(String(row.body)) as T) : null
}
