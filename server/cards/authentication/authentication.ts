// Payer authentication (3-D Secure): set up, enrol, an optional challenge, validate. The result is bound to one
// transaction, card token, amount and currency, expires after 15 minutes and can be used for one charge.
import assert from 'node:assert/strict'
import { newId } from '../../kernel/id.ts'
import { type Money, money } from '../../kernel/money.ts'
import { Problem } from '../../kernel/problem.ts'
import { type Database, isUniqueViolation, type Sql } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type {
  AuthenticationEvidence,
  AuthenticationReply,
  BrowserFacts,
  DisputeEvidence,
  GatewayFor,
  TransientToken,
  ValidationReply,
} from '../gateway/gateway.ts'
import { billToOf } from '../transaction/bill-to.ts'
import { completeTransaction } from '../transaction/completion.ts'
import { cardProblems } from '../transaction/problems.ts'
import { lockedTransaction, type PricedTransaction, type TransactionRow } from '../transaction/queries.ts'
import {
  type AuthenticationEvent,
  type AuthenticationRow,
  abandonStale,
  authenticationContext,
  authenticationMoves,
  findActive,
  findByReference,
  insertAuthentication,
  moveAuthentication,
} from './queries.ts'
import { evidenceOf, tokenOf } from './sealed-authentication.ts'
import { tokenKeysOf } from './token-keys.ts'

export type AuthenticationNeeds = {
  db: Database
  secrets: Secrets
  clock: Clock
  gatewayFor: GatewayFor
  baseUrl: string
}

/** A transaction whose amount may not be known yet. */
export type Unpriced = Pick<
  TransactionRow,
  'id' | 'transaction_uuid' | 'environment' | 'amount_minor' | 'currency'
>

const lifeMinutes = 15
/** How long one step may take before another request may take over. */
const leaseSeconds = 30

/**
 * Starts an authentication for a card token.
 * @throws Problem 400 for a token that the gateway did not issue or that has expired; 502 when the gateway is
 * unreachable.
 */
export async function setUpAuthentication(
  needs: AuthenticationNeeds,
  transaction: Unpriced,
  transientToken: string,
): Promise<{ referenceId: string; deviceDataCollectionUrl: string; accessToken: string }> {
  const { db, secrets, clock, gatewayFor } = needs
  const token = await readCardToken(needs, transaction, transientToken)
  const setup = await gatewayFor(transaction.environment).setUpAuthentication({
    code: transaction.transaction_uuid,
    token,
  })
  if (setup.kind === 'refused') throw new Problem(cardProblems.transient_token_invalid)
  if (setup.kind === 'unavailable') throw new Problem(cardProblems.gateway_unreachable)
  const id = newId()
  const now = clock.now()
  const [stored] = await db.rows(insertAuthentication, [
    id,
    transaction.id,
    setup.referenceId,
    token.id,
    secrets.seal(token.jwt, authenticationContext(id, 'token')),
    JSON.stringify(token.card),
    transaction.amount_minor,
    transaction.currency,
    now,
    now.add({ minutes: lifeMinutes }),
  ])
  if (!stored) throw new Problem(cardProblems.transient_token_invalid)
  return setup
}

/**
 * Verifies a card token against the capture contexts of this payment.
 * @throws Problem 400 for a token that has expired or was made from another payment's capture context.
 */
export async function readCardToken(
  { db, gatewayFor }: Pick<AuthenticationNeeds, 'db' | 'gatewayFor'>,
  { id, environment }: Pick<PricedTransaction, 'id' | 'environment'>,
  jwt: string,
): Promise<TransientToken> {
  const keys = await tokenKeysOf(db, id)
  const token = await gatewayFor(environment).readTransientToken(jwt, keys)
  if (token.kind === 'invalid') throw new Problem(cardProblems.transient_token_invalid)
  return token
}

export type AuthenticationResult =
  | { kind: 'authenticated'; authentication: AuthenticationRow }
  | { kind: 'challenged'; authentication: AuthenticationRow }
  /** The transaction has become FAILED. */
  | { kind: 'failed' }

