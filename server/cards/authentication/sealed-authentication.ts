// Decrypts what an authentication stores until it expires: card token, authentication evidence and challenge access
// token.
import type { Secrets } from '../../platform/security/secrets.ts'
import type { AuthenticationEvidence } from '../gateway/gateway.ts'
import { type AuthenticationRow, authenticationContext } from './queries.ts'

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
