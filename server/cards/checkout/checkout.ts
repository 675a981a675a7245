// The actions of the checkout page, and the state that the page shows after a reload, in another tab or on the way back
// from the bank.

import { z } from 'zod'
import type { Environment } from '../../kernel/environment.ts'
import { Problem, type ProblemSpec } from '../../kernel/problem.ts'
import { operationById } from '../../ledger/operation.ts'
import { signingProblems } from '../../merchants/problems.ts'
import { check, text } from '../../platform/http/body/body.ts'
import { type RateLimit, takeFromBudget } from '../../platform/http/rate-limit.ts'
import {
  type AuthenticationNeeds,
  activeAuthentication,
  completeChallenge,
  setUpAuthentication,
} from '../authentication/authentication.ts'
import { enrol } from '../authentication/enrolment.ts'
import { stepUpOf } from '../authentication/move-authentication.ts'
import {
  browserFacts,
  browserSchema,
  payerDevice,
  type RequestFacts,
} from '../authentication/payer-device.ts'
import { abandonChallenge } from '../authentication/queries.ts'
import { charge } from '../charges/charge.ts'
import type { NewChargeNeeds } from '../charges/charge-store.ts'
import { merchantFault, type PaymentCredential } from '../charges/claim-charge.ts'
import { cardNetworks, type TokenKey } from '../gateway/gateway.ts'
import { completeTransaction } from '../transaction/completion.ts'
import { isDeclineByPhone } from '../transaction/decline-reasons.ts'
import { partProblem, refuseDeclinedVisitor } from '../transaction/link-uses.ts'
import { closedToCharge } from '../transaction/payment-link.ts'
import { cardProblems } from '../transaction/problems.ts'
import {
  lastDeclineReason,
  lockedTransaction,
  type PricedTransaction,
  pricedTransactionByUuid,
} from '../transaction/queries.ts'
import { cancelLink, pendingLink } from './checkout-addresses.ts'

export type CheckoutNeeds = NewChargeNeeds &
  AuthenticationNeeds & {
    /** The environments that this deployment has a card gateway for. */
    environments: readonly Environment[]
    /** How often card fields may be opened, per payment. */
    cardFieldsBudget: RateLimit
  }

/** Why the last card was declined, when the payer may try again. */
export type Declined = {
  reason: string
  /** How many attempts were declined so far, and how many are left. */
  attempts: number
  left: number
}

/** The state of the checkout page. */
export type Progress =
  | { state: 'CARD'; declined?: Declined }
  | { state: 'CHALLENGE'; step_up_url: string; access_token: string }
  /** `back_url` is set once the outcome is unknown: where the customer may go meanwhile, or null for nowhere. */
  | { state: 'CONFIRMING'; back_url?: string | null }
  | { state: 'DONE' }
  | { state: 'EXPIRED' }
  | { state: 'CANCELLED' }
  /** No card is accepted: the payment link has no use left, or the merchant cannot take payments here. */
  | { state: 'LINK_CLOSED' }

export async function progressOf(needs: CheckoutNeeds, transaction: PricedTransaction): Promise<Progress> {
  const state = stateOf(needs, transaction)
  if (state === 'CONFIRMING') return confirming(needs, transaction)
  if (state !== 'CARD') return { state }
  const now = needs.clock.now()
  const active = await activeAuthentication(needs.db, transaction.id)
  if (!active || Temporal.Instant.compare(active.expires_at, now) <= 0) return cardWanted(needs, transaction)
  if (active.state === 'challenged') {
    const stepUp = stepUpOf(needs.secrets, active)
    return stepUp
      ? { state: 'CHALLENGE', step_up_url: stepUp.stepUpUrl, access_token: stepUp.accessToken }
      : cardWanted(needs, transaction)
  }
  const atWork = active.lease_until !== null && Temporal.Instant.compare(active.lease_until, now) > 0
  return atWork ? { state: 'CONFIRMING' } : cardWanted(needs, transaction)
}

/** The card form, with the reason of the last decline if a card was declined. */
async function cardWanted(
  needs: Pick<CheckoutNeeds, 'db'>,
  transaction: PricedTransaction,
): Promise<Progress> {
  const declined = await lastDecline(needs, transaction)
  const isOfCard = declined && !isDeclineByPhone(declined.reason)
  return { state: 'CARD', ...(isOfCard && { declined }) }
}

