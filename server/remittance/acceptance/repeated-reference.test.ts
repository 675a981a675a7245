// Repeated inbound requests: one transfer and one response, however often and at whichever process they are sent.

import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  allIsQuiet,
  type Transfers,
  transfersOf,
  walletAddsUp,
} from '../../../test/support/callers/transfers.ts'
import { eventually } from '../../../test/support/http/eventually.ts'
import type { ApiResponse } from '../../../test/support/http/response.ts'
import { send } from '../../../test/support/http/send.ts'
import { inboundBody } from '../../../test/support/world/bodies.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { openSystem } from '../../composition/system.ts'
import { statement } from '../../platform/database/database.ts'
import { silentLog } from '../../platform/process/log.ts'

let world: World
let transfers: Transfers
beforeAll(async () => {
  world = await openWorld({ sandbox: { operators: { outcomeAfterMs: { min: 20, max: 40 } } } })
  await world.topUp('100.00')
  transfers = transfersOf(world)
})
afterAll(() => world.close())

const path = '/api/v1/remittance/inbound'
const post = (body: object, headers: Record<string, string> = {}) =>
  world.basic('POST', path, body, { headers })
const isReused = (response: ApiResponse) =>
  expect([response.status, response.body.code]).toEqual([409, 'RMT-1007'])

/** What moved for a reference: wallet movements, and how often the operator was called and paid the number. */
async function movedFor(reference: string, msisdn: string) {
  const { payouts } = await world.operatorBooks(`msisdn=${msisdn}`)
  const lines = (await transfers.lines()).filter((line) => line.reference === reference)
  return {
    kinds: lines.map(({ kind }) => kind),
    paid: payouts.map(({ executions, pay_requests }: any) => [executions, pay_requests]),
  }
}
const paidOnce = { kinds: ['RESERVE', 'RELEASE', 'DEBIT'], paid: [[1, 1]] }

