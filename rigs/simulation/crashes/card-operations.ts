// Card payments, refunds and voids.
import { billTo } from '../callers/bill-to.ts'
import { type Callers, makeLink, order, paidOrder, payAt } from './callers.ts'
import { minutes, nothing, type Operation } from './operation.ts'
import { customCheckout, refund, voidPayment } from './steps.ts'

/** Fills in the form of a payment link. Returns the checkout address, which is empty when there was no response. */
export async function formOf({ clients }: Callers, code: string): Promise<string> {
  for (let left = 3; left > 0; left--) {
    const sent = await clients.form(`/pl/${code}/checkout`, { ...billTo, visit: `visit-${code}` })
    const address = sent?.headers.location
    if (typeof address === 'string') return address
  }
  return ''
}

/** Makes all pending money due. */
const endPending = ({ world, as }: Callers) =>
  world.store.rows(
    'update balance_transaction set available_on = created_at where released_posting is null',
    [],
    as.cell,
  )

export const cardOperations: readonly Operation[] = [
  { name: 'order', movesMoney: false, prepare: nothing, run: async (callers) => void (await order(callers)) },
  {
    name: 'charge',
    movesMoney: true,
    prepare: (callers) => order(callers),
    run: (callers, link) => payAt(callers, link),
  },
  {
    name: 'charge after a challenge',
    movesMoney: false,
    prepare: (callers) => order(callers),
    run: (callers, link) => payAt(callers, link, 'challenge.good'),
  },
  {
    name: 'charge declined, then paid with another card',
    movesMoney: true,
    prepare: async (callers) => {
      await callers.world.store.rows('update merchant set checkout_attempts = 3, version = version + 1')
      return order(callers)
    },
    run: async (callers, link) => {
      await payAt(callers, link, 'frictionless.bad')
      await payAt(callers, link)
    },
  },
  {
    name: 'payment of a link, declined, then paid with another card',
    movesMoney: true,
    prepare: async (callers) => formOf(callers, await makeLink(callers)),
    run: async (callers, link) => {
      await payAt(callers, link, 'frictionless.bad')
      await payAt(callers, link)
    },
  },
  {
    name: 'charge whose reply is lost',
    movesMoney: true,
    faults: ['gateway acts, reply lost'],
    losesReplyOf: 'charge',
    prepare: (callers) => order(callers),
    run: async (callers, link) => {
      await payAt(callers, link)
      await minutes(callers.world, 10)
    },
  },
  {
    name: 'charge with a gateway system error',
    movesMoney: true,
    faults: ['gateway system error'],
    prepare: (callers) => order(callers),
    run: async (callers, link) => {
      await payAt(callers, link)
      await minutes(callers.world, 20)
    },
  },
  {
    name: 'charge of another amount, undone',
    movesMoney: true,
    faults: ['gateway approves another amount'],
    prepare: (callers) => order(callers),
    run: async (callers, link) => {
      await payAt(callers, link)
      await minutes(callers.world, 2)
    },
  },
  { name: 'custom checkout', movesMoney: false, prepare: nothing, run: customCheckout('frictionless.good') },
  {
    name: 'custom checkout with a challenge, charged too early first',
    movesMoney: true,
    prepare: nothing,
    run: customCheckout('challenge.good'),
  },
  {
    name: 'payment of a link',
    movesMoney: true,
    prepare: (callers) => makeLink(callers),
    run: async (callers, code) => {
      const address = await formOf(callers, code)
      if (address) await payAt(callers, address)
    },
  },
  { name: 'refund', movesMoney: true, prepare: (callers) => paidOrder(callers), run: refund },
  {
    name: 'refund whose reply is lost',
    movesMoney: true,
    faults: ['gateway acts, reply lost'],
    prepare: (callers) => paidOrder(callers),
    run: async (callers, payment) => {
      await refund(callers, payment)
      await minutes(callers.world, 10)
    },
  },
  {
    name: 'release of card money',
    movesMoney: true,
    prepare: async (callers) => {
      const payment = await paidOrder(callers)
      await paidOrder(callers)
      await refund(callers, payment)
      return payment
    },
    run: async (callers) => {
      await endPending(callers)
      await minutes(callers.world, 2)
    },
  },
  {
    name: 'refund of available money',
    movesMoney: true,
    prepare: async (callers) => {
      const payment = await paidOrder(callers)
      await endPending(callers)
      await minutes(callers.world, 2)
      return payment
    },
    run: refund,
  },
  { name: 'void', movesMoney: true, prepare: (callers) => paidOrder(callers), run: voidPayment },
]
