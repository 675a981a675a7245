import assert from 'node:assert/strict'
import { expect, test } from 'vitest'
import { Problem } from '../../kernel/problem.ts'
import { openSemaphore } from './semaphore.ts'

/** Work that ends when it is told to. */
function held() {
  const started: number[] = []
  const ends: (() => void)[] = []
  const work = (i: number) => () => {
    started.push(i)
    return new Promise<number>((resolve) => {
      ends[i] = () => resolve(i)
    })
  }
  return { started, ends, work }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('no more than so many work at once, the rest wait in their order, and who finds the line full is told 503', async () => {
  const turns = openSemaphore({ atOnce: 2, mostWaiting: 2 })
  const { started, ends, work } = held()
  const running = [0, 1, 2, 3].map((i) => turns(work(i)))
  const refusal = await turns(work(4)).catch((error) => error)
  assert.ok(refusal instanceof Problem)
  expect([refusal.spec.status, refusal.headers['retry-after']]).toEqual([503, '2'])
  expect(started).toEqual([0, 1])
  ends[1]!()
  await settled()
  expect(started).toEqual([0, 1, 2])
  ends[0]!()
  await settled()
  expect(started).toEqual([0, 1, 2, 3])
  ends[2]!()
  ends[3]!()
  expect(await Promise.all(running)).toEqual([0, 1, 2, 3])
})

test('work that fails gives its place up', async () => {
  const turns = openSemaphore({ atOnce: 1, mostWaiting: 1 })
  const failing = turns(() => Promise.reject(new Error('no')))
  const next = turns(async () => 'done')
  await assert.rejects(failing, /no/)
  assert.equal(await next, 'done')
  assert.equal(await turns(async () => 'again'), 'again')
})
