import { expect, test, vi } from 'vitest'

vi.stubGlobal('localStorage', { getItem: () => null })
vi.stubGlobal('document', { documentElement: {} })
const { coverOf } = await import('./figures.tsx')

test.each([
  ['-75.00', '253.86', 'all'],
  ['-75.00', '75.00', 'all'],
  ['-75.00', '40.00', 'part'],
  ['-75.00', '0.00', 'none'],
  ['-75.00', '-12.00', 'none'],
] as const)('of %s available, %s pending covers %s', (available, pending, cover) => {
  expect(coverOf({ available, pending })).toBe(cover)
})
