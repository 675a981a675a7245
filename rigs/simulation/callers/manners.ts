// How callers behave in the simulation, whose gateway reads the outcome of a payment from its card token.
import type { CardBooks, CardWord } from '../upstreams/card-gateway/books.ts'
import { disputeCharge } from '../upstreams/card-gateway/disputes.ts'
import type { World } from '../world/world.ts'
import type { Clients } from './clients.ts'
import type { Manners, StepUp } from './place.ts'

/** Passes a simulated challenge, whose token contains the bank's return URL and the transaction id. */
export async function returnFromBank(
  { accessToken }: Pick<StepUp, 'accessToken'>,
  { form }: Pick<Clients, 'form'>,
  { passedChallenges }: Pick<CardBooks, 'passedChallenges'>,
): Promise<void> {
  const [returnUrl = '', TransactionId = ''] = accessToken.split(' ')
  passedChallenges.add(TransactionId)
  const { pathname, search } = new URL(returnUrl)
  await form(pathname + search, { TransactionId })
}

/** The behaviour of callers in the simulation, whose gateway reads the outcome from the token. */
export function simulatedManners(
  world: Pick<World, 'chance' | 'time' | 'faults' | 'bank'>,
  books: CardBooks,
): Manners {
  const { chance } = world
  let counter = 0
  return {
    tries: () => chance.pick([1, 1, 3]),
    callbackUrl: () => `https://shop-${chance.below(3)}.test/hook`,
    async cardToken(context) {
      const how = chance.pick(['frictionless', 'frictionless', 'challenge', 'unauthenticated'] as const)
      const word: CardWord = `${how}.${chance.happens(0.85) ? 'good' : 'bad'}`
      return [`token-${++counter}-${chance.below(1e9)}`, word, context].filter(Boolean).join(' ')
    },
    passChallenge: (stepUp, clients) => returnFromBank(stepUp, clients, books),
    async dispute(uuid, what) {
      disputeCharge(world, books, uuid, what)
    },
    bank: world.bank,
    payingNumber: () =>
      `+243${chance.pick(['81', '89'])}${String(chance.below(10_000_000)).padStart(7, '0')}`,
    usualNumber: '+243817654321',
    receiver: () => ({
      customer_number: chance.pick(['+243810000001', '+243840000001', '+243890000001']),
    }),
  }
}
