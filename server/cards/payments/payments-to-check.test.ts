// Payments that may have been made twice, in the portal's list and detail and on its daily list; and money that came too late.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Portal, paid, portalOf } from '../../../test/support/callers/portal.ts'
import {
  type Collections,
  collectionSandbox,
  collectionSettings,
  collectionsOf,
  freshNumber,
} from '../../../test/support/collections/collections.ts'
import { send } from '../../../test/support/http/send.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import type { Credentials } from '../../merchants/identity/register.ts'

let world: World
let portal: Portal
let collections: Collections
beforeAll(async () => {
  world = await openWorld({ settings: collectionSettings, sandbox: collectionSandbox })
  collections = collectionsOf(world)
  await collections.offer()
  portal = await portalOf(world)
})
afterAll(() => world.close())

let used = 0
const newReference = () => `TWIN-${++used}`
type Overrides = Record<string, unknown>
const byCard = (merchant_reference: string, overrides: Overrides = {}, card?: string, as?: Credentials) =>
  paid(world, as ?? world.merchant, { merchant_reference, amount: 25.5, ...overrides }, card)
async function byPhone(merchant_reference: string, number: string, overrides: Overrides = {}) {
  const { transaction_uuid: uuid } = await collections.order({ merchant_reference, ...overrides })
  const { collection_id: id } = await collections.asked(uuid, number)
  await collections.reaches(id, 'APPROVED')
  return uuid
}
/** The marks of payments with a reference in the list, which are those of their details. */
async function marks(reference: string): Promise<boolean[]> {
  const { items } = await portal.data(`payments?q=${reference}`)
  for (const { transaction_uuid, possible_duplicate } of items) {
    const detail = await portal.data(`payments/${transaction_uuid}`)
    assert.equal(detail.possible_duplicate, possible_duplicate)
  }
  return items.map((item: { possible_duplicate: boolean }) => item.possible_duplicate)
}
const movePaid = (uuid: string, by: string) =>
  collections.rows(
    `update card_transaction set created_at = created_at - $2::interval, finalised_at = finalised_at - $2::interval where transaction_uuid = $1`,
    [uuid, by],
  )

describe('a possible duplicate', () => {
  test('two payments with the same reference, amount and card of one payer are both marked', async () => {
    const reference = newReference()
    await byCard(reference)
    expect(await marks(reference)).toEqual([false])
    await byCard(reference)
    expect(await marks(reference)).toEqual([true, true])
  })

  test('two payments from the same number are both marked, from another number they are not', async () => {
    const [reference, other] = [newReference(), newReference()]
    const number = freshNumber('21')
    await byPhone(reference, number)
    await byPhone(reference, number)
    expect(await marks(reference)).toEqual([true, true])
    await byPhone(other, freshNumber('21', '81'))
    await byPhone(other, freshNumber('21', '81'))
    expect(await marks(other)).toEqual([false, false])
  })

  test.each([
    ['amount', { amount: 26 }, undefined],
    ['currency', { currency: 'CDF', amount: 2550 }, undefined],
    ['card', {}, '5555555555554444'],
    ['payer', { bill_to_email: 'another@example.com', bill_to_phone: '+243 81 555 0199' }, undefined],
  ])('a payment with another %s is no duplicate', async (_name, overrides, card) => {
    const reference = newReference()
    await byCard(reference)
    await byCard(reference, overrides, card)
    expect(await marks(reference)).toEqual([false, false])
  })

  test('a declined payment, one of another merchant and one paid twenty minutes apart are no duplicates', async () => {
    const [retried, elsewhere, later] = [newReference(), newReference(), newReference()]
    await byCard(retried, {}, '4000000000009995')
    await byCard(retried)
    expect(await marks(retried)).toEqual([false, false])
    await byCard(elsewhere)
    await byCard(elsewhere, {}, undefined, await world.register())
    expect(await marks(elsewhere)).toEqual([false])
    const first = await byCard(later)
    await byCard(later)
    await movePaid(first, '19 minutes')
    expect(await marks(later)).toEqual([true, true])
    await movePaid(first, '2 minutes')
    expect(await marks(later)).toEqual([false, false])
  })
})

