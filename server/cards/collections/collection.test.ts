// Mobile-money payments at the checkout, over HTTP against the simulated operators: what the sandbox's numbers do.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Collections,
  collectionSandbox,
  collectionSettings,
  collectionsOf,
  freshNumber,
} from '../../../test/support/collections/collections.ts'
import { collectionControlsOf } from '../../../test/support/collections/controls.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'

const prefixes = { vodacom: '81', airtel: '97', orange: '84', africell: '90' }

let world: World
let collections: Collections
beforeAll(async () => {
  world = await openWorld({ settings: collectionSettings, sandbox: collectionSandbox })
  collections = collectionsOf(world)
  await collections.offer()
})
afterAll(() => world.close())

/** Asks for an order of 25.50 USD, and waits for the end. */
async function collected(end: string, state: string, prefix?: string) {
  const { transaction_uuid: uuid } = await collections.order()
  const { collection_id: id } = await collections.asked(uuid, freshNumber(end, prefix))
  return { uuid, id, collection: await collections.reaches(id, state) }
}

test.each(Object.entries(prefixes))('forged callbacks of %s decide nothing', async (_operator, prefix) => {
  const controls = collectionControlsOf(world)
  await controls.call('/callbacks', { forge_rate: 1 })
  try {
    const [declined, approved] = await Promise.all([
      collected('25', 'DECLINED', prefix),
      collected('21', 'APPROVED', prefix),
    ])
    expect(await collections.history(declined.id)).not.toContain('APPROVED')
    expect(await collections.status(declined.uuid)).toBe('PENDING')
    expect(await collections.history(approved.id)).not.toContain('DECLINED')
  } finally {
    await controls.call('/callbacks', { forge_rate: 0 })
  }
})

describe.each(Object.entries(prefixes))('at %s', (operator, prefix) => {
  test('an approval pays the order, with the whole commission for the service', async () => {
    const { uuid, id, collection } = await collected('21', 'APPROVED', prefix)
    expect(collection).toEqual({
      collection_id: expect.stringMatching(/^MM-[A-Z0-9]{16}$/),
      transaction_uuid: uuid,
      state: 'APPROVED',
      operator,
      customer_number: expect.stringMatching(/^\*{9}\d{3}$/),
      amount: '25.50',
      currency: 'USD',
      approval_hint: operator === 'airtel' ? { fr: expect.any(String), en: expect.any(String) } : null,
      expires_at: expect.any(String),
      created_at: expect.any(String),
      completed_at: expect.any(String),
      reason_code: null,
    })
    expect(await collections.status(uuid)).toBe('SUCCESS')
    expect(await collections.postings(uuid)).toEqual([
      `charge operator_receivable ${operator} 2550`,
      'charge merchant_payable -2461',
      'charge service_commission -89',
    ])
    const [payment, ...others] = await collections.webhooks(uuid)
    expect(others).toEqual([])
    expect(payment).toMatchObject({
      status: 'SUCCESS',
      decision: 'ACCEPT',
      cs_payment_id: id,
      card_last4: '',
    })
  })

  test.each([
    ['23', 'DECLINED', 'MM_WRONG_PIN'],
    ['25', 'DECLINED', 'MM_INSUFFICIENT_FUNDS'],
    ['24', 'EXPIRED', 'MM_NO_ANSWER'],
  ])('the ending %s leaves the order open for another attempt: %s, %s', async (end, state, reason_code) => {
    const { uuid, id, collection } = await collected(end, state, prefix)
    expect(collection).toMatchObject({ reason_code, completed_at: expect.any(String) })
    expect([await collections.status(uuid), await collections.webhooks(uuid)]).toEqual(['PENDING', []])
    const next = await collections.asked(uuid, freshNumber('21', prefix))
    expect(next.collection_id).not.toBe(id)
    await collections.reaches(next.collection_id, 'APPROVED')
    expect(await collections.status(uuid)).toBe('SUCCESS')
  })

  test('a number without a wallet is refused without an attempt', async () => {
    const { transaction_uuid: uuid } = await collections.order()
    const refused = await collections.ask(uuid, freshNumber('05', prefix))
    expect([refused.status, refused.body]).toEqual([400, { detail: 'No wallet at the operator' }])
    const { collection_id } = await collections.asked(uuid, freshNumber('21', prefix))
    await collections.reaches(collection_id, 'APPROVED')
  })

  test('a lost reply is resolved by an inquiry, and nobody is asked twice', async () => {
    const { uuid, id } = await collected('28', 'APPROVED', prefix)
    expect(await collections.status(uuid)).toBe('SUCCESS')
    expect(await collections.history(id)).toEqual(['UNKNOWN', 'APPROVED'])
  })

  test('callbacks that are doubled and out of order pay the order once', async () => {
    const { uuid } = await collected('27', 'APPROVED', prefix)
    expect(await collections.webhooks(uuid)).toHaveLength(1)
  })

  test('a callback that declines does not count when the inquiry says approved', async () => {
    const { uuid } = await collected('29', 'APPROVED', prefix)
    expect(await collections.status(uuid)).toBe('SUCCESS')
  })
})

