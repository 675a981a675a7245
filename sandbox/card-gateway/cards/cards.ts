// All sandbox cards by behaviour. CARDS.md is generated from this table.
import { authenticationCards } from './authentication-cards.ts'
import type { CardBehaviour } from './behaviour.ts'
import { acceptedCard, paymentCards } from './payment-cards.ts'

export const cards: readonly CardBehaviour[] = [...paymentCards, ...authenticationCards]

const byNumber = new Map(cards.flatMap((card) => card.numbers.map((number) => [number, card] as const)))
const byKey = new Map(cards.map((card) => [card.key, card]))

export function behaviourOf(number: string): CardBehaviour {
  return byNumber.get(number) ?? acceptedCard
}

export function behaviourNamed(key: string): CardBehaviour {
  return byKey.get(key) ?? acceptedCard
}
