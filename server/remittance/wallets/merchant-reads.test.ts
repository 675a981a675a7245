import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Transfers, transfersOf, walletAddsUp } from '../../../test/support/callers/transfers.ts'
import type { ApiResponse } from '../../../test/support/http/response.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { statement } from '../../platform/database/database.ts'

const stamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/

let world: World
beforeAll(async () => {
  world = await openWorld({
    sandbox: { operators: { reverseAfterMs: 100, outcomeAfterMs: { min: 20, max: 40 } } },
  })
})
afterAll(() => world.close())

const newcomer = async () => transfersOf(world, await world.register())
const topUp = (
  { as }: Transfers,
  amount: string,
  headers: Record<string, string> = {},
): Promise<ApiResponse> =>
  world.basic('POST', '/api/v1/remittance/sandbox/topup', undefined, {
    as,
    rawBody: `{"amount":${amount}}`,
    headers,
  })

describe('[R4.4] the balance', () => {
  test('the balance of a new wallet is zero, in dollars', async () => {
    const response = await (await newcomer()).get('/balance')
    expect(response.body).toEqual({
      status: 'success',
      data: { currency: 'USD', available: 0, reserved: 0, total: 0, as_of: expect.stringMatching(stamp) },
    })
    const { as_of } = response.body.data
    assert.ok(Math.abs(world.clock.now().epochMilliseconds - Date.parse(`${as_of}Z`)) < 60_000)
  })
})

describe('[R9] the top-up of the sandbox', () => {
  test.each([
    ['0.01', 0.01],
    ['25', 25],
    ['10000', 10_000],
    ['1e4', 10_000],
    ['7.50', 7.5],
  ])('a sandbox top-up of %s returns a balance of %d', async (amount, available) => {
    const response = await topUp(await newcomer(), amount)
    expect([response.status, response.body.data]).toEqual([
      200,
      { currency: 'USD', available, reserved: 0, total: available, as_of: expect.stringMatching(stamp) },
    ])
  })

  test.each(['0', '-1', '0.001', '10000.01', '10001', '1e400', '"5"', 'true', '[5]', '{"a":1}'])(
    'a sandbox top-up of %s is RMT-1002 and adds nothing',
    async (amount) => {
      const of = transfersOf(world)
      const response = await topUp(of, amount)
      expect([response.status, response.body.code, response.body.errors[0].field]).toEqual([
        400,
        'RMT-1002',
        'amount',
      ])
      assert.equal((await of.balance()).total, 0)
    },
  )

  test.each(['{}', '{"amount":null}', '5', '[]', '"x"'])(
    'a sandbox top-up without an amount is RMT-1005: %s',
    async (rawBody) => {
      const response = await world.basic('POST', '/api/v1/remittance/sandbox/topup', undefined, { rawBody })
      expect([response.status, response.body.code]).toEqual([400, 'RMT-1005'])
    },
  )

  test('concurrent sandbox top-ups all count, and one idempotency key counts once', async () => {
    const of = await newcomer()
    const many = Array.from({ length: 20 }, () => topUp(of, '1.10'))
    for (const { status } of await Promise.all(many)) assert.equal(status, 200)
    assert.equal((await of.balance()).available, 22)
    const keyed = () => topUp(of, '5', { 'idempotency-key': 'once' })
    const [first, second] = [await keyed(), await keyed()]
    expect([second.body, second.headers['idempotency-replayed']]).toEqual([first.body, 'true'])
    assert.equal((await of.balance()).available, 27)
    await walletAddsUp(world, of)
  })
})

const setFee = statement(
  'test_set_fixed_fee',
  'update merchant set remittance_fee_fixed_minor = $2 where merchant_code = $1',
)

describe('[R4.12] the history of the wallet', () => {
  let of: Transfers
  beforeAll(async () => {
    of = await newcomer()
    await world.db.rows(setFee, [of.as.merchant_code, 5n])
    await world.topUp('10.00', of.as)
    await Promise.all([
      of.accepted({ reference: 'h-paid' }),
      of.accepted({
        reference: 'h-failed',
        customer_number: '+243970000002',
        expected_receiver_name: 'Marie Ilunga',
      }),
      of.accepted({
        reference: 'h-back',
        customer_number: '+243840000004',
        expected_receiver_name: 'Chantal Mwamba',
      }),
    ])
    await of.reaches('h-paid', 'Successful')
    await of.reaches('h-failed', 'Failed')
    await of.reaches('h-back', 'Reversed')
  })

  test('the wallet history has a line for every movement, with the balance after it', async () => {
    const lines = await of.lines()
    const of_ = (reference: string | null) =>
      lines.filter((line) => line.reference === reference).map(({ kind, amount }) => [kind, amount])
    expect(of_(null)).toEqual([['TOPUP', 10]])
    expect(of_('h-paid')).toEqual([
      ['RESERVE', -1.05],
      ['RELEASE', 1.05],
      ['DEBIT', -1],
      ['FEE', -0.05],
    ])
    expect(of_('h-failed')).toEqual([
      ['RESERVE', -1.05],
      ['RELEASE', 1.05],
    ])
    expect(of_('h-back')).toEqual([
      ['RESERVE', -1.05],
      ['RELEASE', 1.05],
      ['DEBIT', -1],
      ['FEE', -0.05],
      ['REVERSAL', 1.05],
    ])
    await walletAddsUp(world, of)
    assert.equal((await of.balance()).total, 8.95)
  })

  test('a history line has id, at, kind, amount, balance_after, reference and transaction_id', async () => {
    const { items, pagination } = (await of.get('/wallet/history')).body.data
    expect(pagination).toEqual({ page: 1, limit: 20, total: 12, pages: 1 })
    const { transaction_id } = await of.status('h-paid')
    expect(items.find((item: any) => item.kind === 'DEBIT' && item.reference === 'h-paid')).toEqual({
      id: expect.stringMatching(/^\d+$/),
      at: expect.stringMatching(stamp),
      kind: 'DEBIT',
      amount: -1,
      balance_after: expect.any(Number),
      reference: 'h-paid',
      transaction_id,
    })
    // Each wallet counts its own lines, so that nobody can count those of others.
    expect(items.map(({ id }: { id: string }) => Number(id))).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
    expect(items.at(-1)).toMatchObject({
      kind: 'TOPUP',
      reference: null,
      transaction_id: null,
      balance_after: 10,
    })
  })

  test('the wallet history is paged newest first, and all pages hold every line', async () => {
    const all = (await of.get('/wallet/history?limit=100')).body.data.items
    const seen: unknown[] = []
    for (const page of [1, 2, 3]) {
      const { items, pagination } = (await of.get(`/wallet/history?limit=5&page=${page}`)).body.data
      expect(pagination).toEqual({ page, limit: 5, total: 12, pages: 3 })
      seen.push(...items)
    }
    expect(seen).toEqual(all)
    for (const query of ['limit=0', 'page=0', 'limit=x']) {
      const response = await of.get(`/wallet/history?${query}`)
      expect([response.status, response.body.code]).toEqual([400, 'RMT-1005'])
    }
  })
})