describe('[R4.1] the same reference and content again', () => {
  test('a repeat gets the first response byte for byte, even after the outcome, and moves nothing [S-10]', async () => {
    const body = inboundBody({
      reference: 'again',
      customer_number: '+243820000011',
      expected_receiver_name: 'Test Subscriber',
    })
    const first = await post(body)
    assert.equal(first.status, 200, first.text)
    const second = await post(body)
    assert.deepEqual([second.status, second.text], [200, first.text])
    await transfers.reaches('again', 'Successful')
    const third = await post(body)
    assert.deepEqual([third.status, third.text], [200, first.text])
    assert.equal(third.body.data.status, 'Submitted')
    expect(await movedFor('again', '243820000011')).toEqual(paidOnce)
  })

  test('a repeat is recognised however its JSON is formatted', async () => {
    const body = inboundBody({ reference: 'rewritten' })
    const first = await post(body)
    const reversed = Object.fromEntries(Object.entries(body).reverse())
    const spaced = JSON.stringify({ ...reversed, operator: null, unknown: 1 }, null, 2)
    const rawBody = spaced.replace('"amount": 1', '"amount": 1.00')
    assert.match(rawBody, /1\.00/)
    assert.equal((await world.basic('POST', path, undefined, { rawBody })).text, first.text)
  })

  test('a repeat is recognised with other number formats, white space and empty optional fields', async () => {
    const body = inboundBody({ reference: 'other-forms', customer_number: '0810000001' })
    const first = await post(body)
    assert.equal(first.status, 200, first.text)
    for (const customer_number of ['+243810000001', '243810000001', ' +243 81 000 0001 ', '081 000 00 01'])
      assert.equal((await post({ ...body, customer_number })).text, first.text)
    const empty = {
      operator: '',
      receiver_currency: '',
      reason_details: '',
      provider_name: ' ',
      receiver_first_name: '',
    }
    assert.equal((await post({ ...body, ...empty })).text, first.text)
    const spelledOut = {
      operator: 'vodacom',
      receiver_currency: 'USD',
      sender_city: `  ${body.sender_city} `,
    }
    assert.equal((await post({ ...body, ...spelledOut })).text, first.text)
  })

  test('a repeat is recognised with its accents composed or decomposed', async () => {
    for (const [first, repeated] of [
      ['NFC', 'NFD'],
      ['NFD', 'NFC'],
    ] as const) {
      const body = inboundBody({
        reference: `accents-${first}`,
        sender_last_name: 'Bénédicte',
        sender_city: 'Liège',
        reason_details: 'Frais d’hôpital',
      })
      const written = (form: 'NFC' | 'NFD') =>
        Object.fromEntries(
          Object.entries(body).map(([name, value]) => [
            name,
            typeof value === 'string' ? value.normalize(form) : value,
          ]),
        )
      const response = await post(written(first))
      assert.equal(response.status, 200, response.text)
      assert.deepEqual([(await post(written(repeated))).text], [response.text])
    }
  })

  test('a repeat gets its stored response while the operator is down and the wallet is empty', async () => {
    const as = await world.register()
    await world.topUp('1.00', as)
    const body = inboundBody({ reference: 'calm' })
    const first = await world.basic('POST', path, body, { as })
    await world.fault({ target: 'operator', mode: 'down' })
    const repeated = await world.basic('POST', path, body, { as })
    await world.fault({ target: 'operator', mode: 'off' })
    assert.deepEqual([repeated.status, repeated.text], [200, first.text])
  })

  test('twenty concurrent repeats are one transfer with one response', async () => {
    const body = inboundBody({
      reference: 'crowd',
      customer_number: '+243820000012',
      expected_receiver_name: 'Test Subscriber',
    })
    const responses = await Promise.all(Array.from({ length: 20 }, () => post(body)))
    expect([...new Set(responses.map(({ status, text }) => `${status} ${text}`))]).toHaveLength(1)
    assert.equal(responses[0]!.status, 200)
    await transfers.reaches('crowd', 'Successful')
    expect(await movedFor('crowd', '243820000012')).toEqual(paidOnce)
  })

  test('concurrent repeats at two processes are one transfer with one response', async () => {
    const other = openSystem(world.system.settings, { role: 'api', log: silentLog })
    try {
      const url = await other.app.listen({ host: '127.0.0.1', port: 0 })
      const { merchant_code, merchant_secret } = world.merchant
      const headers = {
        'content-type': 'application/json',
        authorization: `Basic ${btoa(`${merchant_code}:${merchant_secret}`)}`,
        'x-skip-name-check': 'true',
      }
      for (let i = 0; i < 10; i++) {
        const body = Buffer.from(JSON.stringify(inboundBody({ reference: `both-${i}`, amount: 0.01 })))
        const responses = await Promise.all(
          [world.url, url, world.url, url].map((base) => send(base, 'POST', path, body, headers)),
        )
        expect([...new Set(responses.map(({ status, text }) => `${status} ${text}`))]).toHaveLength(1)
        assert.equal(responses[0]!.status, 200)
        const lines = (await transfers.lines()).filter((line) => line.reference === `both-${i}`)
        expect(lines.filter(({ kind }) => kind === 'RESERVE')).toHaveLength(1)
      }
    } finally {
      await other.close()
    }
  })
})

describe('[R7] the same reference with other content', () => {
  test.each([
    ['amount', 0.5],
    ['currency', 'CAD'],
    ['customer_number', '+243810000011'],
    ['sender_city', 'Québec'],
    ['callback_url', 'https://elsewhere.example/'],
  ])('a known reference with another %s is 409 RMT-1007', async (field, value) => {
    const body = inboundBody({ reference: `reused-${field}` })
    assert.equal((await post(body)).status, 200)
    const response = await post({ ...body, [field]: value })
    isReused(response)
    expect(response.body.errors).toEqual([{ field, message: 'Differs from the first request' }])
    expect((await transfers.lines()).filter((line) => line.reference === body.reference).length).toBeLessThan(
      4,
    )
  })

  test('a reference conflict names every differing field but no field value', async () => {
    const body = inboundBody({ reference: 'reused-named', reason_details: 'School fees of Marie' })
    assert.equal((await post(body)).status, 200)
    const others = { profession: 'Welder', reason_details: null, sender_birthdate: '1991-02-03' }
    const response = await post({ ...body, ...others })
    isReused(response)
    expect(response.body.errors.map(({ field }: { field: string }) => field).sort()).toEqual(
      Object.keys(others).sort(),
    )
    for (const stored of ['School', 'Marie', 'Welder', '1991'])
      assert.ok(!response.text.includes(stored), `the response reveals ${stored}`)
  })

  test('of twenty different concurrent requests with one reference, exactly one is accepted', async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        post(inboundBody({ reference: 'contest', sender_city: `City ${i}` })),
      ),
    )
    const counts = Map.groupBy(responses, ({ status }) => status)
    expect([counts.get(200)?.length, counts.get(409)?.length]).toEqual([1, 19])
    for (const response of counts.get(409) ?? []) isReused(response)
  })

  test('two merchants can use the same reference', async () => {
    const as = await world.register()
    await world.topUp('1.00', as)
    const mine = await post(inboundBody({ reference: 'shared' }))
    const theirs = await world.basic('POST', path, inboundBody({ reference: 'shared' }), { as })
    expect([mine.status, theirs.status]).toEqual([200, 200])
    assert.notEqual(mine.body.data.transaction_id, theirs.body.data.transaction_id)
  })
})

