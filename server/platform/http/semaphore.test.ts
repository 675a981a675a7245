import assert from 'node:assert/strict'
import { expect, test } from 'vitest'
import { Problem } from '../../kernel/problem.ts'
import { openSemaphore } from '../http/load-shedding.ts'

/** Work that runs until the test ends it. */
function held() {
  const started: number[] = []
  const finishers: (() => void)[] = []
  const work = (i: number) => () => {
    started.push(i)
    return new Promise<number>((resolve) => {
      finishers[i] = () => resolve(i)
    })
  }
  return { started, ends: finishers, work }
}
const untilIdle = () => new Promise((resolve) => setImmediate(resolve))

test('a semaphore bounds concurrent work, queues the rest in order and refuses when full', async () => {
  const semaphore = openSemaphore({ atOnce: 2, maxWaiting: 2 })
  const { started, ends: finishers, work } = held()
  const running = [0, 1, 2, 3].map((i) => semaphore(work(i)))
  const refusal = await semaphore(work(4)).catch((error) => error)
  assert.ok(refusal instanceof Problem)
  expect([refusal.spec.status, refusal.headers['retry-after']]).toEqual([503, '2'])
  expect(started).toEqual([0, 1])
  finishers[1]!()
  await untilIdle()
  expect(started).toEqual([0, 1, 2])
  finishers[0]!()
  await untilIdle()
  expect(started).toEqual([0, 1, 2, 3])
  finishers[2]!()
  finishers[3]!()
  expect(await Promise.all(running)).toEqual([0, 1, 2, 3])
})

test('failed work releases its slot of the semaphore', async () => {
  const semaphore = openSemaphore({ atOnce: 1, maxWaiting: 1 })
  const failing = semaphore(() => Promise.reject(new Error('no')))
  const next = semaphore(async () => 'done')
  await assert.rejects(failing, /no/)
  assert.equal(await next, 'done')
  assert.equal(await semaphore(async () => 'again'), 'again')
})
