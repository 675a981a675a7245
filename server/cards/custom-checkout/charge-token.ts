// Charges a custom checkout. The transaction_uuid is the idempotency reference: one charge, one outcome.
import type { z } from 'zod'
import { Problem } from '../../kernel/problem.ts'
import type { Merchant } from '../../merchants/identity/merchant.ts'
import { assertNoOpenChallenge, completeChallenge, readCardToken } from '../authentication/authentication.ts'
import { type AuthenticationRow, findById } from '../authentication/queries.ts'
import { charge } from '../charges/charge.ts'
import type { Means } from '../charges/claim-charge.ts'
import type { TransientToken } from '../gateway/gateway.ts'
import { cardProblems } from '../transaction/problems.ts'
import { lockedTransaction, type PricedTransaction, pricedTransactionByUuid } from '../transaction/queries.ts'
import { enqueuePaymentWebhook } from '../transaction/webhooks.ts'
import {
  assertContextLives,
  assertEnabled,
  assertEnrolled,
  assertNotExpired,
  fill,
  type MicroformNeeds,
  microformOf,
} from './capture-context.ts'
import { adoptCharge, type MicroformRow, releaseMicroform } from './queries.ts'
import { type ChargeOrder, type chargeResponse, readCharge } from './schemas.ts'

/**
 * Added to the gateway timeout to allow for the validation before the claim. Once claimed, the operation holds the
 * transaction.
 */
const preparationSeconds = 30

export type MicroformOutcome = z.output<typeof chargeResponse>

/**
 * Charges a custom checkout once. A retry gets the recorded outcome.
 * @throws Problem 400, 403, 404, 409, 410; 502 when the outcome is not known yet or the gateway could not be called.
 */
export async function chargeMicroform(
  needs: MicroformNeeds,
  merchant: Merchant,
  body: unknown,
): Promise<MicroformOutcome> {
  const order = readCharge(body, (url) => needs.rules.acceptsUrl(url, merchant.environment, 'callback'))
  const transaction = await microformOf(needs.db, merchant, order.transactionUuid)
  const recorded = await storedOutcome(needs, transaction, order)
  if (recorded) return recorded
  assertEnabled(merchant)
  assertContextLives(transaction, needs.clock.now())
  const token = await readCardToken(needs, transaction, order.token)
  const until = needs.clock.now().add({ seconds: needs.gatewayTimeoutSeconds + preparationSeconds })
  await fill(needs, merchant, transaction, order, { ...order, until })
  let payment: PricedTransaction | undefined
  try {
    payment = await attempt(
      needs,
      await pricedTransactionByUuid(needs.db, order.transactionUuid),
      order,
      token,
    )
  } catch (error) {
    await needs.db.rows(releaseMicroform, [transaction.id, order.fingerprint])
    throw chargeFault(error)
  }
  return outcomeOf(payment ?? (await microformOf(needs.db, merchant, order.transactionUuid)))
}

/** Runs the charge; when it returns, the transaction has an outcome. Returns the payment if this charge ended it. */
async function attempt(
  needs: MicroformNeeds,
  transaction: PricedTransaction,
  order: ChargeOrder,
  token: TransientToken,
): Promise<PricedTransaction | undefined> {
  const means = await meansOf(needs, transaction, order, token)
  if (means === 'refused') {
    needs.wake()
    return undefined
  }
  const result = await charge(needs, transaction, means)
  if (result.state === 'not_sent') throw new Problem(cardProblems.gateway_unreachable)
  if (result.state === 'unknown') throw new Problem(cardProblems.charge_outcome_unknown)
  return result.payment
}

/**
 * Returns what the charge pays with. An authentication named by the merchant must belong to this transaction, token and
 * amount and be unused. Without one, the gateway decides.
 */