describe('[R7] Idempotency-Key', () => {
  const keyed = (body: object, key: string) => post(body, { 'idempotency-key': key })

  test('the same idempotency key and body get the same bytes, marked as replayed', async () => {
    const body = inboundBody()
    const first = await keyed(body, 'key-1')
    const second = await keyed(body, 'key-1')
    assert.deepEqual([second.status, second.text], [200, first.text])
    expect([first.headers['idempotency-replayed'], second.headers['idempotency-replayed']]).toEqual([
      undefined,
      'true',
    ])
  })

  test('an idempotency key with another body, or one that is too long, is 422 RMT-422', async () => {
    assert.equal((await keyed(inboundBody(), 'key-2')).status, 200)
    for (const response of [await keyed(inboundBody(), 'key-2'), await keyed(inboundBody(), 'k'.repeat(256))])
      expect([response.status, response.body.status, response.body.code]).toEqual([422, 'error', 'RMT-422'])
  })

  test('a refused request does not use up its idempotency key', async () => {
    const body = inboundBody()
    assert.equal((await keyed({ ...body, amount: 0 }, 'key-3')).status, 400)
    assert.equal((await keyed(body, 'key-3')).status, 200)
  })
})

test('the wallet adds up after repeated and concurrent transfers [R4.12]', async () => {
  await allIsQuiet(world)
  const as = await world.register()
  await world.topUp('20.00', as)
  const own = transfersOf(world, as)
  const references = Array.from({ length: 10 }, (_, i) => `sum-${i}`)
  await Promise.all(references.flatMap((reference) => [0, 1].map(() => own.inbound({ reference }))))
  for (const reference of references) await own.reaches(reference, 'Successful')
  await walletAddsUp(world, own)
  expect(await own.balance()).toMatchObject({ available: 10, reserved: 0 })
})

const publishRates = statement(
  'test_publish_moved_rates',
  `insert into rate_snapshot (source, as_of, fetched_at, rates, state)
   select 'test', $1, $1, rates || $2::jsonb, 'PUBLISHED' from rate_snapshot order by as_of desc limit 1`,
)

test('a repeat gets the first response after its document expired and the rate moved [R4.1]', async () => {
  const publish = async (EUR: string) => {
    await world.db.rows(publishRates, [world.system.clock.now(), JSON.stringify({ EUR })])
    await eventually('the new rates are in use', async () => {
      const { status } = await transfers.inbound({ currency: 'EUR', amount: 1 })
      return (status === 200) === (EUR === '1.2')
    })
  }
  await publish('1.2')
  const today = world.system.clock.now().toString().slice(0, 10)
  const body = inboundBody({ reference: 'in time', currency: 'EUR', document_expiration_date: today })
  const first = await post(body)
  assert.equal(first.status, 200, first.text)
  await publish('0.9')
  assert.equal((await post(body)).text, first.text)
  assert.equal((await world.admin('POST', '/api/v1/admin/sandbox/clock', { forward: 'P1D' })).status, 200)
  expect((await post({ ...body, reference: 'too late' })).body.code).toBe('RMT-1006')
  assert.equal((await post(body)).text, first.text)
})
