import { expect, test } from 'vitest'
import { pathInOtherMode } from './other-path.ts'

test.each([
  ['/portal', '/portal'],
  ['/portal/', '/portal'],
  ['/portal/payments', '/portal/payments'],
  ['/portal/payments/LKT-20261203-084024-GSI9S700-CD', '/portal/payments'],
  ['/portal/payouts/settings', '/portal/payouts'],
  ['/portal/try', '/portal'],
  ['/portal/go-live', '/portal'],
])('whoever switches the mode on %s comes to %s', (path, other) => {
  expect(pathInOtherMode(path)).toBe(other)
})
