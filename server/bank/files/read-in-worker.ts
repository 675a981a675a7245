// Reads bank files in a thread of their own, one at a time: parsing megabytes of XML would keep every other request waiting.
import { Worker } from 'node:worker_threads'
import { openSemaphore } from '../../platform/http/load-shedding.ts'
import { UnreadableFile } from './bank-entry.ts'
import type { BankFileContent, OwnBanks } from './read-bank-file.ts'

/** What the thread is asked, and what it replies. */
export type ReadRequest = { bytes: Uint8Array; now: string; banks: OwnBanks }
export type ReadReply = { content: BankFileContent } | { unreadable: string }

const semaphore = openSemaphore({ atOnce: 1, maxWaiting: 32 })
/** A file of 5 MB needs a tenth of it. */
const resourceLimits = { maxOldGenerationSizeMb: 512 }
/** Several times what the slowest file of 5 MB takes on a busy machine. The files after it wait so long. */
const maxReadMs = 30_000

/**
 * As `readBankFile`. @throws UnreadableFile, also for a file that takes longer than `limitMs`; Problem 503 if many other files wait
 */
export function readInWorker(
  bytes: Buffer,
  now: Temporal.Instant,
  banks: OwnBanks,
  limitMs = maxReadMs,
): Promise<BankFileContent> {
  const request: ReadRequest = { bytes, now: now.toString(), banks }
  return semaphore(async () => {
    const reply = await replyTo(request, limitMs)
    if ('unreadable' in reply) throw new UnreadableFile(reply.unreadable)
    return reply.content
  })
}

async function replyTo(request: ReadRequest, limitMs: number): Promise<ReadReply> {
  const worker = new Worker(new URL('./read-worker.ts', import.meta.url), {
    workerData: request,
    resourceLimits,
  })
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise((resolve, reject) => {
      const tooLong = { unreadable: 'the file takes too long to read: export a shorter period' }
      // guard: bank-file-time-limit
      timer = setTimeout(resolve, limitMs, tooLong)
      worker.once('message', resolve)
      worker.once('error', (error: NodeJS.ErrnoException) =>
        error.code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? resolve({ unreadable: 'the file is too complex: export a shorter period' })
          : reject(error),
      )
      worker.once('exit', (code) => reject(new Error(`the reader of bank files ended with ${code}`)))
    })
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
