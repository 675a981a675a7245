// Checks whether a payment presents an authentication that this gateway issued for this card, amount and currency.
import type { Amount } from '../../amount.ts'
import type { Call, Gateway } from '../gateway.ts'
import { requireFields, textAt } from '../message.ts'
import { type CardSource, isSameCard } from '../microform/card-source.ts'
import { conclude } from './authentication.ts'
import { isUcafScheme } from './outcomes.ts'
import { type Authentication, findAuthentication, saveAuthentication } from './records.ts'

export type Evidence =
  | { accepted: true; authentication: Authentication; cryptogramShown: boolean }
  | { accepted: false; reason: 'CONSUMER_AUTHENTICATION_REQUIRED' | 'CONSUMER_AUTHENTICATION_FAILED' }

const root = 'consumerAuthenticationInformation'
const missing: Evidence = { accepted: false, reason: 'CONSUMER_AUTHENTICATION_REQUIRED' }
const wrong: Evidence = { accepted: false, reason: 'CONSUMER_AUTHENTICATION_FAILED' }

export function shownEvidence(gateway: Gateway, call: Call, source: CardSource, amount: Amount): Evidence {
  const { message } = call
  const cryptogram = textAt(message, `${root}.cavv`) ?? textAt(message, `${root}.ucafAuthenticationData`)
  if (cryptogram && isUcafScheme(source.card.type)) {
    requireFields(message, [`${root}.paSpecificationVersion`, `${root}.directoryServerTransactionId`])
  }
  const authentication = findShown(gateway, call, source, cryptogram)
  if (!authentication) return missing
  if (!concerns(authentication, source, amount) || contradicts(call, authentication)) return wrong
  return judge(authentication, cryptogram !== null)
}

/** For validation inside the payment call: the gateway fills in the cryptogram itself. */
export function validatedEvidence(
  gateway: Gateway,
  call: Call,
  source: CardSource,
  amount: Amount,
): Evidence {
  const authentication = conclude(gateway, call)
  if (!concerns(authentication, source, amount)) return wrong
  return authentication.challengeEnd === null ? wrong : judge(authentication, authentication.level !== 'none')
}

export function useEvidence(gateway: Gateway, authentication: Authentication, paymentId: string): void {
  saveAuthentication(gateway, { ...authentication, paidBy: paymentId })
}

function judge(authentication: Authentication, cryptogramShown: boolean): Evidence {
  if (authentication.paidBy) return wrong
  if (authentication.isChallenged && authentication.challengeEnd === null) return missing
  const { paresStatus, authenticationResult } = authentication.facts
  const failed = paresStatus === 'N' || paresStatus === 'R' || authenticationResult === '-1'
  if (failed) return wrong
  // No validation was requested, so no result exists that the payment could present.
  if (paresStatus === 'C') return missing
  return { accepted: true, authentication, cryptogramShown }
}

function findShown(
  gateway: Gateway,
  call: Call,
  source: CardSource,
  cryptogram: string | null,
): Authentication | null {
  const { message, merchantId } = call
  const find = (id: string | null) => (id ? findAuthentication(gateway, merchantId, id) : null)
  if (cryptogram) return find(gateway.books.proven(cryptogram))
  const named = textAt(message, `${root}.authenticationTransactionId`)
  if (named) return find(named)
  const directory = textAt(message, `${root}.directoryServerTransactionId`)
  const claimsNone = ['U', 'B'].some(
    (letter) =>
      textAt(message, `${root}.veresEnrolled`) === letter ||
      textAt(message, `${root}.paresStatus`) === letter,
  )
  const proof = directory ?? (claimsNone && source.token ? `token ${source.token.id}` : null)
  const found = proof ? find(gateway.books.proven(proof)) : null
  // Where a cryptogram was issued, the payment must present it.
  return found?.level === 'none' ? found : null
}

function concerns(authentication: Authentication, source: CardSource, amount: Amount): boolean {
  const { currency, minor } = authentication.amount
  const sameToken = authentication.tokenId === (source.token?.id ?? null)
  return (
    sameToken &&
    isSameCard(authentication.card, source.card) &&
    currency === amount.currency &&
    minor === amount.minor
  )
}

function contradicts(call: Call, authentication: Authentication): boolean {
  return [
    'eciRaw',
    'paresStatus',
    'veresEnrolled',
    'directoryServerTransactionId',
    'ucafCollectionIndicator',
  ].some((name) => {
    const claimed = textAt(call.message, `${root}.${name}`)
    return claimed !== null && claimed !== authentication.facts[name]
  })
}
