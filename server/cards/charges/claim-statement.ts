// The statement that claims charges: it consumes their authentications, inserts their operations and marks their
// transactions as held. Claims that arrive together share one statement, which commits all of them or none.

import { statesThatAccept } from '../../kernel/moves.ts'
import { insertCardOperations } from '../../ledger/operations/operation.ts'
import { sentRows, toSentRows } from '../../platform/database/batch-rows.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import { authenticationMoves } from '../authentication/queries.ts'
import type { UnstoredPass } from '../authentication/step.ts'
import type { PricedTransaction } from '../transaction/queries.ts'
import { transactionMoves } from '../transaction/transaction.ts'

export type ChargeClaim = {
  now: Temporal.Instant
  operation: string
  transaction: Pick<
    PricedTransaction,
    'id' | 'amount_minor' | 'currency' | 'charge_fingerprint' | 'declined_attempts'
  >
  /** Absent for a charge without 3-D Secure. */
  authentication?: { id: string; unstored?: UnstoredPass }
  fingerprint: Buffer
  /** When a worker inquires about it, unless its outcome has been recorded by then. */
  nextCheckAt: Temporal.Instant
}

export type Claimed = {
  /** False when the authentication was used already, has expired, or belongs to another transaction or amount. */
  has_means: boolean
  /** When it is false, nothing was written. */
  is_claimed: boolean
}

const [pending] = statesThatAccept(transactionMoves, 'charged')
const [unused] = statesThatAccept(authenticationMoves, 'charged')

/** Rows are locked in order of id, authentications before transactions, so that two batches cannot deadlock. */
// guard: authentication-use
const usable = `usable as materialized (
     select a.id, m.n from sent m join card_authentication a on a.id = m.authentication
      where a.transaction_id = m.transaction_id and a.state = coalesce(m.passed_from, '${unused}')
        and a.amount_minor = m.amount_minor and a.currency = m.currency and a.expires_at > m.now
      order by a.id for no key update of a
   ), able as materialized (
     select m.n from sent m where m.authentication is null or exists (select from usable where usable.n = m.n))`

// guard: charge-claim
const free = `free as materialized (
     select t.id, m.n from able join sent m using (n) join card_transaction t on t.id = m.transaction_id
       join merchant c on c.id = t.merchant_id
      where t.status = '${pending}' and t.running_operation is null and t.expires_at > m.now
        and t.charge_fingerprint is not distinct from decode(m.charge_fingerprint, 'hex')
        -- Whether a decline is final is decided from the payment as it was read.
        and t.declined_attempts = m.declined_attempts
        and c.status = 'active' and c.environment = t.environment
      order by t.id for no key update of t)`

/**
 * Of several charges of one transaction in one batch, the first claims it. Without this, still only one would: a statement
 * updates a row once.
 */
const chosen = 'chosen as materialized (select min(n) as n from free group by id)'

const claim = statement<Claimed>(
  'claim_charges',
  `with ${sentRows(`now timestamptz, operation uuid, transaction_id bigint, amount_minor bigint, currency text,
       charge_fingerprint text, declined_attempts smallint, authentication uuid, passed_from text, authentication_transaction_id text,
       evidence text, dispute_evidence jsonb, fingerprint text, next_check_at timestamptz`)}
   , ${usable}, ${free}, ${chosen}, claimed as (
     update card_transaction t set running_operation = m.operation
       from chosen join sent m using (n) where t.id = m.transaction_id returning m.n
   ), called as (
     ${insertCardOperations(`
     select m.operation as id, 'charge', 'sent', m.transaction_id, null::uuid, decode(m.fingerprint, 'hex'), m.amount_minor, m.currency,
            m.next_check_at, m.now
       from claimed join sent m using (n)`)}
   ), used as (
     update card_authentication a
        set state = '${authenticationMoves.authenticated.charged}', lease_until = null,
            authentication_transaction_id = coalesce(m.authentication_transaction_id, a.authentication_transaction_id),
            evidence_sealed = coalesce(decode(m.evidence, 'hex'), a.evidence_sealed),
            dispute_evidence = coalesce(m.dispute_evidence, a.dispute_evidence),
            authenticated_at = case when m.passed_from is null then a.authenticated_at else m.now end
       from claimed join sent m using (n) where a.id = m.authentication)
   select exists (select from able where able.n = m.n) as has_means,
          exists (select from claimed where claimed.n = m.n) as is_claimed
     from sent m order by m.n`,
)

/** Claims each charge whose means and transaction are free, and returns what became of each, in order. */
export async function claimCharges(sql: Sql, claims: readonly ChargeClaim[]): Promise<Claimed[]> {
  return sql.rows(claim, [toSentRows(claims.map(toRow))])
}

function toRow({ now, operation, transaction, authentication, fingerprint, nextCheckAt }: ChargeClaim) {
  const passed = authentication?.unstored
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
