// Quotes over HTTP: what is promised, what becomes of it, and every reason for which it is refused.
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  allIsQuiet,
  type Transfers,
  transfersOf,
  walletAddsUp,
} from '../../../test/support/callers/transfers.ts'
import { eventually } from '../../../test/support/http/eventually.ts'
import type { ApiResponse } from '../../../test/support/http/response.ts'
import {
  askForQuote,
  exposureAddsUp,
  publishRates,
  quoted,
  quoteRow,
  setQuoteTerms,
} from '../../../test/support/quotes.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { statement } from '../../platform/database/database.ts'
import { senderCurrencies } from '../transfer/formats.ts'

const rates = { EUR: '0.863', CAD: '1.3701', UGX: '3600.5', NGN: '1538.25', GHS: '11.234567' }
/** A number that no other transfer of the tests uses, whose owner the test subscriber is. */
const nextNumber = () => `24381${String(3_000_000 + numbers++)}`
let numbers = 0

let world: World
let transfers: Transfers
beforeAll(async () => {
  world = await openWorld()
  transfers = transfersOf(world)
  await world.topUp('500.00')
  await setQuoteTerms(world, world.merchant.merchant_code, { seconds: 1800 })
  await publishRates(world, rates)
})
afterAll(() => world.close())

const isRefused = (response: ApiResponse, status: number, code: string) =>
  expect([response.status, response.body.code]).toEqual([status, code])

/** The body of a transfer that its quote prices: without amount and currency. */
const by = (quoteId: string, more: Record<string, unknown> = {}) => ({
  quote_id: quoteId,
  amount: undefined,
  currency: undefined,
  customer_number: nextNumber(),
  expected_receiver_name: 'Test Subscriber',
  ...more,
})

const readCosts = statement<{ paid: bigint; fee: bigint; rate: bigint; operator: bigint; ledger: bigint }>(
  'test_read_costs_of_quoted',
  `select t.receiver_minor as paid, t.fee_minor as fee, t.rate_micros as rate,
          (select o.amount_minor from operation o where o.transfer_id = t.id) as operator,
          (select sum(e.amount_minor) from ledger_entry e join ledger_posting p on p.id = e.posting_id
             join ledger_account a on a.id = e.account_id
            where p.key = 'reserve:' || t.transaction_id and a.code = 'wallet_available')::bigint as ledger
     from transfer t where t.transaction_id = $1`,
)

describe('a quote', () => {
  test('a quote promises amounts, rate and fee for as long as the merchant profile says', async () => {
    const quote = await quoted(world, { source_amount: JSON.rawJSON('3600.50'), currency: 'UGX' })
    expect(quote).toMatchObject({
      quote_id: expect.stringMatching(/^RQ-[A-Z0-9]{16}$/),
      source_amount: 3600.5,
      currency: 'UGX',
      receiver_amount: 1,
      receiver_currency: 'USD',
      rate: 3600.5,
      fee: 0,
      total_debit: 1,
      cash: null,
      token: expect.stringMatching(/^[\w-]+\.[\w-]{86}$/),
    })
    const seconds = (Date.parse(`${quote.expires_at.slice(0, 23)}Z`) - Date.now()) / 1_000
    expect(seconds).toBeGreaterThan(1_700)
    expect(seconds).toBeLessThanOrEqual(1_800)
    await exposureAddsUp(world)
  })

  test.each([
    ['no amount', { currency: 'USD' }, 'RMT-1005', ['source_amount']],
    [
      'both amounts',
      { source_amount: 1, receiver_amount: 1, currency: 'USD' },
      'RMT-1005',
      ['source_amount'],
    ],
    ['an amount that is no number', { source_amount: '1', currency: 'USD' }, 'RMT-1002', ['source_amount']],
    ['three decimals', { receiver_amount: 0.001, currency: 'USD' }, 'RMT-1002', ['receiver_amount']],
    ['less than a cent', { source_amount: 36, currency: 'UGX' }, 'RMT-1002', ['source_amount']],
    ['a currency nobody sends', { source_amount: 1, currency: 'CDF' }, 'RMT-1003', ['currency']],
    ['no currency', { source_amount: 1 }, 'RMT-1005', ['currency']],
    [
      'a foreign number',
      { source_amount: 1, currency: 'USD', customer_number: '+33612345678' },
      'RMT-1004',
      ['customer_number'],
    ],
    [
      'another operator',
      { source_amount: 1, currency: 'USD', customer_number: '+243810000001', operator: 'airtel' },
      'RMT-1004',
      ['operator'],
    ],
    [
      'more than the sandbox pays',
      { receiver_amount: 1.01, currency: 'EUR' },
      'RMT-9003',
      ['receiver_amount'],
    ],
  ] as const)('a quote is refused with %s', async (_, body, code, fields) => {
    const response = await askForQuote(world, body)
    isRefused(response, 400, code)
    expect(response.body.errors.map(({ field }: { field: string }) => field)).toEqual(fields)
  })

  test('a repeat with the same Idempotency-Key returns the same quote', async () => {
    const headers = { 'idempotency-key': 'quote-1' }
    const [first, again] = [
      await askForQuote(world, { source_amount: 1, currency: 'USD' }, { headers }),
      await askForQuote(world, { source_amount: 1, currency: 'USD' }, { headers }),
    ]
    expect(again.body).toEqual(first.body)
    expect(again.headers['idempotency-replayed']).toBe('true')
  })
})

