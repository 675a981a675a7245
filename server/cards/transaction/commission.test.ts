import assert from 'node:assert/strict'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { money } from '../../kernel/money.ts'
import { commissionOn, financialDetails } from './amount.ts'

test('the parts of a commission always add up to the amount, whatever the rates', () => {
  const rate = fc.integer({ min: 0, max: 10_000 })
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 10n ** 12n }),
      rate,
      rate,
      (minor, commissionRateBp, bankRateBp) => {
        const parts = commissionOn(money(minor, 'USD'), { commissionRateBp, bankRateBp })
        assert.equal(parts.merchant.minor + parts.commission.minor, minor)
        assert.equal(parts.bank.minor + parts.service.minor, parts.commission.minor)
        for (const part of [parts.merchant, parts.bank, parts.service]) assert.ok(part.minor >= 0n)
      },
    ),
  )
})

test('a 3.50 % commission on 25.50 with a 1.50 % bank share rounds half up', () => {
  const parts = commissionOn(money(2550n, 'USD'), { commissionRateBp: 350, bankRateBp: 150 })
  expect(financialDetails(parts)).toEqual({
    commission_rate: '3.50',
    commission_amount: '0.89',
    merchant_amount: '24.61',
    bank_commission_amount: '0.38',
    service_commission_amount: '0.51',
  })
})
