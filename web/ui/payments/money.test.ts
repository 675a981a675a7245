import assert from 'node:assert/strict'
import { test } from 'vitest'
import { amountText, balanceOf } from './money.ts'

const paid = {
  status: 'SUCCESS' as const,
  amount: '1250.00',
  financial: { commission_amount: '43.75', merchant_amount: '1206.25' },
  refunds: [],
}

test('a payment in full leaves the merchant the amount without the commission', () => {
  assert.deepEqual(balanceOf(paid), { returned: 0, commission: 4375, balance: 120625 })
})

test('completed refunds are subtracted and leave the commission owed; others change nothing', () => {
  const refunds = [
    { amount: '1000.00', status: 'SUCCESS' as const },
    { amount: '250.00', status: 'SUCCESS' as const },
    { amount: '7.00', status: 'FAILED' as const },
    { amount: '9.00', status: 'PENDING' as const },
  ]
  const { returned, balance } = balanceOf({ ...paid, status: 'REFUNDED', refunds })
  assert.equal(returned, 125000)
  assert.equal(amountText(balance), '-43.75')
})

test('a voided payment leaves nothing, and its commission is given back', () => {
  assert.deepEqual(balanceOf({ ...paid, status: 'VOIDED' }), { returned: 125000, commission: 0, balance: 0 })
})
