// What collections write, shared between those that arrive together: one statement for all of them.

import type { OperatorCode } from '../../kernel/operators.ts'
import { insertOperatorOperations, postponeOperationsOf } from '../../ledger/operator-operations.ts'
import { coalescingBatch, sentRows, toSentRows } from '../../platform/database/coalescing-batch.ts'
import {
  type Database,
  lockedRows,
  retryConflicts,
  statement,
  type Tx,
} from '../../platform/database/database.ts'
import type { Recorded } from '../charges/recording.ts'
import { isOffered, type PricedTransaction } from '../transaction/queries.ts'
import { isPending } from '../transaction/transaction.ts'
import { type CollectionEvent, stateAfter } from './moves.ts'
import { type CollectionOutcomeRow, recordCollectionOutcomes } from './outcome-store.ts'
import { countPromptsOf, type NumberPrompt, uncountPromptsOf } from './prompt-limits.ts'

export type CollectionStore = {
  /** Claims a payment for a prompt with the next batch. Resolves after the commit. */
  claim(claim: CollectionClaim): Promise<Claimed>
  /** Records with the next batch that the outcome is still open. */
  wait(waiting: Waiting): Promise<undefined>
  /** Records an outcome with the next batch. */
  record(outcome: CollectionOutcomeRow): Promise<Recorded>
}

/** A larger batch would keep its first members waiting. */
const limits = { maxMembers: 64 }

/** A process needs one for its requests and one for its workers, so that collections share their batches. */
export function openCollectionStore(db: Database): CollectionStore {
  return {
    claim: coalescingBatch<CollectionClaim, Claimed>(
      (claims) => db.transaction((sql) => claimCollections(sql, claims)),
      limits,
    ),
    wait: coalescingBatch<Waiting, undefined>(async (all) => {
      await retryConflicts(() => db.rows(wait, [toSentRows(all.map(waitingRow))]))
      return all.map(() => undefined)
    }, limits),
    record: coalescingBatch<CollectionOutcomeRow, Recorded>(
      (outcomes) => retryConflicts(() => recordCollectionOutcomes(db, outcomes)),
      limits,
    ),
  }
}

export type CollectionClaim = {
  now: Temporal.Instant
  operation: string
  collectionId: string
  transaction: Pick<PricedTransaction, 'id' | 'amount_minor' | 'currency' | 'declined_attempts'>
  operator: OperatorCode
  /** Digits with country code. */
  msisdn: string
  numberSealed: Buffer
  numberHash: Buffer
  misses: NumberPrompt['misses']
  fingerprint: Buffer
  queue: string
  /** The operator account that will be called. */
  sentBy: string
  /** The idempotency key of the call, by which its repeats are recognised. */
  key: string | undefined
  /** When the prompt lapses, as long as the operator says nothing else. */
  expiresAt: Temporal.Instant
  /** When a worker inquires about it, unless its outcome has been recorded by then. */
  nextCheckAt: Temporal.Instant
}

/** `refused`: after how many seconds the number may be asked again. `taken`: nothing was written; the payment says why. */
export type Claimed =
  | { kind: 'claimed' }
  | { kind: 'taken'; isBlacklisted: boolean }
  | { kind: 'refused'; afterSeconds: number }

/** Rows are locked in order of id, so that two batches cannot deadlock. */
// guard: collection-claim
const free = `free as materialized (${lockedRows(`
     select t.id, t.merchant_id, t.environment, m.n from sent m join card_transaction t on t.id = m.transaction_id
       join merchant c on c.id = t.merchant_id
      where ${isPending} and t.running_operation is null and t.expires_at > m.now
        and t.declined_attempts = m.declined_attempts and t.amount_minor = m.amount_minor and t.currency = m.currency
        and c.status = 'active' and c.environment = t.environment and ${isOffered('mobile_money')}
        and not exists (select from blacklisted_number b where b.environment = t.environment and b.msisdn = m.msisdn)
      order by t.id for no key update of t`)})`

/** The operation comes before the payment that refers to it. Of several collections of one payment in one batch, the first claims it. */
const claimRows = statement<{ is_claimed: boolean; is_blacklisted: boolean }>(
  'claim_collections',
  `with ${sentRows(`now timestamptz, operation uuid, collection_id text, transaction_id bigint, amount_minor bigint, currency text,
       declined_attempts smallint, operator text, msisdn text, number_sealed text, number_hash text, fingerprint text, queue text,
       sent_by text, expires_at timestamptz, next_check_at timestamptz, idempotency_key text`)}
   , ${free}, chosen as materialized (select min(n) as n from free group by id), called as (
     ${insertOperatorOperations(`
     select m.operation as id, 'collection', 'sent', m.transaction_id, null::uuid, decode(m.fingerprint, 'hex'), m.amount_minor,
            m.currency, m.next_check_at, m.now, m.queue, m.sent_by, m.now
       from chosen join sent m using (n)`)} returning id
   ), claimed as (
     update card_transaction t set running_operation = m.operation
       from called join sent m on m.operation = called.id where t.id = m.transaction_id returning m.n
   ), collected as (
     insert into collection (operation, collection_id, card_transaction_id, merchant_id, environment, operator, number_sealed,
                             number_hash, number_end, amount_minor, currency, expires_at, created_at, idempotency_key)
     select m.operation, m.collection_id, m.transaction_id, free.merchant_id, free.environment, m.operator,
            decode(m.number_sealed, 'hex'), decode(m.number_hash, 'hex'), right(m.msisdn, 3), m.amount_minor, m.currency,
            m.expires_at, m.now, m.idempotency_key
       from called join sent m on m.operation = called.id join free using (n))
   select exists (select from claimed where claimed.n = m.n) as is_claimed,
          exists (select from blacklisted_number b join card_transaction t on t.environment = b.environment
                   where b.msisdn = m.msisdn and t.id = m.transaction_id) as is_blacklisted
     from sent m order by m.n`,
)

