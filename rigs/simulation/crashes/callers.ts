// The callers of one operation, who repeat it with the same key when they get no response, and the steps they take.
import { exampleTransfer } from '../../../server/remittance/acceptance/schemas.ts'
import type { Acknowledged } from '../callers/acknowledged.ts'
import { billTo } from '../callers/bill-to.ts'
import { openClients } from '../callers/clients.ts'
import { returnFromBank } from '../callers/manners.ts'
import type { CardWord } from '../upstreams/card-gateway/books.ts'
import type { ClientResponse } from '../world/network.ts'
import type { World } from '../world/world.ts'

export type Callers = ReturnType<typeof openCallers>

export const callback_url = 'https://shop-0.test/hook'

/** What was acknowledged to callers, and what was sent under one key or reference. */
export type Notes = { acknowledged: Acknowledged[]; singular: Acknowledged[] }

/**
 * Callers who do one thing, and repeat it with the same key when they get no response, also once the key is no
 * longer held for the call that died with its process.
 */
export function openCallers(world: World, { acknowledged, singular }: Notes) {
  const clients = openClients(world)
  // Of several cells, the second: what works there works without being in the one that every search sees first.
  const as = world.merchants[Math.min(world.store.cells, 2) - 1]!
  const repeat = () => ({ key: clients.newKey(), tries: 4, comesBack: true })
  const token = (word: CardWord) => `token-${clients.newKey()} ${word}`
  const acknowledge = (what: string, sql: string, ...values: unknown[]) =>
    acknowledged.push({ what, sql, values })
  const once = (what: string, sql: string, ...values: unknown[]) => singular.push({ what, sql, values })
  // In letters: as digits, some names would look like card numbers, and be stored without them.
  const named = (name: string) =>
    `${name}-${clients.newKey().replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!)}`
  /** The number of requests with a unique key or reference. */
  const sent = () => singular.length

  return { world, clients, as, again: repeat, token, acknowledge, once, named, sent }
}

/** @param amount USD. @param path of the link that it is a part of, where it is one. */
export async function order(
  callers: Callers,
  amount = 25.5,
  path = '/api/v1/payment/orders',
): Promise<string> {
  const { clients, as, again: repeat, acknowledge, once, named } = callers
  const merchant_reference = named('INV')
  const body = { amount, currency: 'USD', merchant_reference, callback_url, ...billTo }
  once('order', 'select 1 from card_transaction where merchant_reference = $1', merchant_reference)
  const response = await clients.signed(as, path, body, repeat())
  const uuid = response?.body?.data?.transaction_uuid
  if (uuid) acknowledge('order', 'select 1 from card_transaction where transaction_uuid = $1', uuid)
  return response?.body?.data?.links ?? ''
}

export async function payAt(
  callers: Callers,
  link: string,
  word: CardWord = 'frictionless.good',
): Promise<void> {
  const { world, clients, token } = callers
  const setup = await clients.page(link, 'setup', { transient_token: token(word) }, 4)
  const reference_id = setup?.body?.reference_id
  if (!reference_id) return
  const paid = await clients.page(link, 'pay', { reference_id, browser: {} }, 4)
  if (paid?.body?.state !== 'CHALLENGE') return
  await returnFromBank({ accessToken: paid.body.access_token }, clients, world.cards)
  await clients.page(link, 'continue', {}, 4)
}

export async function paidOrder(callers: Callers): Promise<string> {
  const { world } = callers
  await payAt(callers, await order(callers))
  const [row] = await world.store.rows(
    `select cs_payment_id from card_transaction where status = 'SUCCESS' order by id desc limit 1`,
  )
  return String(row?.cs_payment_id)
}

export async function sendTransfer(callers: Callers, more: object = {}): Promise<string> {
  const { clients, as, acknowledge, once, named } = callers
  const reference = named('T')
  const body = { ...exampleTransfer, reference, callback_url, ...more }
  once('transfer', 'select 1 from transfer where reference = $1', reference)
  const response = await clients.basic(as, '/api/v1/remittance/inbound', body, { tries: 4 })
  const id = response?.body?.data?.transaction_id
  if (id) acknowledge('transfer', 'select 1 from transfer where transaction_id = $1', id)
  return id ?? ''
}

/** @param amounts of a link of another kind than one for a fixed amount. */
export async function makeLink(
  callers: Callers,
  amounts: object = { amount: 9, max_uses: 1 },
): Promise<string> {
  const { clients, as, again: repeat, acknowledge, once, named } = callers
  const merchant_reference = named('LNK')
  const body = { ...amounts, currency: 'USD', merchant_reference, callback_url }
  once('link', 'select 1 from payment_link where merchant_reference = $1', merchant_reference)
  const made = await clients.signed(as, '/api/v1/payment-links', body, repeat())
  const code = made?.body?.data?.code
  if (code) acknowledge('link', 'select 1 from payment_link where code = $1', code)
  return code ?? ''
}

/** Each top-up has a unique amount. @param from the cents of the smallest. */
export async function topUp(
  callers: Callers,
  send: (amount: number) => Promise<ClientResponse | undefined>,
  from = 200,
): Promise<void> {
  const { acknowledge, once, sent } = callers
  const cents = from + sent()
  const booked = `select 1 from wallet_entry where kind = 'TOPUP' and amount_minor = $1`
  once('top-up', booked, cents)
  const response = await send(cents / 100)
  if (response?.status === 200) acknowledge('top-up', booked, cents)
}