describe('a transfer by a quote', () => {
  test('what was quoted is what is paid, reserved and posted, to the cent, in every currency', async () => {
    const fees = statement(
      'test_set_fee_of_quoted',
      'update merchant set remittance_fee_bp = 137 where merchant_code = $1',
    )
    await world.db.rows(fees, [world.merchant.merchant_code])
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...senderCurrencies),
        fc.constantFrom('source', 'receiver'),
        fc.integer({ min: 1, max: 100 }),
        async (currency, pricedBy, cents) => {
          const rate = currency === 'USD' ? 1 : Number(rates[currency])
          const amount = pricedBy === 'receiver' ? cents / 100 : Math.max(Math.floor(cents * rate), 1) / 100
          const response = await askForQuote(world, { [`${pricedBy}_amount`]: amount, currency })
          // Less than a cent is no quote.
          if (response.status === 400) return
          const quote = response.body.data
          const sent = await transfers.accepted(by(quote.quote_id))
          const { receiver_amount, fee, rate: quotedRate, source_amount } = quote
          expect(sent).toMatchObject({
            amount: source_amount,
            currency,
            receiver_amount,
            fee,
            rate: quotedRate,
          })
          const [cost] = await world.db.rows(readCosts, [sent.transaction_id])
          const minor = (value: number) => BigInt(Math.round(value * 100))
          const paid = minor(receiver_amount)
          expect(cost).toMatchObject({
            paid,
            fee: minor(fee),
            operator: paid,
            ledger: minor(quote.total_debit),
          })
        },
      ),
      { numRuns: 40 },
    )
    await exposureAddsUp(world)
    await allIsQuiet(world)
    await walletAddsUp(world, transfers)
  })

  test('a transfer is paid as promised after the rate has moved by 30 %, and the difference is recorded', async () => {
    const as = await world.register()
    await world.topUp('5.00', as)
    const own = transfersOf(world, as)
    const quote = await quoted(world, { source_amount: 0.8, currency: 'EUR' }, as)
    expect(quote.receiver_amount).toBe(0.92)
    await publishRates(world, { EUR: '1.1219' })
    const sent = await own.accepted(by(quote.quote_id, { reference: 'moved' }))
    expect(sent).toMatchObject({ receiver_amount: 0.92, rate: 0.863 })
    await own.reaches('moved', 'Successful')
    expect(await quoteRow(world, quote.quote_id)).toMatchObject({ state: 'USED', market_minor: 71n })
    expect((await own.timeline('moved'))[0]!.detail).toContain(`quote ${quote.quote_id}`)
    const detail = await world.admin('GET', `/api/v1/admin/transfers/${sent.transaction_id}`)
    expect(detail.body.data.quote).toEqual({
      ...{ quote_id: quote.quote_id, receiver_amount: 0.92, market_amount: 0.71, difference: 0.21 },
    })
    await publishRates(world, rates)
  })

  test('finance sees by currency what promises have cost, on the days of their use', async () => {
    const today = world.clock.now().toString().slice(0, 10)
    const results = async (days: Record<string, string> = {}) => {
      const path = `/api/v1/admin/remittance/quotes/results?${new URLSearchParams(days)}`
      const { body } = await world.admin('GET', path)
      return body.data
    }
    const ofEuros = async () =>
      (await results()).items.find(({ currency }: { currency: string }) => currency === 'EUR') ?? zero
    const zero = { used: 0, unpriced: 0, paid: '0.00', market: '0.00', difference: '0.00' }
    const cents = (text: string) => Math.round(Number(text) * 100)
    const before = await ofEuros()
    const quote = await quoted(world, { source_amount: 0.8, currency: 'EUR' })
    expect((await results()).promised).toContainEqual({
      ...{ environment: 'sandbox', currency: 'EUR', amount: expect.stringMatching(/^\d+\.\d\d$/) },
    })
    await publishRates(world, { EUR: '1.1219' })
    await transfers.accepted(by(quote.quote_id))
    await publishRates(world, rates)
    const after = await ofEuros()
    expect(after).toMatchObject({ environment: 'sandbox', used: before.used + 1, unpriced: before.unpriced })
    const grown = (name: 'paid' | 'market' | 'difference') => cents(after[name]) - cents(before[name])
    expect([grown('paid'), grown('market'), grown('difference')]).toEqual([92, 71, 21])
    expect((await results({ from: today, to: today })).items).toContainEqual(after)
    expect((await results({ from: '2020-01-01', to: '2020-12-31' })).items).toEqual([])
    expect((await results({ from: '0001-01-01', to: '9999-12-31' })).items).toContainEqual(after)
  })

  test('a repeat returns the first response, with and without the amount that the quote has', async () => {
    const quote = await quoted(world, { source_amount: 1, currency: 'USD' })
    const body = by(quote.quote_id, { reference: 'again' })
    const first = await transfers.inbound(body)
    assert.equal(first.status, 200, first.text)
    expect((await transfers.inbound(body)).text).toBe(first.text)
    expect((await transfers.inbound({ ...body, amount: 1, currency: 'USD' })).text).toBe(first.text)
    isRefused(
      await transfers.inbound({ ...body, quote_id: undefined, amount: 1, currency: 'USD' }),
      409,
      'RMT-1007',
    )
    await exposureAddsUp(world)
  })

  test.each([
    ['amount', { amount: 0.99 }],
    ['currency', { currency: 'EUR' }],
    ['operator', { customer_number: '+243970000001' }],
    ['customer_number', { customer_number: '+243810000099' }],
  ])(
    'a request that differs from its quote in %s is RMT-1030, and the quote stays open',
    async (field, differing) => {
      const number = nextNumber()
      const quote = await quoted(world, { source_amount: 1, currency: 'USD', customer_number: number })
      const response = await transfers.inbound(by(quote.quote_id, { customer_number: number, ...differing }))
      isRefused(response, 409, 'RMT-1030')
      expect(response.body.errors.map((fault: { field: string }) => fault.field)).toContain(field)
      expect(await quoteRow(world, quote.quote_id)).toMatchObject({ state: 'OPEN', customer_number: number })
      await transfers.accepted(by(quote.quote_id, { customer_number: number }))
      expect(await quoteRow(world, quote.quote_id)).toMatchObject({ state: 'USED', customer_number: null })
    },
  )

  test("an unknown quote, and another merchant's, is RMT-404, whether the amount is given or not", async () => {
    const other = await world.register()
    const { quote_id: others } = await quoted(world, { source_amount: 1, currency: 'USD' }, other)
    for (const quoteId of ['RQ-0000000000000000', 'nonsense', others]) {
      isRefused(await transfers.inbound(by(quoteId)), 404, 'RMT-404')
      isRefused(await transfers.inbound(by(quoteId, { amount: 1, currency: 'USD' })), 404, 'RMT-404')
    }
  })

  test('a used quote is RMT-1032', async () => {
    const quote = await quoted(world, { source_amount: 1, currency: 'USD' })
    await transfers.accepted(by(quote.quote_id))
    isRefused(await transfers.inbound(by(quote.quote_id)), 409, 'RMT-1032')
  })

  test('a refused transfer leaves its quote unused', async () => {
    const as = await world.register()
    const own = transfersOf(world, as)
    const quote = await quoted(world, { source_amount: 1, currency: 'USD' }, as)
    isRefused(await own.inbound(by(quote.quote_id)), 402, 'RMT-2001')
    isRefused(
      await own.inbound(by(quote.quote_id, { expected_receiver_name: 'Somebody Else' })),
      422,
      'RMT-4006',
    )
    isRefused(await own.inbound(by(quote.quote_id, { customer_number: '+243810000007' })), 403, 'RMT-3001')
    await world.topUp('5.00', as)
    await own.accepted(by(quote.quote_id))
    await exposureAddsUp(world)
  })

  test('faults of other fields come before an unknown quote, and the missing amount is not among them', async () => {
    const response = await transfers.inbound(by('RQ-0000000000000000', { sender_city: undefined }))
    isRefused(response, 400, 'RMT-1005')
    expect(response.body.errors).toEqual([{ field: 'sender_city', message: 'Field required' }])
  })
})

