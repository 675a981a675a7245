// Claims a payment for one prompt on a phone, and releases a claim whose call was never made.
import type { Environment } from '../../kernel/environment.ts'
import { randomCode } from '../../kernel/id.ts'
import type { OperatorCode } from '../../kernel/operators.ts'
import { Problem } from '../../kernel/problem.ts'
import { newOperationId, resolveOperation } from '../../ledger/operation.ts'
import type { CollectionDecline } from '../../operator-calls/collector.ts'
import { operatorQueue } from '../../operator-calls/operator.ts'
import { type Database, statement, type Tx } from '../../platform/database/database.ts'
import { fingerprint, type Secrets } from '../../platform/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { merchantFault } from '../charges/claim-charge.ts'
import { recordUse, reserveUse } from '../transaction/link-uses.ts'
import { cardProblems } from '../transaction/problems.ts'
import {
  lockedTransaction,
  offers,
  type PricedTransaction,
  pricedTransactionByUuid,
  type TransactionRow,
} from '../transaction/queries.ts'
import {
  type Claimed,
  type CollectionClaim,
  type CollectionStore,
  claimCollections,
} from './collection-store.ts'
import { stateAfter } from './moves.ts'
import { countMiss, uncountPromptsOf } from './prompt-limits.ts'
import { numberContext } from './queries.ts'

export type ClaimNeeds = {
  db: Database
  secrets: Secrets
  clock: Clock
  collectionStore: CollectionStore
  /** How long a payer may take to approve. */
  collectionSeconds: number
}

/** The call that a claim is for. */
export type PlannedCall = {
  operator: OperatorCode
  /** Digits with country code. */
  msisdn: string
  /** The idempotency key of the call that asks for it. */
  key?: string | undefined
  /** Whether the merchant's server asks, not a payer on our page. */
  isByServer?: boolean
  /** The operator account that will be called. */
  connectionId: string
  /** After how many seconds the call can no longer be running, so that a worker may inquire. */
  longestSeconds: number
}

/** In a sandbox, numbers with this end are refused, whatever stands before it. */
const blockedInSandbox = '07'

/** Returns why a payment cannot be asked for on this number, as far as the payment itself tells. */
export function whyNotPayable(
  transaction: TransactionRow,
  { now, msisdn }: { now: Temporal.Instant; msisdn: string },
): Problem | undefined {
  // Who is suspended learns it first, as everywhere.
  const fault = merchantFault(transaction)
  if (fault) return fault
  if (transaction.amount_minor === null || !offers(transaction, 'mobile_money'))
    return new Problem(cardProblems.payment_method_not_enabled)
  // guard: sandbox-blocked-number
  if (transaction.environment === 'sandbox' && msisdn.endsWith(blockedInSandbox))
    return new Problem(cardProblems.number_not_allowed)
  switch (transaction.status) {
    case 'PENDING':
      break
    case 'EXPIRED':
      return new Problem(cardProblems.transaction_expired)
    case 'CANCELLED':
      return new Problem(cardProblems.transaction_cancelled)
    case 'FAILED':
      return new Problem(cardProblems.transaction_finished)
    default:
      return new Problem(cardProblems.transaction_paid)
  }
  if (transaction.running_operation !== null) return new Problem(cardProblems.payment_running)
  return Temporal.Instant.compare(transaction.expires_at, now) > 0
    ? undefined
    : new Problem(cardProblems.transaction_expired)
}

/**
 * Claims the payment for a new collection, and commits the claim.
 * @throws Problem 403, 409, 410, 429 when nobody may be asked; nothing was written then.
 */
export async function claimCollection(
  needs: ClaimNeeds,
  transaction: PricedTransaction,
  call: PlannedCall,
): Promise<CollectionClaim> {
  const claim = claimOf(needs, transaction, call)
  const { payment_link_id: linkId } = transaction
  const claimed =
    linkId === null
      ? await needs.collectionStore.claim(claim)
      : await needs.db.transaction((sql) => claimWithUse(sql, claim, linkId), {
          mutexKey: `payment ${transaction.id}`,
        })
  await assertClaimed(needs, transaction, claim, claimed)
  return claim
}

/** Claims a collection that also reserves a use of a payment link; if it cannot, all of it is rolled back. */
async function claimWithUse(sql: Tx, claim: CollectionClaim, linkId: bigint): Promise<Claimed> {
  const [claimed] = await claimCollections(sql, [claim])
  if (claimed?.kind === 'claimed')
    await reserveUse(sql, { linkId, transactionId: claim.transaction.id }, claim.now)
  return claimed!
}

