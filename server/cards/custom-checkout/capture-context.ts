// Custom checkout: the merchant's own page holds the card fields and its server makes the calls. Authentication, charge
// and completion are the same as for hosted checkout.
import type { z } from 'zod'
import { Problem } from '../../kernel/problem.ts'
import type { Merchant } from '../../merchants/identity/merchant.ts'
import { isUniqueViolation, type Sql } from '../../platform/database/database.ts'
import { check } from '../../platform/http/body/body.ts'
import {
  type AuthenticationNeeds,
  readCardToken,
  setUpAuthentication,
} from '../authentication/authentication.ts'
import { enrol } from '../authentication/enrolment.ts'
import { stepUpOf } from '../authentication/move-authentication.ts'
import { browserFacts, payerDevice, type RequestFacts } from '../authentication/payer-device.ts'
import { type AuthenticationRow, abandonIdle, findByReference } from '../authentication/queries.ts'
import type { NewChargeNeeds } from '../charges/charge.ts'
import { cardNetworks, type TokenKey } from '../gateway/gateway.ts'
import { newTransactionUuid, type OrderRules } from '../orders/create-order.ts'
import { commissionOn } from '../transaction/amount.ts'
import { cardProblems } from '../transaction/problems.ts'
import { pricedTransactionByUuid } from '../transaction/queries.ts'
import { fillMicroform, findMicroform, insertMicroform, type MicroformRow } from './queries.ts'
import {
  captureContextSchema,
  type Enrolment,
  type enrolmentResponse,
  readEnrolment,
  setupSchema,
} from './schemas.ts'

export type MicroformNeeds = NewChargeNeeds &
  AuthenticationNeeds & { transactionPrefix: string; checkoutTtlSeconds: number; rules: OrderRules }

/** How long the card fields of a capture context issue tokens, both at the gateway and here. */
const contextSeconds = 900

/**
 * Opens a capture context for the merchant's page, and creates the transaction that it will pay.
 * @throws Problem 403, 502.
 */
export async function openCaptureContext(needs: MicroformNeeds, merchant: Merchant, body: unknown) {
  const request = check(captureContextSchema, body, 'body')
  assertEnabled(merchant)
  if (!isAllowedOrigin(merchant, request.target_origin)) throw new Problem(cardProblems.origin_not_allowed)
  const createdAt = needs.clock.now()
  const context = await needs.gatewayFor(merchant.environment).openCaptureContext({
    targetOrigins: [request.target_origin],
    allowedCardNetworks: [...new Set(request.allowed_card_networks ?? cardNetworks)],
  })
  if (context.kind !== 'opened') {
    needs.log.warn('capture context unavailable', {
      merchant_code: merchant.merchantCode,
      reason: context.cause,
    })
    throw new Problem(cardProblems.gateway_unreachable)
  }
  const transactionUuid = await store(needs, merchant, {
    reference: request.merchant_reference,
    targetOrigin: request.target_origin,
    locale: request.locale ?? 'fr_FR',
    createdAt,
    tokenKey: context.tokenKey,
  })
  return {
    jwt: context.jwt,
    transaction_uuid: transactionUuid,
    expires_in: Math.min(contextSeconds, needs.checkoutTtlSeconds),
  }
}

type Session = {
  reference: string
  targetOrigin: string
  locale: string
  createdAt: Temporal.Instant
  tokenKey: TokenKey
}

async function store(needs: MicroformNeeds, merchant: Merchant, session: Session): Promise<string> {
  const transactionUuid = newTransactionUuid(needs.transactionPrefix, session.createdAt)
  const expiresAt = session.createdAt.add({ seconds: needs.checkoutTtlSeconds })
  try {
    await needs.db.rows(insertMicroform, [
      transactionUuid,
      merchant.id,
      merchant.environment,
      merchant.commissionRateBp,
      merchant.bankRateBp,
      session.reference,
      session.targetOrigin,
      session.locale,
      session.createdAt,
      expiresAt,
      session.tokenKey.id,
      JSON.stringify(session.tokenKey.publicKey),
    ])
    return transactionUuid
  } catch (error) {
    if (isUniqueViolation(error, 'card_transaction_transaction_uuid_key'))
      return store(needs, merchant, session)
    throw error
  }
}

