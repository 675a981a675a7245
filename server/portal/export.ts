// Lists as CSV files, of any length: a piece is read when the one before it has been taken, so that a slow reader costs
// no memory. What customers typed is made harmless to spreadsheets.
import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../kernel/problem.ts'
import { bearerGuard, type Session, sessionOf } from '../merchants/bearer.ts'
import { type BearerNeeds, selfServicePath } from '../merchants/bearer-routes.ts'
import type { Endpoint } from '../platform/endpoint.ts'
import { requestProblems } from '../platform/problems.ts'

/** Sums of a column by currency, in minor units. */
export type Sums = Map<string, bigint>

export type Sheet<Row> = {
  columns: readonly string[]
  line(row: Row): readonly (string | null)[]
  /** The last line, once every row has been through `line`; it begins with how many there were. */
  totals(rows: number): readonly (string | null)[]
}

const options = { escape_formulas: true, record_delimiter: 'windows' } as const
/** Spreadsheets take a file without it for one of their own, older alphabet. */
const byteOrderMark = '\uFEFF'

async function* textOf<Row>(pieces: AsyncIterable<Row[]>, sheet: Sheet<Row>): AsyncGenerator<string> {
  yield byteOrderMark + stringify([[...sheet.columns]], options)
  let rows = 0
  for await (const piece of pieces) {
    rows += piece.length
    yield stringify(
      piece.map((row) => [...sheet.line(row)]),
      options,
    )
  }
  yield stringify([[...sheet.totals(rows)]], options)
}

/** Files a merchant may take at once: each holds a piece of rows for as long as its reader pleases. */
const mostAtOnce = 2

/**
 * Registers a file under `/api/v1/merchant/`.
 * @param open reads the query before anything is sent. @throws Problem 429 when two are being taken already.
 */
export function exportRoutes(app: FastifyInstance, needs: BearerNeeds) {
  const taking = new Map<bigint, number>()

  function release(merchantId: bigint): void {
    const left = (taking.get(merchantId) ?? 1) - 1
    if (left === 0) taking.delete(merchantId)
    else taking.set(merchantId, left)
  }
  function take(merchantId: bigint): void {
    const now = taking.get(merchantId) ?? 0
    if (now >= mostAtOnce) throw new Problem(requestProblems.rate_limited, {}, { 'retry-after': '10' })
    taking.set(merchantId, now + 1)
  }

  return <Row>(
    name: string,
    api: Endpoint,
    open: (session: Session, query: unknown) => { pieces: AsyncIterable<Row[]>; sheet: Sheet<Row> },
  ): void => {
    app.get(
      `${selfServicePath}/${name}`,
      // A HEAD would run through the whole file and throw it away.
      { onRequest: bearerGuard(needs), exposeHeadRoute: false, config: { api } },
      async (request: FastifyRequest, reply: FastifyReply) => {
        const session = sessionOf(request)
        const { pieces, sheet } = open(session, request.query)
        take(session.merchantId)
        const stream = Readable.from(textOf(pieces, sheet), { objectMode: true, highWaterMark: 1 })
        stream.once('close', () => release(session.merchantId))
        return reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', `attachment; filename="${name}"`)
          .send(stream)
      },
    )
  }
}

/** `35.50`, or with several currencies `35.50 USD + 5000.00 CDF`. @param format prints minor units of a currency. */
export function sumsText(sums: Sums, format: (minor: bigint, currency: string) => string): string {
  const parts = [...sums].map(([currency, minor]) => ({ currency, text: format(minor, currency) }))
  const [only, ...others] = parts
  if (others.length === 0) return only?.text ?? ''
  return parts.map(({ currency, text }) => `${text} ${currency}`).join(' + ')
}

export function addTo(sums: Sums, currency: string | null, minor: bigint | null): void {
  if (currency !== null && minor !== null) sums.set(currency, (sums.get(currency) ?? 0n) + minor)
}
