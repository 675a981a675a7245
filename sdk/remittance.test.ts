// Tests the client's transfers against the real server, its simulated operators and its callback dispatcher.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '../server/platform/database/database.ts'
import { clientOf, openReceiver, type Receiver } from '../test/support/callers/merchant-client.ts'
import { eventually } from '../test/support/http/eventually.ts'
import { inboundBody } from '../test/support/world/bodies.ts'
import { openWorld, type World } from '../test/support/world/world.ts'
import {
  AuthenticationError,
  ConflictError,
  type InboundRequest,
  InsufficientBalanceError,
  type Likuta,
  NotFoundError,
  PermissionError,
  ValidationError,
  verifyWebhook,
} from './likuta.ts'

let world: World
let receiver: Receiver
let likuta: Likuta
beforeAll(async () => {
  receiver = await openReceiver()
  world = await openWorld()
  likuta = clientOf(world.url, world.merchant)
})
afterAll(async () => {
  await world?.close()
  await receiver?.close()
})

const transfer = (changed: Partial<InboundRequest> = {}) =>
  inboundBody({ callback_url: receiver.url, ...changed }) as InboundRequest

/** A new merchant with this many transfers. */
async function merchantWith(transfers: number): Promise<{ likuta: Likuta; references: string[] }> {
  const merchant = await world.register()
  const likuta = clientOf(world.url, merchant)
  await likuta.remittance.sandbox.topUp(100)
  const references: string[] = []
  for (let i = 0; i < transfers; i++)
    references.push(
      (await likuta.remittance.inbound(transfer({ callback_url: undefined } as object))).reference,
    )
  return { likuta, references }
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

describe('transfers by the client', () => {
  test('a transfer is sent once, completed, and reported by an authentic callback', async () => {
    assert.equal((await likuta.remittance.sandbox.topUp(12.34)).available, 12.34)
    const wanted = transfer({ reference: 'Été / 7?' })
    const accepted = await likuta.remittance.inbound(wanted)
    expect(accepted).toMatchObject({
      status: 'Submitted',
      receiver_amount: 1,
      subscriber_name: 'Jean Mukendi',
    })
    assert.deepEqual(await likuta.remittance.inbound(wanted), accepted)

    const { transaction_id, reference } = accepted
    const callback = await eventually('a callback', async () => receiver.received.at(-1))
    const event = await verifyWebhook({ ...callback, secret: world.merchant.callback_secret })
    assert(event.type === 'REMITTANCE')
    expect(event.data).toMatchObject({ reference, transaction_id, status: 'Successful', amount: 1 })

    const outcome = await likuta.remittance.status({ reference })
    assert.equal(outcome.status, 'Successful')
    assert.deepEqual(await likuta.remittance.status({ transaction_id }), outcome)
    const { events } = await likuta.remittance.timeline(reference)
    expect(events.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['inbound.accepted', 'wallet.confirmed']),
    )
    assert.equal((await likuta.remittance.balance()).total, 11.34)
  })

  test('a sandbox transfer can skip the name check', async () => {
    const unlike = transfer({ expected_receiver_name: 'Somebody Else' })
    await expect(likuta.remittance.inbound(unlike)).rejects.toMatchObject({ code: 'RMT-4006', status: 422 })
    const accepted = await likuta.remittance.inbound(unlike, { skipNameCheck: true })
    assert.equal(accepted.subscriber_name, null)
  })
})

describe('errors of the remittance service', () => {
  test('a validation error of the remittance service lists every field', async () => {
    const { sender_city: _, ...rest } = transfer({ currency: 'XXX' as 'USD' })
    const error = await likuta.remittance.inbound(rest as InboundRequest).catch((thrown) => thrown)
    assert(error instanceof ValidationError)
    expect(error).toMatchObject({ code: 'RMT-1005', status: 400, retryable: false })
    expect(error.faults.map(({ field }) => field).sort()).toEqual(['currency', 'sender_city'])
  })

  test('the error of an expired quote has a new one, which pays', async () => {
    const quote = await likuta.remittance.quote({ source_amount: 1, currency: 'USD' })
    await world.db.rows(expireQuote, [quote.quote_id])
    const { amount: _, currency: __, ...rest } = transfer()
    const error = await likuta.remittance
      .inbound({ ...rest, quote_id: quote.quote_id })
      .catch((thrown) => thrown)
    assert(error instanceof ConflictError)
    expect(error.code).toBe('RMT-1031')
    const renewed = error.faults[0]?.quote
    assert(renewed !== undefined && renewed.quote_id !== quote.quote_id)
    const sent = await likuta.remittance.inbound({ ...rest, quote_id: renewed.quote_id })
    expect(sent.receiver_amount).toBe(renewed.receiver_amount)
  })

  test.each([
    [
      'RMT-3001',
      { customer_number: '+243810000007', expected_receiver_name: 'Grace Lukusa' },
      PermissionError,
    ],
    ['RMT-4001', { customer_number: '+243810000005' }, NotFoundError],
    ['RMT-9003', { amount: 2 }, ValidationError],
  ])('the error %s has its class', async (code, changed, kind) => {
    const error = await likuta.remittance.inbound(transfer(changed)).catch((thrown) => thrown)
    assert(error instanceof kind, String(error))
    assert.equal(error.code, code)
  })

  test('an empty wallet, a reused reference and a wrong secret are different errors', async () => {
    const poor = clientOf(world.url, await world.register())
    await expect(poor.remittance.inbound(transfer())).rejects.toBeInstanceOf(InsufficientBalanceError)
    const used = transfer()
    await likuta.remittance.inbound(used)
    await expect(likuta.remittance.inbound({ ...used, amount: 0.5 })).rejects.toBeInstanceOf(ConflictError)
    const thief = clientOf(world.url, world.merchant, { merchantSecret: 'msk_test_wrong' })
    await expect(thief.remittance.balance()).rejects.toBeInstanceOf(AuthenticationError)
    await expect(likuta.remittance.status({ reference: randomUUID() })).rejects.toBeInstanceOf(NotFoundError)
  })
})

