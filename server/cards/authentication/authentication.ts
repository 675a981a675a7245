// Payer authentication (3-D Secure): set up, enrol, an optional challenge, validate. The result is bound to one
// transaction, card token, amount and currency, expires after 15 minutes and can be used for one charge.
import assert from 'node:assert/strict'
import { newIdIn } from '../../kernel/id.ts'
import { type Money, money } from '../../kernel/money.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Database, Sql } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type {
  AuthenticationReply,
  GatewayFor,
  TokenKey,
  TransientToken,
  ValidationReply,
} from '../gateway/gateway.ts'
import { completeTransaction } from '../transaction/completion.ts'
import { cardProblems } from '../transaction/problems.ts'
import { lockedTransaction, type PricedTransaction, type TransactionRow } from '../transaction/queries.ts'
import type { AuthenticationStore } from './authentication-store.ts'
import {
  type AuthenticationResult,
  evidenceOf,
  moveAuthentication,
  seal,
  tokenOf,
} from './move-authentication.ts'
import { type AuthenticationRow, findActive } from './queries.ts'
import { tokenKeysOf } from './token-keys.ts'

export type AuthenticationNeeds = {
  db: Database
  secrets: Secrets
  clock: Clock
  gatewayFor: GatewayFor
  baseUrl: string
  authenticationStore: AuthenticationStore
}

/** A transaction whose amount may not be known yet. */
type Unpriced = Pick<TransactionRow, 'id' | 'transaction_uuid' | 'environment' | 'amount_minor' | 'currency'>

/** The keys that its card tokens are verified with; they are read if they were not read with the transaction. */
type WithTokenKeys = { token_keys?: readonly TokenKey[] | null }

const lifeMinutes = 15

/**
 * Starts an authentication for a card token.
 * @throws Problem 400 for a token that the gateway did not issue or that has expired; 502 when the gateway is
 * unreachable.
 */
export async function setUpAuthentication(
  needs: AuthenticationNeeds,
  transaction: Unpriced & WithTokenKeys,
  transientToken: string,
): Promise<{ referenceId: string; deviceDataCollectionUrl: string; accessToken: string }> {
  const { db, authenticationStore, secrets, clock, gatewayFor } = needs
  const token = await readCardToken(needs, transaction, transientToken)
  const setup = await gatewayFor(transaction.environment).setUpAuthentication({
    code: transaction.transaction_uuid,
    token,
  })
  if (setup.kind === 'refused') throw new Problem(cardProblems.transient_token_invalid)
  if (setup.kind === 'unavailable') throw new Problem(cardProblems.gateway_unreachable)
  const id = newIdIn(db.cell)
  const now = clock.now()
  const isStored = await authenticationStore.setUp({
    id,
    transaction,
    referenceId: setup.referenceId,
    token,
    tokenSealed: seal(secrets, { id }, 'token', token.jwt),
    now,
    expiresAt: now.add({ minutes: lifeMinutes }),
  })
  if (!isStored) throw new Problem(cardProblems.transient_token_invalid)
  return setup
}

/**
 * Verifies a card token against the capture contexts of this payment.
 * @throws Problem 400 for a token that has expired or was made from another payment's capture context.
 */
export async function readCardToken(
  { db, gatewayFor }: Pick<AuthenticationNeeds, 'db' | 'gatewayFor'>,
  { id, environment, token_keys }: Pick<PricedTransaction, 'id' | 'environment'> & WithTokenKeys,
  jwt: string,
): Promise<TransientToken> {
  const keys = token_keys ?? (await tokenKeysOf(db, id))
  const token = await gatewayFor(environment).readTransientToken(jwt, keys)
  if (token.kind === 'invalid') throw new Problem(cardProblems.transient_token_invalid)
  return token
}

export type AuthenticationOutcome =
  /** With `result`, the pass is not stored yet, and the charge must store it. */
  | { kind: 'authenticated'; authentication: AuthenticationRow; result?: AuthenticationResult }
  | { kind: 'challenged'; authentication: AuthenticationRow }
  /** The transaction has become FAILED. */
  | { kind: 'failed' }