test('webhooks say how a payment was made to merchants that offer mobile money, and to no others', async () => {
  const headersOf = async (uuid: string) => {
    const [event] = await collections.rows<{ headers: unknown }>(
      `select headers from webhook_event where dedupe_key = 'payment:' || $1`,
      [uuid],
    )
    return event?.headers
  }
  const { uuid } = await collected('21', 'APPROVED', prefixes.orange)
  expect(await headersOf(uuid)).toEqual({
    'X-Service-Payment-Method': 'mobile_money',
    'X-Service-Operator': 'orange',
  })
  const byCard = await collections.order()
  await world.payByCalls(byCard.links)
  expect(await headersOf(byCard.transaction_uuid)).toEqual({ 'X-Service-Payment-Method': 'card' })
  await collections.offer(['card'])
  const ofCards = await collections.order()
  await world.payByCalls(ofCards.links)
  expect(await headersOf(ofCards.transaction_uuid)).toBeNull()
  await collections.offer()
})

test('the last of five attempts ends the order with its reason', async () => {
  const { transaction_uuid: uuid } = await collections.order()
  for (let attempt = 1; attempt <= 5; attempt++) {
    expect(await collections.status(uuid)).toBe('PENDING')
    const { collection_id } = await collections.asked(uuid, freshNumber('25'))
    await collections.reaches(collection_id, 'DECLINED')
  }
  expect(await collections.status(uuid)).toBe('FAILED')
  const [payment, ...others] = await collections.webhooks(uuid)
  expect([payment, others]).toMatchObject([{ status: 'FAILED', message: 'Insufficient wallet balance' }, []])
})

test('the rate of mobile money is taken where the merchant has one', async () => {
  const as = await world.register()
  const own = collectionsOf(world, as)
  await own.offer(['mobile_money'], { rate: 200 })
  const { transaction_uuid: uuid } = await own.order()
  const { collection_id } = await own.asked(uuid, freshNumber('21'))
  await own.reaches(collection_id, 'APPROVED')
  expect(await own.postings(uuid)).toEqual([
    'charge operator_receivable airtel 2550',
    'charge merchant_payable -2499',
    'charge service_commission -51',
  ])
})

test('the same idempotency key asks the payer once', async () => {
  const { transaction_uuid } = await collections.order()
  const body = { transaction_uuid, customer_number: freshNumber('21') }
  const headers = { 'idempotency-key': 'collection-once' }
  const ask = () => world.signed('POST', '/api/v1/payment/collections', body, { headers })
  const first = await ask()
  const second = await ask()
  assert.equal(second.headers['idempotency-replayed'], 'true')
  expect(second.body).toEqual(first.body)
})
