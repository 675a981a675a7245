import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Transfers, transfersOf } from '../../../test/support/callers/transfers.ts'
import { recount } from '../../../test/support/database/day-counts.ts'
import type { ApiResponse } from '../../../test/support/http/response.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { statement } from '../../platform/database/database.ts'

const stamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/
const watched = { sender_first_name: 'Watchlist', sender_last_name: 'Person' }

let world: World
let transfers: Transfers
/** One transfer per status. */
const wanted = {
  Successful: { reference: 'list-success' },
  Failed: {
    reference: 'list-failed',
    customer_number: '+243970000002',
    expected_receiver_name: 'Marie Ilunga',
  },
  Reversed: {
    reference: 'list-reversed',
    customer_number: '+243840000004',
    expected_receiver_name: 'Chantal Mwamba',
  },
  Hold: { reference: 'list-hold', customer_number: '+243900000001', ...watched },
  Submitted: { reference: 'list-submitted', customer_number: '+243900000001' },
}

beforeAll(async () => {
  world = await openWorld({
    sandbox: { operators: { reverseAfterMs: 100, outcomeAfterMs: { min: 20, max: 40 } } },
  })
  await world.topUp('100.00')
  transfers = transfersOf(world)
  for (const [status, overrides] of Object.entries(wanted)) {
    if (status === 'Submitted') {
      await transfers.reaches('list-reversed', 'Reversed')
      // From now on payouts over GSMA get no reply.
      await world.fault({ target: 'operator', mode: '5xx', operations: ['/gsma/v1.2/mm/transactions'] })
    }
    await transfers.accepted(overrides)
  }
  for (const [status, { reference }] of Object.entries(wanted)) await transfers.reaches(reference, status)
})
afterAll(() => world.close())

async function list(query = '', of = transfers): Promise<{ items: any[]; pagination: any }> {
  const response = await of.get(`/transactions${query}`)
  assert.equal(response.status, 200, response.text)
  return response.body.data
}
const referencesOf = async (query: string, of = transfers) =>
  (await list(query, of)).items.map(({ reference }) => reference)
const isRefused = (response: ApiResponse, status: number, code: string) =>
  expect([response.status, response.body.status, response.body.code]).toEqual([status, 'error', code])

/** Copies one transfer, one second apart, the last one newest. */
const copyTransfers = statement(
  'test_copy_transfers',
  `insert into transfer (transaction_id, merchant_id, environment, reference, status, fingerprint, first_response, operator,
     customer_number, subscriber_name, amount_hundredths, currency, receiver_minor, receiver_currency, fee_minor,
     rate_micros, parties_sealed, created_at, completed_at)
   select 'IMT-IN-' || lpad((n + $4::integer)::text, 16, '0'), m.id, t.environment, 'copy-' || n, t.status, t.fingerprint,
          t.first_response, t.operator, t.customer_number, t.subscriber_name, t.amount_hundredths, t.currency,
          t.receiver_minor, t.receiver_currency, t.fee_minor, t.rate_micros, t.parties_sealed,
          $2::timestamptz + n * interval '1 second', t.completed_at
     from transfer t, merchant m, generate_series(1, $3::integer) n
    where t.reference = 'list-failed' and m.merchant_code = $1`,
)
const setCreated = statement(
  'test_set_created_at',
  `update transfer t set created_at = $3 from merchant m
    where m.id = t.merchant_id and m.merchant_code = $1 and t.reference = $2`,
)

