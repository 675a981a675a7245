// The operations of the product one by one, each with what has to be there before it: what crash points are taken from.

import { exampleTransfer } from '../server/remittance/endpoints.ts'
import { billTo } from './bill-to.ts'
import type { CardWord } from './card-gateway.ts'
import { openClients } from './clients.ts'
import type { Acknowledged } from './day.ts'
import type { FaultKind } from './faults.ts'
import type { World } from './world.ts'

export type Operation = {
  name: string
  movesMoney: boolean
  /** On while it runs. */
  faults?: readonly FaultKind[]
  /** What is there before; what it returns goes into the operation. */
  prepare(people: People): Promise<string>
  run(people: People, subject: string): Promise<void>
}

export type People = ReturnType<typeof openPeople>

const callback_url = 'https://shop-0.test/hook'

/** Callers who do one thing, and do it again with the same key when they hear nothing. */
export function openPeople(world: World, acknowledged: Acknowledged[]) {
  const clients = openClients(world)
  const [merchant] = world.merchants
  const as = merchant!
  const again = () => ({ key: clients.newKey(), tries: 4 })
  const token = (word: CardWord) => `token-${clients.newKey()} ${word}`
  const note = (what: string, sql: string, ...values: unknown[]) => acknowledged.push({ what, sql, values })

  async function order(): Promise<string> {
    const body = { amount: 25.5, currency: 'USD', merchant_reference: 'INV', callback_url, ...billTo }
    const answer = await clients.signed(as, '/api/v1/payment/orders', body, again())
    const uuid = answer?.body?.data?.transaction_uuid
    if (uuid) note('order', 'select 1 from card_transaction where transaction_uuid = $1', uuid)
    return answer?.body?.data?.links ?? ''
  }

  async function payAt(link: string, word: CardWord = 'frictionless.good'): Promise<void> {
    const setup = await clients.page(link, 'setup', { transient_token: token(word) }, 4)
    const reference_id = setup?.body?.reference_id
    if (!reference_id) return
    const paid = await clients.page(link, 'pay', { reference_id, browser: {} }, 4)
    if (paid?.body?.state === 'CHALLENGE') await clients.page(link, 'continue', {}, 4)
  }

  async function paid(): Promise<string> {
    await payAt(await order())
    const [row] = await world.store.rows(
      `select cs_payment_id from card_transaction where status = 'SUCCESS' order by id desc limit 1`,
    )
    return String(row?.cs_payment_id)
  }

  async function send(more: object = {}): Promise<string> {
    const body = { ...exampleTransfer, reference: `T-${clients.newKey()}`, callback_url, ...more }
    const answer = await clients.basic(as, '/api/v1/remittance/inbound', body, { tries: 4 })
    const id = answer?.body?.data?.transaction_id
    if (id) note('transfer', 'select 1 from transfer where transaction_id = $1', id)
    return id ?? ''
  }

  return { world, clients, as, again, token, note, order, payAt, paid, send }
}

const nothing = async () => ''
const minutes = (world: World, count: number) => world.sleep(count * 60_000)

const transferBecame = async (people: People, more: object = {}) => {
  const id = await people.send(more)
  await minutes(people.world, 5)
  return id
}

async function refund({ clients, again, note }: People, payment: string): Promise<void> {
  const path = `/api/v1/admin/payment/refunds/${payment}`
  const answer = await clients.admin('amina', path, { amount: 10, reason: 'asked for' }, again())
  if (answer?.status === 200)
    note('refund', `select 1 from card_refund where id = $1 and status = 'SUCCESS'`, answer.body.refund_id)
}

async function voidPayment({ clients, again }: People, payment: string): Promise<void> {
  await clients.admin('amina', `/api/v1/admin/payment/voids/${payment}`, { reason: 'not wanted' }, again())
}