/**
 * Enrols the payer: the issuer authenticates the cardholder, asks for a challenge or refuses.
 * @throws Problem 409 while another attempt for this transaction is running; 502 when the gateway is unreachable.
 */
export async function enrol(
  needs: AuthenticationNeeds,
  transaction: PricedTransaction,
  referenceId: string,
  browser: BrowserFacts,
): Promise<AuthenticationResult> {
  const { db, secrets, gatewayFor, baseUrl } = needs
  const language = encodeURIComponent(browser.language.slice(0, 2))
  const begun = await beginEnrolment(needs, transaction, referenceId)
  const reply = await gatewayFor(transaction.environment).enrol({
    code: transaction.transaction_uuid,
    token: tokenOf(secrets, begun),
    amount: amountOfAttempt(begun),
    billTo: billToOf(transaction),
    referenceId,
    returnUrl: `${baseUrl}/api/v1/microform/step-up/${transaction.transaction_uuid}?lang=${language}`,
    browser,
  })
  if (reply.kind === 'unavailable') {
    await step(db, needs, begun, 'abandoned')
    throw new Problem(cardProblems.gateway_unreachable)
  }
  return recordReply(needs, transaction, begun, reply)
}

/** An attempt set up without an amount receives it at enrolment. */
function amountOfAttempt({ id, amount_minor, currency }: AuthenticationRow): Money {
  assert(amount_minor !== null && currency !== null, `authentication ${id} has no amount`)
  return money(amount_minor, currency)
}

async function beginEnrolment(
  { db, clock }: AuthenticationNeeds,
  transaction: PricedTransaction,
  referenceId: string,
): Promise<AuthenticationRow> {
  const now = clock.now()
  const [found] = await db.rows(findByReference, [transaction.id, referenceId])
  if (!found) throw new Problem(cardProblems.attempt_not_found)
  const begin = () =>
    step(db, { clock }, found, 'enrolment_started', { amount: transaction }).catch(otherAttemptRunning)
  let begun = await begin()
  if (begun === 'other_attempt_running') {
    // The customer may have left the other attempt long ago, so it is abandoned if its lease has expired.
    await db.rows(abandonStale, [transaction.id, now])
    begun = await begin()
  }
  if (begun === 'other_attempt_running') throw new Problem(cardProblems.attempt_running)
  if (!begun)
    throw new Problem(
      found.state === 'set_up' ? cardProblems.attempt_not_found : cardProblems.attempt_running,
    )
  return begun
}

/**
 * Translates the unique violation raised when a transaction already has an active attempt; rethrows any other error.
 */
export function otherAttemptRunning(error: unknown): 'other_attempt_running' {
  if (isUniqueViolation(error, 'card_authentication_active')) return 'other_attempt_running'
  throw error
}

/**
 * Asks the gateway for the result of the challenge. An incomplete challenge counts as failed only once the issuer has
 * sent the customer back.
 * @throws Problem 409 when no challenge can be continued or it is still open; 502 when the gateway is unreachable, in
 * which case the challenge remains open.
 */
export async function completeChallenge(
  needs: AuthenticationNeeds,
  transaction: PricedTransaction,
): Promise<AuthenticationResult> {
  const { db, secrets, clock, gatewayFor } = needs
  const active = await activeAuthentication(db, transaction.id)
  if (!active) throw new Problem(cardProblems.attempt_not_found)
  if (active.state !== 'challenged') throw new Problem(cardProblems.attempt_running)
  const begun = await step(db, { clock }, active, 'validation_started')
  if (!begun) throw new Problem(cardProblems.attempt_running)
  const reply = await gatewayFor(transaction.environment).validate({
    code: transaction.transaction_uuid,
    token: tokenOf(secrets, begun),
    amount: amountOfAttempt(begun),
    authenticationTransactionId: begun.authentication_transaction_id ?? '',
    enrolment: evidenceOf(secrets, begun),
  })
  // guard: open-challenge
  const isOpen = reply.kind === 'not_completed' && begun.challenge_returned_at === null
  if (reply.kind === 'unavailable' || isOpen) {
    await step(db, needs, begun, 'challenge_required', { lease: false })
    throw new Problem(isOpen ? cardProblems.authentication_not_completed : cardProblems.gateway_unreachable)
  }
  return recordReply(needs, transaction, begun, reply)
}