type ToCheck = {
  date: string
  twins: { payments: { transaction_uuid: string; merchant_reference: string; give_back: string }[] }[]
  late: { transaction_uuid: string; state: string }[]
  is_cut: boolean
}
const toCheck = (query = ''): Promise<ToCheck> => portal.data(`payments-to-check${query}`)
const twinsOf = async (reference: string, query = '') => {
  const { twins } = await toCheck(query)
  const groups = twins.filter(({ payments }) => payments.some((one) => one.merchant_reference === reference))
  return groups.map(({ payments }) => payments.map(({ give_back }) => give_back))
}

describe('the daily list', () => {
  test('it shows twins together, and what became of the refund of each', async () => {
    const reference = newReference()
    const first = await byCard(reference)
    await byCard(reference)
    expect(await twinsOf(reference)).toEqual([['possible', 'possible']])
    const [{ cs_payment_id: id }] = (await collections.rows<{ cs_payment_id: string }>(
      'select cs_payment_id from card_transaction where transaction_uuid = $1',
      [first],
    )) as [{ cs_payment_id: string }]
    const refund = await world.admin('POST', `/api/v1/admin/payment/refunds/${id}`, { reason: 'paid twice' })
    assert.equal(refund.status, 200, refund.text)
    expect(await twinsOf(reference)).toEqual([['done', 'possible']])
    // Nobody should refund both.
    expect(await marks(reference)).toEqual([false, false])
  })

  test('a refund that waits for a decision is shown as waiting', async () => {
    const reference = newReference()
    await byCard(reference)
    const second = await byCard(reference)
    await collections.rows('update merchant set may_refund_sandbox = false where merchant_code = $1', [
      world.merchant.merchant_code,
    ])
    const asked = await portal.post(`payments/${second}/refund-requests`, { reason: 'paid twice' })
    assert.equal(asked.body.data.state, 'WAITING', asked.text)
    expect(await twinsOf(reference)).toEqual([['possible', 'waiting']])
  })

  test('a day is one of the merchant, and a pair over midnight is on both days', async () => {
    const reference = newReference()
    const [first, second] = [await byCard(reference), await byCard(reference)]
    const at = (uuid: string, time: string) =>
      collections.rows(
        'update card_transaction set created_at = $2::timestamptz, finalised_at = $2::timestamptz where transaction_uuid = $1',
        [uuid, time],
      )
    // Kinshasa is an hour ahead of UTC.
    await at(first, '2026-03-09 22:55Z')
    await at(second, '2026-03-09 23:05Z')
    for (const day of ['2026-03-09', '2026-03-10'])
      expect(await twinsOf(reference, `?date=${day}`)).toHaveLength(1)
    expect(await twinsOf(reference, '?date=2026-03-11')).toEqual([])
  })

  test('money that came too late is listed with its way back', async () => {
    const { transaction_uuid: uuid, links } = await collections.order()
    const { collection_id: id } = await collections.asked(uuid, freshNumber('26'))
    await collections.reaches(id, 'EXPIRED')
    const { pathname, search } = new URL(links)
    await send(world.url, 'POST', `${pathname}/cancel${search}`, Buffer.from(''), {
      'content-type': 'application/x-www-form-urlencoded',
      origin: world.url,
    })
    await collections.reaches(id, 'REFUNDED', 40)
    const found = async () => (await toCheck()).late.filter((one) => one.transaction_uuid === uuid)
    const stamp = expect.stringMatching(/^\d{4}-.*Z$/)
    expect(await found()).toEqual([
      {
        collection_id: id,
        transaction_uuid: uuid,
        merchant_reference: expect.any(String),
        operator: 'airtel',
        customer_number: expect.stringMatching(/^\*{9}\d26$/),
        amount: '25.50',
        currency: 'USD',
        reason: 'LATE',
        state: 'RETURNED',
        debited_at: stamp,
        returned_at: stamp,
      },
    ])
    await collections.rows(`update collection set state = 'EXPIRED' where collection_id = $1`, [id])
    expect(await found()).toMatchObject([{ state: 'RETURNING', returned_at: null }])
  })

  test('others see nothing of it, and an empty day has empty lists', async () => {
    const stranger = await portalOf(world, await world.register())
    expect(await stranger.data('payments-to-check')).toMatchObject({ twins: [], late: [], is_cut: false })
    expect(await toCheck('?date=2020-01-01')).toEqual({
      ...{ date: '2020-01-01', twins: [], late: [], is_cut: false },
    })
    const wrong = await portal.get('payments-to-check?date=yesterday')
    assert.equal(wrong.status, 400, wrong.text)
  })
})