/** Why the last attempt at an open payment was declined, by whichever method. */
export async function lastDecline(
  { db }: Pick<CheckoutNeeds, 'db'>,
  { id, declined_attempts: attempts, checkout_attempts: max }: PricedTransaction,
): Promise<Declined | undefined> {
  const reason = attempts > 0 && (await lastDeclineReason(db, id))
  return reason ? { reason, attempts, left: max - attempts } : undefined
}

/** What the transaction alone says; in state CARD an authentication may be under way. */
function stateOf(
  needs: Pick<CheckoutNeeds, 'clock' | 'environments'>,
  transaction: PricedTransaction,
): Exclude<Progress['state'], 'CHALLENGE'> {
  if (transaction.status === 'CANCELLED') return 'CANCELLED'
  if (transaction.status === 'EXPIRED') return 'EXPIRED'
  if (transaction.status !== 'PENDING') return 'DONE'
  if (transaction.running_operation !== null) return 'CONFIRMING'
  if (Temporal.Instant.compare(transaction.expires_at, needs.clock.now()) <= 0) return 'EXPIRED'
  return closedTo(needs, transaction) ? 'LINK_CLOSED' : 'CARD'
}

async function confirming(needs: CheckoutNeeds, transaction: PricedTransaction): Promise<Progress> {
  const state = (await operationById(needs.db, transaction.running_operation ?? ''))?.state
  const isUnknown = state === 'unknown' || state === 'undoing'
  return { state: 'CONFIRMING', ...(isUnknown && { back_url: pendingLink(transaction) }) }
}

/**
 * Opens a capture context for the card fields of this page. Each is a call to the gateway and a stored key, so a payment has a
 * budget of them.
 * @throws Problem 429; 502 when the gateway is unreachable.
 */
export async function openCardFields(needs: CheckoutNeeds, transaction: PricedTransaction) {
  assertOpen(needs, transaction)
  // guard: card-fields-budget
  takeFromBudget(needs.cardFieldsBudget, transaction.id)
  const context = await needs.gatewayFor(transaction.environment).openCaptureContext({
    targetOrigins: [new URL(needs.baseUrl).origin],
    allowedCardNetworks: [...cardNetworks],
  })
  if (context.kind !== 'opened') {
    needs.log.warn('capture context unavailable', {
      transaction_uuid: transaction.transaction_uuid,
      reason: context.cause,
    })
    throw new Problem(cardProblems.gateway_unreachable)
  }
  const key = { transactionId: transaction.id, key: context.tokenKey, now: needs.clock.now() }
  await needs.authenticationStore.addTokenKey(key)
  return {
    capture_context: context.jwt,
    library_url: context.libraryUrl,
    library_integrity: context.libraryIntegrity,
    expires_at: context.expiresAt.toString(),
  }
}

/** What the page's script needs to open the card fields. */
export type CardFieldsSession = Awaited<ReturnType<typeof openCardFields>>

export async function setUp(
  needs: CheckoutNeeds,
  transaction: PricedTransaction & { token_keys: readonly TokenKey[] | null },
  body: unknown,
) {
  const { transient_token } = check(setupSchema, body, 'body')
  assertOpen(needs, transaction)
  const setup = await setUpAuthentication(needs, transaction, transient_token)
  return {
    reference_id: setup.referenceId,
    device_data_collection_url: setup.deviceDataCollectionUrl,
    access_token: setup.accessToken,
  }
}

/** Enrols the payer, and charges immediately when the issuer asks for no challenge. A double click runs it once. */
export async function pay(
  needs: CheckoutNeeds,
  transaction: PricedTransaction,
  body: unknown,
  request: RequestFacts,
): Promise<Progress> {
  const { reference_id, browser } = check(paySchema, body, 'body')
  assertOpen(needs, transaction)
  const linkId = transaction.payment_link_id
  if (linkId !== null)
    await refuseDeclinedVisitor(needs.db, { linkId, transactionId: transaction.id }, needs.clock.now())
  const payer = { browser: browserFacts(browser, request), device: payerDevice(browser, request) }
  // Charges through a link may have to wait for their turn, so their pass is stored first.
  const result = await enrol(needs, transaction, reference_id, payer, { chargeStoresResult: linkId === null })
  if (result.kind === 'authenticated') return chargeAndReport(needs, transaction, result, request)
  return progressOf(needs, await pricedTransactionByUuid(needs.db, transaction.transaction_uuid))
}