/** Whether the origin matches one in the merchant's profile exactly: scheme, host and port. */
function isAllowedOrigin({ environment, microformAllowedOrigins }: Merchant, origin: string): boolean {
  const { protocol, hostname, origin: canonical } = new URL(origin)
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  const isSafe = protocol === 'https:' || (isLocal && environment === 'sandbox')
  // guard: custom-checkout-origin
  return origin === canonical && isSafe && !origin.includes('*') && microformAllowedOrigins.includes(origin)
}

/**
 * Starts payer authentication for a card token.
 * @throws Problem 400, 404, 409, 410, 502.
 */
export async function setUpMicroform(needs: MicroformNeeds, merchant: Merchant, body: unknown) {
  const request = check(setupSchema, body, 'body')
  const transaction = await microformOf(needs.db, merchant, request.transaction_uuid)
  assertEnabled(merchant)
  assertOpen(transaction, needs.clock.now())
  const setup = await setUpAuthentication(needs, transaction, request.transient_token)
  return {
    status: 'COMPLETED' as const,
    transaction_uuid: transaction.transaction_uuid,
    reference_id: setup.referenceId,
    device_data_collection_url: setup.deviceDataCollectionUrl,
    access_token: setup.accessToken,
  }
}

/**
 * Fixes amount and payer, and enrols the payer in 3-D Secure. A retry gets the recorded response.
 * @throws Problem 400, 404, 409, 410, 502.
 */
export async function enrolMicroform(
  needs: MicroformNeeds,
  merchant: Merchant,
  body: unknown,
  facts: RequestFacts,
) {
  const request = readEnrolment(body)
  const transaction = await microformOf(needs.db, merchant, request.transactionUuid)
  assertEnabled(merchant)
  const token = await readCardToken(needs, transaction, request.token)
  const [attempt] = await needs.db.rows(findByReference, [transaction.id, request.referenceId])
  if (attempt && attempt.token_id !== token.id) throw new Problem(cardProblems.transient_token_invalid)
  if (attempt && hasReply(attempt)) {
    assertEnrolled(attempt, request)
    return renderEnrolment(needs, transaction, attempt)
  }
  assertOpen(transaction, needs.clock.now())
  if (!attempt) throw new Problem(cardProblems.attempt_not_found)
  await fill(needs, merchant, transaction, request)
  await needs.db.rows(abandonIdle, [transaction.id, request.referenceId])
  const { ip_address, user_agent, accept_header, ...browser } = request.browser
  const result = await enrol(
    needs,
    await pricedTransactionByUuid(needs.db, transaction.transaction_uuid),
    request.referenceId,
    {
      browser: browserFacts(browser, {
        ipAddress: ip_address ?? facts.ipAddress,
        userAgent: user_agent ?? facts.userAgent,
        acceptHeader: accept_header ?? facts.acceptHeader,
      }),
      // The request came from the merchant's server, so it tells nothing of the payer's device.
      device: payerDevice(browser, { ipAddress: ip_address, userAgent: user_agent }),
    },
  )
  if (result.kind !== 'failed') return renderEnrolment(needs, transaction, result.authentication)
  needs.wake()
  return renderEnrolment(needs, await microformOf(needs.db, merchant, transaction.transaction_uuid))
}

function hasReply({ state }: AuthenticationRow): boolean {
  return state !== 'set_up' && state !== 'enrolling' && state !== 'abandoned'
}

/**
 * Checks that the amount and currency are those of the enrolment.
 * @throws Problem 400.
 */
export function assertEnrolled(
  { amount_minor, currency }: Pick<MicroformRow, 'amount_minor' | 'currency'>,
  { amount }: Pick<Enrolment, 'amount'>,
): void {
  if (amount_minor !== amount.minor || currency !== amount.currency)
    throw new Problem(cardProblems.amount_not_enrolled)
}

/**
 * Builds the response to an enrolment.
 * @param authentication absent when the attempt failed, and the transaction with it.
 */
