// Transfers in the portal: the list, search and detail, and the wallet behind them.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allDelivered, arrived, type Portal, portalOf } from '../../test/support/callers/portal.ts'
import { transfersOf } from '../../test/support/callers/transfers.ts'
import { openWorld, type World } from '../../test/support/world/world.ts'

const stamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/)
let world: World
let portal: Portal
let arrivedId: string
beforeAll(async () => {
  world = await openWorld()
  portal = await portalOf(world)
  await world.topUp('100.00')
  const callback_url = `${world.url}/api/v1/test/test-callback?channel=transfers`
  arrivedId = await arrived(world, world.merchant, { reference: 'arrived', callback_url })
  const transfers = transfersOf(world)
  const failing = { customer_number: '+243970000002', expected_receiver_name: 'Marie Ilunga', amount: 0.5 }
  await transfers.accepted({ reference: 'failed', ...failing })
  await transfers.reaches('failed', 'Failed')
  await transfers.accepted({ reference: 'held', sender_first_name: 'Watchlist', sender_last_name: 'Person' })
  await allDelivered(portal)
})
afterAll(() => world.close())

const references = async (query: string) =>
  (await portal.data(`transfers?${query}`)).items.map((item: any) => item.reference)

describe("the portal's transfer list", () => {
  test('the portal lists transfers newest first with payout amount and fee', async () => {
    const { items, pagination } = await portal.data('transfers')
    expect(items.map((item: any) => item.reference)).toEqual(['held', 'failed', 'arrived'])
    expect(pagination).toEqual({ page: 1, limit: 20, total: 3, pages: 1 })
    expect(items[2]).toEqual({
      reference: 'arrived',
      transaction_id: arrivedId,
      status: 'Successful',
      amount: 1,
      currency: 'USD',
      operator: 'vodacom',
      customer_number: '243810000001',
      subscriber_name: 'Jean Mukendi',
      receiver_amount: 1,
      fee: 0,
      created_at: stamp,
    })
    expect(items[0]).toMatchObject({ status: 'Hold', receiver_amount: null, fee: null })
  })

  test.each([
    ['status=Successful', ['arrived']],
    ['status=Hold', ['held']],
    ['status=Submitted', []],
    ['operator=vodacom', ['held', 'arrived']],
    ['operator=vodacom&status=Hold', ['held']],
    ['operator=airtel&status=Failed', ['failed']],
    ['from=2099-01-01', []],
    ['limit=1&page=3', ['arrived']],
    ['q=0.50', ['failed']],
    ['q=0970000002', ['failed']],
    ['q=1&status=Hold', ['held']],
  ])('the transfer list is filtered by %s', async (query, wanted) => {
    expect(await references(query)).toEqual(wanted)
  })

  test.each([
    ['status=Success', 'RMT-1005'],
    ['operator=mtn', 'RMT-1005'],
    ['to=2026-13-01', 'RMT-1006'],
    ['limit=x', 'RMT-1005'],
  ])('the transfer list refuses %s', async (query, code) => {
    expect((await portal.get(`transfers?${query}`)).body).toMatchObject({
      code,
      errors: [{ field: query.split('=')[0] }],
    })
  })
})

