// Interprets replies of the payer authentication endpoints (Cybersource payer authentication guide, "Interpreting the
// Enrollment Response" and "Interpreting the Validation Response") and extracts the evidence that a payment must present.
import type {
  AuthenticationEvidence,
  AuthenticationReply,
  DisputeEvidence,
  ValidationReply,
} from '../../cards/gateway/gateway.ts'
import { listed } from '../reply.ts'
import type { AuthenticationBody, AuthenticationFacts } from './wire.ts'

type Outcome = 'authenticated' | 'challenge' | 'failed' | 'not_completed'

/**
 * Keyed by veresEnrolled and paresStatus. These letters take precedence over the status: a test case of the guide shows
 * AUTHENTICATION_SUCCESSFUL next to paresStatus N. A pair that is not listed is unknown to us and never a success.
 */
const enrolments: Readonly<Record<string, Outcome>> = {
  YC: 'challenge',
  YY: 'authenticated',
  YA: 'authenticated',
  YU: 'authenticated',
  U: 'authenticated',
  UU: 'authenticated',
  B: 'authenticated',
  BU: 'authenticated',
}

const validations: Readonly<Record<string, Outcome>> = {
  Y: 'authenticated',
  A: 'authenticated',
  U: 'authenticated',
}

const statuses: Readonly<Record<Outcome, string>> = {
  authenticated: 'AUTHENTICATION_SUCCESSFUL',
  challenge: 'PENDING_AUTHENTICATION',
  failed: 'AUTHENTICATION_FAILED',
  not_completed: 'AUTHENTICATION_FAILED',
}

/** Undefined when the letters and the status contradict each other. */
function enrolmentOutcome(body: AuthenticationBody): Outcome | undefined {
  const { veresEnrolled = '', paresStatus = '' } = body.consumerAuthenticationInformation
  return decide(body, [veresEnrolled, paresStatus], listed(enrolments, veresEnrolled + paresStatus))
}

/** The same for the result of a challenge. */
function validationOutcome(body: AuthenticationBody): Outcome | undefined {
  const { paresStatus = '', authenticationResult } = body.consumerAuthenticationInformation
  if (authenticationResult === '-1') return 'failed'
  if (authenticationResult === '9') return hasEnded(body) ? 'failed' : 'not_completed'
  return decide(body, [paresStatus], listed(validations, paresStatus))
}

/** The issuer reports these two fields only when a challenge has ended (EMV 3-D Secure results request). */
function hasEnded({ consumerAuthenticationInformation: facts }: AuthenticationBody): boolean {
  return facts.interactionCounter !== undefined || facts.challengeCancelCode !== undefined
}

function decide(body: AuthenticationBody, letters: string[], outcome?: Outcome): Outcome | undefined {
  if (letters.includes('N') || letters.includes('R') || body.status === statuses.failed) return 'failed'
  return outcome && body.status === statuses[outcome] ? outcome : undefined
}

/** The result of an enrolment; undefined when the body does not contain one. */
export function enrolmentReply(
  body: AuthenticationBody,
  accepts: (url: string) => boolean,
): AuthenticationReply | undefined {
  const outcome = enrolmentOutcome(body)
  const facts = body.consumerAuthenticationInformation
  const { authenticationTransactionId = '', stepUpUrl, accessToken } = facts
  if (outcome === 'failed') return failure(facts)
  if (outcome === 'authenticated') {
    return authenticated(authenticationTransactionId, evidenceOf(facts))
  }
  if (outcome !== 'challenge' || authenticationTransactionId === '') return undefined
  if (!stepUpUrl || !accessToken || !accepts(stepUpUrl)) return undefined
  const evidence = evidenceOf(facts)
  return { kind: 'challenge', authenticationTransactionId, stepUpUrl, accessToken, evidence }
}

/** The result of a validation; undefined when the body does not contain one, or belongs to another challenge. */
export function validationReply(
  body: AuthenticationBody,
  requested: { authenticationTransactionId: string; enrolment: AuthenticationEvidence },
): ValidationReply | undefined {
  const { authenticationTransactionId } = requested
  const facts = { ...body.consumerAuthenticationInformation }
  facts.authenticationTransactionId ??= authenticationTransactionId
  if (facts.authenticationTransactionId !== authenticationTransactionId) return undefined
  const outcome = validationOutcome(body)
  if (outcome === 'failed') return failure(facts)
  if (outcome === 'not_completed') return { kind: 'not_completed' }
  if (outcome !== 'authenticated') return undefined
  const evidence = { ...identityOf(requested.enrolment), ...evidenceOf(facts) }
  return authenticated(authenticationTransactionId, evidence)
}

function authenticated(authenticationTransactionId: string, evidence: AuthenticationEvidence) {
  const disputeEvidence: DisputeEvidence = {
    eci: evidence.eciRaw ?? '',
    version: evidence.paSpecificationVersion ?? '',
    pares_status: evidence.paresStatus ?? '',
    directory_server_transaction_id: evidence.directoryServerTransactionId ?? '',
  }
  return { kind: 'authenticated' as const, authenticationTransactionId, evidence, disputeEvidence }
}

function failure({ authenticationTransactionId = '', cardholderMessage }: AuthenticationFacts) {
  return {
    kind: 'failed' as const,
    authenticationTransactionId,
    ...(cardholderMessage && { cardholderMessage: cardholderMessage.slice(0, 200) }),
  }
}

/** The evidence under the field names of a payment request; only values that the reply contains. */
function evidenceOf(facts: AuthenticationFacts): AuthenticationEvidence {
  const { ucafAuthenticationData, eciRaw } = facts
  return present({
    commerceIndicator: facts.indicator ?? facts.ecommerceIndicator,
    cavv: facts.cavv,
    cavvAlgorithm: facts.cavvAlgorithm,
    xid: facts.xid,
    ucafAuthenticationData,
    ucafCollectionIndicator: facts.ucafCollectionIndicator ?? (ucafAuthenticationData && eciRaw?.slice(-1)),
    eciRaw,
    veresEnrolled: facts.veresEnrolled,
    paresStatus: facts.paresStatus,
    paSpecificationVersion: facts.specificationVersion,
    directoryServerTransactionId: facts.directoryServerTransactionId,
    acsTransactionId: facts.acsTransactionId,
    effectiveAuthenticationType: facts.effectiveAuthenticationType,
  })
}

/** Facts known from the enrolment that stay valid after a challenge; results come from the validation only. */
function identityOf(enrolment: AuthenticationEvidence): AuthenticationEvidence {
  const { veresEnrolled, paSpecificationVersion, directoryServerTransactionId, acsTransactionId } = enrolment
  return present({ veresEnrolled, paSpecificationVersion, directoryServerTransactionId, acsTransactionId })
}

function present(fields: Record<string, string | undefined>): AuthenticationEvidence {
  return Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, string] => !!entry[1]))
}
