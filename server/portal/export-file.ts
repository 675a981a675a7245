// CSV exports of any length, in batches of rows that are read as the client takes them.
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { preferences } from '../merchants/identity/preferences.ts'
import { type Session, sessionOf } from '../merchants/sign-in/bearer.ts'
import type { Sql } from '../platform/database/database.ts'
import { check } from '../platform/http/body/body.ts'
import { byteOrderMark, csvOf, type Line, openDownloads } from '../platform/http/downloads.ts'
import type { Call } from '../platform/http/endpoint.ts'

/** Sums of a column by currency, in minor units. */
export type Sums = Map<string, bigint>

export type Sheet<Row> = {
  columns: readonly string[]
  line(row: Row): Line
  /** The last lines, after every row went through `line`: one per status, with the number of its rows. */
  totals(): readonly Line[]
}

/** Fields of the query that are about the file, not about what it lists. */
const fileSchema = z.object({
  separator: z.enum(['comma', 'semicolon']).default('comma').meta({
    description:
      'What separates columns: `semicolon` for a French Excel, which opens other files as one column; amounts then have a decimal comma.',
  }),
})
type Separator = z.output<typeof fileSchema>['separator']

/** The query of an export: that of its list, and how the file is written. */
export const exportQuery = <Shape extends z.ZodRawShape>(query: z.ZodObject<Shape>) =>
  query.extend(fileSchema.shape)

async function* textOf<Row>(
  pieces: AsyncIterable<Row[]>,
  sheet: Sheet<Row>,
  separator: Separator,
): AsyncGenerator<string> {
  const isNumber = sheet.columns.map((column) => /(^|_)(amount|fee|net|rate)$/.test(column))
  const written = (line: Line) =>
    separator === 'comma'
      ? line
      : line.map((value, column) => (isNumber[column] && value ? value.replaceAll('.', ',') : value))
  const text = (lines: readonly Line[]) => csvOf(lines.map(written), separator === 'comma' ? ',' : ';')
  yield byteOrderMark + text([sheet.columns])
  for await (const piece of pieces) yield text(piece.map((row) => sheet.line(row)))
  yield text(sheet.totals())
}

const send = openDownloads()

/** Sends an export. @param open reads the query before anything is sent. */
export async function sendExport<Needs extends { db: Sql }, Row>(
  needs: Needs,
  { request, reply }: Call<unknown>,
  filename: string,
  open: (
    needs: Needs,
    session: Session,
    query: unknown,
    zone: string,
  ) => { pieces: AsyncIterable<Row[]>; sheet: Sheet<Row> },
): Promise<FastifyReply> {
  const session = sessionOf(request)
  const { separator, ...query } = request.query as Record<string, unknown>
  const file = check(fileSchema, { separator }, 'query')
  const { time_zone: zone } = await preferences(needs, session)
  const { pieces, sheet } = open(needs, session, query, zone)
  return send(reply, session.merchantId, {
    type: 'text/csv; charset=utf-8',
    filename,
    pieces: textOf(pieces, sheet, file.separator),
  })
}

/** Names the day of a time in the shop's time zone, which the filters of lists use, too. */
export type DayOf = (time: Temporal.Instant) => string
export const dayIn =
  (zone: string): DayOf =>
  (time) =>
    time.toZonedDateTimeISO(zone).toPlainDate().toString()

/** A time of the API, which has no zone there, as UTC. */
export const utc = (time: string | null): string | null => (time === null ? null : `${time}Z`)

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
