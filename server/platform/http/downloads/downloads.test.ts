// Limits of downloads: each PDF document costs much of the processor.
import type { FastifyReply } from 'fastify'
import { expect, test } from 'vitest'
import { openRateLimit } from '../rate-limit.ts'
import { openDownloads } from './downloads.ts'

test('PDF documents of all merchants together are limited, other files are not', () => {
  const reply = { type: () => reply, header: () => reply, send: () => reply } as unknown as FastifyReply
  const send = openDownloads(openRateLimit({ perSecond: 1, burst: 3 }, { now: () => 0 }))
  const pieces = (async function* () {})()
  const sent = (type: string, merchant: number) => () =>
    send(reply, BigInt(merchant), { type, filename: 'statement', pieces })
  for (let n = 1; n <= 3; n++) sent('application/pdf', n)()
  expect(sent('application/pdf', 4)).toThrow('Rate limit exceeded')
  expect(sent('text/csv', 5)).not.toThrow()
})
