// Reads the card of a request: from a transient token (JWT or id), or from plain card data.
import type { CardFacts, Token } from '../books/books.ts'
import { passesLuhn } from '../cards/brands.ts'
import type { Gateway } from '../gateway.ts'
import { type Message, requireFields, textAt, valueAt } from '../message.ts'
import { invalidField, Refused } from '../problems.ts'
import { cardFacts, findToken } from './vault.ts'

export type CardSource = { token: Token | null; card: CardFacts; isNumberValid: boolean }

const idFields = ['tokenInformation.jti', 'tokenInformation.transientToken']
const jwtField = 'tokenInformation.transientTokenJwt'

export async function readCardSource(
  gateway: Gateway,
  merchantId: string,
  message: Message,
): Promise<CardSource> {
  const jwt = textAt(message, jwtField)
  if (jwt) return tokenSource(await findToken(gateway, merchantId, { jwt }), jwtField)
  for (const field of idFields) {
    const id = textAt(message, field)
    if (id) return tokenSource(await findToken(gateway, merchantId, { id }), field)
  }
  if (valueAt(message, 'paymentInformation.card') === undefined) {
    throw new Refused('MISSING_FIELD', [{ field: jwtField, reason: 'MISSING_FIELD' }])
  }
  return plainSource(message)
}

function tokenSource(token: Token | null, field: string): CardSource {
  if (!token) throw invalidField(field)
  return { token, card: token.card, isNumberValid: true }
}

function plainSource(message: Message): CardSource {
  const path = 'paymentInformation.card'
  requireFields(message, [`${path}.number`, `${path}.expirationMonth`, `${path}.expirationYear`])
  const number = textAt(message, `${path}.number`) ?? ''
  if (!/^[0-9]{8,19}$/.test(number)) throw invalidField(`${path}.number`)
  const card = cardFacts({
    number,
    expirationMonth: (textAt(message, `${path}.expirationMonth`) ?? '').padStart(2, '0'),
    expirationYear: textAt(message, `${path}.expirationYear`) ?? '',
  })
  return { token: null, card, isNumberValid: passesLuhn(number) }
}

export function isSameCard(left: CardFacts, right: CardFacts): boolean {
  const names = ['bin', 'suffix', 'expirationMonth', 'expirationYear'] as const
  return names.every((name) => left[name] === right[name])
}
