// Moves of an authentication's state machine, one at a time, and what is sealed in it until it expires. Enrolments that begin
// together have a statement of their own.
import type { Sql } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { AuthenticationEvidence, AuthenticationReply, DisputeEvidence } from '../gateway/gateway.ts'
import {
  type AuthenticationEvent,
  type AuthenticationRow,
  authenticationMoves,
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
  stepUpTokenSealed?: Buffer
  evidenceSealed?: Buffer
  disputeEvidence?: DisputeEvidence
}

/**
 * Moves an authentication to its next state. Returns undefined when the state machine does not allow the event or the
 * row has changed since it was read.
 */
export async function moveAuthentication(
  sql: Sql,
  now: Temporal.Instant,
  from: AuthenticationRow,
  event: AuthenticationEvent,
  facts: MoveFacts = {},
): Promise<AuthenticationRow | undefined> {
  const to = authenticationMoves[from.state][event]
  if (to === undefined) return undefined
  const [row] = await sql.rows(moveRow, [
    from.id,
    from.state,
    to,
    facts.lease === false ? null : now.add({ seconds: leaseSeconds }),
    facts.authenticationTransactionId ?? null,
    facts.stepUpUrl ?? null,
    facts.stepUpTokenSealed ?? null,
    facts.evidenceSealed ?? null,
    now,
    facts.disputeEvidence ? JSON.stringify(facts.disputeEvidence) : null,
  ])
  return row
}

/** A result that is not stored yet: the claim of the charge stores it, so that both are one commit. */
export type AuthenticationResult = {
  /** The authentication as it is stored. */
  before: AuthenticationRow
} & Required<Pick<MoveFacts, 'authenticationTransactionId' | 'evidenceSealed' | 'disputeEvidence'>>

/** Returns the authentication as it will be once the gateway's reply is stored, and that result. */
export function authenticationResult(
  { secrets }: { secrets: Secrets },
  before: AuthenticationRow,
  { authenticationTransactionId, evidence, disputeEvidence }: AuthenticationReply & { kind: 'authenticated' },
): { authentication: AuthenticationRow; result: AuthenticationResult } {
  const evidenceSealed = seal(secrets, before, 'evidence', JSON.stringify(evidence))
  return {
    authentication: {
      ...before,
      state: 'authenticated',
      authentication_transaction_id: authenticationTransactionId,
      evidence_sealed: evidenceSealed,
    },
    result: { before, authenticationTransactionId, evidenceSealed, disputeEvidence },
  }
}

type Part = 'token' | 'step_up' | 'evidence'

/** The encryption context that binds a sealed value to its authentication and purpose. */
export const authenticationContext = (id: string, part: Part) => `card_authentication:${id}:${part}`

/** Encrypts a part of an authentication. */
export const seal = (secrets: Secrets, row: { id: string }, part: Part, text: string): Buffer =>
  secrets.seal(text, authenticationContext(row.id, part))

const open = (secrets: Secrets, row: { id: string }, part: Part, sealed: Buffer): string =>
  secrets.open(sealed, authenticationContext(row.id, part))

export function tokenOf(secrets: Secrets, row: AuthenticationRow): { jwt: string; id: string } {
  return { jwt: open(secrets, row, 'token', row.token_sealed), id: row.token_id }
}

export function evidenceOf(secrets: Secrets, row: AuthenticationRow): AuthenticationEvidence {
  if (!row.evidence_sealed) return {}
  return JSON.parse(open(secrets, row, 'evidence', row.evidence_sealed)) as AuthenticationEvidence
}

export function stepUpOf(
  secrets: Secrets,
  row: AuthenticationRow,
): { stepUpUrl: string; accessToken: string } | undefined {
  if (!row.step_up_url || !row.step_up_token_sealed) return undefined
  return {
    stepUpUrl: row.step_up_url,
    accessToken: open(secrets, row, 'step_up', row.step_up_token_sealed),
  }
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