export const operations: readonly Operation[] = [
  { name: 'order', movesMoney: false, prepare: nothing, run: async (people) => void (await people.order()) },
  {
    name: 'charge',
    movesMoney: true,
    prepare: (people) => people.order(),
    run: (people, link) => people.payAt(link),
  },
  {
    name: 'charge after a challenge',
    movesMoney: false,
    prepare: (people) => people.order(),
    run: (people, link) => people.payAt(link, 'challenge.good'),
  },
  {
    name: 'charge whose reply is lost',
    movesMoney: true,
    faults: ['gateway acts, reply lost'],
    prepare: (people) => people.order(),
    run: async (people, link) => {
      const setup = await people.clients.page(
        link,
        'setup',
        { transient_token: people.token('frictionless.good') },
        9,
      )
      await people.clients.page(
        link,
        'pay',
        { reference_id: setup?.body?.reference_id ?? 'none', browser: {} },
        2,
      )
      await minutes(people.world, 10)
    },
  },
  {
    name: 'charge of another amount, taken back',
    movesMoney: true,
    faults: ['gateway approves another amount'],
    prepare: (people) => people.order(),
    run: async (people, link) => {
      await people.payAt(link)
      await minutes(people.world, 2)
    },
  },
  {
    name: 'custom checkout',
    movesMoney: false,
    prepare: nothing,
    run: async ({ clients, as, token }) => {
      const opened = await clients.signed(as, '/api/v1/microform/capture-context', { target_origin: 'https://shop.test', merchant_reference: 'CUS' }, { tries: 4 })
      const { transaction_uuid } = opened?.body?.data ?? opened?.body ?? {}
      const transient_token = token('frictionless.good')
      const bill_to = { first_name: 'Grâce', last_name: 'Mukendi', email: 'grace@example.com', phone_number: '0991234567', address_line1: '12 avenue du Lac', address_city: 'Goma', address_country: 'CD' }
      const payment = { transaction_uuid, transient_token, amount: 12, currency: 'USD', bill_to }
      const setup = await clients.signed(as, '/api/v1/microform/pa-setup', { transaction_uuid, transient_token }, { tries: 4 })
      const { reference_id } = setup?.body?.data ?? setup?.body ?? {}
      const enrolled = await clients.signed(as, '/api/v1/microform/pa-enroll', { ...payment, reference_id }, { tries: 4 })
      const { authentication_transaction_id } = enrolled?.body?.data ?? enrolled?.body ?? {}
      await clients.signed(as, '/api/v1/microform/charge', { ...payment, merchant_reference: 'CUS', callback_url, ...(authentication_transaction_id && { authentication_transaction_id }) }, { tries: 4 })
    }, // biome-ignore format: a call a line
  },
  {
    name: 'payment of a link',
    movesMoney: true,
    prepare: async ({ clients, as, again }) => {
      const link = { amount: 9, currency: 'USD', merchant_reference: 'LNK', callback_url, max_uses: 1 }
      const made = await clients.signed(as, '/api/v1/payment-links', link, again())
      return made?.body?.data?.code ?? ''
    },
    run: async (people, code) => {
      for (let left = 3; left > 0; left--) {
        const sent = await people.clients.form(`/pl/${code}/checkout`, { ...billTo, visit: `visit-${code}` })
        const address = sent?.headers.location
        if (typeof address === 'string') return people.payAt(address)
      }
    },
  },
  { name: 'refund', movesMoney: true, prepare: (people) => people.paid(), run: refund },
  {
    name: 'refund whose reply is lost',
    movesMoney: true,
    faults: ['gateway acts, reply lost'],
    prepare: (people) => people.paid(),
    run: async (people, payment) => {
      await refund(people, payment)
      await minutes(people.world, 10)
    },
  },
  { name: 'void', movesMoney: true, prepare: (people) => people.paid(), run: voidPayment },
  {
    name: 'transfer: inbound, dispatch, callback, webhook',
    movesMoney: true,
    prepare: nothing,
    run: async (people) => void (await transferBecame(people)),
  },
  {
    name: 'transfer whose reply is lost',
    movesMoney: true,
    faults: ['operator acts, reply lost'],
    prepare: nothing,
    run: async (people) => void (await transferBecame(people)),
  },
  {
    name: 'transfer that is declined',
    movesMoney: false,
    faults: ['operator declines'],
    prepare: nothing,
    run: async (people) => void (await transferBecame(people)),
  },
  {
    name: 'release of a hold',
    movesMoney: true,
    prepare: (people) => people.send({ sender_first_name: 'Watchlist', sender_last_name: 'Person' }),
    run: async ({ clients, world }, id) => {
      await clients.admin(
        'amina',
        `/api/v1/admin/remittance/holds/${id}/release`,
        { reason: 'looked at it' },
        { tries: 4 },
      )
      await minutes(world, 5)
    },
  },
  {
    name: 'reversal',
    movesMoney: true,
    prepare: (people) => transferBecame(people),
    run: async ({ clients, world }, id) => {
      await clients.admin(
        'amina',
        `/api/v1/admin/transfers/${id}/reverse`,
        { reason: 'by mistake' },
        { tries: 4 },
      )
      await minutes(world, 5)
    },
  },
  {
    name: 'top-up by an admin',
    movesMoney: false,
    prepare: nothing,
    run: async ({ clients, as, again }) => {
      await clients.admin(
        'amina',
        `/api/v1/admin/wallets/${as.merchant_code}/top-ups`,
        { amount: 2, reason: 'bank transfer' },
        again(),
      )
    },
  },
]