/** Returns the active attempt of a transaction, if there is one. */
export async function activeAuthentication(
  sql: Sql,
  transactionId: bigint,
): Promise<AuthenticationRow | undefined> {
  return (await sql.rows(findActive, [transactionId]))[0]
}

async function recordReply(
  needs: AuthenticationNeeds,
  transaction: PricedTransaction,
  begun: AuthenticationRow,
  reply: Exclude<AuthenticationReply | ValidationReply, { kind: 'unavailable' }>,
): Promise<AuthenticationResult> {
  const { db, clock } = needs
  if (reply.kind === 'failed' || reply.kind === 'refused' || reply.kind === 'not_completed') {
    const reason = reply.kind === 'refused' ? reply.reason : 'AUTHENTICATION_FAILED'
    await db.transaction(async (sql) => {
      // If this attempt was abandoned meanwhile, its failure must not affect the attempt that replaced it.
      // guard: abandoned-authentication
      if (!(await step(sql, needs, begun, 'refused'))) return
      const completion = { kind: 'refused', decision: 'REJECT', reason, card: begun.card } as const
      await completeTransaction(sql, await lockedTransaction(sql, transaction.id), completion, clock.now())
    })
    return { kind: 'failed' }
  }
  const challenge = reply.kind === 'challenge'
  const moved = await step(db, needs, begun, challenge ? 'challenge_required' : 'passed', {
    lease: !challenge,
    authenticationTransactionId: reply.authenticationTransactionId,
    evidence: reply.evidence,
    ...(reply.kind === 'authenticated' && { disputeEvidence: reply.disputeEvidence }),
    ...(challenge && { stepUpUrl: reply.stepUpUrl, stepUpToken: reply.accessToken }),
  })
  if (!moved) throw new Problem(cardProblems.attempt_not_found)
  return { kind: challenge ? 'challenged' : 'authenticated', authentication: moved }
}

type StepFacts = {
  /** Whether a request is still working on the new state; false clears the lease. */
  lease?: boolean
  /** The amount to bind to an authentication that was set up without one. */
  amount?: Pick<PricedTransaction, 'amount_minor' | 'currency'>
  authenticationTransactionId?: string
  stepUpUrl?: string
  stepUpToken?: string
  evidence?: AuthenticationEvidence
  disputeEvidence?: DisputeEvidence
}

/**
 * Moves an authentication to its next state. Returns undefined when the state machine does not allow the event or the
 * row has changed since it was read.
 */
export async function step(
  sql: Sql,
  needs: { clock: Clock; secrets?: Secrets },
  from: AuthenticationRow,
  event: AuthenticationEvent,
  facts: StepFacts = {},
): Promise<AuthenticationRow | undefined> {
  const to = authenticationMoves[from.state][event]
  if (to === undefined) return undefined
  const now = needs.clock.now()
  const seal = (text: string | undefined, purpose: 'step_up' | 'evidence') =>
    text === undefined ? null : needs.secrets?.seal(text, authenticationContext(from.id, purpose))
  const [row] = await sql.rows(moveAuthentication, [
    from.id,
    from.state,
    to,
    facts.lease === false ? null : now.add({ seconds: leaseSeconds }),
    facts.authenticationTransactionId ?? null,
    facts.stepUpUrl ?? null,
    seal(facts.stepUpToken, 'step_up'),
    seal(facts.evidence && JSON.stringify(facts.evidence), 'evidence'),
    now,
    facts.amount?.amount_minor ?? null,
    facts.amount?.currency ?? null,
    facts.disputeEvidence ? JSON.stringify(facts.disputeEvidence) : null,
  ])
  return row
}
