// Enrols the payer in 3-D Secure, which shows whether the issuer requires a challenge.
import { Problem } from '../../kernel/problem.ts'
import { isUniqueViolation } from '../../platform/database/database.ts'
import { pathFor, stepUpReturnPath } from '../checkout/checkout-addresses.ts'
import type { BrowserFacts } from '../gateway/gateway.ts'
import { billToOf } from '../transaction/bill-to.ts'
import { cardProblems } from '../transaction/problems.ts'
import type { PricedTransaction } from '../transaction/queries.ts'
import {
  type AuthenticationNeeds,
  type AuthenticationOutcome,
  amountOfAttempt,
  recordReply,
} from './authentication.ts'
import type { EnrolmentStart } from './authentication-store.ts'
import { authenticationResult, moveAuthentication, tokenOf } from './move-authentication.ts'
import type { PayerDevice } from './payer-device.ts'
import { type AuthenticationRow, abandonStale, findByReference } from './queries.ts'

/** Who enrols: the browser data for the gateway, and what of it is kept. */
type Payer = { browser: BrowserFacts; device: PayerDevice }

/**
 * Enrols the payer: the issuer authenticates the cardholder, asks for a challenge or refuses.
 * @param how.chargeStoresResult leaves a pass to be stored by the claim of the charge that follows at once.
 * @throws Problem 409 while another attempt for this transaction is running; 502 when the gateway is unreachable.
 */
export async function enrol(
  needs: AuthenticationNeeds,
  transaction: PricedTransaction,
  referenceId: string,
  { browser, device }: Payer,
  { chargeStoresResult } = { chargeStoresResult: false },
): Promise<AuthenticationOutcome> {
  const { db, secrets, gatewayFor, baseUrl } = needs
  const language = encodeURIComponent(browser.language.slice(0, 2))
  const begun = await beginEnrolment(needs, { transaction, referenceId, device })
  const reply = await gatewayFor(transaction.environment).enrol({
    code: transaction.transaction_uuid,
    token: tokenOf(secrets, begun),
    amount: amountOfAttempt(begun),
    billTo: billToOf(transaction),
    referenceId,
    returnUrl: `${baseUrl}${pathFor(stepUpReturnPath, transaction.transaction_uuid)}?lang=${language}`,
    browser,
  })
  if (reply.kind === 'unavailable') {
    await moveAuthentication(db, needs.clock.now(), begun, 'abandoned')
    throw new Problem(cardProblems.gateway_unreachable)
  }
  if (chargeStoresResult && reply.kind === 'authenticated')
    return { kind: 'authenticated', ...authenticationResult(needs, begun, reply) }
  return recordReply(needs, transaction, begun, reply)
}

async function beginEnrolment(
  { db, clock, authenticationStore }: AuthenticationNeeds,
  start: Omit<EnrolmentStart, 'now'>,
): Promise<AuthenticationRow> {
  const { transaction, referenceId } = start
  const now = clock.now()
  const begin = () => authenticationStore.begin({ now, ...start }).catch(otherAttemptRunning)
  let begun = await begin()
  if (begun === 'other_attempt_running') {
    // The customer may have left the other attempt long ago, so it is abandoned if its lease has expired.
    await db.rows(abandonStale, [transaction.id, now])
    begun = await begin()
  }
  if (begun === 'other_attempt_running') throw new Problem(cardProblems.attempt_running)
  if (begun) return begun
  const [attempt] = await db.rows(findByReference, [transaction.id, referenceId])
  const isGone = attempt === undefined || attempt.state === 'set_up'
  throw new Problem(isGone ? cardProblems.attempt_not_found : cardProblems.attempt_running)
}

/**
 * Translates the unique violation raised when a transaction already has an active attempt; rethrows any other error.
 */
export function otherAttemptRunning(error: unknown): 'other_attempt_running' {
  if (isUniqueViolation(error, 'card_authentication_active')) return 'other_attempt_running'
  throw error
}
