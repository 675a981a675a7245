// Moves of an authentication's state machine, one at a time, and what is sealed in it until it expires. Enrolments that begin
// together have a statement of their own.
import type { Sql } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { AuthenticationEvidence, AuthenticationReply, DisputeEvidence } from '../gateway/gateway.ts'
import { type CardFacts, noCard } from '../transaction/transaction.ts'
import {
  type AuthenticationEvent,
  type AuthenticationRow,
  authenticationContext,
  authenticationMoves,
  findUsedCard,
  moveRow,
  releaseToken,
} from './queries.ts'

/** How long one step may take before another request may take over. */
export const leaseSeconds = 30

type MoveFacts = {
  /** Whether a request is still working on the new state; false clears the lease. */
  lease?: boolean
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
export async function moveAuthentication(
  sql: Sql,
  needs: { clock: Clock; secrets?: Secrets },
  from: AuthenticationRow,
  event: AuthenticationEvent,
  facts: MoveFacts = {},
): Promise<AuthenticationRow | undefined> {
  const to = authenticationMoves[from.state][event]
  if (to === undefined) return undefined
  const now = needs.clock.now()
  const seal = (text: string | undefined, purpose: 'step_up' | 'evidence') =>
    text === undefined ? null : needs.secrets?.seal(text, authenticationContext(from.id, purpose))
  const [row] = await sql.rows(moveRow, [
    from.id,
    from.state,
    to,
    facts.lease === false ? null : now.add({ seconds: leaseSeconds }),
    facts.authenticationTransactionId ?? null,
    facts.stepUpUrl ?? null,
    seal(facts.stepUpToken, 'step_up'),
    seal(facts.evidence && JSON.stringify(facts.evidence), 'evidence'),
    now,
    facts.disputeEvidence ? JSON.stringify(facts.disputeEvidence) : null,
  ])
  return row
}

/** A pass that is not stored yet: the claim of the charge stores it, so that both are one commit. */
export type UnstoredPass = {
  /** The authentication as it is stored. */
  before: AuthenticationRow
  authenticationTransactionId: string
  evidenceSealed: Buffer
  disputeEvidence: DisputeEvidence
}

/** Returns the authentication as it will be once its pass is stored, and that pass. */
export function passedLater(
  { secrets }: { secrets: Secrets },
  before: AuthenticationRow,
  { authenticationTransactionId, evidence, disputeEvidence }: AuthenticationReply & { kind: 'authenticated' },
): { authentication: AuthenticationRow; unstored: UnstoredPass } {
  const evidenceSealed = secrets.seal(JSON.stringify(evidence), authenticationContext(before.id, 'evidence'))
  return {
    authentication: {
      ...before,
      state: 'authenticated',
      authentication_transaction_id: authenticationTransactionId,
      evidence_sealed: evidenceSealed,
    },
    unstored: { before, authenticationTransactionId, evidenceSealed, disputeEvidence },
  }
}

/** Stores a pass whose charge could not be claimed, so that it is not lost. */
export async function storePass(
  sql: Sql,
  now: Temporal.Instant,
  { before, authenticationTransactionId, evidenceSealed, disputeEvidence }: UnstoredPass,
): Promise<void> {
  await sql.rows(moveRow, [
    before.id,
    before.state,
    authenticationMoves[before.state].passed,
    now.add({ seconds: leaseSeconds }),
    authenticationTransactionId,
    null,
    null,
    evidenceSealed,
    now,
    JSON.stringify(disputeEvidence),
  ])
}

export function tokenOf(secrets: Secrets, row: AuthenticationRow): { jwt: string; id: string } {
  return { jwt: secrets.open(row.token_sealed, authenticationContext(row.id, 'token')), id: row.token_id }
}

export function evidenceOf(secrets: Secrets, row: AuthenticationRow): AuthenticationEvidence {
  if (!row.evidence_sealed) return {}
  return JSON.parse(
    secrets.open(row.evidence_sealed, authenticationContext(row.id, 'evidence')),
  ) as AuthenticationEvidence
}

export function stepUpOf(
  secrets: Secrets,
  row: AuthenticationRow,
): { stepUpUrl: string; accessToken: string } | undefined {
  if (!row.step_up_url || !row.step_up_token_sealed) return undefined
  return {
    stepUpUrl: row.step_up_url,
    accessToken: secrets.open(row.step_up_token_sealed, authenticationContext(row.id, 'step_up')),
  }
}

/** Returns what the token revealed about the card that was charged. */
export async function usedCard(sql: Sql, transactionId: bigint): Promise<CardFacts> {
  return (await sql.rows(findUsedCard, [transactionId]))[0]?.card ?? noCard
}

/**
 * Releases an authentication whose charge was never sent. No request holds it any more, so another attempt may replace
 * it.
 * @throws on a unique violation when another attempt is already active; the caller then releases it as `abandoned`.
 */
export async function releaseAuthentication(
  sql: Sql,
  id: string,
  now: Temporal.Instant,
  event: 'not_sent' | 'abandoned' = 'not_sent',
): Promise<void> {
  await sql.rows(releaseToken, [id, now, authenticationMoves.used[event]])
}
