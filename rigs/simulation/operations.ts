// The operations of the product one by one, each with what has to be there before it: what crash points are taken from.

import { exampleTransfer } from '../../server/remittance/acceptance/schemas.ts'
import { billTo } from './actors/bill-to.ts'
import type { CardWord } from './actors/card-gateway.ts'
import { openClients } from './actors/clients.ts'
import { type Acknowledged, returnFromBank } from './actors/day.ts'
import type { FaultKind } from './faults.ts'
import type { Answer, World } from './world/world.ts'

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

/** What people were told has been done, and what was sent under one key or reference. */
export type Told = { acknowledged: Acknowledged[]; singular: Acknowledged[] }

/**
 * Callers who do one thing, and do it again with the same key when they hear nothing: also once the key is no longer held
 * for the call that died with the process.
 */
export function openPeople(world: World, { acknowledged, singular }: Told) {
  const clients = openClients(world)
  const [merchant] = world.merchants
  const as = merchant!
  const again = () => ({ key: clients.newKey(), tries: 4, comesBack: true })
  const token = (word: CardWord) => `token-${clients.newKey()} ${word}`
  const note = (what: string, sql: string, ...values: unknown[]) => acknowledged.push({ what, sql, values })
  const once = (what: string, sql: string, ...values: unknown[]) => singular.push({ what, sql, values })
  const named = (name: string) => `${name}-${clients.newKey()}`

  async function order(): Promise<string> {
    const merchant_reference = named('INV')
    const body = { amount: 25.5, currency: 'USD', merchant_reference, callback_url, ...billTo }
    once('order', 'select 1 from card_transaction where merchant_reference = $1', merchant_reference)
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
    if (paid?.body?.state !== 'CHALLENGE') return
    await returnFromBank({ accessToken: paid.body.access_token }, clients, world.cards)
    await clients.page(link, 'continue', {}, 4)
  }

  async function paid(): Promise<string> {
    await payAt(await order())
    const [row] = await world.store.rows(
      `select cs_payment_id from card_transaction where status = 'SUCCESS' order by id desc limit 1`,
    )
    return String(row?.cs_payment_id)
  }

  async function send(more: object = {}): Promise<string> {
    const reference = named('T')
    const body = { ...exampleTransfer, reference, callback_url, ...more }
    once('transfer', 'select 1 from transfer where reference = $1', reference)
    const answer = await clients.basic(as, '/api/v1/remittance/inbound', body, { tries: 4 })
    const id = answer?.body?.data?.transaction_id
    if (id) note('transfer', 'select 1 from transfer where transaction_id = $1', id)
    return id ?? ''
  }

  async function link(): Promise<string> {
    const merchant_reference = named('LNK')
    const body = { amount: 9, currency: 'USD', merchant_reference, callback_url, max_uses: 1 }
    once('link', 'select 1 from payment_link where merchant_reference = $1', merchant_reference)
    const made = await clients.signed(as, '/api/v1/payment-links', body, again())
    const code = made?.body?.data?.code
    if (code) note('link', 'select 1 from payment_link where code = $1', code)
    return code ?? ''
  }

  /** Of an amount that no other has. */
  async function topUp(send: (amount: number) => Promise<Answer | undefined>): Promise<void> {
    const cents = 200 + singular.length
    const booked = `select 1 from wallet_entry where kind = 'TOPUP' and amount_minor = $1`
    once('top-up', booked, cents)
    const answer = await send(cents / 100)
    if (answer?.status === 200) note('top-up', booked, cents)
  }

  return { world, clients, as, again, token, note, once, named, order, payAt, paid, send, link, topUp }
}

const nothing = async () => ''

/** By a shop's own server, which asks for the charge before the bank is done, as a hasty one would. */
function customCheckout(word: CardWord) {
  return async ({ world, clients, as, token, once }: People): Promise<void> => {
    const opened = await clients.signed(as, '/api/v1/microform/capture-context', { target_origin: 'https://shop.test', merchant_reference: 'CUS' }, { tries: 4 })
    const { transaction_uuid } = opened?.body?.data ?? opened?.body ?? {}
    const transient_token = token(word)
    const bill_to = { first_name: 'Grâce', last_name: 'Mukendi', email: 'grace@example.com', phone_number: '0991234567', address_line1: '12 avenue du Lac', address_city: 'Goma', address_country: 'CD' }
    const payment = { transaction_uuid, transient_token, amount: 12, currency: 'USD', bill_to }
    const setup = await clients.signed(as, '/api/v1/microform/pa-setup', { transaction_uuid, transient_token }, { tries: 4 })
    const { reference_id } = setup?.body?.data ?? setup?.body ?? {}
    const enrolled = await clients.signed(as, '/api/v1/microform/pa-enroll', { ...payment, reference_id }, { tries: 4 })
    const { authentication_transaction_id, access_token } = enrolled?.body?.data ?? enrolled?.body ?? {}
    const charge = { ...payment, merchant_reference: 'CUS', callback_url, ...(authentication_transaction_id && { authentication_transaction_id }) }
    const send = () => clients.signed(as, '/api/v1/microform/charge', charge, { tries: 4 })
    const early = await send()
    if (!access_token) return
    if (early?.status === 200) once('early charge', 'select 1 from generate_series(1, 2)')
    await returnFromBank({ accessToken: access_token }, clients, world.cards)
    await send()
  } // biome-ignore format: a call a line
}

