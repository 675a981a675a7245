// Custom checkout: the merchant's own page holds the card fields and its server makes the calls. Authentication, charge
// and completion are the same as for hosted checkout.

import type { z } from 'zod'
import { Problem } from '../../kernel/problem.ts'
import type { Merchant } from '../../merchants/identity/merchant.ts'
import { isUniqueViolation } from '../../platform/database/database.ts'
import { check } from '../../platform/http/body/body.ts'
import { readCardToken, setUpAuthentication } from '../authentication/authentication.ts'
import { enrol } from '../authentication/enrolment.ts'
import { stepUpOf } from '../authentication/move-authentication.ts'
import { browserFacts, payerDevice, type RequestFacts } from '../authentication/payer-device.ts'
import { type AuthenticationRow, abandonIdle, findByReference } from '../authentication/queries.ts'
import { cardNetworks, type TokenKey } from '../gateway/gateway.ts'
import { newTransactionUuid } from '../orders/create-order.ts'
import { cardProblems } from '../transaction/problems.ts'
import {
  assertEnabled,
  assertEnrolled,
  assertOpen,
  contextSeconds,
  fill,
  insertMicroform,
  type MicroformNeeds,
  type MicroformRow,
  microformOf,
} from './microform.ts'
import { renewable, storeRenewal } from './renew-context.ts'
import { captureContextSchema, type enrolmentResponse, readEnrolment, setupSchema } from './schemas.ts'

/**
 * Opens a capture context for the merchant's page, and creates the transaction that it will pay, unless the request names the open
 * transaction whose card fields it renews.
 * @throws Problem 403, 404, 409, 410, 502.
 */
export async function openCaptureContext(needs: MicroformNeeds, merchant: Merchant, body: unknown) {
  const request = check(captureContextSchema, body, 'body')
  assertEnabled(merchant)
  if (!isAllowedOrigin(merchant, request.target_origin)) throw new Problem(cardProblems.origin_not_allowed)
  const createdAt = needs.clock.now()
  const renewed =
    request.transaction_uuid === undefined
      ? undefined
      : await renewable(needs, merchant, { ...request, transaction_uuid: request.transaction_uuid })
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
  const opened = { createdAt, tokenKey: context.tokenKey }
  return {
    jwt: context.jwt,
    transaction_uuid: renewed
      ? await storeRenewal(needs, renewed, opened)
      : await store(needs, merchant, request, opened),
    expires_in: Math.min(contextSeconds, needs.checkoutTtlSeconds),
  }
}

async function store(
  needs: MicroformNeeds,
  merchant: Merchant,
  request: z.output<typeof captureContextSchema>,
  context: { createdAt: Temporal.Instant; tokenKey: TokenKey },
): Promise<string> {
  const { createdAt, tokenKey } = context
  const transactionUuid = newTransactionUuid(needs.transactionPrefix, createdAt, needs.db.cell)
  try {
    await needs.db.rows(insertMicroform, [
      transactionUuid,
      merchant.id,
      merchant.environment,
      merchant.commissionRateBp,
      merchant.bankRateBp,
      request.merchant_reference,
      request.target_origin,
      request.locale ?? 'fr_FR',
      createdAt,
      createdAt.add({ seconds: needs.checkoutTtlSeconds }),
      tokenKey.id,
      JSON.stringify(tokenKey.publicKey),
      request.return_url ?? null,
    ])
    return transactionUuid
  } catch (error) {
    if (isUniqueViolation(error, 'card_transaction_transaction_uuid_key'))
      return store(needs, merchant, request, context)
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
  const priced = await fill(needs, merchant, transaction, request)
  await needs.db.rows(abandonIdle, [transaction.id, request.referenceId])
  const { ip_address, user_agent, accept_header, ...browser } = request.browser
  const result = await enrol(needs, priced, request.referenceId, {
    browser: browserFacts(browser, {
      ipAddress: ip_address ?? facts.ipAddress,
      userAgent: user_agent ?? facts.userAgent,
      acceptHeader: accept_header ?? facts.acceptHeader,
    }),
    // The request came from the merchant's server, so it tells nothing of the payer's device.
    device: payerDevice(browser, { ipAddress: ip_address, userAgent: user_agent }),
  })
  if (result.kind !== 'failed') return renderEnrolment(needs, transaction, result.authentication)
  needs.wake()
  return renderEnrolment(needs, await microformOf(needs.db, merchant, transaction.transaction_uuid))
}

function hasReply({ state }: AuthenticationRow): boolean {
  return state !== 'set_up' && state !== 'enrolling' && state !== 'abandoned'
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
