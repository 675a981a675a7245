// Files of any length: the next piece is made when the client has taken the previous one, so a slow client costs no memory.
import { Readable } from 'node:stream'
import anyAscii from 'any-ascii'
import { stringify } from 'csv-stringify/sync'
import type { FastifyReply } from 'fastify'
import { Problem } from '../../kernel/problem.ts'
import { requestProblems } from './problems.ts'
import { openRateLimit, takeFromBudget } from './rate-limit.ts'

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

export type Line = readonly (string | null)[]

/** An amount below zero. As text, a spreadsheet would leave it out of a sum. */
const negativeAmount = /^-\d{1,15}[.,]\d{2}$/
const options = {
  escape_formulas: true,
  quoted_string: true,
  record_delimiter: 'windows',
  cast: {
    string: (value: string) => (negativeAmount.test(value) ? { value, escape_formulas: false } : value),
  },
} as const
/** Without it, Excel reads the file in a legacy encoding. */
export const byteOrderMark = '\uFEFF'

/** @param delimiter between the columns; a semicolon is what a French Excel expects. */
export function csvOf(lines: readonly Line[], delimiter: ',' | ';' = ','): string {
  return stringify(
    lines.map((line) => line.map((value) => value && withoutFormulas(value))),
    { ...options, delimiter },
  )
}

/** A CSV file with headings, in pieces as its rows are read. */
export async function* csvFile<Row>(
  headings: Line,
  pieces: AsyncIterable<readonly Row[]>,
  lineOf: (row: Row) => Line,
): AsyncGenerator<string> {
  yield byteOrderMark + csvOf([headings])
  for await (const rows of pieces) yield csvOf(rows.map(lineOf))
}

const separators = ';|\t\r\n'
const formulaSigns = '=+-@\uFF1D\uFF0B\uFF0D\uFF20'
const blankOrQuote = /[\s"]/

/**
 * Escapes formulas inside a value. A spreadsheet configured for a separator other than the comma splits values at it, quoted or
 * not, and would execute a formula at the start of such a part.
 */
function withoutFormulas(value: string): string {
  let safe = ''
  // True after a separator, and after blanks and quotes that follow one.
  let isAtStart = false
  for (const sign of value) {
    if (isAtStart && formulaSigns.includes(sign)) safe += "'"
    safe += sign
    isAtStart = separators.includes(sign) || (isAtStart && blankOrQuote.test(sign))
  }
  return safe
}

/** By the types of stored files: how their names end, the usual one first. */
const extensions: Readonly<Record<string, readonly string[]>> = {
  'application/pdf': ['.pdf'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
}

/**
 * @param file.name as it was given; only what every system accepts in a file's name is kept. Systems open a file by how its name
 * ends, so that follows the type.
 * @param file.type as the content was checked to be.
 */
export function sendFile(
  reply: FastifyReply,
  { name, type, content }: { name: string; type: string; content: Uint8Array },
): FastifyReply {
  const plain = anyAscii(name).replace(/[^A-Za-z0-9._-]+/g, '-')
  const endings = extensions[type] ?? ['.bin']
  // guard: download-extension
  const safe = endings.some((ending) => plain.toLowerCase().endsWith(ending)) ? plain : plain + endings[0]
  return reply
    .header('content-type', type)
    .header('content-disposition', `attachment; filename="${safe}"`)
    .header('content-security-policy', "default-src 'none'; sandbox")
    .send(content)
}

/** The response of a route that sends one. */
export const storedFile = {
  description: 'The file as it was stored: PDF, JPEG or PNG.',
  type: 'application/octet-stream',
}