const minutes = (world: World, count: number) => world.sleep(count * 60_000)

const transferBecame = async (people: People, more: object = {}) => {
  const id = await people.send(more)
  await minutes(people.world, 5)
  return id
}

async function refund({ clients, again, note, once, named }: People, payment: string): Promise<void> {
  const path = `/api/v1/admin/payment/refunds/${payment}`
  const reason = named('asked for')
  once('refund', `select 1 from card_refund where reason = $1 and status <> 'FAILED'`, reason)
  const answer = await clients.admin('amina', path, { amount: 10, reason }, again())
  if (answer?.status === 200)
    note('refund', `select 1 from card_refund where id = $1 and status = 'SUCCESS'`, answer.body.refund_id)
}

async function voidPayment({ clients, again, note, once, named }: People, payment: string): Promise<void> {
  const reason = named('not wanted')
  const voided = `select 1 from card_void where reason = $1 and status <> 'FAILED'`
  once('void', voided, reason)
  const answer = await clients.admin('amina', `/api/v1/admin/payment/voids/${payment}`, { reason }, again())
  if (answer?.status === 200) note('void', voided, reason)
}

/** Together more than one person may book, whichever of its tokens it is. */
async function topUpTogether({ clients, as, again, note, once }: People): Promise<void> {
  const path = '/api/v1/admin/wallets'
  const body = { amount: 6_000, reason: 'bank transfer' }
  await clients.admin('amina', `${path}/${as.merchant_code}/top-ups`, body, again())
  const asked = await clients.admin('amina-phone', `${path}/${as.merchant_code}/top-ups`, body, again())
  const id = asked?.body?.data?.id
  if (id === undefined) return
  const booked = `select 1 from wallet_entry where posting_key = 'topup:admin:adjustment:' || $1`
  note('top-up that waits', `select 1 from wallet_adjustment where id = $1 and kind = 'TOPUP'`, id)
  once('top-up that waited', booked, id)
  const approve = `${path}/adjustments/${id}/approve`
  const decided = await clients.admin('benoit', approve, { reason: 'seen the slip' }, again())
  if (decided?.status === 200) note('top-up that waited', booked, id)
}

async function adjust({ clients, as, again, note, once, named }: People): Promise<void> {
  const reason = named('put right by hand')
  once('adjustment', 'select 1 from wallet_adjustment where reason = $1', reason)
  const path = '/api/v1/admin/wallets'
  const body = { amount: 3, reason }
  const asked = await clients.admin('amina', `${path}/${as.merchant_code}/adjustments`, body, again())
  const id = asked?.body?.data?.id
  if (id === undefined) return
  note('adjustment', 'select 1 from wallet_adjustment where id = $1', id)
  const approve = `${path}/adjustments/${id}/approve`
  const decided = await clients.admin('benoit', approve, { reason: 'checked' }, again())
  if (decided?.status !== 200) return
  note('approval', `select 1 from wallet_adjustment where id = $1 and state = 'APPROVED'`, id)
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
    name: 'charge that the gateway breaks down over',
    movesMoney: true,
    faults: ['gateway breaks down'],
    prepare: (people) => people.order(),
    run: async (people, link) => {
      await people.payAt(link)
      await minutes(people.world, 20)
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
    prepare: (people) => people.link(),
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
    name: 'transfer that is called failed while its call hangs',
    movesMoney: true,
    faults: ['callback of a failure while the call hangs'],
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
    // Each time somebody else: who was released once is let pass afterwards.
    prepare: (people) =>
      people.send({
        sender_first_name: 'Watchlist',
        sender_last_name: 'Person',
        sender_document_number: `WL${100_000 + people.world.chance.below(900_000)}`,
      }),
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
    run: async ({ clients, as, again, topUp }) => {
      const path = `/api/v1/admin/wallets/${as.merchant_code}/top-ups`
      await topUp((amount) => clients.admin('amina', path, { amount, reason: 'bank transfer' }, again()))
    },
  },
  {
    name: 'top-up of a sandbox',
    movesMoney: false,
    prepare: nothing,
    run: async ({ clients, as, again, topUp }) => {
      await topUp((amount) => clients.basic(as, '/api/v1/remittance/sandbox/topup', { amount }, again()))
    },
  },
  {
    name: 'top-up that waits for another admin',
    movesMoney: false,
    prepare: nothing,
    run: topUpTogether,
  },
  {
    name: 'adjustment by two admins',
    movesMoney: false,
    prepare: nothing,
    run: adjust,
  },
  {
    name: 'payment link',
    movesMoney: false,
    prepare: nothing,
    run: async (people) => void (await people.link()),
  },
]
