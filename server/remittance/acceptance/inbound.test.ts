// The checks of an inbound transfer with valid fields, in order: number, name, rate, fee and balance.
import assert from 'node:assert/strict'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Transfers, transfersOf } from '../../../test/support/callers/transfers.ts'
import type { ApiResponse } from '../../../test/support/http/response.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { statement } from '../../platform/database/database.ts'

let world: World
let transfers: Transfers
beforeAll(async () => {
  world = await openWorld({ sandbox: { operators: { outcomeAfterMs: { min: 20, max: 40 } } } })
  await world.topUp('1000.00')
  transfers = transfersOf(world)
})
afterAll(() => world.close())

/** A new merchant with this balance. */
async function merchantWith(amount: string): Promise<Transfers> {
  const as = await world.register()
  if (amount !== '0') await world.topUp(amount, as)
  return transfersOf(world, as)
}

function isRefused(response: ApiResponse, status: number, code: string): void {
  expect([response.status, response.body.status, response.body.code]).toEqual([status, 'error', code])
}

/** Asserts that nothing remains: no transfer, no wallet movement, no payout request to the operator. */
async function leftNothing(of: Transfers, reference: string, msisdn: string): Promise<void> {
  assert.equal((await of.get(`/transaction/status?reference=${reference}`)).status, 404)
  expect((await of.lines()).filter((line) => line.reference === reference)).toEqual([])
  expect(await world.operatorBooks(`msisdn=${msisdn}`)).toMatchObject({ payouts: [], pay_requests: [] })
}

describe('[R4.1] an accepted transfer', () => {
  afterEach(() => world.fault({ target: 'operator', mode: 'off' }))

  test('an accepted transfer returns Submitted with every field and reserves the amount', async () => {
    const of = await merchantWith('5.00')
    // The operator does not reply to the payout, so the transfer stays Submitted.
    await world.fault({
      target: 'operator',
      mode: 'timeout',
      operations: ['/mpesa/sandbox/ipg/v2/vodacomDRC/b2cPayment'],
    })
    const response = await of.inbound({ reference: 'A 1/é?', customer_number: '0810000001' })
    assert.equal(response.status, 200, response.text)
    expect(response.body).toEqual({
      status: 'success',
      data: {
        reference: 'A 1/é?',
        transaction_id: expect.stringMatching(/^IMT-IN-[A-Z0-9]{16}$/),
        status: 'Submitted',
        amount: 1,
        currency: 'USD',
        receiver_amount: 1,
        receiver_currency: 'USD',
        rate: 1,
        fee: 0,
        operator: 'vodacom',
        customer_number: '243810000001',
        subscriber_name: 'Jean Mukendi',
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/),
      },
    })
    expect(await of.balance()).toMatchObject({ available: 4, reserved: 1, total: 5 })
    expect(await of.status('A 1/é?')).toMatchObject({
      status: 'Submitted',
      telco_reference: null,
      completed_at: null,
    })
  })
})

describe('[R7] the number', () => {
  test('a number on the blacklist is 403 RMT-3001 before the operator is called', async () => {
    const response = await transfers.inbound({
      reference: 'blacklisted',
      customer_number: '+243810000007',
      expected_receiver_name: 'Somebody Else',
    })
    isRefused(response, 403, 'RMT-3001')
    await leftNothing(transfers, 'blacklisted', '243810000007')
    expect((await world.operatorBooks('msisdn=243810000007')).name_lookups).toEqual([])
  })

  test.each(['81', '97', '84', '90'])(
    'a number without a wallet is 404 RMT-4001: prefix %s',
    async (prefix) => {
      const reference = `no-wallet-${prefix}`
      isRefused(
        await transfers.inbound({ reference, customer_number: `+243${prefix}0000005` }),
        404,
        'RMT-4001',
      )
      await leftNothing(transfers, reference, `243${prefix}0000005`)
    },
  )

  test('a transfer while the operator is down is 502 RMT-5001 and keeps its reference free', async () => {
    await world.fault({ target: 'operator', mode: 'down' })
    const body = { reference: 'operator-down', customer_number: '+243840000001' }
    isRefused(await transfers.inbound(body), 502, 'RMT-5001')
    await leftNothing(transfers, 'operator-down', '243840000001')
    await world.fault({ target: 'operator', mode: 'off' })
    assert.equal((await transfers.accepted(body)).status, 'Submitted')
  })
})

