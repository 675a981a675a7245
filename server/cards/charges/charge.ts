// The only path that charges a card: claim, call, record. Hosted checkout, custom checkout and payment links all use
// it.
import { setTimeout as sleep } from 'node:timers/promises'
import { money } from '../../kernel/money.ts'
import { Problem } from '../../kernel/problem.ts'
import { signingProblems } from '../../merchants/problems.ts'
import { fingerprint } from '../../operations/fingerprint.ts'
import { insertOperation, loseContact, newOperationId, resolveOperation } from '../../operations/operation.ts'
import { type Database, statement, type Tx } from '../../platform/database/database.ts'
import type { Log } from '../../platform/observability/log.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { otherAttemptRunning } from '../authentication/authentication.ts'
import { type AuthenticationRow, consumeBareToken } from '../authentication/queries.ts'
import { evidenceOf, tokenOf } from '../authentication/sealed-authentication.ts'
import { releaseAuthentication, useAuthentication } from '../authentication/use-authentication.ts'
import type { GatewayFor, TransientToken } from '../gateway/gateway.ts'
import { billToOf } from '../transaction/bill-to.ts'
import { secondsOfBusy } from '../transaction/link-uses/card-testing.ts'
import { recordUse, reserveUse } from '../transaction/link-uses/link-uses.ts'
import { cardProblems } from '../transaction/problems.ts'
import { lockedTransaction, type PricedTransaction } from '../transaction/queries.ts'
import { noCard } from '../transaction/transaction.ts'
import type { ChargeStore } from './charge-store.ts'
import { recordChargeOutcome } from './record-charge.ts'

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
export type NewChargeNeeds = ChargeNeeds & { chargeStore: ChargeStore }

/**
 * `finished`: the transaction has its outcome. `unknown`: an inquiry will find it out. `not_sent`: nothing was sent to
 * the gateway, so the customer may try again.
 */
export type ChargeResult = 'finished' | 'unknown' | 'not_sent'

// guard: charge-claim
const claimTransaction = statement<{ id: bigint }>(
  'claim_card_transaction',
  `update card_transaction set running_operation = $2
    where id = $1 and status = 'PENDING' and running_operation is null and expires_at > $3
      and charge_fingerprint is not distinct from $4
      and exists (select from merchant m
                   where m.id = merchant_id and m.status = 'active' and m.environment = card_transaction.environment)
    returning id`,
)
const releaseTransaction = statement<{ payment_link_id: bigint | null }>(
  'release_card_transaction',
  `update card_transaction set running_operation = null where id = $1 and running_operation = $2
    returning payment_link_id`,
)

/**
 * What the charge pays with: an authentication of this transaction, or a bare card token, which the gateway declines
 * where it requires 3-D Secure.
 */
export type Means =
  | { authentication: AuthenticationRow }
  | { token: Pick<TransientToken, 'jwt' | 'id'>; authentication?: never }

/**
 * Charges a transaction, once, with an unused authentication or token that belongs to it.
 * @throws Problem 409, 410 when the transaction or the authentication is no longer available; 400 for a token that
 * another transaction presented first; 403 when the merchant is suspended or has left the environment; 429 for a
 * payment link visitor who was declined too often or waited too long. In all these cases the gateway was not called.
 */
export async function charge(
  needs: NewChargeNeeds,
  transaction: PricedTransaction,
  means: Means,
  context: { ipAddress?: string } = {},
): Promise<ChargeResult> {
  const { db, secrets, clock, log, gatewayFor, wake } = needs
  const amount = money(transaction.amount_minor, transaction.currency)
  const operation = newOperationId()
  const gateway = gatewayFor(transaction.environment)

  // guard: charge-intent
  await retryWhileBusy(() =>
    db.transaction((sql) => claim(sql, needs, operation, transaction, means), {
      mutexKey: `payment ${transaction.id}`,
    }),
  )
  const requestedAt = performance.now()
  const reply = await gateway.charge({
    code: transaction.transaction_uuid,
    reference: operation,
    token: means.authentication ? tokenOf(secrets, means.authentication) : means.token,
    amount,
    billTo: billToOf(transaction),
    evidence: means.authentication ? evidenceOf(secrets, means.authentication) : {},
    ...context,
  })
  // guard: charge-reply
  log.info('charge reply received', {
    transaction_uuid: transaction.transaction_uuid,
    operation,
    state: reply.kind,
    duration_ms: Math.round(performance.now() - requestedAt),
    ...(reply.kind !== 'not_sent' && reply.correlationId && { correlation_id: reply.correlationId }),
  })
  if (reply.kind === 'unknown') {
    // After a reply that reports a gateway failure we can inquire at once. Without a reply the request may still be in
    // transit.
    const seconds = reply.acknowledged ? 0 : needs.inquiryAfterSeconds
    await loseContact(db, operation, { nextCheckAt: clock.now().add({ seconds }), ...reply })
    wake()
    return 'unknown'
  }
  if (reply.kind === 'not_sent') {
    const releaseClaim = (event: 'not_sent' | 'abandoned') =>
      db.transaction((sql) => release(sql, operation, transaction, means, event, clock.now()))
    // guard: unsent-charge-release
    if ((await releaseClaim('not_sent').catch(otherAttemptRunning)) === 'other_attempt_running')
      await releaseClaim('abandoned')
    return 'not_sent'
  }
  const card = means.authentication?.card ?? noCard
  await recordChargeOutcome(needs, { operation, transaction, card }, reply)
  wake()
  return 'finished'
}

