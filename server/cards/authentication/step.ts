// Moves of an authentication's state machine, one at a time. Enrolments that begin together have a statement of their own.

import type { Sql } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { AuthenticationEvidence, AuthenticationReply, DisputeEvidence } from '../gateway/gateway.ts'
import {
  type AuthenticationEvent,
  type AuthenticationRow,
  authenticationContext,
  authenticationMoves,
  moveAuthentication,
} from './queries.ts'

/** How long one step may take before another request may take over. */
export const leaseSeconds = 30

type StepFacts = {
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
  await sql.rows(moveAuthentication, [
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