/** An attempt set up without an amount receives it at enrolment. */
export function amountOfAttempt({ id, amount_minor, currency }: AuthenticationRow): Money {
  assert(amount_minor !== null && currency !== null, `authentication ${id} has no amount`)
  return money(amount_minor, currency)
}

/**
 * Asks the gateway for the result of the challenge. An incomplete challenge counts as failed only once the issuer has
 * sent the customer back.
 * @param authentication the active attempt, if the caller has read it.
 * @throws Problem 409 when no challenge can be continued or it is still open; 502 when the gateway is unreachable, in
 * which case the challenge remains open.
 */
export async function completeChallenge(
  needs: AuthenticationNeeds,
  transaction: PricedTransaction,
  authentication?: AuthenticationRow,
): Promise<AuthenticationOutcome> {
  const { db, secrets, clock, gatewayFor } = needs
  const active = authentication ?? (await activeAuthentication(db, transaction.id))
  if (!active) throw new Problem(cardProblems.attempt_not_found)
  if (active.state !== 'challenged') throw new Problem(cardProblems.attempt_running)
  const begun = await moveAuthentication(db, clock.now(), active, 'validation_started')
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
    await moveAuthentication(db, clock.now(), begun, 'challenge_required', { lease: false })
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

/** Records what the issuer replied to an enrolment or a challenge. */
export async function recordReply(
  needs: AuthenticationNeeds,
  transaction: PricedTransaction,
  begun: AuthenticationRow,
  reply: Exclude<AuthenticationReply | ValidationReply, { kind: 'unavailable' }>,
): Promise<AuthenticationOutcome> {
  const { db, clock, secrets } = needs
  if (reply.kind === 'failed' || reply.kind === 'refused' || reply.kind === 'not_completed') {
    const reason = reply.kind === 'refused' ? reply.reason : 'AUTHENTICATION_FAILED'
    await db.transaction(async (sql) => {
      // If this attempt was abandoned meanwhile, its failure must not affect the attempt that replaced it.
      // guard: abandoned-authentication
      if (!(await moveAuthentication(sql, clock.now(), begun, 'refused'))) return
      const completion = { kind: 'refused', decision: 'REJECT', reason, card: begun.card } as const
      await completeTransaction(sql, await lockedTransaction(sql, transaction.id), completion, clock.now())
    })
    return { kind: 'failed' }
  }
  const challenge = reply.kind === 'challenge'
  const moved = await moveAuthentication(
    db,
    clock.now(),
    begun,
    challenge ? 'challenge_required' : 'passed',
    {
      lease: !challenge,
      authenticationTransactionId: reply.authenticationTransactionId,
      evidenceSealed: seal(secrets, begun, 'evidence', JSON.stringify(reply.evidence)),
      ...(reply.kind === 'authenticated' && { disputeEvidence: reply.disputeEvidence }),
      ...(challenge && {
        stepUpUrl: reply.stepUpUrl,
        stepUpTokenSealed: seal(secrets, begun, 'step_up', reply.accessToken),
      }),
    },
  )
  if (!moved) throw new Problem(cardProblems.attempt_not_found)
  return { kind: challenge ? 'challenged' : 'authenticated', authentication: moved }
}

/**
 * Refuses a charge without its authentication while a challenge is open, because that charge would fail the payment.
 * @throws Problem 409 while the customer is still in the challenge.
 */
export async function assertNoOpenChallenge(
  { db, clock }: Pick<AuthenticationNeeds, 'db' | 'clock'>,
  transactionId: bigint,
): Promise<void> {
  const active = await activeAuthentication(db, transactionId)
  const isOpen = active?.state === 'challenged' && active.challenge_returned_at === null
  if (isOpen && Temporal.Instant.compare(active.expires_at, clock.now()) > 0)
    throw new Problem(cardProblems.authentication_not_completed)
}
