// What a customer of a merchant has done, from one of their payments.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDispute } from '../../../test/support/callers/disputes.ts'
import { type Portal, paid, portalOf } from '../../../test/support/callers/portal.ts'
import {
  collectionSandbox,
  collectionSettings,
  collectionsOf,
  freshNumber,
} from '../../../test/support/collections/collections.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'

let world: World
let portal: Portal
const uuids: Record<string, string> = {}
const number = freshNumber('21')

beforeAll(async () => {
  world = await openWorld({ sandbox: collectionSandbox, settings: collectionSettings })
  const merchant = await world.register()
  portal = await portalOf(world, merchant)
  const make = async (name: string, more: object, as = merchant, card?: string | null) => {
    uuids[name] = await paid(world, as, { merchant_reference: name, ...more }, card)
  }
  const grace = { bill_to_email: 'Grace@example.com', bill_to_phone: '+243815550101' }
  const neighbour = { bill_to_email: 'neighbour@example.com', bill_to_phone: '+243815550999' }
  const other = await world.register()
  await make('by both', { ...grace, amount: 30 })
  await make('by email', { ...neighbour, bill_to_email: grace.bill_to_email, amount: 40 })
  await make('by phone, written otherwise', { ...neighbour, bill_to_phone: '081 555 01 01', amount: 20 })
  await make('open', { ...grace, amount: 7 }, merchant, null)
  await make('of a neighbour', { ...neighbour, amount: 50 })
  await make('of another merchant', { ...grace, amount: 60 }, other)
  const text = 'select cs_payment_id as id from card_transaction where transaction_uuid = $1'
  const [row] = await world.db.rows<{ id: string }>({ name: '', text }, [uuids['by both']])
  const refund = { amount: 12.5, reason: 'returned' }
  expect((await world.admin('POST', `/api/v1/admin/payment/refunds/${row!.id}`, refund)).status).toBe(200)
  await openDispute(world, uuids['by email']!)
  // Two merchants are paid from one wallet, under different names.
  for (const [as, name] of [
    [merchant, 'by wallet'],
    [merchant, 'by wallet again'],
    [other, 'wallet at another merchant'],
  ] as const) {
    const collections = collectionsOf(world, as)
    await collections.offer()
    const email = `${name.replaceAll(' ', '-')}@example.com`
    const phone = `+24389100${String(2000 + name.length).padStart(4, '0')}`
    const order = await collections.order({
      merchant_reference: name,
      amount: 9,
      bill_to_email: email,
      bill_to_phone: phone,
    })
    uuids[name] = order.transaction_uuid
    const { collection_id } = await collections.asked(order.transaction_uuid, number)
    await collections.reaches(collection_id, 'APPROVED')
  }
})
afterAll(() => world.close())

const customerOf = (name: string, query = '') => portal.data(`payments/${uuids[name]}/customer${query}`)
const namesIn = ({ payments }: any) => payments.items.map((item: any) => item.merchant_reference)

test('a customer has the payments of one email address or telephone, and what they add up to', async () => {
  const found = await customerOf('by both')
  expect(found.customer).toEqual({
    name: 'Grâce Mukendi',
    email: 'grace@example.com',
    phone: '+243815550101',
  })
  expect(namesIn(found)).toEqual(['open', 'by phone, written otherwise', 'by email', 'by both'])
  // 90.00 less 3.15 of fees, 12.50 refunded, and a dispute of 40.00 with its fee of 15.00.
  expect(found.totals.paid).toEqual([
    { currency: 'USD', count: 3, gross: '90.00', fees: '3.15', returned: '67.50', net: '19.35' },
  ])
  expect(found.refunds).toMatchObject([{ merchant_reference: 'by both', amount: '12.50', status: 'SUCCESS' }])
  expect(found.disputes).toMatchObject([{ merchant_reference: 'by email', amount: '40.00', state: 'OPEN' }])
})

test('a customer page is paged, and another customer of the merchant is not on it', async () => {
  const second = await customerOf('by both', '?limit=3&page=2')
  expect([namesIn(second), second.payments.pagination.total]).toEqual([['by both'], 4])
  expect(namesIn(await customerOf('of a neighbour'))).toEqual([
    'of a neighbour',
    'by phone, written otherwise',
    'by email',
  ])
})

test('payments from one wallet are of one customer, but not those of another merchant', async () => {
  expect(namesIn(await customerOf('by wallet'))).toEqual(['by wallet again', 'by wallet'])
})

test('an erased payer has only this payment', async () => {
  const text = `update card_transaction set bill_to_email = '', bill_to_phone = '', bill_to_forename = '', bill_to_surname = ''
    where transaction_uuid = any($1) returning id`
  await world.db.rows({ name: '', text }, [[uuids['of a neighbour'], uuids['by email']]])
  const found = await customerOf('of a neighbour')
  expect([namesIn(found), found.customer]).toEqual([
    ['of a neighbour'],
    { name: null, email: null, phone: null },
  ])
})

test('the customer of a payment of another merchant is not found', async () => {
  expect((await portal.get(`payments/${uuids['of another merchant']}/customer`)).status).toBe(404)
})