describe("a transfer's detail", () => {
  test("a transfer's detail has rate, timeline, money, webhooks and names of people only [S-62]", async () => {
    const detail = await portal.data(`transfers/${arrivedId}`)
    expect(detail).toMatchObject({
      reference: 'arrived',
      receiver_currency: 'USD',
      rate: 1,
      telco_reference: expect.stringMatching(/^SIM-/),
      completed_at: stamp,
      reversed_at: null,
      failure_code: null,
      failure_message: null,
      parties: { sender: 'Aimée Ngalula', receiver: 'Jean Mukendi' },
      wallet_lines: [
        { at: stamp, kind: 'RESERVE', amount: -1, balance_after: 99 },
        { kind: 'RELEASE', amount: 1, balance_after: 100 },
        { kind: 'DEBIT', amount: -1, balance_after: 99 },
      ],
    })
    const kinds = detail.timeline.map(({ kind }: any) => kind)
    expect(kinds).toEqual(
      expect.arrayContaining(['inbound.accepted', 'wallet.confirmed', 'merchant.callback.sent']),
    )
    const [delivery] = detail.deliveries
    expect(delivery).toMatchObject({
      event_type: 'REMITTANCE',
      status: 'DELIVERED',
      attempts: [{ http_status: 200 }],
    })
    expect(JSON.parse(delivery.body)).toMatchObject({ reference: 'arrived', status: 'Successful' })
    const text = JSON.stringify(detail)
    for (const secret of ['1988-04-02', 'AB123456', 'Sainte-Catherine', '15145550100'])
      expect(text).not.toContain(secret)
  })

  test("a paid transfer's detail links to its verifiable receipt, one that was not paid to none", async () => {
    const receiptOf = async (id: string) => (await portal.data(`transfers/${id}`)).receipt_link
    const link = new URL(await receiptOf(arrivedId))
    expect(`${link.origin}${link.pathname}`).toBe(`${world.url}/verify`)
    const read = (await transfersOf(world).get('/receipt?reference=arrived')).body.data
    const claimsOf = (token: string) =>
      JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())
    expect(claimsOf(link.hash.slice(1))).toEqual({ ...claimsOf(read.receipt), i: expect.any(Number) })
    for (const { transaction_id } of (await portal.data('transfers?status=Failed')).items)
      expect(await receiptOf(transaction_id)).toBeNull()
  })

  test("a failed transfer's detail has the reason", async () => {
    const [{ transaction_id }] = (await portal.data('transfers?status=Failed')).items
    expect(await portal.data(`transfers/${transaction_id}`)).toMatchObject({
      failure_code: expect.any(String),
      failure_message: expect.any(String),
    })
  })

  test.each(['IMT-IN-AAAAAAAAAAAAAAAA', 'arrived'])(
    'the transfer %s that does not exist is 404',
    async (id) => {
      const { status, body } = await portal.get(`transfers/${id}`)
      expect([status, body.code]).toEqual([404, 'RMT-404'])
    },
  )
})

test.each([
  ['reference', 'arrived', ['arrived']],
  ['transaction_id', () => arrivedId.toLowerCase(), ['arrived']],
  ['number in national format', '081 000 0001', ['held', 'arrived']],
  ['number in digits', '243970000002', ['failed']],
  ['amount', '0,50', ['failed']],
  ['part of a reference', 'rriv', ['arrived']],
  ['name that the operator has for the number', 'jean MUKENDI', ['held', 'arrived']],
  ['a text without matches', 'nothing', []],
] as [string, string | (() => string), string[]][])('transfers are found by %s', async (_, q, wanted) => {
  const typed = typeof q === 'function' ? q() : q
  const { transfers } = await portal.data(`search?q=${encodeURIComponent(typed)}`)
  expect(transfers.map((item: any) => item.reference)).toEqual(wanted)
})

describe('the wallet in the portal', () => {
  test('the portal shows the wallet as the remittance API does', async () => {
    expect(await portal.data('wallet')).toMatchObject({
      currency: 'USD',
      available: 99,
      reserved: 0,
      total: 99,
    })
    const own = await transfersOf(world).get('/wallet/history?limit=2&page=2')
    expect(await portal.data('wallet/history?limit=2&page=2')).toEqual(own.body.data)
    expect(own.body.data.pagination).toEqual({ page: 2, limit: 2, total: 6, pages: 3 })
    expect(await portal.data('settlements')).toEqual({
      items: [],
      pagination: { page: 1, limit: 20, total: 0, pages: 0 },
    })
  })

  test('wallet history pages have each line once, with balances that add up', async () => {
    const lines = []
    for (let page = 1; page <= 3; page++)
      lines.push(...(await portal.data(`wallet/history?limit=2&page=${page}`)).items)
    expect(lines.map(({ kind }: any) => kind)).toEqual([
      'RELEASE',
      'RESERVE',
      'DEBIT',
      'RELEASE',
      'RESERVE',
      'TOPUP',
    ])
    let balance = 0
    for (const line of lines.toReversed()) {
      balance += line.amount
      expect(line.balance_after).toBeCloseTo(balance, 5)
    }
    expect((await portal.data('wallet/history?page=99')).items).toEqual([])
  })
})
