// What charges write, shared between charges that arrive together: one statement and one commit for all of them.

import { statesThatAccept } from '../../kernel/moves.ts'
import { insertCardOperations } from '../../ledger/operation.ts'
import { resolutionRow } from '../../ledger/operation-parts.ts'
import type { Posting } from '../../ledger/post.ts'
import type { MessageRow } from '../../messages/enqueue-message.ts'
import { coalescingBatch, sentRows, toSentRows } from '../../platform/database/coalescing-batch.ts'
import {
  type Database,
  lockedRows,
  retryConflicts,
  type Sql,
  statement,
} from '../../platform/database/database.ts'
import type { Log } from '../../platform/process/log.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { IssueReceipt } from '../../receipts/issue-receipt.ts'
import type { EventRow } from '../../webhooks/enqueue-webhook.ts'
import type { AuthenticationResult } from '../authentication/move-authentication.ts'
import { authenticationMoves } from '../authentication/queries.ts'
import type { GatewayFor } from '../gateway/gateway.ts'
import type { Completion } from '../transaction/completion.ts'
import { isOffered, type PricedTransaction } from '../transaction/queries.ts'
import { endRow, endsOf, isPending } from '../transaction/transaction.ts'
import { type Recorded, recordingOf, recordingOfOutcomes } from './recording.ts'

type ChargeStore = {
  /** Claims a charge with the next batch. Resolves after the commit. */
  claim(claim: ChargeClaim): Promise<Claimed>
  /** Records an outcome with the next batch. */
  record(outcome: ChargeOutcome): Promise<Recorded>
}

export type ChargeNeeds = {
  db: Database
  secrets: Secrets
  clock: Clock
  log: Log
  gatewayFor: GatewayFor
  /** The longest a gateway call may take, and how long to wait before the first inquiry about a lost reply. */
  gatewayTimeoutSeconds: number
  inquiryAfterSeconds: number
  /** Wakes the workers once there is committed work for them. */
  wake: () => void
}

/** What a new charge needs besides. */
export type NewChargeNeeds = ChargeNeeds & {
  chargeStore: ChargeStore
  /** How many days after a charge its money becomes available to the merchant. */
  settlementDays: number
  issueReceipt: IssueReceipt
}

/** A larger batch would keep its first members waiting. */
const limits = { maxMembers: 64 }

/** A process needs one, so that its charges share their batches. */
export function openChargeStore(db: Database): ChargeStore {
  return {
    claim: coalescingBatch<ChargeClaim, Claimed>(
      (claims) => retryConflicts(() => claimCharges(db, claims)),
      limits,
    ),
    record: coalescingBatch<ChargeOutcome, Recorded>(
      (outcomes) => retryConflicts(() => recordChargeOutcomes(db, outcomes)),
      limits,
    ),
  }
}

export type ChargeClaim = {
  now: Temporal.Instant
  operation: string
  transaction: Pick<
    PricedTransaction,
    'id' | 'amount_minor' | 'currency' | 'charge_fingerprint' | 'declined_attempts'
  >
  /** Absent for a charge without 3-D Secure. */
  authentication?: { id: string; result?: AuthenticationResult }
  fingerprint: Buffer
  /** When a worker inquires about it, unless its outcome has been recorded by then. */
  nextCheckAt: Temporal.Instant
}

export type Claimed = {
  /** False when the authentication was used already, has expired, or belongs to another transaction or amount. */
  has_credential: boolean
  /** When it is false, nothing was written. */
  is_claimed: boolean
}

const [unused] = statesThatAccept(authenticationMoves, 'charged')

/** Rows are locked in order of id, authentications before transactions, so that two batches cannot deadlock. */
// guard: authentication-use
const usable = `usable as materialized (${lockedRows(`
     select a.id, m.n from sent m join card_authentication a on a.id = m.authentication
      where a.transaction_id = m.transaction_id and a.state = coalesce(m.passed_from, '${unused}')
        and a.amount_minor = m.amount_minor and a.currency = m.currency and a.expires_at > m.now
      order by a.id for no key update of a`)}
   ), able as materialized (
     select m.n from sent m where m.authentication is null or exists (select from usable where usable.n = m.n))`

// guard: charge-claim
const free = `free as materialized (${lockedRows(`
     select t.id, m.n from able join sent m using (n) join card_transaction t on t.id = m.transaction_id
       join merchant c on c.id = t.merchant_id
      where ${isPending} and t.running_operation is null and t.expires_at > m.now
        and t.charge_fingerprint is not distinct from decode(m.charge_fingerprint, 'hex')
        -- Whether a decline is final is decided from the payment as it was read.
        and t.declined_attempts = m.declined_attempts
        and c.status = 'active' and c.environment = t.environment and ${isOffered('card')}
      order by t.id for no key update of t`)})`

/** Of several charges of one transaction in one batch, the first claims it. */
const chosen = 'chosen as materialized (select min(n) as n from free group by id)'

