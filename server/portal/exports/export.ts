// CSV exports of any length, in batches of rows that are read as the client takes them.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { bearerGuard, type Session, sessionOf } from '../../merchants/sign-in/bearer.ts'
import { type BearerNeeds, selfServicePath } from '../../merchants/sign-in/bearer-routes.ts'
import type { Endpoint } from '../../platform/http/api.ts'
import { byteOrderMark, csvOf, type Line } from '../../platform/http/downloads/csv.ts'
import { openDownloads } from '../../platform/http/downloads/downloads.ts'

/** Sums of a column by currency, in minor units. */
export type Sums = Map<string, bigint>

export type Sheet<Row> = {
  columns: readonly string[]
  line(row: Row): Line
  /** The last lines, after every row went through `line`: one per status, with the number of its rows. */
  totals(): readonly Line[]
}

async function* textOf<Row>(pieces: AsyncIterable<Row[]>, sheet: Sheet<Row>): AsyncGenerator<string> {
  yield byteOrderMark + csvOf([sheet.columns])
  for await (const piece of pieces) yield csvOf(piece.map((row) => sheet.line(row)))
  yield csvOf(sheet.totals())
}

/**
 * Returns a function that registers an export under `/api/v1/merchant/`.
 * @param open reads the query before anything is sent.
 */
export function exportRoutes(app: FastifyInstance, needs: BearerNeeds) {
  const send = openDownloads()
  return <Row>(
    name: string,
    api: Endpoint,
    open: (session: Session, query: unknown) => { pieces: AsyncIterable<Row[]>; sheet: Sheet<Row> },
  ): void => {
    app.get(
      `${selfServicePath}/${name}`,
      // A HEAD request would produce the whole file only to discard it.
      { onRequest: bearerGuard(needs), exposeHeadRoute: false, config: { api } },
      async (request: FastifyRequest, reply: FastifyReply) => {
        const session = sessionOf(request)
        const { pieces, sheet } = open(session, request.query)
        return send(reply, session.merchantId, {
          type: 'text/csv; charset=utf-8',
          filename: name,
          pieces: textOf(pieces, sheet),
        })
      },
    )
  }
}

/** Formats `35.50`, or `35.50 USD + 5000.00 CDF` for several currencies. @param format prints minor units of a currency. */
export function sumsText(sums: Sums, format: (minor: bigint, currency: string) => string): string {
  const parts = [...sums].map(([currency, minor]) => ({ currency, text: format(minor, currency) }))
  const [only, ...others] = parts
  if (others.length === 0) return only?.text ?? ''
  return parts.map(({ currency, text }) => `${text} ${currency}`).join(' + ')
}

/** Returns the currency if all sums have the same one. */
export function onlyCurrency(sums: Sums): string {
  const [only = '', ...others] = sums.keys()
  return others.length === 0 ? only : ''
}

export function addTo(sums: Sums, currency: string | null, minor: bigint | null): void {
  if (currency !== null && minor !== null) sums.set(currency, (sums.get(currency) ?? 0n) + minor)
}

/** Counts rows, and sums `columns` columns of them, by status, so that declined or pending amounts are not added to paid ones. */
export function openTotals(columns: number) {
  const totals = new Map<string, { rows: number; sums: Sums[] }>()
  const none = () => ({ rows: 0, sums: Array.from({ length: columns }, (): Sums => new Map()) })
  return {
    /** Counts a row of this status and returns the sums it adds to. */
    of(status: string): Sums[] {
      const total = totals.get(status) ?? none()
      totals.set(status, { ...total, rows: total.rows + 1 })
      return total.sums
    },
    /** Returns a line per status, sorted by name, or one empty line if there were no rows. */
    lines(line: (total: { rows: number; status: string; sums: Sums[] }) => Line): Line[] {
      if (totals.size === 0) return [line({ status: '', ...none() })]
      return [...totals]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([status, total]) => line({ status, ...total }))
    },
  }
}