test('a transfer repeated with its expired quote gets one new quote, however often and at once', async () => {
  const as = await world.register()
  await world.topUp('5.00', as)
  const own = transfersOf(world, as)
  const quote = await quoted(world, { source_amount: 1, currency: 'USD' }, as)
  const expire = statement(
    'test_expire_renewed_quote',
    `update quote set expires_at = created_at + interval '1 microsecond' where quote_id = $1`,
  )
  await world.db.rows(expire, [quote.quote_id])
  const renewed = async () => {
    const response = await own.inbound(by(quote.quote_id, { reference: 'late' }))
    isRefused(response, 409, 'RMT-1031')
    return response.body.errors[0].quote.quote_id as string
  }
  const atOnce = await Promise.all(Array.from({ length: 10 }, renewed))
  const [first] = atOnce
  expect(new Set([...atOnce, await renewed()])).toEqual(new Set([first]))
  await world.db.rows(expire, [first])
  const second = await renewed()
  expect(second).not.toBe(first)
  await own.accepted(by(second, { reference: 'late' }))
  await exposureAddsUp(world)
})

test('the exposure of a merchant is limited exactly, and expired quotes count no more', async () => {
  const as = await world.register()
  await setQuoteTerms(world, as.merchant_code, { limit: 250n })
  const ask = () => askForQuote(world, { source_amount: 1, currency: 'USD' }, { as })
  const [first] = [await ask(), await ask()]
  isRefused(await ask(), 409, 'RMT-1033')
  expect((await askForQuote(world, { source_amount: 0.5, currency: 'USD' }, { as })).status).toBe(200)
  isRefused(await askForQuote(world, { source_amount: 0.01, currency: 'USD' }, { as }), 409, 'RMT-1033')
  const expire = statement(
    'test_expire_quote',
    `update quote set expires_at = created_at + interval '1 microsecond' where quote_id = $1`,
  )
  await world.db.rows(expire, [first!.body.data.quote_id])
  expect((await ask()).status).toBe(200)
  await eventually(
    'the quote is expired',
    async () => (await quoteRow(world, first!.body.data.quote_id))?.state === 'EXPIRED',
  )
  await exposureAddsUp(world)
})

