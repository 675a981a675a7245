// The only path that charges a card: claim, call, record. Hosted checkout, custom checkout and payment links all use
// it.
import { money } from '../../kernel/money.ts'
import { loseContact, newOperationId } from '../../ledger/operation.ts'
import { otherAttemptRunning } from '../authentication/enrolment.ts'
import { evidenceOf, tokenOf } from '../authentication/move-authentication.ts'
import { billToOf } from '../transaction/bill-to.ts'
import type { PricedTransaction } from '../transaction/queries.ts'
import { noCard } from '../transaction/transaction.ts'
import type { NewChargeNeeds } from './charge-store.ts'
import { claimCharge, type PaymentCredential, releaseClaim } from './claim-charge.ts'
import { recordChargeOutcome } from './record-charge.ts'

/**
 * `finished`: the transaction has its outcome; `payment` is the transaction with it, absent if it ended otherwise.
 * `unknown`: an inquiry will find it out. `not_sent`: nothing was sent to the gateway, so the customer may try again.
 */
export type ChargeResult =
  | { state: 'finished'; payment: PricedTransaction | undefined }
  | { state: 'unknown' }
  | { state: 'not_sent' }

/**
 * Charges a transaction, once, with an unused authentication or token that belongs to it.
 * @throws Problem 409, 410 when the transaction or the authentication is no longer available; 400 for a token that
 * another transaction presented first; 403 when the merchant is suspended or has left the environment; 429 for a
 * payment link visitor who was declined too often or waited too long. In all these cases the gateway was not called.
 */
export async function charge(
  needs: NewChargeNeeds,
  transaction: PricedTransaction,
  credential: PaymentCredential,
  context: { ipAddress?: string } = {},
): Promise<ChargeResult> {
  const { db, secrets, clock, log, gatewayFor, wake } = needs
  const amount = money(transaction.amount_minor, transaction.currency)
  const operation = newOperationId(db.cell)
  const gateway = gatewayFor(transaction.environment)

  // guard: charge-intent
  await claimCharge(needs, operation, transaction, credential)
  const requestedAt = performance.now()
  const reply = await gateway.charge({
    code: transaction.transaction_uuid,
    reference: operation,
    token: credential.authentication ? tokenOf(secrets, credential.authentication) : credential.token,
    amount,
    billTo: billToOf(transaction),
    evidence: credential.authentication ? evidenceOf(secrets, credential.authentication) : {},
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
    return { state: 'unknown' }
  }
  if (reply.kind === 'not_sent') {
    const release = (event: 'not_sent' | 'abandoned') =>
      db.transaction((sql) => releaseClaim(sql, operation, transaction, credential, event, clock.now()))
    // guard: unsent-charge-release
    if ((await release('not_sent').catch(otherAttemptRunning)) === 'other_attempt_running')
      await release('abandoned')
    return { state: 'not_sent' }
  }
  const card = credential.authentication?.card ?? noCard
  const payment = await recordChargeOutcome(needs, { operation, transaction, card }, reply)
  wake()
  return { state: 'finished', payment }
}
