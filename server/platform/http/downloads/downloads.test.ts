// Limits of downloads: each PDF document costs much of the processor.
import type { FastifyReply } from 'fastify'
import { expect, test } from 'vitest'
import { openRateLimit } from '../rate-limit.ts'
import { openDownloads } from './downloads.ts'

test('PDF documents of all merchants together are limited before they are read, other files are not', async () => {
  const reply = { type: () => reply, header: () => reply, send: () => reply } as unknown as FastifyReply
  const send = openDownloads(openRateLimit({ perSecond: 1, burst: 3 }, { now: () => 0 }))
  const pieces = (async function* () {})()
  let read = 0
  const prepare = async () => {
    read += 1
    return { filename: 'statement', pieces }
  }
  const sent = (type: string, merchant: number) => send(reply, BigInt(merchant), { type, prepare })
  for (let n = 1; n <= 3; n++) await sent('application/pdf', n)
  await expect(sent('application/pdf', 4)).rejects.toThrow('Rate limit exceeded')
  expect(read).toBe(3)
  await sent('text/csv', 5)
  expect(read).toBe(4)
})

test('a file that cannot be read leaves the places of its merchant free', async () => {
  const send = openDownloads(openRateLimit({ perSecond: 1, burst: 3 }, { now: () => 0 }))
  const prepare = async () => Promise.reject(new Error('the database is gone'))
  for (let n = 1; n <= 3; n++)
    await expect(send({} as FastifyReply, 1n, { type: 'text/csv', prepare })).rejects.toThrow('database')
})
