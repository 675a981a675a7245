// How callers behave in the simulated world, whose gateway reads in a card token what becomes of it.
import type { Chance } from '../kernel/chance.ts'
import type { CardBooks, CardWord } from '../upstreams/card-gateway/books.ts'
import type { Clients } from './clients.ts'
import type { Manners, StepUp } from './place.ts'

/** Passes a simulated challenge, whose token says where the bank's page sends the customer afterwards and what to name. */
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

/** As in the simulated world, where the gateway reads in a token what becomes of it. */
export function simulatedManners(chance: Chance, books: CardBooks): Manners {
  let counter = 0
  return {
    tries: () => chance.pick([1, 1, 3]),
    callbackUrl: () => `https://shop-${chance.below(3)}.test/hook`,
    async cardToken(context) {
      const how = chance.pick(['frictionless', 'frictionless', 'challenge', 'unauthenticated'] as const)
      const word: CardWord = `${how}.${chance.happens(0.85) ? 'good' : 'bad'}`
      return [`token-${++counter}-${chance.below(1e9)}`, word, context].filter(Boolean).join(' ')
    },
    answerBank: (stepUp, clients) => returnFromBank(stepUp, clients, books),
    receiver: () => ({
      customer_number: chance.pick(['+243810000001', '+243840000001', '+243890000001']),
    }),
  }
}
