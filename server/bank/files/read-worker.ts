// The thread that reads a bank file.
import { parentPort, workerData } from 'node:worker_threads'
import { UnreadableFile } from './bank-entry.ts'
import { readBankFile } from './read-bank-file.ts'
import type { ReadReply, ReadRequest } from './read-in-worker.ts'

async function reply({ bytes, now, banks }: ReadRequest): Promise<ReadReply> {
  try {
    return { content: await readBankFile(Buffer.from(bytes), Temporal.Instant.from(now), banks) }
  } catch (error) {
    if (error instanceof UnreadableFile) return { unreadable: error.message }
    throw error
  }
}

parentPort?.postMessage(await reply(workerData as ReadRequest))
