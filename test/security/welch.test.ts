import assert from 'node:assert/strict'
import { test } from 'vitest'
import { compare, welch } from './welch.ts'

test('equal times have a small t, and a small difference over many samples a large one', () => {
  const noisy = (mean: number) => Array.from({ length: 2_000 }, (_, i) => mean + ((i * 7919) % 101))
  assert.equal(welch(noisy(1000), noisy(1000)).t, 0)
  assert.ok(Math.abs(welch(noisy(1000), noisy(1030)).t) > 8)
})

test('control: a comparison that ends at the first difference is detected [S-07]', async () => {
  const secret = Buffer.alloc(20_000, 'a')
  const [early, late] = [Buffer.from(secret), Buffer.from(secret)]
  early[0] = 98
  late[late.length - 1] = 98
  const { t } = await compare([() => sameUntilNot(secret, early), () => sameUntilNot(secret, late)], {
    samples: 400,
  })
  assert.ok(Math.abs(t) > 10, String(t))
})

function sameUntilNot(a: Buffer, b: Buffer): boolean {
  for (let i = 0; i < a.length; i += 1) if (a[i] !== b[i]) return false
  return true
}
