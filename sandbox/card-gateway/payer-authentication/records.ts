// Stored authentications.
import type { Amount } from '../../amount.ts'
import type { CardFacts } from '../books/books.ts'
import type { Gateway } from '../gateway.ts'
import type { Message } from '../message.ts'
import type { AuthenticationOutcome, ChallengeResult, Level } from './outcomes.ts'

export type Authentication = {
  id: string
  merchantId: string
  tokenId: string | null
  card: CardFacts
  amount: Amount
  outcome: AuthenticationOutcome
  returnUrl: string | null
  wrongCodes: number
  resends: number
  challengeEnd: ChallengeResult | null
  level: Level
  isChallenged: boolean
  /** Current content of the reply's `consumerAuthenticationInformation`. */
  facts: Message
  paidBy: string | null
}

export function findAuthentication(gateway: Gateway, merchantId: string, id: string): Authentication | null {
  const found = gateway.books.get<Authentication>('authentication', id)
  return found?.merchantId === merchantId ? found : null
}

/** Used by the access control pages, whose signed token already identifies the authentication. */
export function findStepUp(gateway: Gateway, id: string): Authentication | null {
  const found = gateway.books.get<Authentication>('authentication', id)
  return found?.isChallenged ? found : null
}

export function saveAuthentication(gateway: Gateway, authentication: Authentication): void {
  const { books } = gateway
  books.put('authentication', authentication.id, authentication)
  const { cavv, ucafAuthenticationData, directoryServerTransactionId } = authentication.facts
  for (const proof of [cavv, ucafAuthenticationData, directoryServerTransactionId]) {
    if (typeof proof === 'string') books.prove(proof, authentication.id)
  }
  if (authentication.tokenId) books.prove(`token ${authentication.tokenId}`, authentication.id)
}
