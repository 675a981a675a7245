// Money that comes after its order has ended, or twice, or in another amount: it goes back to the number that paid, and nothing else
// changes.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkoutOfLink, createLink, uuidOf } from '../../../test/support/callers/payment-links.ts'
import {
  type Collections,
  collectionSandbox,
  collectionSettings,
  collectionsOf,
  freshNumber,
} from '../../../test/support/collections/collections.ts'
import { type CollectionControls, collectionControlsOf } from '../../../test/support/collections/controls.ts'
import { eventually } from '../../../test/support/http/eventually.ts'
import { send } from '../../../test/support/http/send.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { releaseIdleUses } from '../charges/idle-uses.ts'
import { releaseCollection } from './claim-collection.ts'

let world: World
let collections: Collections
let controls: CollectionControls
beforeAll(async () => {
  // Payers approve so late that a test can end the order before.
  const outcomeAfterMs = { min: 400, max: 500 }
  const operators = { ...collectionSandbox.operators, outcomeAfterMs }
  world = await openWorld({ settings: collectionSettings, sandbox: { operators } })
  collections = collectionsOf(world)
  controls = collectionControlsOf(world)
  await collections.offer(['card', 'mobile_money'], { events: ['COLLECTION_RETURNED'] })
  await collections.rows('update merchant set callback_url = $1 where merchant_code = $2', [
    `${world.url}/api/v1/payment/callback/test`,
    world.merchant.merchant_code,
  ])
})
afterAll(() => world.close())

const cancel = async (link: string) => {
  const { pathname, search } = new URL(link)
  const response = await send(world.url, 'POST', `${pathname}/cancel${search}`, Buffer.from(''), {
    'content-type': 'application/x-www-form-urlencoded',
    origin: world.url,
  })
  assert.equal(response.status, 200, response.text)
}
/** As a callback about an ended collection does. */
const recheck = (id: string) =>
  collections.rows('update collection set recheck_at = now() where collection_id = $1', [id])
const returned = async (uuid: string) =>
  (await collections.webhooks(uuid)).filter(({ event_type }) => event_type === 'COLLECTION_RETURNED')
const surplus = async (uuid: string) =>
  (await collections.postings(uuid)).filter((entry) => entry.startsWith('surplus'))

/** A collection whose prompt has lapsed, and which the payer approves later. */
async function lapsed() {
  const { transaction_uuid: uuid, links } = await collections.order()
  const number = freshNumber('26')
  const { collection_id: id } = await collections.asked(uuid, number)
  await collections.reaches(id, 'EXPIRED')
  return { uuid, links, id, number }
}

test('money that comes after the order was cancelled goes back, and merchant and payer are told', async () => {
  const { uuid, links, id, number } = await lapsed()
  await cancel(links)
  const collection = await collections.reaches(id, 'REFUNDED', 40)
  expect(collection).toMatchObject({ state: 'REFUNDED', reason_code: 'MM_NO_ANSWER' })
  expect(await collections.status(uuid)).toBe('CANCELLED')
  expect(await surplus(uuid)).toEqual([
    'surplus operator_receivable airtel 2550',
    'surplus collection_surplus -2550',
    'surplus_refund collection_surplus 2550',
    'surplus_refund operator_receivable airtel -2550',
  ])
  expect(await returned(uuid)).toEqual([
    {
      event_type: 'COLLECTION_RETURNED',
      collection_id: id,
      transaction_uuid: uuid,
      reference: expect.any(String),
      amount: '25.50',
      currency: 'USD',
      operator: 'airtel',
      customer_number: `*********${number.slice(-3)}`,
      reason: 'LATE',
      timestamp: expect.any(String),
    },
  ])
  const [message] = await collections.rows<{ channel: string; text: string }>(
    `select channel, content ->> 'text' as text from message where address = $1`,
    [number],
  )
  expect(message).toEqual({ channel: 'sms', text: expect.stringMatching(/25,50.*Boutique Test/) })
})

test('an order expires under a prompt that runs too long, and what is approved later goes back', async () => {
  const { transaction_uuid: uuid } = await collections.order()
  const number = freshNumber('21')
  await controls.setEnding(number, 'ambiguous')
  const { collection_id: id } = await collections.asked(uuid, number)
  const prompt = await controls.promptOf(number)
  await collections.rows(
    `update card_transaction set expires_at = now() - interval '3 seconds' where transaction_uuid = $1`,
    [uuid],
  )
  expect(await collections.status(uuid)).toBe('PENDING')
  await eventually('the order expires', async () => (await collections.status(uuid)) === 'EXPIRED')
  await controls.release(prompt, 'approved')
  await collections.reaches(id, 'REFUNDED', 40)
  expect([await collections.status(uuid), await surplus(uuid)]).toEqual([
    'EXPIRED',
    expect.arrayContaining(['surplus_refund collection_surplus 2550']),
  ])
})

test('money that comes late pays an order that is still open', async () => {
  const { uuid, id } = await lapsed()
  await recheck(id)
  await collections.reaches(id, 'APPROVED', 30)
  expect(await collections.status(uuid)).toBe('SUCCESS')
  expect([await surplus(uuid), await returned(uuid)]).toEqual([[], []])
})

test('money that comes late for an order that was paid otherwise goes back', async () => {
  const { uuid, id } = await lapsed()
  const { collection_id: second } = await collections.asked(uuid, freshNumber('21'))
  await collections.reaches(second, 'APPROVED')
  await collections.reaches(id, 'REFUNDED', 40)
  expect(await collections.status(uuid)).toBe('SUCCESS')
  expect(await returned(uuid)).toMatchObject([{ collection_id: id, reason: 'DOUBLE' }])
  const payments = (await collections.webhooks(uuid)).filter(({ event_type }) => event_type === undefined)
  expect(payments).toMatchObject([{ cs_payment_id: second }])
})

