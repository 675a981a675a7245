// CSV exports of any length, in batches of rows that are read as the client takes them.

import type { FastifyReply } from 'fastify'
import type { z } from 'zod'
import { preferences } from '../merchants/identity/preferences.ts'
import { type Session, sessionOf } from '../merchants/sign-in/bearer.ts'
import type { Sql } from '../platform/database/database.ts'
import { fileSchema, type Separator, separatedBy } from '../platform/documents/separated-file.ts'
import { check } from '../platform/http/body/body.ts'
import { byteOrderMark, type Line, openDownloads } from '../platform/http/downloads.ts'
import type { Call } from '../platform/http/endpoint.ts'

/** Sums of a column by currency, in minor units. */
type Sums = Map<string, bigint>

/**
 * A column: its name, its value in a line, and what the last lines have in it: the sum of amounts, the `status` that they are of, the
 * `currency` of the first sum, or another text.
 */
export type Column<View> = readonly [
  name: string,
  value: (view: View) => string | null,
  total?: string | ((view: View) => readonly [currency: string | null, minor: bigint | null]),
]

type Sheet<Row, View> = {
  /** What the columns read of a row. */
  view(row: Row): View
  /** By which rows are counted and summed, so that declined or pending amounts are not added to paid ones. */
  status(view: View): string
  columns: readonly Column<View>[]
  /** Writes minor units of a currency. */
  format(minor: bigint, currency: string): string
}

/** The query of an export: that of its list, and how the file is written. */
export const exportQuery = <Shape extends z.ZodRawShape>(query: z.ZodObject<Shape>) =>
  query.extend(fileSchema.shape)

async function* textOf<Row, View>(
  pieces: AsyncIterable<Row[]>,
  sheet: Sheet<Row, View>,
  separator: Separator,
): AsyncGenerator<string> {
  const names = sheet.columns.map(([name]) => name)
  const text = separatedBy(separator, names)
  const totals = new Map<string, Total>()
  yield byteOrderMark + text([names])
  for await (const piece of pieces) {
    const views = piece.map((row) => sheet.view(row))
    for (const view of views) addTo(totals, sheet, view)
    yield text(views.map((view) => sheet.columns.map(([, value]) => value(view))))
  }
  yield text(totalLines(totals, sheet))
}

type ExportedRows<Row, View> = { pieces: AsyncIterable<Row[]>; sheet: Sheet<Row, View> }

const send = openDownloads()

/** Sends an export. @param open reads the query before anything is sent. */
export async function sendExport<Needs extends { db: Sql }, Row, View>(
  needs: Needs,
  { request, reply }: Call<unknown>,
  filename: string,
  open: (
    needs: Needs,
    session: Session,
    query: unknown,
    zone: string,
  ) => ExportedRows<Row, View> | Promise<ExportedRows<Row, View>>,
): Promise<FastifyReply> {
  const session = sessionOf(request)
  const { separator, ...query } = request.query as Record<string, unknown>
  const file = check(fileSchema, { separator }, 'query')
  const { time_zone: zone } = await preferences(needs, session)
  const { pieces, sheet } = await open(needs, session, query, zone)
  return send(reply, session.merchantId, {
    type: 'text/csv; charset=utf-8',
    filename,
    pieces: textOf(pieces, sheet, file.separator),
  })
}

/** Names the day of a time in the shop's time zone, which the filters of lists use, too. */
export const dayIn = (zone: string, time: Temporal.Instant) =>
  time.toZonedDateTimeISO(zone).toPlainDate().toString()

/** A time of the API, which has no zone there, as UTC. */
export const utc = (time: string | null): string | null => (time === null ? null : `${time}Z`)

/** The number of rows of a status, and the sums of the columns that have any. */
type Total = { rows: number; sums: Sums[] }

const noTotal = (columns: readonly unknown[]): Total => ({
  rows: 0,
  sums: columns.map((): Sums => new Map()),
})

function addTo<View>(
  totals: Map<string, Total>,
  { columns, status }: Pick<Sheet<never, View>, 'columns' | 'status'>,
  view: View,
): void {
  const total = totals.get(status(view)) ?? noTotal(columns)
  totals.set(status(view), total)
  total.rows += 1
  for (const [n, [, , amountOf]] of columns.entries()) {
    if (typeof amountOf !== 'function') continue
    const [currency, minor] = amountOf(view)
    const sums = total.sums[n]!
    if (currency !== null && minor !== null) sums.set(currency, (sums.get(currency) ?? 0n) + minor)
  }
}

/** A line per status, sorted by name, or one empty line if there were no rows. */
function totalLines<View>(
  totals: ReadonlyMap<string, Total>,
  { columns, format }: Pick<Sheet<never, View>, 'columns' | 'format'>,
): Line[] {
  const first = columns.findIndex(([, , total]) => typeof total === 'function')
  const lineOf = (status: string, { rows, sums }: Total) => {
    const words: Record<string, string> = { status, currency: onlyCurrency(sums[first]!) }
    const texts = columns.map(([, , total = ''], n) =>
      typeof total === 'function' ? sumsText(sums[n]!, format) : (words[total] ?? total),
    )
    return ['TOTAL', String(rows), ...texts.slice(2)]
  }
  if (totals.size === 0) return [lineOf('', noTotal(columns))]
  return [...totals].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([status, total]) => lineOf(status, total))
}

/** Formats `35.50`, or `35.50 USD + 5000.00 CDF` for several currencies. */
function sumsText(sums: Sums, format: (minor: bigint, currency: string) => string): string {
  const [only, ...others] = [...sums].map(([currency, minor]) => ({
    currency,
    text: format(minor, currency),
  }))
  if (others.length === 0) return only?.text ?? ''
  return [only!, ...others].map(({ currency, text }) => `${text} ${currency}`).join(' + ')
}

/** Returns the currency if all sums have the same one. */
function onlyCurrency(sums: Sums): string {
  const [only = '', ...others] = sums.keys()
  return others.length === 0 ? only : ''
}