/**
 * Claims each collection whose payment is free and whose number may be asked, and counts its prompt. Returns what became of each, in
 * order.
 */
export async function claimCollections(sql: Tx, claims: readonly CollectionClaim[]): Promise<Claimed[]> {
  const results = new Map<CollectionClaim, Claimed>()
  for (const round of roundsOf(claims)) {
    const after = await countPromptsOf(sql, round)
    const allowed = round.filter((_, n) => after[n] === undefined)
    round.forEach((claim, n) => {
      const afterSeconds = after[n]
      if (afterSeconds !== undefined) results.set(claim, { kind: 'refused', afterSeconds })
    })
    const claimed = allowed.length > 0 ? await sql.rows(claimRows, [toSentRows(allowed.map(claimRow))]) : []
    const failed = allowed.filter((_, n) => !claimed[n]?.is_claimed)
    await uncountPromptsOf(sql, failed)
    allowed.forEach((claim, n) => {
      const row = claimed[n]
      results.set(
        claim,
        row?.is_claimed
          ? { kind: 'claimed' }
          : { kind: 'taken', isBlacklisted: row?.is_blacklisted === true },
      )
    })
  }
  return claims.map((claim) => results.get(claim)!)
}

/** In each round all numbers differ, because one statement counts each only once. */
function roundsOf(claims: readonly CollectionClaim[]): CollectionClaim[][] {
  const rounds: CollectionClaim[][] = []
  const seen = new Map<string, number>()
  for (const claim of claims) {
    const key = claim.numberHash.toString('hex')
    const round = seen.get(key) ?? 0
    seen.set(key, round + 1)
    rounds[round] ??= []
    rounds[round].push(claim)
  }
  return rounds
}

function claimRow(claim: CollectionClaim) {
  const { transaction } = claim
  return {
    now: claim.now.toString(),
    operation: claim.operation,
    collection_id: claim.collectionId,
    transaction_id: String(transaction.id),
    amount_minor: String(transaction.amount_minor),
    currency: transaction.currency,
    declined_attempts: transaction.declined_attempts,
    operator: claim.operator,
    msisdn: claim.msisdn,
    number_sealed: claim.numberSealed.toString('hex'),
    number_hash: claim.numberHash.toString('hex'),
    fingerprint: claim.fingerprint.toString('hex'),
    queue: claim.queue,
    sent_by: claim.sentBy,
    expires_at: claim.expiresAt.toString(),
    next_check_at: claim.nextCheckAt.toString(),
    idempotency_key: claim.key,
  }
}

/** A call whose outcome is still open: the payer is being asked, or nobody knows. */
export type Waiting = {
  now: Temporal.Instant
  operation: string
  event: CollectionEvent & ('prompted' | 'contact_lost')
  cause: string
  nextCheckAt: Temporal.Instant
  upstreamId?: string | undefined
  /** Whether the operator certainly has the request. */
  acknowledged: boolean
  /** When the operator says that the prompt lapses; an earlier end stays. */
  expiresAt?: Temporal.Instant | undefined
  /** The lease of the worker; absent for the request itself. */
  leaseToken?: string
}

const wait = statement<{ operation: string }>(
  'await_collections',
  `with ${sentRows(`now timestamptz, operation uuid, event text, cause text, next_check_at timestamptz, upstream_id text,
       acknowledged boolean, expires_at timestamptz, lease_token uuid`)}
   , open as (
     ${postponeOperationsOf('sent')}
   ), before as materialized (${lockedRows(`
     select k.operation, k.state, m.n, m.event, m.now, ${stateAfter('m.event', 'k.state')} as next, m.expires_at
       from open join sent m using (n) join collection k on k.operation = m.operation order by k.operation for no key update of k`)}
   ), moved as (
     update collection k set state = b.next, expires_at = least(k.expires_at, b.expires_at)
       from before b where k.operation = b.operation and b.next is not null
        and (b.next <> b.state or b.expires_at < k.expires_at)
     returning k.operation, b.event, b.state, b.next, b.now)
   insert into collection_move (operation, event, from_state, to_state, at)
   select operation, event, state, next, now from moved where next <> state returning operation`,
)

function waitingRow(waiting: Waiting) {
  return {
    now: waiting.now.toString(),
    operation: waiting.operation,
    event: waiting.event,
    cause: waiting.cause,
    next_check_at: waiting.nextCheckAt.toString(),
    upstream_id: waiting.upstreamId,
    acknowledged: waiting.acknowledged,
    expires_at: waiting.expiresAt?.toString(),
    lease_token: waiting.leaseToken,
  }
}
