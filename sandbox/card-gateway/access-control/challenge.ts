// The issuer's side of a challenge: handles a submitted code, a request for a new code, and cancellation.
import { jwtVerify } from 'jose'
import type { Gateway } from '../gateway.ts'
import { valueAt } from '../message.ts'
import { type ChallengeResult, challengeResults } from '../payer-authentication/outcomes.ts'
import { type Authentication, findStepUp, saveAuthentication } from '../payer-authentication/records.ts'

export const sandboxCode = '1234'
const wrongCodesAllowed = 3

export type ChallengeAction = 'open' | 'verify' | 'resend' | 'cancel'

export type ChallengeView = {
  authentication: Authentication
  notice: 'none' | 'wrong_code' | 'sent_again'
  attemptsLeft: number
}

/** The authentication of a step-up token; null when the token is forged or expired. */
export async function readStepUp(gateway: Gateway, jwt: string): Promise<Authentication | null> {
  const claims = await accessClaims(gateway, jwt)
  const id = valueAt(claims, 'Payload.TransactionId')
  return typeof id === 'string' ? findStepUp(gateway, id) : null
}

export async function accessClaims(gateway: Gateway, jwt: string): Promise<unknown> {
  try {
    const { payload } = await jwtVerify(jwt, gateway.keys.accessControl, {
      algorithms: ['HS256'],
      currentDate: new Date(gateway.clock.now()),
    })
    return payload
  } catch {
    return null
  }
}

export function actOn(
  gateway: Gateway,
  authentication: Authentication,
  action: ChallengeAction,
  code: string,
): ChallengeView {
  if (authentication.challengeEnd !== null) return viewOf(authentication, 'none')
  const changed = change(authentication, action, code)
  if (changed !== authentication) saveAuthentication(gateway, changed)
  const notice =
    action === 'resend'
      ? 'sent_again'
      : changed.wrongCodes > authentication.wrongCodes
        ? 'wrong_code'
        : 'none'
  return viewOf(changed, notice)
}

function change(authentication: Authentication, action: ChallengeAction, code: string): Authentication {
  if (action === 'cancel') return complete(authentication, 'cancelled')
  if (action === 'resend') return { ...authentication, resends: authentication.resends + 1 }
  if (action === 'open') return authentication
  if (code === sandboxCode)
    return complete(authentication, challengeResults[authentication.outcome] ?? 'failed')
  const wrongCodes = authentication.wrongCodes + 1
  const counted = { ...authentication, wrongCodes }
  return wrongCodes >= wrongCodesAllowed ? complete(counted, 'failed') : counted
}

function complete(authentication: Authentication, challengeResult: ChallengeResult): Authentication {
  return { ...authentication, challengeEnd: challengeResult }
}

function viewOf(authentication: Authentication, notice: ChallengeView['notice']): ChallengeView {
  return { authentication, notice, attemptsLeft: wrongCodesAllowed - authentication.wrongCodes }
}