describe('[R4.1] expected_receiver_name', () => {
  test.each(['Jean Mukendi', 'MUKENDI JEAN', 'jéan  mukendi', 'Jean Kalala Mukendi'])(
    'the expected name %j matches the subscriber Jean Mukendi',
    async (name) => {
      assert.equal(
        (await transfers.accepted({ expected_receiver_name: name })).subscriber_name,
        'Jean Mukendi',
      )
    },
  )

  test.each(['Somebody Else', 'Jean Kabongo', 'Jean'])(
    'the expected name %j does not match: 422 RMT-4006, and nothing is paid',
    async (name) => {
      const reference = `mismatch ${name}`
      const response = await transfers.inbound({
        reference,
        expected_receiver_name: name,
        customer_number: '+243820000001',
      })
      isRefused(response, 422, 'RMT-4006')
      expect(response.body.errors).toEqual([
        { field: 'expected_receiver_name', message: expect.stringMatching(/0\.6/) },
      ])
      assert.ok(!response.text.includes('Mukendi'), 'the response must not reveal the name of the subscriber')
      await leftNothing(transfers, encodeURIComponent(reference), '243820000001')
    },
  )

  test('only X-Skip-Name-Check: true skips the name check in the sandbox [R8]', async () => {
    const wrong = { expected_receiver_name: 'Somebody Else' }
    const skipping = (value: string) => transfers.inbound(wrong, { headers: { 'x-skip-name-check': value } })
    const response = await skipping('true')
    expect([response.status, response.body.data.subscriber_name]).toEqual([200, null])
    for (const value of ['false', '1', '']) isRefused(await skipping(value), 422, 'RMT-4006')
  })

  test('X-Skip-Name-Check does not bypass the blacklist [R8]', async () => {
    const headers = { 'x-skip-name-check': 'true' }
    isRefused(await transfers.inbound({ customer_number: '+243810000007' }, { headers }), 403, 'RMT-3001')
  })
})

const publishRates = statement(
  'test_publish_rates',
  `insert into rate_snapshot (source, as_of, fetched_at, rates, state)
   select 'test', $1, $1, rates || $2::jsonb, 'PUBLISHED' from rate_snapshot order by as_of desc limit 1`,
)
const ageRates = statement('test_age_rates', `update rate_snapshot set as_of = as_of + $1::interval`)
/** Waits until the cached rate table, at most a second old, has expired. */
const cardIsRead = () => new Promise((resolve) => setTimeout(resolve, 1_100))

describe('conversion', () => {
  const rates = { EUR: '0.863', CAD: '1.3701', UGX: '3600.5', NGN: '1538.25', GHS: '11.234567' }
  beforeAll(async () => {
    await world.db.rows(publishRates, [world.clock.now(), JSON.stringify(rates)])
    await cardIsRead()
  })

  test.each([
    ['EUR', '0.50', 0.57],
    ['EUR', '0.86', 0.99],
    ['CAD', '1.37', 0.99],
    ['UGX', '3600.49', 0.99],
    ['UGX', '3600.50', 1],
    ['NGN', '1000', 0.65],
    ['GHS', '5', 0.44],
  ] as const)(
    '%s %s converts to %d USD by the stored rate table, rounded down [R1]',
    async (currency, amount, usd) => {
      const reference = `converted ${currency} ${amount}`
      const number = `24381${currency.charCodeAt(0)}${amount.replace('.', '').padStart(5, '0').slice(-5)}`
      const sent = await transfers.accepted({
        reference,
        currency,
        amount: JSON.rawJSON(amount),
        customer_number: number,
        expected_receiver_name: 'Test Subscriber',
      })
      expect(sent).toMatchObject({
        amount: Number(amount),
        currency,
        receiver_amount: usd,
        receiver_currency: 'USD',
        rate: Number(rates[currency]),
      })
      await transfers.reaches(reference, 'Successful')
      const kinds = await transfers.kinds(reference)
      expect(kinds.slice(0, 4)).toEqual([
        'inbound.accepted',
        'screening.ok',
        'fx.converted',
        'wallet.reserved',
      ])
      const lines = (await transfers.lines()).filter((line) => line.reference === reference)
      expect(lines.map((line) => line.amount)).toEqual([-usd, usd, -usd])
      const { payouts } = await world.operatorBooks(`msisdn=${number}`)
      expect(payouts.map((payout: any) => [payout.amount, payout.currency])).toEqual([
        [usd.toFixed(2), 'USD'],
      ])
    },
  )

  test('an amount that converts to less than one cent is RMT-1002 [R7]', async () => {
    isRefused(await transfers.inbound({ currency: 'UGX', amount: 36 }), 400, 'RMT-1002')
    assert.equal(
      (await transfers.accepted({ currency: 'UGX', amount: JSON.rawJSON('36.01') })).receiver_amount,
      0.01,
    )
  })

  test.each([
    ['USD', '1.01'],
    ['EUR', '0.88'],
    // Exceeds one dollar by less than a cent.
    ['UGX', '3600.51'],
    ['NGN', '1553.64'],
  ])('more than 1 USD in the sandbox is RMT-9003: %s %s [R8]', async (currency, amount) => {
    const response = await transfers.inbound({ currency, amount: JSON.rawJSON(amount) })
    isRefused(response, 400, 'RMT-9003')
    expect(response.body.errors).toEqual([{ field: 'amount', message: 'More than 1 USD' }])
  })

  test('a conversion with rates older than 12 h is 503 RMT-5003; dollars need no rate [R7]', async () => {
    await world.db.rows(ageRates, ['-12:05:00'])
    await cardIsRead()
    isRefused(await transfers.inbound({ reference: 'stale', currency: 'EUR', amount: 0.5 }), 503, 'RMT-5003')
    assert.equal((await transfers.accepted({})).rate, 1)
    await world.db.rows(ageRates, ['12:05:00'])
    await cardIsRead()
    assert.equal((await transfers.accepted({ reference: 'stale', currency: 'EUR', amount: 0.5 })).rate, 0.863)
  })
})