describe('lists read by the client', () => {
  test('lists are iterated over all pages, newest first, and filtered', async () => {
    const { likuta, references } = await merchantWith(5)
    const newestFirst = references.toReversed()
    const walked = await collect(likuta.remittance.transactions({ limit: 2 }))
    assert.deepEqual(
      walked.map(({ reference }) => reference),
      newestFirst,
    )
    const pages = await collect(likuta.remittance.transactions({ limit: 2 }).pages())
    assert.deepEqual(
      pages.map(({ items }) => items.length),
      [2, 2, 1],
    )
    const last = await likuta.remittance.transactions({ limit: 2 }).page(3)
    assert.deepEqual(last.pagination, { page: 3, limit: 2, total: 5, pages: 3 })
    assert.deepEqual(await collect(likuta.remittance.transactions({ operator: 'airtel' })), [])
    await expect(collect(likuta.remittance.transactions({ from: 'May' }))).rejects.toMatchObject({
      code: 'RMT-1006',
    })
  })

  test('a page of a list is fetched only when it is reached', async () => {
    const { likuta: busy, references } = await merchantWith(3)
    assert.equal(references.length, 3)
    let requestCount = 0
    const counting: typeof fetch = (input, init) => {
      requestCount += 1
      return fetch(input, init)
    }
    assert.equal((await collect(busy.remittance.transactions())).length, 3)
    const other = clientOf(world.url, world.merchant, { fetch: counting })
    await other.remittance.sandbox.topUp(1)
    await other.remittance.sandbox.topUp(1)
    requestCount = 0
    for await (const { kind } of other.remittance.walletHistory({ limit: 1 })) {
      assert.equal(kind, 'TOPUP')
      break
    }
    assert.equal(requestCount, 1)
  })

  test('wallet entries add up, and settlements are empty before the first day is closed', async () => {
    const { likuta } = await merchantWith(1)
    const entries = await collect(likuta.remittance.walletHistory({ limit: 1 }))
    assert.equal(entries.at(-1)?.balance_after, 100)
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length)
    assert.deepEqual(await collect(likuta.remittance.settlements({ from: '2026-01-01' })), [])
  })
})

describe('look-ups by the client', () => {
  test('an account look-up returns the holder and how well the name matches', async () => {
    const wanted = { customer_number: '+243810000001', expected_receiver_name: 'Mukendi Jean' }
    const found = await likuta.remittance.accountLookup(wanted)
    expect(found).toMatchObject({ operator: 'vodacom', active: true, name_match: { decision: 'MATCH' } })
  })

  test('a phone check describes the number', async () => {
    const { e164, operator, blacklisted } = await likuta.remittance.kyc('+243 970 000 007')
    assert.deepEqual([e164, operator, blacklisted], ['+243970000007', 'airtel', true])
  })

  test('the limits of a sandbox without limits are none', async () => {
    const { limits } = await likuta.remittance.limits({ customer_number: '+243810000001' })
    assert.deepEqual(limits, [])
  })

  test('the client reads the rate table, a live rate and the health', async () => {
    const card = await eventually('a rate card', () => likuta.remittance.rates().catch(() => undefined))
    assert.equal(card.rates.length, 8)
    const live = await likuta.remittance.liveRate('CDF')
    assert.equal(live.source, 'live')
    assert(live.rate > 0)
    assert.equal((await likuta.remittance.health()).checks.database, 'ok')
  })

  test('the health of a degraded service is returned at once, not retried', async () => {
    const body = JSON.stringify({ status: 'degraded', checks: { database: 'unreachable' } })
    let requestCount = 0
    const ailing = clientOf(world.url, world.merchant, {
      fetch: async () => {
        requestCount += 1
        return new Response(body, { status: 503 })
      },
    })
    assert.equal((await ailing.remittance.health()).status, 'degraded')
    assert.equal(requestCount, 1)
  })
})

const expireQuote = statement(
  'test_expire_quote_of_client',
  `update quote set expires_at = created_at + interval '1 microsecond' where quote_id = $1`,
)