/** Reads the result of the challenge, and charges when the payer is authenticated. */
export async function continueAfterChallenge(
  needs: CheckoutNeeds,
  transaction: PricedTransaction,
  request: RequestFacts,
): Promise<Progress> {
  assertOpen(needs, transaction)
  const result = await completeChallenge(needs, transaction)
  if (result.kind === 'authenticated') return chargeAndReport(needs, transaction, result, request)
  return progressOf(needs, await pricedTransactionByUuid(needs.db, transaction.transaction_uuid))
}

async function chargeAndReport(
  needs: CheckoutNeeds,
  transaction: PricedTransaction,
  credential: PaymentCredential,
  { ipAddress }: RequestFacts,
): Promise<Progress> {
  const result = await charge(needs, transaction, credential, { ipAddress })
  if (result.state === 'not_sent') throw new Problem(cardProblems.gateway_unreachable)
  const payment = result.state === 'finished' ? result.payment : undefined
  return progressOf(needs, payment ?? (await pricedTransactionByUuid(needs.db, transaction.transaction_uuid)))
}

/** Abandons a challenge so that the customer can enter another card. */
export async function restart(needs: CheckoutNeeds, transaction: PricedTransaction): Promise<Progress> {
  await needs.db.rows(abandonChallenge, [transaction.id])
  return progressOf(needs, await pricedTransactionByUuid(needs.db, transaction.transaction_uuid))
}

/**
 * Moves PENDING to CANCELLED unless a charge is running, and returns where to send the customer.
 * @throws Problem 409, 410.
 */
export async function cancel(
  needs: CheckoutNeeds,
  transaction: PricedTransaction,
  ours: Record<string, string> = {},
): Promise<string> {
  const { db, clock } = needs
  const cancelled = await db.transaction(async (sql) => {
    const locked = await lockedTransaction(sql, transaction.id)
    const now = clock.now()
    // guard: cancellation-deadline
    if (locked.status === 'PENDING' && Temporal.Instant.compare(locked.expires_at, now) <= 0) return locked
    return (await completeTransaction(sql, locked, { kind: 'cancelled' }, now))
      ? { ...locked, status: 'CANCELLED' as const }
      : locked
  })
  needs.wake()
  if (cancelled.status === 'CANCELLED') return cancelLink(needs, cancelled, ours)
  if (
    cancelled.status === 'EXPIRED' ||
    (cancelled.status === 'PENDING' && cancelled.running_operation === null)
  ) {
    throw new Problem(cardProblems.transaction_expired)
  }
  throw new Problem(
    cancelled.running_operation === null ? cardProblems.transaction_finished : cardProblems.attempt_running,
  )
}

/** Refuses a payment that accepts no card now. Nothing is read: no authentication keeps it from accepting one. */
function assertOpen(needs: CheckoutNeeds, transaction: PricedTransaction): void {
  const fault = problemOf(needs, transaction, { state: stateOf(needs, transaction) })
  if (fault) throw fault
}

/** Why an ended payment accepts no card. */
const refusals: Partial<Record<Progress['state'], ProblemSpec>> = {
  DONE: cardProblems.transaction_finished,
  EXPIRED: cardProblems.transaction_expired,
  CANCELLED: cardProblems.transaction_cancelled,
}

/** Returns why a payment accepts no card in this state; undefined when it does, or when its outcome is pending. */
export function problemOf(
  needs: Pick<CheckoutNeeds, 'environments'>,
  transaction: PricedTransaction,
  { state }: Pick<Progress, 'state'>,
): Problem | undefined {
  if (state === 'LINK_CLOSED') return closedTo(needs, transaction)
  const spec = refusals[state]
  return spec && new Problem(spec)
}

/** Returns why a transaction waiting for a card cannot accept one; undefined when it can. */
function closedTo(
  { environments }: Pick<CheckoutNeeds, 'environments'>,
  transaction: PricedTransaction,
): Problem | undefined {
  if (transaction.link_closed !== null) return closedToCharge(transaction.link_closed)
  if (transaction.part_fault) return partProblem(transaction.part_fault)
  const fault = merchantFault(transaction)
  if (fault) return fault
  const isServed = environments.includes(transaction.environment)
  return isServed ? undefined : new Problem(signingProblems.environment_wrong)
}

const setupSchema = z.object({ transient_token: text({ min: 1, max: 8192 }) })

const paySchema = z.object({ reference_id: text({ min: 1, max: 200 }), browser: browserSchema })

export const languageQuery = z.enum(['fr', 'en']).optional().meta({
  description: 'The language of the page. Defaults to that of the link, then of the browser.',
})
