import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { coalescingBatch } from './coalescing-batch.ts'

const nextTick = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('coalescing batch', () => {
  test('a call that finds no batch running becomes a batch of one', async () => {
    const sizes: number[] = []
    const double = coalescingBatch<number, number>(async (members) => {
      sizes.push(members.length)
      return members.map((member) => member * 2)
    })
    assert.equal(await double(3), 6)
    assert.deepEqual(sizes, [1])
  })

  test('calls made while a batch runs form the next batch, and only one batch runs at a time', async () => {
    let running = 0
    const sizes: number[] = []
    const echo = coalescingBatch<number, number>(async (members) => {
      assert.equal(++running, 1)
      sizes.push(members.length)
      await nextTick()
      running -= 1
      return members
    })
    const first = echo(0)
    await Promise.resolve().then(() => {})
    const rest = Array.from({ length: 100 }, (_, i) => echo(i + 1))
    assert.deepEqual(
      await Promise.all([first, ...rest]),
      Array.from({ length: 101 }, (_, i) => i),
    )
    assert.deepEqual(sizes, [1, 100])
  })

  test('a failing member of a batch fails alone', async () => {
    const run = coalescingBatch<number, number>(async (members) => {
      await nextTick()
      if (members.includes(13)) throw new Error('poison')
      return members
    })
    const responses = await Promise.allSettled([1, 13, 2, 3].map(run))
    assert.deepEqual(
      responses.map((response) => response.status),
      ['fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
    )
  })

  test('a member that times out on a lock fails the members behind it at once', async () => {
    const ran: number[][] = []
    const run = coalescingBatch<number, number>(async (members) => {
      ran.push(members)
      await nextTick()
      if (members.includes(13)) throw Object.assign(new Error('lock timeout'), { code: '55P03' })
      return members
    })
    const first = run(0)
    await Promise.resolve()
    const responses = await Promise.allSettled([1, 13, 2, 3].map(run))
    assert.deepEqual(
      responses.map((response) => response.status),
      ['fulfilled', 'rejected', 'rejected', 'rejected'],
    )
    assert.equal(await first, 0)
    assert.deepEqual(ran, [[0], [1, 13, 2, 3], [1], [13]])
  })

  test('after a lock timeout only members with that lock fail; after a second one the rest fail too', async () => {
    const ran: string[][] = []
    const run = coalescingBatch<string, string>(
      async (members) => {
        ran.push(members)
        if (members.some((member) => member.startsWith('held')))
          throw Object.assign(new Error('lock timeout'), { code: '55P03' })
        return members
      },
      { maxMembers: 9, lockOf: (member) => member.split(' ')[0]! },
    )
    const outcomesOf = async (members: string[]) => {
      ran.length = 0
      const responses = await Promise.allSettled(members.map(run))
      return responses.map(({ status }) => status === 'fulfilled')
    }
    assert.deepEqual(await outcomesOf(['held 1', 'free 1', 'held 2', 'free 2']), [false, true, false, true])
    assert.deepEqual(ran.slice(1), [['held 1'], ['free 1'], ['free 2']])
    const twice = await outcomesOf(['held 1', 'free 1', 'held-too 1', 'free 2'])
    assert.deepEqual(twice, [false, true, false, false])
    assert.deepEqual(ran.slice(1), [['held 1'], ['free 1'], ['held-too 1']])
  })

  test('calls made while a batch waits for a lock join it once it holds the lock', async () => {
    const lock = Promise.withResolvers<void>()
    const sizes: number[] = []
    const run = coalescingBatch<number, number>(async (members, join) => {
      await lock.promise
      const all = [...members, ...join(() => true)]
      sizes.push(all.length)
      return all.map((member) => member * 2)
    })
    const first = run(1)
    await nextTick()
    const rest = [2, 3, 4].map(run)
    lock.resolve()
    assert.deepEqual(await Promise.all([first, ...rest]), [2, 4, 6, 8])
    assert.deepEqual(sizes, [4])
  })

  test('only fitting calls join a batch, in order and up to its size; the others form the next batch', async () => {
    const lock = Promise.withResolvers<void>()
    const ran: number[][] = []
    const run = coalescingBatch<number, string>(
      async (members, join) => {
        await lock.promise
        ran.push([...members, ...join((member) => member % 2 === 1)])
        return ran.at(-1)!.map(String)
      },
      { maxMembers: 3 },
    )
    const first = run(1)
    await nextTick()
    const rest = [2, 3, 4, 5, 7].map(run)
    lock.resolve()
    assert.deepEqual(await Promise.all([first, ...rest]), ['1', '2', '3', '4', '5', '7'])
    assert.deepEqual(ran, [
      [1, 3, 5],
      [2, 4, 7],
    ])
  })

  test('a member that joined a batch and fails it fails alone', async () => {
    const lock = Promise.withResolvers<void>()
    const run = coalescingBatch<number, number>(async (members, join) => {
      await lock.promise
      const all = [...members, ...join(() => true)]
      if (all.includes(13)) throw new Error('poison')
      return all
    })
    const first = run(0)
    await nextTick()
    const rest = [1, 13, 2].map(run)
    lock.resolve()
    const responses = await Promise.allSettled([first, ...rest])
    assert.deepEqual(
      responses.map((response) => (response.status === 'fulfilled' ? response.value : 'failed')),
      [0, 1, 'failed', 2],
    )
  })

  test('every caller gets its own result, whatever the order and size of the batches', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.integer(), fc.boolean()), { maxLength: 60 }),
        fc.integer({ min: 1, max: 7 }),
        async (calls, maxMembers) => {
          const run = coalescingBatch<number, string>(
            async (members, join) => {
              await nextTick()
              const all = [...members, ...join((member) => member > 0)]
              assert.ok(all.length <= maxMembers)
              await nextTick()
              return all.map(String)
            },
            { maxMembers },
          )
          const responses: Promise<string>[] = []
          for (const [value, pause] of calls) {
            responses.push(run(value))
            if (pause) await nextTick()
          }
          assert.deepEqual(
            await Promise.all(responses),
            calls.map(([value]) => String(value)),
          )
        },
      ),
      { numRuns: 50 },
    )
  })
})
