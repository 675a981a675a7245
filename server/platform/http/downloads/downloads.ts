// Files of any length: the next piece is made when the client has taken the previous one, so a slow client costs no memory.
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { Problem } from '../../../kernel/problem.ts'
import { requestProblems } from '../problems.ts'
import { openRateLimit, takeFromBudget } from '../rate-limit.ts'

export type Download = {
  /** The media type. */
  type: string
  filename: string
  pieces: AsyncIterable<string | Uint8Array>
}
/** A file that is costly to begin: it is read only if it may be sent. */
export type PreparedDownload = { type: string; prepare(): Promise<Omit<Download, 'type'>> }

export type SendDownload = ReturnType<typeof openDownloads>

/** Downloads of one merchant at a time; each holds a piece for as long as its client takes. */
const maxAtOnce = 2
/**
 * PDF documents of this process, for all merchants: each takes about 120 ms of the processor, most of it for the fonts, so these are a
 * quarter of a core. A burst takes half a second from other requests at most.
 */
const documentRate = { perSecond: 2, burst: 4 }
/** Half of them at most are of one merchant. */
const merchantDocumentRate = { perSecond: 1, burst: 3 }

const ownDocuments = { all: openRateLimit(documentRate), ofMerchant: openRateLimit(merchantDocumentRate) }

/**
 * Sends files, at most two at a time to each merchant. The function returned throws Problem 429 beyond that, before
 * anything is sent. A piece that fails ends the connection, so that a client never takes half a file for a whole one.
 */
export function openDownloads(documents = ownDocuments) {
  const running = new Map<bigint, number>()

  function release(merchantId: bigint): void {
    const left = (running.get(merchantId) ?? 1) - 1
    if (left === 0) running.delete(merchantId)
    else running.set(merchantId, left)
  }

  return async (
    reply: FastifyReply,
    merchantId: bigint,
    download: Download | PreparedDownload,
  ): Promise<FastifyReply> => {
    const { type } = download
    const now = running.get(merchantId) ?? 0
    if (now >= maxAtOnce) throw new Problem(requestProblems.rate_limited, {}, { 'retry-after': '10' })
    if (type === 'application/pdf') {
      // guard: document-rate-of-merchant
      takeFromBudget(documents.ofMerchant, merchantId)
      // guard: document-rate
      takeFromBudget(documents.all, 'documents')
    }
    running.set(merchantId, now + 1)
    const { filename, pieces } = await begun(download).catch((error) => {
      release(merchantId)
      throw error
    })
    const stream = Readable.from(pieces, { objectMode: true, highWaterMark: 1 })
    stream.once('close', () => release(merchantId))
    return reply.type(type).header('content-disposition', `attachment; filename="${filename}"`).send(stream)
  }
}

const begun = async (download: Download | PreparedDownload): Promise<Omit<Download, 'type'>> =>
  'prepare' in download ? download.prepare() : download
