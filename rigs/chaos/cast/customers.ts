// Merchants, their customers and admins, as in the simulated day, but with real cards and challenges of the
// sandbox.

import type { Manners, Place } from '../../simulation/callers/place.ts'
import type { Chance } from '../../simulation/kernel/chance.ts'
import { noFaults } from '../../simulation/kernel/faults.ts'
import { openBank } from '../../simulation/upstreams/bank.ts'
import type { Scene } from '../scene.ts'
import type { MerchantEndpoints } from './merchant-endpoints.ts'

/** How many times faster callers act here than in real life. */
const haste = 60

/** Cards by their outcome; common outcomes occur more often. `sandbox/card-gateway/cards/CARDS.md` lists them. */
const cards = [
  ...Array<string>(8).fill('4242424242424242'),
  ...Array<string>(4).fill('4000000000003220'),
  '5555555555554444',
  '4000000000000002',
  '4000008400001629',
  '4000000000009235',
  '4000000000003063',
  '4000000000000119',
  '4000000000000259',
  '4000000200001511',
  '4000000200001107',
] as const

/** Wallets of each protocol: paid, declined, without a callback, reversed, with callbacks out of order. */
const receivers = ['81', '97', '84', '90'].flatMap((operator) =>
  [
    ['0000001', 'Jean Mukendi'],
    ['0000001', 'Jean Mukendi'],
    ['0000002', 'Marie Ilunga'],
    ['0000003', 'Joseph Kabongo'],
    ['0000004', 'Chantal Mwamba'],
    ['0000008', 'Dieudonné Kasongo'],
  ].map(([number, name]) => ({ customer_number: `+243${operator}${number}`, expected_receiver_name: name })),
)

/** How a number that pays behaves by its last digits: most approve at once, some later, silently or not at all. */
const payers = ['21', '21', '21', '22', '23', '24', '25', '26', '27', '27', '28', '28', '29', '05'] as const

type Needs = { scene: Scene; endpoints: Pick<MerchantEndpoints, 'urls'>; chance: Chance }

export function dayTargetOf({ scene, chance }: Pick<Needs, 'scene' | 'chance'>): Place {
  return {
    ...scene,
    chance,
    time: { now: () => Date.now() },
    now: () => Temporal.Now.instant(),
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms / haste)),
    keyHeldMs: 130_000 * haste,
    store: { rows: scene.rows },
  }
}

export function realManners({ scene, endpoints, chance }: Needs): Manners {
  const post = (url: string, form: Record<string, string>) =>
    fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' }).catch(() => undefined)
  return {
    // Most retry persistently, as a merchant's server with a queue does; some give up.
    tries: () => chance.pick([1, 5, 40, 40]),
    callbackUrl: () => chance.pick(endpoints.urls),
    async cardToken(context) {
      const number = chance.pick(cards)
      const card = {
        jwt: context ?? 'none',
        number,
        securityCode: '123',
        expirationMonth: '12',
        expirationYear: '2030',
      }
      const made = (await scene.control('microform/tokens', card).catch(() => undefined)) as
        | { transient_token: string }
        | undefined
      return made?.transient_token ?? 'none'
    },
    async passChallenge({ url, accessToken }) {
      await post(url, { JWT: accessToken, MD: '' })
      const code = chance.happens(0.9) ? '1234' : '9999'
      const responded = { JWT: accessToken, MD: '', action: 'verify', code }
      const page = await (await post(new URL('/gateway/acs/challenge', url).href, responded))?.text()
      const back = /action="([^"]*\/step-up\/[^"]*)"/.exec(page ?? '')?.[1]
      const id = /name="TransactionId" value="([^"]*)"/.exec(page ?? '')?.[1]
      if (back && id) await post(back, { TransactionId: id })
    },
    async dispute(transaction_uuid, what) {
      const body =
        what === 'inquiry' || what === 'opened'
          ? { stage: what === 'inquiry' ? 'inquiry' : 'chargeback' }
          : { outcome: what }
      // Refused for a payment that is disputed already.
      await scene.control('disputes', { transaction_uuid, ...body }).catch(() => undefined)
    },
    bank: openBank({ chance, faults: noFaults(chance), time: Date }),
    payingNumber: () =>
      `+243${chance.pick(['81', '97', '84', '90'])}${String(chance.below(100_000)).padStart(5, '0')}${chance.pick(payers)}`,
    usualNumber: '+243817654321',
    receiver: () => chance.pick(receivers),
  }
}