test('another amount than asked for pays nothing and goes back whole', async () => {
  const { transaction_uuid: uuid } = await collections.order()
  const number = freshNumber('21', '84')
  await controls.setEnding(number, 'other_amount')
  const { collection_id: id } = await collections.asked(uuid, number)
  await collections.reaches(id, 'REFUNDED', 40)
  expect(await collections.status(uuid)).toBe('PENDING')
  expect(await returned(uuid)).toMatchObject([{ collection_id: id, reason: 'AMOUNT' }])
  const [received, owed, paid, from] = (await surplus(uuid)).map((entry) => Number(entry.split(' ').at(-1)))
  expect([received! + owed!, paid! + from!, received! + from!]).toEqual([0, 0, 0])
  expect(received).not.toBe(2550)
})

test('money that the operator does not refund is paid to the number that paid', async () => {
  const { transaction_uuid: uuid } = await collections.order()
  const number = freshNumber('21')
  await controls.setEnding(number, 'refund_refused')
  const { collection_id: id } = await collections.asked(uuid, number)
  await collections.rows(
    `update card_transaction set status = 'CANCELLED', finalised_at = now(), running_operation = null where transaction_uuid = $1`,
    [uuid],
  )
  await collections.reaches(id, 'REFUNDED', 40)
  expect((await surplus(uuid)).slice(2)).toEqual([
    'surplus_refund collection_surplus 2550',
    'surplus_refund operator_float -2550',
  ])
  const [payout] = await collections.rows<{ refused: bigint; paid: bigint }>(
    `select count(*) filter (where o.state = 'declined') as refused, count(*) filter (where o.state = 'confirmed') as paid
       from operation o join collection k on k.operation = o.undoes where k.collection_id = $1`,
    [id],
  )
  expect(payout).toEqual({ refused: 1n, paid: 1n })
})

/** As when the operator does not know the request once it could no longer arrive. */
async function givenUp(id: string) {
  const [row] = await collections.rows<{ operation: string; card_transaction_id: bigint }>(
    'select operation, card_transaction_id from collection where collection_id = $1',
    [id],
  )
  const end = { now: Temporal.Now.instant(), reason: 'MM_DECLINED', cause: 'never received' } as const
  const of = { operation: row!.operation, transactionId: row!.card_transaction_id }
  assert.ok(await world.db.transaction((sql) => releaseCollection(sql, of, { ...end, isCertain: false })))
}

test('late money of a payment whose link somebody else has used meanwhile goes back', async () => {
  const code = await createLink(world)
  const [first, second] = [await checkoutOfLink(world, code), await checkoutOfLink(world, code)]
  const number = freshNumber('21')
  await controls.setEnding(number, 'ambiguous')
  const { collection_id: id } = await collections.asked(uuidOf(first), number)
  const prompt = await controls.promptOf(number)
  await givenUp(id)
  await world.payByCalls(second)
  await controls.release(prompt, 'approved')
  await collections.reaches(id, 'REFUNDED', 40)
  expect(await collections.status(uuidOf(second))).toBe('SUCCESS')
})

test('late money pays by a link although its payer had lost the use, as long as one is free', async () => {
  const uuid = uuidOf(await checkoutOfLink(world, await createLink(world)))
  const { collection_id: id } = await collections.asked(uuid, freshNumber('26'))
  await collections.reaches(id, 'EXPIRED')
  await releaseIdleUses({ db: world.db, clock: { now: () => Temporal.Now.instant().add({ minutes: 6 }) } })
  await recheck(id)
  await collections.reaches(id, 'APPROVED', 30)
  expect(await collections.status(uuid)).toBe('SUCCESS')
})

test('late money pays by a link while its payer still holds the use', async () => {
  const uuid = uuidOf(await checkoutOfLink(world, await createLink(world)))
  const { collection_id: id } = await collections.asked(uuid, freshNumber('26'))
  await collections.reaches(id, 'EXPIRED')
  await recheck(id)
  await collections.reaches(id, 'APPROVED', 30)
  expect(await collections.status(uuid)).toBe('SUCCESS')
})

test('late money of a payer whose use of the link somebody else has paid goes back', async () => {
  const code = await createLink(world)
  const [first, second] = [await checkoutOfLink(world, code), await checkoutOfLink(world, code)]
  const { collection_id: id } = await collections.asked(uuidOf(first), freshNumber('26'))
  await collections.reaches(id, 'EXPIRED')
  await releaseIdleUses({ db: world.db, clock: { now: () => Temporal.Now.instant().add({ minutes: 6 }) } })
  await world.payByCalls(second)
  await recheck(id)
  await collections.reaches(id, 'REFUNDED', 40)
  expect(await collections.status(uuidOf(second))).toBe('SUCCESS')
})

test('money that comes silently after its request was given up goes back once the order has ended', async () => {
  const { transaction_uuid: uuid } = await collections.order()
  const number = freshNumber('21')
  await controls.setEnding(number, 'ambiguous')
  const { collection_id: id } = await collections.asked(uuid, number)
  const atOperator = await controls.promptOf(number)
  await givenUp(id)
  // Its callback comes long after the test.
  await controls.call('/callbacks', { late_rate: 1, late_seconds: 80_000 })
  await controls.release(atOperator, 'approved')
  await controls.call('/callbacks', { late_rate: 0 })
  await collections.rows(`update card_transaction set expires_at = now() where transaction_uuid = $1`, [uuid])
  await collections.reaches(id, 'REFUNDED', 60)
  expect(await collections.status(uuid)).toBe('EXPIRED')
})
