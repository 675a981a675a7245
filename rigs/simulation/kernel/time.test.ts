import { expect, test } from 'vitest'
import { awaitThread, openTime } from './time.ts'

test('simulated time stands still while a thread works', async () => {
  const time = openTime(0)
  const thread = Promise.withResolvers<void>()
  awaitThread(thread.promise)
  const running = time.runUntil(60_000, 1_000)
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve))
  expect(time.now()).toBe(0)
  thread.resolve()
  await running
  expect(time.now()).toBe(60_000)
})