const setFee = statement(
  'test_set_fee',
  'update merchant set remittance_fee_bp = $2, remittance_fee_fixed_minor = $3 where merchant_code = $1',
)

describe('[R3] the wallet', () => {
  test('the wallet pays the profile fee on top: a percentage rounded half up, and a fixed part', async () => {
    const of = await merchantWith('5.00')
    await world.db.rows(setFee, [of.as.merchant_code, 150, 25n])
    const sent = await of.accepted({ reference: 'fee', customer_number: '+243820000001' })
    expect([sent.fee, sent.receiver_amount]).toEqual([0.27, 1])
    await of.reaches('fee', 'Successful')
    expect((await of.lines()).map(({ kind, amount }) => [kind, amount])).toEqual([
      ['TOPUP', 5],
      ['RESERVE', -1.27],
      ['RELEASE', 1.27],
      ['DEBIT', -1],
      ['FEE', -0.27],
    ])
    expect((await world.operatorBooks('msisdn=243820000001')).payouts[0].amount).toBe('1.00')
  })

  test('the wallet gets its fee back when the transfer fails', async () => {
    const of = await merchantWith('5.00')
    await world.db.rows(setFee, [of.as.merchant_code, 150, 25n])
    await of.accepted({
      reference: 'fee',
      customer_number: '+243820000002',
      expected_receiver_name: 'Marie Ilunga',
    })
    await of.reaches('fee', 'Failed')
    expect(await of.balance()).toMatchObject({ available: 5, reserved: 0 })
  })

  test.each([
    ['0', 0],
    ['0.99', 0],
    ['1.00', 1],
  ])('a wallet with %s and a fee of %d cents is too low for 1.00: 402 RMT-2001 [R7]', async (amount, fee) => {
    const of = await merchantWith(amount)
    await world.db.rows(setFee, [of.as.merchant_code, 0, fee])
    const body = { reference: 'poor', customer_number: '+243830000001' }
    isRefused(await of.inbound(body), 402, 'RMT-2001')
    await leftNothing(of, 'poor', '243830000001')
    await world.topUp('1.00', of.as)
    assert.equal((await of.inbound({ ...body, customer_number: '+243860000001' })).status, 200)
  })

  test('the wallet is never overdrawn: of 20 concurrent transfers on 5.00, five are accepted', async () => {
    const of = await merchantWith('5.00')
    const responses = await Promise.all(Array.from({ length: 20 }, () => of.inbound()))
    const counts = Map.groupBy(responses, ({ status }) => status)
    expect([counts.get(200)?.length, counts.get(402)?.length]).toEqual([5, 15])
    assert.equal((await of.balance()).available, 0)
  })
})