/** The operation comes before the transaction that refers to it: Citus checks references after each part of a statement. */
const claimRows = statement<Claimed>(
  'claim_charges',
  `with ${sentRows(`now timestamptz, operation uuid, transaction_id bigint, amount_minor bigint, currency text,
       charge_fingerprint text, declined_attempts smallint, authentication uuid, passed_from text, authentication_transaction_id text,
       evidence text, dispute_evidence jsonb, fingerprint text, next_check_at timestamptz`)}
   , ${usable}, ${free}, ${chosen}, called as (
     ${insertCardOperations(`
     select m.operation as id, 'charge', 'sent', m.transaction_id, null::uuid, decode(m.fingerprint, 'hex'), m.amount_minor, m.currency,
            m.next_check_at, m.now
       from chosen join sent m using (n)`)} returning id
   ), claimed as (
     update card_transaction t set running_operation = m.operation
       from called join sent m on m.operation = called.id where t.id = m.transaction_id returning m.n
   ), used as (
     update card_authentication a
        set state = '${authenticationMoves.authenticated.charged}', lease_until = null,
            authentication_transaction_id = coalesce(m.authentication_transaction_id, a.authentication_transaction_id),
            evidence_sealed = coalesce(decode(m.evidence, 'hex'), a.evidence_sealed),
            dispute_evidence = coalesce(m.dispute_evidence, a.dispute_evidence),
            authenticated_at = case when m.passed_from is null then a.authenticated_at else m.now end
       from claimed join sent m using (n) where a.id = m.authentication)
   select exists (select from able where able.n = m.n) as has_credential,
          exists (select from claimed where claimed.n = m.n) as is_claimed
     from sent m order by m.n`,
)

/** Claims each charge whose means and transaction are free, and returns what became of each, in order. */
export async function claimCharges(sql: Sql, claims: readonly ChargeClaim[]): Promise<Claimed[]> {
  return sql.rows(claimRows, [toSentRows(claims.map(claimRow))])
}

function claimRow({ now, operation, transaction, authentication, fingerprint, nextCheckAt }: ChargeClaim) {
  const passed = authentication?.result
  return {
    now: now.toString(),
    operation,
    transaction_id: String(transaction.id),
    amount_minor: String(transaction.amount_minor),
    currency: transaction.currency,
    charge_fingerprint: transaction.charge_fingerprint?.toString('hex'),
    declined_attempts: transaction.declined_attempts,
    authentication: authentication?.id,
    passed_from: passed?.before.state,
    authentication_transaction_id: passed?.authenticationTransactionId,
    evidence: passed?.evidenceSealed.toString('hex'),
    dispute_evidence: passed?.disputeEvidence,
    fingerprint: fingerprint.toString('hex'),
    next_check_at: nextCheckAt.toString(),
  }
}

/** The outcome of one charge, and everything that is written with it. */
export type ChargeOutcome = {
  now: Temporal.Instant
  operation: { id: string; isApproved: boolean; upstreamId?: string; reason?: string; correlationId?: string }
  completion: Completion & { kind: 'charged' | 'refused' }
  /** `declined`: the payment stays open for another card. */
  event: 'charged' | 'refused' | 'declined'
  /** The payment as it will be, unless it has ended otherwise. */
  payment: PricedTransaction
  posting: Posting | undefined
  webhook: EventRow | undefined
  /** The payer's receipt. */
  receipt: MessageRow | undefined
  /** The undo operation for an approval that we will not keep. */
  undo: { id: string; fingerprint: Buffer; isCertain: boolean }
}

// guard: late-approval-undo
const undone = `undone as (
     ${insertCardOperations(`
     select m.undo as id, 'undo', 'intent', m.transaction_id, m.operation, decode(m.undo_fingerprint, 'hex'), m.amount_minor,
            m.currency, m.now, m.now
       from ended join sent m using (n)
      where m.is_undone or (m.is_approved and not exists (select from moved where moved.n = m.n))`)}
     on conflict (undoes) where undoes is not null and state <> 'declined' do nothing)`

const recordRows = statement<Recorded>(
  'record_charge_outcomes',
  recordingOf({
    columns: '',
    ends: endsOf('ended join sent m using (n)'),
    due: 'moved',
    parts: undone,
  }),
)

/** Records each outcome once, and returns what became of it, in order. */
export async function recordChargeOutcomes(
  sql: Sql,
  outcomes: readonly ChargeOutcome[],
): Promise<Recorded[]> {
  return sql.rows(recordRows, recordingOfOutcomes(outcomes, outcomeRow))
}

function outcomeRow({ now, operation, completion, event, payment, posting, undo }: ChargeOutcome) {
  const { isApproved, ...outcome } = operation
  const { resolved_at: _, ...resolution } = resolutionRow({
    ...outcome,
    event: isApproved ? 'approved' : 'refused',
    now,
  })
  const reason = completion.kind === 'refused' ? completion.reason : undefined
  return {
    ...resolution,
    ...endRow(payment, { event, at: now, operation: operation.id, reason }),
    is_approved: isApproved,
    amount_minor: String(payment.amount_minor),
    currency: payment.currency,
    undo: undo.id,
    undo_fingerprint: undo.fingerprint.toString('hex'),
    is_undone: undo.isCertain,
    available_on: posting?.availableOn?.toString(),
  }
}
