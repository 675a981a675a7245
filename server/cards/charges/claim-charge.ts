// Claims a transaction for one charge, and releases a claim whose call was never sent.
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '../../kernel/problem.ts'
import { resolveOperation } from '../../ledger/operation.ts'
import { signingProblems } from '../../merchants/problems.ts'
import { type Sql, statement, type Tx } from '../../platform/database/database.ts'
import { fingerprint } from '../../platform/secrets.ts'
import {
  type AuthenticationResult,
  moveAuthentication,
  releaseAuthentication,
} from '../authentication/move-authentication.ts'
import { type AuthenticationRow, consumeBareToken } from '../authentication/queries.ts'
import type { TransientToken } from '../gateway/gateway.ts'
import { recordUse, reserveUse, secondsOfBusy } from '../transaction/link-uses.ts'
import { cardProblems } from '../transaction/problems.ts'
import {
  lockedTransaction,
  offers,
  type PricedTransaction,
  pricedTransactionByUuid,
} from '../transaction/queries.ts'
import { type ChargeClaim, type Claimed, claimCharges, type NewChargeNeeds } from './charge-store.ts'

type ClaimNeeds = Pick<
  NewChargeNeeds,
  'db' | 'clock' | 'chargeStore' | 'gatewayTimeoutSeconds' | 'inquiryAfterSeconds'
>

/**
 * What the charge pays with: an authentication of this transaction, or a bare card token, which the gateway declines
 * where it requires 3-D Secure. The claim also stores the result of an authentication that is not stored yet.
 */
export type PaymentCredential =
  | { authentication: AuthenticationRow; result?: AuthenticationResult }
  | { token: Pick<TransientToken, 'jwt' | 'id'>; authentication?: never; result?: never }

/**
 * Claims the transaction for this operation, and commits the claim.
 * @throws Problem 400, 403, 409, 410, 429 when it cannot be charged; nothing was written then.
 */
export async function claimCharge(
  needs: ClaimNeeds,
  operation: string,
  transaction: PricedTransaction,
  credential: PaymentCredential,
): Promise<void> {
  const prepare = () => claimOf(needs, operation, transaction, credential)
  if (credential.authentication && transaction.payment_link_id === null) {
    const claim = prepare()
    const claimed = await needs.chargeStore.claim(claim)
    if (!claimed.is_claimed && credential.result) {
      // The result is stored on its own, so that it is not lost.
      const { before, ...facts } = credential.result
      await moveAuthentication(needs.db, claim.now, before, 'passed', facts)
    }
    return assertClaimed(needs.db, transaction, claim, claimed)
  }
  await retryWhileBusy(() =>
    needs.db.transaction((sql) => claimWithUse(sql, transaction, credential, prepare()), {
      mutexKey: `payment ${transaction.id}`,
    }),
  )
}

function claimOf(
  needs: ClaimNeeds,
  operation: string,
  transaction: PricedTransaction,
  { authentication, token, result }: PaymentCredential & { token?: Pick<TransientToken, 'id'> },
): ChargeClaim {
  const now = needs.clock.now()
  const { transaction_uuid, amount_minor, currency } = transaction
  const tokenId = authentication?.token_id ?? token?.id
  assert(tokenId !== undefined, 'a charge has an authentication or a token')
  return {
    now,
    operation,
    transaction,
    ...(authentication && { authentication: { id: authentication.id, ...(result && { result }) } }),
    fingerprint: fingerprint([transaction_uuid, amount_minor, currency, tokenId]),
    // If this process dies before the reply is recorded, a worker inquires once the call can no longer be running.
    nextCheckAt: now.add({ seconds: needs.gatewayTimeoutSeconds + needs.inquiryAfterSeconds }),
  }
}

/** Claims a charge that also binds a token or reserves a use of a payment link; if it cannot, all of it is rolled back. */
async function claimWithUse(
  sql: Tx,
  transaction: PricedTransaction,
  credential: PaymentCredential,
  claim: ChargeClaim,
): Promise<void> {
  const { now } = claim
  const [claimed] = await claimCharges(sql, [claim])
  assert(claimed, 'every claim has a result')
  await assertClaimed(sql, transaction, claim, claimed)
  // guard: bare-card-token-use
  if (
    !credential.authentication &&
    (await sql.rows(consumeBareToken, [credential.token.id, transaction.id, now])).length === 0
  )
    throw new Problem(cardProblems.transient_token_invalid)
  const linkId = transaction.payment_link_id
  if (linkId !== null) await reserveUse(sql, { linkId, transactionId: transaction.id }, now)
}

