// Limits of downloads: each PDF document costs much of the processor.
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { expect, test } from 'vitest'
import { openDownloads } from './downloads.ts'
import { openRateLimit } from './rate-limit.ts'

const reply = { type: () => reply, header: () => reply, send: () => reply } as unknown as FastifyReply
const limit = (burst: number) => openRateLimit({ perSecond: 1, burst }, { now: () => 0 })
/** Three PDF documents, and one to each merchant. */
const openLimited = () => openDownloads({ all: limit(3), ofMerchant: limit(1) })

/** Sends files, and counts those that were read. */
function openSender() {
  const send = openLimited()
  const seen = { read: 0 }
  const prepare = async () => {
    seen.read += 1
    return { filename: 'statement', pieces: Readable.from([]) }
  }
  return { seen, sent: (type: string, merchant: number) => send(reply, BigInt(merchant), { type, prepare }) }
}

test('PDF documents of all merchants together are limited before they are read, other files are not', async () => {
  const { sent, seen } = openSender()
  for (let n = 1; n <= 3; n++) await sent('application/pdf', n)
  await expect(sent('application/pdf', 4)).rejects.toThrow('Rate limit exceeded')
  expect(seen.read).toBe(3)
  await sent('text/csv', 5)
  expect(seen.read).toBe(4)
})

test('a merchant that asks for one PDF document after the other leaves those of the others', async () => {
  const { sent, seen } = openSender()
  await sent('application/pdf', 1)
  for (let n = 0; n < 9; n++) await expect(sent('application/pdf', 1)).rejects.toThrow('Rate limit exceeded')
  expect(seen.read).toBe(1)
  await sent('application/pdf', 2)
  await sent('application/pdf', 3)
  expect(seen.read).toBe(3)
})

test('a file that cannot be read leaves the places of its merchant free', async () => {
  const send = openLimited()
  const prepare = async () => Promise.reject(new Error('the database is gone'))
  for (let n = 1; n <= 3; n++)
    await expect(send({} as FastifyReply, 1n, { type: 'text/csv', prepare })).rejects.toThrow('database')
})