test('an admin sets how long quotes of a merchant are valid and what they may promise, and it is audited', async () => {
  const as = await world.register()
  const path = `/api/v1/admin/merchants/${as.merchant_code}/quotes`
  const { body } = await world.admin('GET', path)
  expect(body.data).toMatchObject({ quote_seconds: 600, quote_exposure_limit: '10000.00', promised: '0.00' })
  const terms = { quote_seconds: 60, quote_exposure_limit: '1.50', reason: 'Agreed' }
  assert.equal((await world.admin('PUT', path, terms)).status, 200)
  await quoted(world, { source_amount: 1, currency: 'USD' }, as)
  isRefused(await askForQuote(world, { source_amount: 1, currency: 'USD' }, { as }), 409, 'RMT-1033')
  expect((await world.admin('GET', path)).body.data).toMatchObject({ quote_seconds: 60, promised: '1.00' })
  for (const wrong of [
    { quote_seconds: 59 },
    { quote_seconds: 1_801 },
    { quote_exposure_limit: '-1' },
    { quote_exposure_limit: '010' },
  ])
    assert.equal((await world.admin('PUT', path, { ...wrong, reason: 'Agreed' })).status, 400)
  const { items } = (await world.admin('GET', `/api/v1/admin/audit?subject=${as.merchant_code}`)).body.data
  expect(items[0]).toMatchObject({
    action: 'merchant.quote_terms_changed',
    detail: { after: { quote_seconds: 60 } },
  })
})