describe('[R4.5] the list of transactions', () => {
  test('the transfer list holds the full summary, newest first, with pagination [R2.1]', async () => {
    const { items, pagination } = await list()
    expect(items.map(({ status }) => status)).toEqual(Object.keys(wanted).reverse())
    expect(pagination).toEqual({ page: 1, limit: 20, total: 5, pages: 1 })
    expect(items.at(-1)).toEqual({
      reference: 'list-success',
      transaction_id: expect.stringMatching(/^IMT-IN-[A-Z0-9]{16}$/),
      status: 'Successful',
      amount: 1,
      currency: 'USD',
      operator: 'vodacom',
      customer_number: '243810000001',
      subscriber_name: 'Jean Mukendi',
      created_at: expect.stringMatching(stamp),
    })
  })

  test.each(Object.entries(wanted))('transfers are listed by status: %s', async (status, { reference }) => {
    expect(await referencesOf(`?status=${status}`)).toEqual([reference])
  })

  test.each([
    ['vodacom', ['list-success']],
    ['airtel', ['list-failed']],
    ['orange', ['list-reversed']],
    ['africell', ['list-submitted', 'list-hold']],
  ])('transfers are listed by operator: %s', async (operator, references) => {
    expect(await referencesOf(`?operator=${operator}`)).toEqual(references)
    expect(await referencesOf(`?operator=${operator}&status=Hold`)).toEqual(
      references.filter((reference) => reference === 'list-hold'),
    )
  })

  test('transfers are listed by whole UTC days, both inclusive', async () => {
    const of = transfersOf(world, await world.register())
    await world.db.rows(copyTransfers, [of.as.merchant_code, '2026-11-01T12:00:00Z', 4, 0])
    for (const [n, at] of [
      '01T23:59:59.999999',
      '02T00:00:00',
      '02T23:59:59.999999',
      '03T00:00:00',
    ].entries())
      await world.db.rows(setCreated, [of.as.merchant_code, `copy-${n + 1}`, `2026-11-${at}Z`])
    await recount(world.db)
    const between = (query: string) => referencesOf(query, of)
    expect(await between('?from=2026-11-02&to=2026-11-02')).toEqual(['copy-3', 'copy-2'])
    expect(await between('?from=2026-11-02')).toEqual(['copy-4', 'copy-3', 'copy-2'])
    expect(await between('?to=2026-11-01')).toEqual(['copy-1'])
    expect(await between('?from=2026-11-03&to=2026-11-01')).toEqual([])
    expect((await list('?from=2027-01-01', of)).pagination).toEqual({
      page: 1,
      limit: 20,
      total: 0,
      pages: 0,
    })
  })

  test('a page has 20 transfers by default and at most 100, and all pages hold each one once [R8] [S-63]', async () => {
    const of = transfersOf(world, await world.register())
    await world.db.rows(copyTransfers, [of.as.merchant_code, '2026-10-01T00:00:00Z', 105, 1_000])
    await recount(world.db)
    const first = await list('', of)
    expect([first.items.length, first.pagination]).toEqual([20, { page: 1, limit: 20, total: 105, pages: 6 }])
    for (const limit of [100, 101, 500]) {
      const { items, pagination } = await list(`?limit=${limit}`, of)
      expect([items.length, pagination]).toEqual([100, { page: 1, limit: 100, total: 105, pages: 2 }])
    }
    const seen: string[] = []
    for (let page = 1; page <= 4; page++) seen.push(...(await referencesOf(`?limit=30&page=${page}`, of)))
    expect(seen).toEqual(Array.from({ length: 105 }, (_, i) => `copy-${105 - i}`))
    expect(await referencesOf('?limit=30&page=5', of)).toEqual([])
  })

  test.each([
    ['limit=0', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=1.5', 'limit'],
    ['limit=ten', 'limit'],
    ['limit=5&limit=6', 'limit'],
    ['page=0', 'page'],
    ['page=1e3', 'page'],
    ['page=99999999999999999999', 'page'],
    ['status=submitted', 'status'],
    ['status=Pending', 'status'],
    ['operator=mtn', 'operator'],
    ['operator=Vodacom', 'operator'],
  ])('a transfer list with %s is RMT-1005 and names %s', async (query, field) => {
    const response = await transfers.get(`/transactions?${query}`)
    isRefused(response, 400, 'RMT-1005')
    expect(response.body.errors.map((error: { field: string }) => error.field)).toEqual([field])
  })

  test.each(['2026-13-01', '2026-02-30', '01-11-2026', 'yesterday', '2026-11-01T00:00:00'])(
    'a transfer list with a from or to of %s is RMT-1006',
    async (date) => {
      isRefused(await transfers.get(`/transactions?from=${date}`), 400, 'RMT-1006')
      isRefused(await transfers.get(`/transactions?to=${date}`), 400, 'RMT-1006')
    },
  )

  test('a transfer list with several bad parameters is RMT-1005 and names them all', async () => {
    const response = await transfers.get('/transactions?limit=x&status=x&from=x')
    isRefused(response, 400, 'RMT-1005')
    expect(response.body.errors.map((error: { field: string }) => error.field)).toEqual([
      'limit',
      'status',
      'from',
    ])
  })
})

describe('[R4.6] the status of a transaction', () => {
  test('a status with telco_reference and completed_at is found by reference and transaction_id [R2.1]', async () => {
    const { body } = await transfers.get('/transaction/status?reference=list-success')
    expect(body).toEqual({
      status: 'success',
      data: {
        reference: 'list-success',
        transaction_id: expect.stringMatching(/^IMT-IN-[A-Z0-9]{16}$/),
        status: 'Successful',
        amount: 1,
        currency: 'USD',
        operator: 'vodacom',
        customer_number: '243810000001',
        subscriber_name: 'Jean Mukendi',
        created_at: expect.stringMatching(stamp),
        telco_reference: expect.stringMatching(/^SIM-/),
        completed_at: expect.stringMatching(stamp),
      },
    })
    const { transaction_id: id } = body.data
    for (const query of [`transaction_id=${id}`, `reference=list-success&transaction_id=${id}`])
      assert.deepEqual((await transfers.get(`/transaction/status?${query}`)).body, body)
    isRefused(
      await transfers.get(`/transaction/status?reference=list-failed&transaction_id=${id}`),
      404,
      'RMT-404',
    )
  })

  test.each(['Submitted', 'Hold'] as const)(
    'telco_reference and completed_at are null until known: %s',
    async (status) => {
      const found = await transfers.status(wanted[status].reference)
      expect(found).toMatchObject({ status, telco_reference: null, completed_at: null })
    },
  )

  test.each(['', '?reference=', '?transaction_id=&reference='])(
    'a status request with neither is 400 RMT-1005 and names both: %j',
    async (query) => {
      const response = await transfers.get(`/transaction/status${query}`)
      isRefused(response, 400, 'RMT-1005')
      expect(response.body.errors.map((error: { field: string }) => error.field)).toEqual([
        'reference',
        'transaction_id',
      ])
    },
  )

  test.each(['reference=unknown', 'transaction_id=IMT-IN-AAAAAAAAAAAAAAAA', 'transaction_id=list-success'])(
    'the status of an unknown transfer is 404 RMT-404: %s',
    async (query) => {
      isRefused(await transfers.get(`/transaction/status?${query}`), 404, 'RMT-404')
    },
  )
})

describe('[R4.7] the timeline of a transaction', () => {
  test('a timeline has reference, transaction_id and events, oldest first [R2.2]', async () => {
    const { body } = await transfers.get('/transactions/list-failed/timeline')
    const { events, ...rest } = body.data
    const { transaction_id } = await transfers.status('list-failed')
    expect([body.status, rest]).toEqual(['success', { reference: 'list-failed', transaction_id }])
    for (const event of events)
      expect(event).toEqual({
        at: expect.stringMatching(stamp),
        kind: expect.any(String),
        detail: expect.any(String),
      })
    const times = events.map(({ at }: { at: string }) => at)
    expect(times).toEqual([...times].sort())
    expect(events[0].kind).toBe('inbound.accepted')
  })

  test('the timeline of an unknown transfer is 404 RMT-404', async () => {
    isRefused(await transfers.get('/transactions/unknown/timeline'), 404, 'RMT-404')
    isRefused(await transfers.get(`/transactions/${'x'.repeat(500)}/timeline`), 404, 'RMT-404')
  })
})

describe('[R4.6] another merchant', () => {
  test('another merchant cannot see a transfer in list, status, timeline or balance', async () => {
    const stranger = transfersOf(world, await world.register())
    const { transaction_id } = await transfers.status('list-success')
    for (const path of [
      '/transaction/status?reference=list-success',
      `/transaction/status?transaction_id=${transaction_id}`,
      '/transactions/list-success/timeline',
      `/transactions/${transaction_id}/timeline`,
    ])
      isRefused(await stranger.get(path), 404, 'RMT-404')
    for (const path of ['/transactions', '/wallet/history', '/settlement/list'])
      expect((await stranger.get(path)).body.data).toMatchObject({
        items: [],
        pagination: { total: 0, pages: 0 },
      })
    expect(await stranger.balance()).toMatchObject({ available: 0, reserved: 0, total: 0 })
  })
})
