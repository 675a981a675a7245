// Bank files are read beside the thread that serves requests.
import type { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { camtStatement } from '../../../test/support/callers/statements.ts'
import { UnreadableFile } from './bank-entry.ts'
import { readInWorker } from './read-in-worker.ts'

const now = Temporal.Instant.from('2027-02-01T10:00:00Z')
const read = (text: string, limitMs?: number) => readInWorker(Buffer.from(text), now, {}, limitMs)

test('files are read in threads of their own, one at a time, and a refusal keeps its reason', async () => {
  let [started, running, most] = [0, 0, 0]
  const watch = (worker: Worker) => {
    started += 1
    running += 1
    most = Math.max(most, running)
    worker.once('exit', () => {
      running -= 1
    })
  }
  process.on('worker', watch)
  try {
    const [one, , refusal] = await Promise.all([
      read(camtStatement({ id: 'A' }, [{ amount: '12.50' }])),
      read(camtStatement({ id: 'B' }, [{ amount: '1.00' }])),
      read('%PDF-1.7').catch((error: unknown) => error),
    ])
    expect(one?.statements).toMatchObject([{ statementId: 'A', entries: [{ amountMinor: 1_250n }] }])
    expect(refusal).toBeInstanceOf(UnreadableFile)
    expect(String(refusal)).toContain('a PDF')
  } finally {
    process.off('worker', watch)
  }
  expect([started, most]).toEqual([3, 1])
})

test('a file that takes longer than its limit is refused with what to do, and the next one is read', async () => {
  const ended = Promise.withResolvers<void>()
  process.once('worker', (worker: Worker) => worker.once('exit', () => ended.resolve()))
  const statement = camtStatement({ id: 'A' }, [{ amount: '12.50' }])
  // No thread begins within a millisecond.
  const refusal = await read(statement, 1).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(UnreadableFile)
  expect(String(refusal)).toContain('takes too long to read: export a shorter period')
  await ended.promise
  expect((await read(statement)).statements).toHaveLength(1)
})