/**
 * A customer at a busy payment link waits here for the next attempt slot, because the authentication can be claimed
 * only once.
 */
const longestWaitSeconds = 12

async function retryWhileBusy(claimed: () => Promise<void>): Promise<void> {
  for (let waited = 0; ; ) {
    try {
      return await claimed()
    } catch (error) {
      const seconds = secondsOfBusy(error)
      // guard: payment-turn-wait
      if (seconds === undefined || waited + seconds > longestWaitSeconds) throw error
      waited += seconds
      await sleep(seconds * 1000)
    }
  }
}

async function claim(
  sql: Tx,
  needs: ChargeNeeds,
  operation: string,
  transaction: PricedTransaction,
  means: Means,
): Promise<void> {
  const now = needs.clock.now()
  const { authentication } = means
  if (authentication && !(await useAuthentication(sql, authentication, transaction, now)))
    throw new Problem(cardProblems.attempt_not_found)
  await insertOperation(sql, {
    id: operation,
    kind: 'charge',
    state: 'sent',
    subject: { cardTransactionId: transaction.id },
    fingerprint: fingerprint([
      transaction.transaction_uuid,
      transaction.amount_minor,
      transaction.currency,
      authentication ? authentication.token_id : means.token.id,
    ]),
    amountMinor: transaction.amount_minor,
    currency: transaction.currency,
    // If this process dies before the reply is recorded, a worker inquires once the call can no longer be running.
    nextCheckAt: now.add({ seconds: needs.gatewayTimeoutSeconds + needs.inquiryAfterSeconds }),
    now,
  })
  const [claimed] = await sql.rows(claimTransaction, [
    transaction.id,
    operation,
    now,
    transaction.charge_fingerprint,
  ])
  if (!claimed) throw await whyNotFree(sql, transaction.id, now)
  // guard: bare-card-token-use
  if (
    !authentication &&
    (await sql.rows(consumeBareToken, [means.token.id, transaction.id, now])).length === 0
  )
    throw new Problem(cardProblems.transient_token_invalid)
  const linkId = transaction.payment_link_id
  if (linkId !== null) await reserveUse(sql, { linkId, transactionId: transaction.id }, now)
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

async function whyNotFree(sql: Tx, id: bigint, now: Temporal.Instant): Promise<Problem> {
  const transaction = await lockedTransaction(sql, id)
  const open = transaction.status === 'PENDING' && Temporal.Instant.compare(transaction.expires_at, now) > 0
  const fault = open && transaction.running_operation === null && merchantFault(transaction)
  if (fault) return fault
  if (open || transaction.running_operation !== null) return new Problem(cardProblems.attempt_running)
  if (transaction.status === 'CANCELLED') return new Problem(cardProblems.transaction_cancelled)
  if (transaction.status !== 'PENDING' && transaction.status !== 'EXPIRED')
    return new Problem(cardProblems.transaction_finished)
  return new Problem(cardProblems.transaction_expired)
}

/**
 * Undoes the claim of a charge that was never sent. The customer may retry, with the same authentication unless another
 * attempt is active.
 */
async function release(
  sql: Tx,
  operation: string,
  transaction: PricedTransaction,
  { authentication }: Means,
  event: 'not_sent' | 'abandoned',
  now: Temporal.Instant,
): Promise<void> {
  if (!(await resolveOperation(sql, operation, 'refused', { now, reason: 'not_sent' }))) return
  const [released] = await sql.rows(releaseTransaction, [transaction.id, operation])
  // guard: unsent-charge-link-use
  if (released && released.payment_link_id !== null) {
    const linkId = released.payment_link_id
    await recordUse(sql, { linkId, transactionId: transaction.id, result: 'not_sent', holdsUse: true }, now)
  }
  if (authentication) await releaseAuthentication(sql, authentication.id, now, event)
}
