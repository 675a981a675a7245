// Lists as CSV files, of any length: a piece is read when the one before it has been taken, so that a slow reader costs
// no memory.
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../../kernel/problem.ts'
import { bearerGuard, type Session, sessionOf } from '../../merchants/sign-in/bearer.ts'
import { type BearerNeeds, selfServicePath } from '../../merchants/sign-in/bearer-routes.ts'
import type { Endpoint } from '../../platform/http/api.ts'
import { requestProblems } from '../../platform/http/problems.ts'
import { byteOrderMark, csvOf, type Line } from './csv.ts'

/** Sums of a column by currency, in minor units. */
export type Sums = Map<string, bigint>

export type Sheet<Row> = {
  columns: readonly string[]
  line(row: Row): Line
  /** The last lines, once every row has been through `line`: one for each status, with how many rows have it. */
  totals(): readonly Line[]
}

async function* textOf<Row>(pieces: AsyncIterable<Row[]>, sheet: Sheet<Row>): AsyncGenerator<string> {
  yield byteOrderMark + csvOf([sheet.columns])
  for await (const piece of pieces) yield csvOf(piece.map((row) => sheet.line(row)))
  yield csvOf(sheet.totals())
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

/** The currency of sums where it is one. */
export function onlyCurrency(sums: Sums): string {
  const [only = '', ...others] = sums.keys()
  return others.length === 0 ? only : ''
}

export function addTo(sums: Sums, currency: string | null, minor: bigint | null): void {
  if (currency !== null && minor !== null) sums.set(currency, (sums.get(currency) ?? 0n) + minor)
}

/** Counts rows, and sums `columns` of them, by status: what was declined or waits is not added to what was paid. */
export function openTotals(columns: number) {
  const totals = new Map<string, { rows: number; sums: Sums[] }>()
  const none = () => ({ rows: 0, sums: Array.from({ length: columns }, (): Sums => new Map()) })
  return {
    /** The sums a row of this status adds to. */
    of(status: string): Sums[] {
      const total = totals.get(status) ?? none()
      totals.set(status, { ...total, rows: total.rows + 1 })
      return total.sums
    },
    /** A line for each status by name; one of nothing where there was no row. */
    lines(line: (total: { rows: number; status: string; sums: Sums[] }) => Line): Line[] {
      if (totals.size === 0) return [line({ status: '', ...none() })]
      return [...totals]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([status, total]) => line({ status, ...total }))
    },
  }
}
