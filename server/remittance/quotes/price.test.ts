// Prices of quotes, for every currency of senders and any rate, as whole hundredths and cents.
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { convert } from '../exchange-rates/rate-table.ts'
import { senderCurrencies } from '../transfer/formats.ts'
import { priceOf } from './price.ts'

const asOf = Temporal.Instant.from('2026-11-21T06:00:00Z')
const tableWith = (micros: bigint) => ({
  ...{ id: 1n, asOf, source: 'test' },
  rates: new Map(senderCurrencies.map((currency) => [currency as string, micros])),
})
const anything = {
  currency: fc.constantFrom(...senderCurrencies),
  amount: fc.bigInt({ min: 1n, max: 10n ** 11n }),
  micros: fc.bigInt({ min: 1_000n, max: 10n ** 11n }),
  fees: fc.record({
    remittanceFeeBp: fc.integer({ min: 0, max: 10_000 }),
    remittanceFeeFixedMinor: fc.bigInt({ min: 0n, max: 1_000n }),
  }),
}

test('a quote by source amount is priced as a transfer of that amount', () => {
  fc.assert(
    fc.property(fc.record(anything), ({ currency, amount, micros, fees }) => {
      const rateTable = tableWith(micros)
      const price = priceOf({ pricedBy: 'source', amount }, currency, { rateTable, fees })
      assert.equal(price?.sourceAmount, amount)
      assert.equal(price.amount, convert({ hundredths: amount, currency, rateTable }))
    }),
  )
})

test('a quote by receiver amount asks for the smallest source amount that yields it', () => {
  fc.assert(
    fc.property(fc.record(anything), ({ currency, amount, micros, fees }) => {
      const rateTable = tableWith(micros)
      const price = priceOf({ pricedBy: 'receiver', amount }, currency, { rateTable, fees })
      assert.equal(price?.amount, amount)
      const worth = (hundredths: bigint) => convert({ hundredths, currency, rateTable })
      assert.ok(worth(price.sourceAmount) >= amount)
      assert.ok(worth(price.sourceAmount - 1n) < amount)
    }),
  )
})

test('the fee of a quote is that of a transfer with its receiver amount, by whichever amount it was priced', () => {
  fc.assert(
    fc.property(fc.record(anything), fc.constantFrom('source', 'receiver'), (wish, pricedBy) => {
      const { currency, amount, micros, fees } = wish
      const price = priceOf({ pricedBy, amount }, currency, { rateTable: tableWith(micros), fees })!
      const { amount: paid } = price
      const share = (paid * BigInt(fees.remittanceFeeBp) + 5_000n) / 10_000n
      assert.equal(price.fee, share + fees.remittanceFeeFixedMinor)
    }),
  )
})

test.each([
  [
    'a euro cent is worth more than a cent: the beneficiary gets what was asked for',
    'EUR',
    860_000n,
    50n,
    43n,
  ],
  ['a price that would be a fraction of a hundredth is rounded up', 'UGX', 3_600_500_000n, 1n, 3_601n],
  ['a dollar costs a dollar', 'USD', 1n, 100n, 100n],
] as const)('an example by receiver amount: %s', (_, currency, micros, amount, source) => {
  const fees = { remittanceFeeBp: 0, remittanceFeeFixedMinor: 0n }
  const price = priceOf({ pricedBy: 'receiver', amount }, currency, { rateTable: tableWith(micros), fees })
  expect(price).toMatchObject({ amount, sourceAmount: source })
})

test('there is no price without a rate, except for dollars', () => {
  const needs = { rateTable: undefined, fees: { remittanceFeeBp: 0, remittanceFeeFixedMinor: 0n } }
  expect(priceOf({ pricedBy: 'source', amount: 100n }, 'EUR', needs)).toBeUndefined()
  expect(priceOf({ pricedBy: 'receiver', amount: 100n }, 'EUR', needs)).toBeUndefined()
  expect(priceOf({ pricedBy: 'receiver', amount: 100n }, 'USD', needs)?.sourceAmount).toBe(100n)
})