async function meansOf(
  needs: MicroformNeeds,
  transaction: PricedTransaction,
  order: ChargeOrder,
  token: TransientToken,
): Promise<Means | 'refused'> {
  const { authenticationId } = order
  if (authenticationId === undefined) {
    // guard: charge-during-challenge
    await assertNoOpenChallenge(needs, transaction.id)
    return { token }
  }
  const [found] = await needs.db.rows(findById, [transaction.id, authenticationId])
  if (!found || !fits(found, transaction, token, needs.clock.now()))
    throw new Problem(cardProblems.authentication_invalid)
  if (found.state === 'authenticated') return { authentication: found }
  const result = await completeChallenge(needs, transaction)
  if (result.kind === 'failed') return 'refused'
  const { authentication } = result
  if (result.kind !== 'authenticated' || authentication.id !== found.id)
    throw new Problem(cardProblems.authentication_invalid)
  return { authentication }
}

function fits(
  authentication: AuthenticationRow,
  transaction: PricedTransaction,
  token: TransientToken,
  now: Temporal.Instant,
): boolean {
  return (
    (authentication.state === 'authenticated' || authentication.state === 'challenged') &&
    authentication.token_id === token.id &&
    authentication.amount_minor === transaction.amount_minor &&
    authentication.currency === transaction.currency &&
    Temporal.Instant.compare(authentication.expires_at, now) > 0
  )
}

/**
 * Returns the recorded outcome, or undefined while the transaction may still be charged.
 * @throws Problem 409, 410, 502.
 */
async function storedOutcome(
  needs: MicroformNeeds,
  transaction: MicroformRow,
  order: ChargeOrder,
): Promise<MicroformOutcome | undefined> {
  const now = needs.clock.now()
  assertNotExpired(transaction, now)
  const isRepeat = transaction.charge_fingerprint?.equals(order.fingerprint) ?? false
  if (transaction.status !== 'PENDING') {
    if (transaction.charge_fingerprint === null) return await adopt(needs, transaction, order, now)
    if (!isRepeat) throw new Problem(cardProblems.transaction_charged)
    return outcomeOf(transaction)
  }
  if (transaction.running_operation !== null) {
    const isLost = transaction.operation_state === 'unknown' || transaction.operation_state === 'undoing'
    throw new Problem(isRepeat && isLost ? cardProblems.charge_outcome_unknown : cardProblems.charge_running)
  }
  if (transaction.charge_until && Temporal.Instant.compare(transaction.charge_until, now) > 0)
    throw new Problem(cardProblems.charge_running)
  return undefined
}

/**
 * Attaches a charge to a transaction that failed at enrolment, before any callback address was known, and enqueues its
 * webhook.
 */
async function adopt(
  { db, wake }: MicroformNeeds,
  transaction: MicroformRow,
  order: ChargeOrder,
  now: Temporal.Instant,
): Promise<MicroformOutcome> {
  assertEnrolled(transaction, order)
  const adopted = await db.transaction(async (sql) => {
    const [row] = await sql.rows(adoptCharge, [
      transaction.id,
      order.fingerprint,
      order.reference,
      order.callbackUrl,
    ])
    if (row) await enqueuePaymentWebhook(sql, await lockedTransaction(sql, transaction.id), now)
    return row !== undefined
  })
  if (!adopted) throw new Problem(cardProblems.charge_running)
  wake()
  return outcomeOf(transaction)
}

/** Translates problems of page attempts from the shared charge path into those of a charge. */
function chargeFault(error: unknown): unknown {
  if (!(error instanceof Problem)) return error
  const { attempt_running, attempt_not_found, transaction_finished } = cardProblems
  if (error.spec === attempt_running || error.spec === attempt_not_found)
    return new Problem(cardProblems.charge_running)
  return error.spec === transaction_finished ? new Problem(cardProblems.transaction_charged) : error
}

function outcomeOf(
  transaction: Pick<
    MicroformRow,
    'status' | 'transaction_uuid' | 'cs_payment_id' | 'reason_code' | 'message'
  >,
): MicroformOutcome {
  return {
    status: transaction.status === 'FAILED' || transaction.status === 'CANCELLED' ? 'FAILED' : 'SUCCESS',
    transaction_uuid: transaction.transaction_uuid,
    transaction_id: transaction.cs_payment_id,
    reason_code: transaction.reason_code || null,
    message: transaction.message || null,
  }
}
