// The comparison of payments by phone with the books of the operators finds nothing where both agree, and each fault that is planted.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Collections,
  collectionSandbox,
  collectionSettings,
  collectionsOf,
  freshNumber,
} from '../../../test/support/collections/collections.ts'
import { eventually } from '../../../test/support/http/eventually.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { type CollectionBooks, type CollectionInBooks, compareCollections } from './collection-books.ts'

let world: World
let collections: Collections
/** What the operators' books say of three payments: one declined, one refunded by its operator, one by a payout. */
let books: CollectionBooks
const rows = (text: string) => collections.rows<any>(text)
const names = ['declined', 'returned', 'paidBack'] as const
type Name = (typeof names)[number]

beforeAll(async () => {
  world = await openWorld({ settings: collectionSettings, sandbox: collectionSandbox })
  collections = collectionsOf(world)
  await collections.offer()
  const declined = await made(freshNumber('25', '84'), 'DECLINED')
  const returned = await made(freshNumber('21', '84'), 'APPROVED')
  const paidBack = await made(freshNumber('21', '97'), 'APPROVED')
  const whole = await refunded(returned.id)
  const part = await refunded(paidBack.id, 10)
  const debit = { prompts: 1, debitedMinor: 2550n, debitedAt: Date.now(), currency: 'USD' }
  books = {
    collections: [
      { ...debit, ...declined, debitedMinor: 0n, debitedAt: undefined, refunds: [] },
      { ...debit, ...returned, refunds: [{ reference: whole, amountMinor: 2550n, state: 'done' }] },
      { ...debit, ...paidBack, refunds: [] },
    ],
    payouts: [
      { reference: part, msisdn: paidBack.msisdn, amountMinor: 1000n, currency: 'USD', state: 'paid' },
    ],
  }
})
afterAll(() => world.close())

async function made(number: string, state: string) {
  const { transaction_uuid: uuid } = await collections.order()
  const { collection_id: id } = await collections.asked(uuid, number)
  await collections.reaches(id, state)
  const [row] = await rows(
    `select o.upstream_ref as reference from collection k join operation o on o.id = k.operation where k.collection_id = '${id}'`,
  )
  return { id, msisdn: number.slice(1), reference: row.reference as string }
}

/** Refunds a payment. Returns the reference of the call. */
async function refunded(id: string, amount?: number): Promise<string> {
  const body = { reason: 'came back', ...(amount !== undefined && { amount }) }
  const response = await world.admin('POST', `/api/v1/admin/payment/refunds/${id}`, body)
  assert.equal(response.status, 200, response.text)
  return eventually('the refund is made', async () => {
    const [row] = await rows(
      `select o.upstream_ref as reference from operation o join card_transaction t on t.id = o.card_transaction_id
        where t.cs_payment_id = '${id}' and o.kind = 'refund' and o.state = 'confirmed'`,
    )
    return row?.reference as string | undefined
  })
}

/** The books with another entry for one of the payments. */
const changed = (name: Name, changes: Partial<CollectionInBooks>): CollectionBooks => ({
  ...books,
  collections: books.collections.map((one, at) =>
    at === names.indexOf(name) ? { ...one, ...changes } : one,
  ),
})
const without = (name: Name): CollectionBooks => ({
  ...books,
  collections: books.collections.filter((_, at) => at !== names.indexOf(name)),
})
const withPayout = (changes: Partial<CollectionBooks['payouts'][number]>): CollectionBooks => ({
  ...books,
  payouts: books.payouts.map((payout) => ({ ...payout, ...changes })),
})
const found = async (planted: CollectionBooks) =>
  (await compareCollections(rows, planted)).map(({ invariant }) => invariant)

test('books that agree with our payments have no fault', async () => {
  expect(await found(books)).toEqual([])
})

const refund = { reference: 'another', amountMinor: 100n, state: 'done' } as const
test.each<[invariant: string, fault: string, planted: () => CollectionBooks]>([
  ['I-70', 'a debit that nobody requested', () => changed('declined', { reference: 'another' })],
  ['I-70', 'a debit of a declined payment', () => changed('declined', { debitedMinor: 2550n })],
  ['I-70b', 'a second prompt', () => changed('returned', { prompts: 2 })],
  [
    'I-70c',
    'a debit long before the decline',
    () => changed('declined', { debitedMinor: 2550n, debitedAt: 0 }),
  ],
  ['I-71', 'a payment of which the operator knows nothing', () => without('returned')],
  ['I-71', 'a payment that was not debited', () => changed('paidBack', { debitedMinor: 0n })],
  ['I-71', 'a debit of another amount', () => changed('paidBack', { debitedMinor: 2551n })],
  ['I-71', 'a debit in another currency', () => changed('paidBack', { currency: 'CDF' })],
  ['I-72', 'a refund of more than was debited', () => withPayout({ amountMinor: 2551n })],
  ['I-72b', 'a payout of another amount', () => withPayout({ amountMinor: 999n })],
  ['I-72b', 'a payout to another number', () => withPayout({ msisdn: '243970000000' })],
  ['I-72b', 'a payout in another currency', () => withPayout({ currency: 'CDF' })],
  ['I-72b', 'a payout that was not made', () => withPayout({ state: 'declined' })],
  ['I-72b', 'a refund that the operator has not made', () => changed('returned', { refunds: [] })],
  ['I-72b', 'a refund that nobody requested', () => changed('paidBack', { refunds: [refund] })],
])('%s finds %s', async (invariant, _fault, planted) => {
  expect(await found(planted())).toContain(invariant)
})