function renderEnrolment(
  { secrets }: Pick<MicroformNeeds, 'secrets'>,
  transaction: MicroformRow,
  authentication?: AuthenticationRow,
): z.input<typeof enrolmentResponse> {
  const failed = authentication === undefined || authentication.state === 'failed'
  const stepUp = authentication?.state === 'challenged' ? stepUpOf(secrets, authentication) : undefined
  return {
    status: failed ? 'FAILED' : stepUp ? 'CHALLENGE_REQUIRED' : 'AUTHENTICATED',
    transaction_uuid: transaction.transaction_uuid,
    authentication_transaction_id: authentication?.authentication_transaction_id ?? null,
    challenge_required: stepUp !== undefined,
    step_up_url: stepUp?.stepUpUrl ?? null,
    access_token: stepUp?.accessToken ?? null,
    message: failed ? transaction.message : null,
  }
}

/** The fields that a charge adds to those of an enrolment. */
type ChargeDetails = { until: Temporal.Instant; fingerprint: Buffer; reference: string; callbackUrl: string }

/**
 * Stores amount, commission and payer while no operation is running. The first request that gives an amount fixes it.
 * @throws Problem 400 for another amount; 409 while a charge is running.
 */
export async function fill(
  { db, clock }: Pick<MicroformNeeds, 'db' | 'clock'>,
  merchant: Merchant,
  transaction: MicroformRow,
  { amount, billTo }: Pick<Enrolment, 'amount' | 'billTo'>,
  chargeDetails?: ChargeDetails,
): Promise<void> {
  if (transaction.amount_minor !== null) assertEnrolled(transaction, { amount })
  const now = clock.now()
  const parts = commissionOn(amount, {
    commissionRateBp: transaction.commission_rate_bp,
    bankRateBp: transaction.bank_rate_bp,
  })
  const [filled] = await db.rows(fillMicroform, [
    transaction.id,
    now,
    amount.minor,
    amount.currency,
    parts.commission.minor,
    parts.bank.minor,
    parts.service.minor,
    parts.merchant.minor,
    billTo.forename,
    billTo.surname,
    billTo.email,
    billTo.phone,
    billTo.addressLine1,
    billTo.city,
    billTo.country,
    billTo.state ?? null,
    billTo.postalCode ?? null,
    chargeDetails?.until ?? null,
    chargeDetails?.fingerprint ?? null,
    chargeDetails?.reference ?? null,
    chargeDetails?.callbackUrl ?? null,
  ])
  if (filled) return
  const current = await microformOf(db, merchant, transaction.transaction_uuid)
  if (current.amount_minor !== null) assertEnrolled(current, { amount })
  throw new Problem(chargeDetails ? cardProblems.charge_running : cardProblems.attempt_running)
}

/**
 * Reads a custom checkout of this merchant.
 * @throws Problem 404 when it does not exist, belongs to another merchant or is not a custom checkout.
 */
export async function microformOf(db: Sql, merchant: Merchant, uuid: string): Promise<MicroformRow> {
  const [transaction] = await db.rows(findMicroform, [uuid, merchant.id, merchant.environment])
  if (!transaction) throw new Problem(cardProblems.transaction_not_found)
  return transaction
}

export function assertEnabled({ microformEnabled }: Merchant): void {
  if (!microformEnabled) throw new Problem(cardProblems.microform_disabled)
}

function assertOpen(transaction: MicroformRow, now: Temporal.Instant): void {
  assertNotExpired(transaction, now)
  if (transaction.status !== 'PENDING') throw new Problem(cardProblems.transaction_finished)
  if (transaction.running_operation !== null) throw new Problem(cardProblems.attempt_running)
  assertContextLives(transaction, now)
}

/**
 * Refuses an expired transaction; one held by a running operation has not expired.
 * @throws Problem 410.
 */
export function assertNotExpired(transaction: MicroformRow, now: Temporal.Instant): void {
  const problem =
    transaction.status === 'PENDING' &&
    transaction.running_operation === null &&
    Temporal.Instant.compare(transaction.expires_at, now) <= 0
  if (problem || transaction.status === 'EXPIRED') throw new Problem(cardProblems.transaction_expired)
}

/**
 * Refuses a transaction whose capture context has expired.
 * @throws Problem 410.
 */
export function assertContextLives({ created_at }: MicroformRow, now: Temporal.Instant): void {
  if (Temporal.Instant.compare(created_at.add({ seconds: contextSeconds }), now) < 0)
    throw new Problem(cardProblems.capture_context_expired)
}
