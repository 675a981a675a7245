// Charges a custom checkout. The transaction_uuid is the idempotency reference: one charge, one outcome.

import { Problem } from '../../kernel/problem.ts'
import type { Merchant } from '../../merchants/identity/merchant.ts'
import { assertNoOpenChallenge, completeChallenge, readCardToken } from '../authentication/authentication.ts'
import { findById } from '../authentication/queries.ts'
import { type ChargeResult, charge } from '../charges/charge.ts'
import type { PaymentCredential } from '../charges/claim-charge.ts'
import type { TransientToken } from '../gateway/gateway.ts'
import { cardProblems } from '../transaction/problems.ts'
import type { PricedTransaction } from '../transaction/queries.ts'
import {
  assertContextLives,
  assertEnabled,
  fill,
  type MicroformNeeds,
  type MicroformOutcome,
  microformOf,
  outcomeOf,
  releaseMicroform,
  storedOutcome,
} from './microform.ts'
import { type ChargeOrder, readCharge } from './schemas.ts'

/**
 * Added to the gateway timeout to allow for the validation before the claim. Once claimed, the operation holds the
 * transaction.
 */
const preparationSeconds = 30

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
  const microform = await microformOf(needs.db, merchant, order.transactionUuid)
  const recorded = await storedOutcome(needs, microform, order)
  if (recorded) return recorded
  assertEnabled(merchant)
  assertContextLives(microform, needs.clock.now())
  const token = await readCardToken(needs, microform, order.token)
  const until = needs.clock.now().add({ seconds: needs.gatewayTimeoutSeconds + preparationSeconds })
  const transaction = await fill(needs, merchant, microform, order, { ...order, until })
  let payment: PricedTransaction | undefined
  try {
    const credential = await credentialOf(needs, transaction, order, token)
    if (credential) payment = paymentOf(await charge(needs, transaction, credential))
  } catch (error) {
    await needs.db.rows(releaseMicroform, [transaction.id, order.fingerprint])
    throw chargeFault(error)
  }
  return outcomeOf(payment ?? (await microformOf(needs.db, merchant, order.transactionUuid)))
}

/** The payment as its charge ended it, if it did. @throws Problem 502 */
function paymentOf(result: ChargeResult): PricedTransaction | undefined {
  if (result.state === 'not_sent') throw new Problem(cardProblems.gateway_unreachable)
  if (result.state === 'unknown') throw new Problem(cardProblems.charge_outcome_unknown)
  return result.payment
}

/**
 * Returns what the charge pays with; undefined if the payment has failed with its authentication. An authentication named by the
 * merchant must belong to this transaction, token and amount and be unused. Without one, the gateway decides.
 */
async function credentialOf(
  needs: MicroformNeeds,
  transaction: PricedTransaction,
  { authenticationId }: ChargeOrder,
  token: TransientToken,
): Promise<PaymentCredential | undefined> {
  if (authenticationId === undefined) {
    // guard: charge-during-challenge
    await assertNoOpenChallenge(needs, transaction.id)
    return { token }
  }
  const [authentication] = await needs.db.rows(findById, [transaction.id, authenticationId])
  const isFitting =
    authentication !== undefined &&
    (authentication.state === 'authenticated' || authentication.state === 'challenged') &&
    authentication.token_id === token.id &&
    authentication.amount_minor === transaction.amount_minor &&
    authentication.currency === transaction.currency &&
    Temporal.Instant.compare(authentication.expires_at, needs.clock.now()) > 0
  if (!isFitting) throw new Problem(cardProblems.authentication_invalid)
  if (authentication.state === 'authenticated') return { authentication }
  const outcome = await completeChallenge(needs, transaction, authentication)
  if (outcome.kind === 'authenticated') return outcome
  if (outcome.kind === 'challenged') throw new Problem(cardProblems.authentication_invalid)
  needs.wake()
  return undefined
}

/** Translates problems of page attempts from the shared charge path into those of a charge. */
function chargeFault(error: unknown): unknown {
  if (!(error instanceof Problem)) return error
  const { attempt_running, attempt_not_found, transaction_finished } = cardProblems
  if (error.spec === attempt_running || error.spec === attempt_not_found)
    return new Problem(cardProblems.charge_running)
  return error.spec === transaction_finished ? new Problem(cardProblems.transaction_charged) : error
}