async function assertClaimed(
  { db }: ClaimNeeds,
  transaction: PricedTransaction,
  { now, msisdn }: CollectionClaim,
  claimed: Claimed,
): Promise<void> {
  if (claimed.kind === 'claimed') return
  if (claimed.kind === 'refused')
    throw new Problem(cardProblems.prompts_too_many, {}, { 'retry-after': String(claimed.afterSeconds) })
  const current = await pricedTransactionByUuid(db, transaction.transaction_uuid)
  if (claimed.isBlacklisted && !merchantFault(current) && offers(current, 'mobile_money'))
    throw new Problem(cardProblems.number_not_allowed)
  throw whyNotPayable(current, { now, msisdn }) ?? new Problem(cardProblems.payment_running)
}

function claimOf(
  { db, secrets, clock, collectionSeconds }: ClaimNeeds,
  transaction: PricedTransaction,
  { operator, msisdn, key, isByServer, connectionId, longestSeconds }: PlannedCall,
): CollectionClaim {
  const now = clock.now()
  const operation = newOperationId(db.cell)
  const { transaction_uuid, environment, amount_minor, currency } = transaction
  return {
    now,
    operation,
    collectionId: `MM-${randomCode(16, db.cell)}`,
    transaction,
    operator,
    msisdn,
    numberSealed: secrets.seal(msisdn, numberContext(operation)),
    numberHash: numberHash(secrets, environment, msisdn),
    misses: {
      number: missKey(secrets, `${environment} number ${msisdn}`),
      ...(isByServer && { merchant: missKey(secrets, `${environment} merchant ${transaction.merchant_id}`) }),
    },
    fingerprint: fingerprint([transaction_uuid, amount_minor, currency, operator, msisdn]),
    queue: operatorQueue(environment, operator),
    sentBy: connectionId,
    key,
    expiresAt: now.add({ seconds: collectionSeconds }),
    nextCheckAt: now.add({ seconds: longestSeconds }),
  }
}

/** By which the payments of one number are found, and its prompts counted. */
export const numberHash = (secrets: Secrets, environment: Environment, msisdn: string): Buffer =>
  secrets.mac('collection-number', `${environment} ${msisdn}`)

/** By which numbers without a wallet are counted. */
const missKey = (secrets: Secrets, of: string): Buffer => secrets.mac('wallet-miss', of)

const releaseTransaction = statement<{ payment_link_id: bigint | null; declined_attempts: number }>(
  'release_uncollected_transaction',
  `update card_transaction set running_operation = null where id = $1 and running_operation = $2
    returning payment_link_id, declined_attempts`,
)

const endUnsent = statement(
  'end_unsent_collection',
  `with before as materialized (
     select operation, state, ${stateAfter("'declined'", 'state')} as next from collection where operation = $1 for no key update
   ), ended as (
     update collection k set state = before.next, reason_code = $3, operator_message = $4, completed_at = $2, rechecks = $5
       from before where k.operation = before.operation and before.next is not null
     returning k.operation, before.state, before.next)
   insert into collection_move (operation, event, from_state, to_state, at)
   select operation, 'declined', state, next, $2 from ended`,
)

/** Why a collection ends that asked nobody. */
type CollectionEnd = {
  now: Temporal.Instant
  reason: CollectionDecline
  cause: string
  /** False where the operator only does not know it: it is asked again when the payment has ended. */
  isCertain?: boolean
}

/** So many inquiries after its end leave nothing to find out. */
const enoughRechecks = 2

/**
 * Ends a collection that asked nobody: the call was not made, or the operator has no wallet with this number. It does not count as an
 * attempt. Returns false if it had ended already.
 */
export async function releaseCollection(
  sql: Tx,
  { operation, transactionId }: { operation: string; transactionId: bigint },
  { now, reason, cause, isCertain = true }: CollectionEnd,
): Promise<boolean> {
  // As everywhere, the transaction is locked before its operation.
  await lockedTransaction(sql, transactionId)
  if (!(await resolveOperation(sql, operation, 'refused', { now, reason: 'not_sent' }))) return false
  const [released] = await sql.rows(releaseTransaction, [transactionId, operation])
  await sql.rows(endUnsent, [operation, now, reason, cause, isCertain ? enoughRechecks : 0])
  if (released && released.payment_link_id !== null) {
    const keepsUse = released.declined_attempts > 0
    const { payment_link_id: linkId } = released
    await recordUse(sql, { linkId, transactionId, result: 'not_sent', wasInFlight: true, keepsUse }, now)
  }
  return true
}

/** Releases a claim that prompted nobody, with the prompt that was counted for it. A number without a wallet counts as one. */
export async function releaseClaim(
  db: Database,
  claim: CollectionClaim,
  end: { now: Temporal.Instant; reason: CollectionDecline; cause: string },
): Promise<void> {
  await db.transaction(async (sql) => {
    const of = { operation: claim.operation, transactionId: claim.transaction.id }
    if (!(await releaseCollection(sql, of, end))) return
    await uncountPromptsOf(sql, [claim])
    if (end.reason === 'MM_NO_WALLET') await countMiss(sql, claim)
  })
}
