import { expect, test } from 'vitest'
import { openMutexPerOwner } from './concurrency.ts'

test('callers of one owner wait for each other, those of another do not, even if a call never ends', async () => {
  const oneAtATime = openMutexPerOwner()
  const [hanging, other] = [{}, {}]
  const order: string[] = []
  void oneAtATime(hanging, 'upload', () => new Promise(() => {}))
  void oneAtATime(hanging, 'upload', async () => order.push('behind'))
  await oneAtATime(other, 'upload', async () => order.push('of the other owner'))
  await oneAtATime(hanging, 'another key', async () => order.push('under another key'))
  expect(order).toEqual(['of the other owner', 'under another key'])
})