async function assertClaimed(
  sql: Sql,
  transaction: PricedTransaction,
  { now }: ChargeClaim,
  { has_credential, is_claimed }: Claimed,
): Promise<void> {
  if (is_claimed) return
  if (!has_credential) throw new Problem(cardProblems.attempt_not_found)
  throw whyNotFree(await pricedTransactionByUuid(sql, transaction.transaction_uuid), now)
}

function whyNotFree(transaction: PricedTransaction, now: Temporal.Instant): Problem {
  const open = transaction.status === 'PENDING' && Temporal.Instant.compare(transaction.expires_at, now) > 0
  const fault =
    open && transaction.running_operation === null && (merchantFault(transaction) ?? methodFault(transaction))
  if (fault) return fault
  if (open || transaction.running_operation !== null) return new Problem(cardProblems.attempt_running)
  if (transaction.status === 'CANCELLED') return new Problem(cardProblems.transaction_cancelled)
  if (transaction.status !== 'PENDING' && transaction.status !== 'EXPIRED')
    return new Problem(cardProblems.transaction_finished)
  return new Problem(cardProblems.transaction_expired)
}

function methodFault(transaction: PricedTransaction): Problem | undefined {
  return offers(transaction, 'card') ? undefined : new Problem(cardProblems.payment_method_not_enabled)
}

/**
 * Returns why a merchant cannot be charged for now. A merchant that has gone live trusts its webhooks, so test cards
 * must not pay its older sandbox orders.
 */
export function merchantFault({
  merchant_status,
  merchant_environment,
  environment,
}: Pick<PricedTransaction, 'merchant_status' | 'merchant_environment' | 'environment'>): Problem | undefined {
  if (merchant_status === 'suspended') return new Problem(cardProblems.merchant_suspended)
  return environment === merchant_environment ? undefined : new Problem(signingProblems.environment_wrong)
}

/**
 * A customer at a busy payment link waits here for the next attempt slot, because the authentication can be claimed
 * only once.
 */
const maxWaitSeconds = 12

async function retryWhileBusy(claimed: () => Promise<void>): Promise<void> {
  for (let waited = 0; ; ) {
    try {
      return await claimed()
    } catch (error) {
      const seconds = secondsOfBusy(error)
      // guard: payment-turn-wait
      if (seconds === undefined || waited + seconds > maxWaitSeconds) throw error
      waited += seconds
      await sleep(seconds * 1000)
    }
  }
}

const releaseTransaction = statement<{ payment_link_id: bigint | null; declined_attempts: number }>(
  'release_card_transaction',
  `update card_transaction set running_operation = null where id = $1 and running_operation = $2
    returning payment_link_id, declined_attempts`,
)

/**
 * Undoes the claim of a charge that was never sent. The customer may retry, with the same authentication unless another
 * attempt is active.
 */
export async function releaseClaim(
  sql: Tx,
  operation: string,
  transaction: PricedTransaction,
  { authentication }: PaymentCredential,
  event: 'not_sent' | 'abandoned',
  now: Temporal.Instant,
): Promise<void> {
  // As everywhere, the transaction is locked before its operation.
  await lockedTransaction(sql, transaction.id)
  if (!(await resolveOperation(sql, operation, 'refused', { now, reason: 'not_sent' }))) return
  const [released] = await sql.rows(releaseTransaction, [transaction.id, operation])
  // guard: unsent-charge-link-use
  if (released && released.payment_link_id !== null) {
    const linkId = released.payment_link_id
    const keepsUse = released.declined_attempts > 0
    await recordUse(
      sql,
      { linkId, transactionId: transaction.id, result: 'not_sent', wasInFlight: true, keepsUse },
      now,
    )
  }
  if (authentication) await releaseAuthentication(sql, authentication.id, now, event)
}
