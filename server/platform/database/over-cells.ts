// Reads lists over all cells. Each cell lists its own rows in order, and the program merges them, so that a list reads the same however
// many cells its rows lie in. With one cell, a list is its one statement.
import { type Cells, findCellOfMerchant } from './cells.ts'
import type { ControlSql, Sql, Statement } from './database.ts'

/** Whose rows are listed: those of all cells, or those of the one that a connection sees. */
export type Listed = Cells | Sql

export type Range = { offset: number; limit: number }

/** The cells that a list over all merchants has to read: only that of a merchant, if it is asked for one. */
export async function cellsListed(
  listed: Listed,
  merchantCode?: string | null | undefined,
): Promise<readonly Sql[]> {
  if (!('all' in listed)) return [listed]
  const { control, all } = listed
  if (all.length === 1 || merchantCode === undefined || merchantCode === null) return all
  const [merchant] = await control.rows(findCellOfMerchant, [merchantCode])
  // Any cell says that a merchant which does not exist has no rows.
  return all.slice((merchant?.cell ?? 1) - 1).slice(0, 1)
}

/** Where rows may lie, control first: in a deployment with one cell, control is that cell. */
export type PlacesListed = { all: readonly ControlSql[]; control: ControlSql; cells: readonly Sql[] }

/** The places of tables that control and each cell have for themselves. */
export function placesListed(listed: Listed): PlacesListed {
  if (!('all' in listed)) return { all: [listed], control: listed, cells: [listed] }
  const { control, all: cells } = listed
  return { all: cells.length === 1 ? cells : [control, ...cells], control, cells }
}

/** The rows of all cells, each cell's in its order. */
export async function rowsOfCells<Row>(
  listed: Listed,
  statement: Statement<Row>,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const cells = await cellsListed(listed)
  return (await Promise.all(cells.map((sql) => sql.rows(statement, values)))).flat()
}

/** The same in one order, which is that of the statement. */
export async function mergedRows<Row>(
  listed: Listed,
  { statement, values }: { statement: Statement<Row>; values?: readonly unknown[] },
  order: (a: Row, b: Row) => number,
): Promise<Row[]> {
  const rows = await rowsOfCells(listed, statement, values)
  return (await cellsListed(listed)).length === 1 ? rows : rows.toSorted(order)
}

/** The same for rows of counts, which are their `bigint` columns: rows of several cells that agree in all others become one. */
export async function sumsOfCells<Row extends object>(
  listed: Listed,
  statement: Statement<Row>,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const sums = new Map<string, Row>()
  for (const row of await rowsOfCells(listed, statement, values)) {
    const others = Object.values(row).filter((value) => typeof value !== 'bigint')
    const key = JSON.stringify(others)
    const known = sums.get(key)
    sums.set(key, known ? addedRows(known, row) : row)
  }
  return [...sums.values()]
}

function addedRows<Row extends object>(first: Row, second: Row): Row {
  const sums = Object.entries(second).map(([column, value]) => [
    column,
    typeof value === 'bigint' ? value + (first[column as keyof Row] as bigint) : value,
  ])
  return Object.fromEntries(sums) as Row
}

/** Up to which row lists without daily counters are merged, so that no page reads whole tables. */
const maxMerged = 10_000

/**
 * A page of what all cells list, merged. Each cell is read in pieces, as far as its rows are on the page or before it, so all cells
 * together read hardly more rows than one cell would.
 * @param list.read rows of a cell, in the order of the list.
 * @param list.order negative if the first row comes first.
 */
export async function mergedPage<Place extends ControlSql, Row>(
  cells: readonly Place[],
  { offset, limit }: Range,
  { read, order }: { read: (sql: Place, range: Range) => Promise<Row[]>; order: (a: Row, b: Row) => number },
): Promise<Row[]> {
  const [only] = cells
  if (only && cells.length === 1) return read(only, { offset, limit })
  if (offset >= maxMerged) return []
  const size = Math.max(limit, Math.ceil((offset + limit) / cells.length))
  const pieces = await Promise.all(cells.map((sql) => openPieces((range) => read(sql, range), size)))
  const page: Row[] = []
  for (let place = 0; place < offset + limit; place += 1) {
    const [first, ...others] = pieces.flatMap(({ head, next }) => {
      const row = head()
      return row === undefined ? [] : [{ row, next }]
    })
    if (!first) break
    const newest = others.reduce((best, each) => (order(each.row, best.row) < 0 ? each : best), first)
    if (place >= offset) page.push(newest.row)
    await newest.next()
  }
  return page
}

/** Reads a list in pieces, one row after the other. */
async function openPieces<Row>(read: (range: Range) => Promise<Row[]>, limit: number) {
  let [offset, at] = [0, 0]
  let piece = await read({ offset, limit })
  return {
    head: () => piece[at],
    async next() {
      at += 1
      if (at < piece.length || piece.length < limit) return
      offset += limit
      ;[piece, at] = [await read({ offset, limit }), 0]
    },
  }
}

/** The pieces of a list that each cell reads in order, merged; one cell's as they are. */
export async function* mergedPieces<Row>(
  listed: Listed,
  { read, order }: { read: (sql: Sql) => AsyncGenerator<Row[]>; order: (a: Row, b: Row) => number },
): AsyncGenerator<Row[]> {
  const lists = (await cellsListed(listed)).map((sql) => ({ pieces: read(sql), piece: [] as Row[] }))
  for (;;) {
    const found = await Promise.all(
      lists.map(async (list) => {
        if (list.piece.length > 0) return list
        const piece: Row[] = (await list.pieces.next()).value ?? []
        // A cell's order may differ by moments, where transactions ran beside each other.
        list.piece = lists.length === 1 ? piece : piece.toSorted(order)
        return list
      }),
    )
    const full = found.filter(({ piece }) => piece.length > 0)
    const [first, ...others] = full
    if (!first) return
    if (others.length === 0) {
      yield first.piece
      first.piece = []
      continue
    }
    // Up to the last row of the piece that ends first, no row of another piece can be missing.
    const ends = full.map(({ piece }) => piece.at(-1) as Row)
    const end = ends.reduce((earliest, each) => (order(each, earliest) < 0 ? each : earliest))
    const merged: Row[] = []
    for (const list of full) {
      const cut = list.piece.findIndex((row) => order(row, end) > 0)
      merged.push(...list.piece.splice(0, cut < 0 ? list.piece.length : cut))
    }
    yield merged.sort(order)
  }
}

/** A row by its place in a list by time, newest first. */
export type Key = { id: bigint; created_at: Temporal.Instant }

export const newestFirst = (a: Key, b: Key): number =>
  Temporal.Instant.compare(b.created_at, a.created_at) || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)

/** How a cell counts and reads its rows of a list by time. */
export type CountedList<Row extends Key> = {
  /** How many rows each day has. */
  days: (sql: Sql) => Promise<{ day: string; count: number }[]>
  /** How many rows there are in each of the equal slices of a span, numbered from its beginning. */
  slices: (sql: Sql, span: Span, microseconds: number) => Promise<{ slice: number; count: number }[]>
  /** The newest rows of a span. */
  keys: (sql: Sql, span: Span, limit: number) => Promise<Key[]>
  rows: (sql: Sql, ids: readonly bigint[]) => Promise<Row[]>
}

/** From the first instant until the second, which is excluded. */
type Span = { since: Temporal.Instant; until: Temporal.Instant }

/** More rows are not read to be left out: their time is divided further until the page begins within fewer. */
const maxSkipped = 200
const slicesOfSpan = 64

/**
 * A page of a list by time, and how many rows the list has in all cells. The counts of days tell on which days the page lies, and those of
 * slices of a busy day when it begins. So each cell reads few rows before those of the page, however deep it is.
 */
export async function pageByTime<Row extends Key>(
  cells: readonly Sql[],
  { offset, limit }: Range,
  list: CountedList<Row>,
): Promise<{ rows: Row[]; total: number }> {
  const days = summed((await Promise.all(cells.map(list.days))).flat(), ({ day }) => day)
  const total = days.reduce((sum, { count }) => sum + count, 0)
  const spans = days.map(({ key, count }) => ({ ...spanOfDay(key), count })).sort(latestFirst)
  const covered = spansOfPage(spans, { offset, limit })
  const [first, last] = [covered.spans[0], covered.spans.at(-1)]
  if (!first || !last) return { rows: [], total }
  const begun = await placeIn(cells, list, first, covered.skipped)
  const span = { since: last.since, until: begun.until }
  const wanted = Math.min(limit, total - offset)
  const keys = await Promise.all(
    cells.map(async (sql) =>
      (await list.keys(sql, span, begun.skipped + wanted)).map((key) => ({ ...key, sql })),
    ),
  )
  const page = keys
    .flat()
    .sort(newestFirst)
    .slice(begun.skipped, begun.skipped + wanted)
  const rows = await Promise.all(
    cells.map((sql) => {
      const ids = page.flatMap((key) => (key.sql === sql ? [key.id] : []))
      return ids.length === 0 ? [] : list.rows(sql, ids)
    }),
  )
  return { rows: rows.flat().sort(newestFirst), total }
}

type CountedSpan = Span & { count: number }

const latestFirst = (a: Span, b: Span): number => Temporal.Instant.compare(b.until, a.until)

/** The spans in which a page lies, of those in order, and how many rows of the first come before it. */
function spansOfPage(spans: readonly CountedSpan[], { offset, limit }: Range) {
  let [before, skipped] = [0, 0]
  const found = spans.filter(({ count }) => {
    const isBefore = before + count <= offset
    if (before <= offset && !isBefore) skipped = offset - before
    const isOfPage = !isBefore && before < offset + limit
    before += count
    return isOfPage
  })
  return { spans: found, skipped }
}

/** Where a span has its row with the number `skipped`: an instant before which only a few rows of the span are newer. */
async function placeIn(
  cells: readonly Sql[],
  list: Pick<CountedList<Key>, 'slices'>,
  span: Span,
  skipped: number,
): Promise<{ until: Temporal.Instant; skipped: number }> {
  const microseconds = span.since.until(span.until).total('microseconds')
  if (skipped <= maxSkipped || microseconds <= 1) return { until: span.until, skipped }
  const length = Math.ceil(microseconds / slicesOfSpan)
  const counts = await Promise.all(cells.map((sql) => list.slices(sql, span, length)))
  const slices = summed(counts.flat(), ({ slice }) => slice)
    .map(({ key, count }) => ({ ...sliceOf(span, key, length), count }))
    .sort(latestFirst)
  const { spans, skipped: left } = spansOfPage(slices, { offset: skipped, limit: 1 })
  // Rows may have left the list since they were counted.
  return spans[0] ? placeIn(cells, list, spans[0], left) : { until: span.until, skipped }
}

function sliceOf({ since, until }: Span, slice: number, length: number): Span {
  const end = since.add({ microseconds: (slice + 1) * length })
  return {
    since: since.add({ microseconds: slice * length }),
    until: Temporal.Instant.compare(end, until) < 0 ? end : until,
  }
}

function spanOfDay(day: string): Span {
  const date = Temporal.PlainDate.from(day)
  const startOf = (each: Temporal.PlainDate) => each.toZonedDateTime('UTC').toInstant()
  return { since: startOf(date), until: startOf(date.add({ days: 1 })) }
}

/** The sums of counts with the same key. */
function summed<Counted extends { count: number }, Key>(
  counts: readonly Counted[],
  keyOf: (counted: Counted) => Key,
) {
  const sums = new Map<Key, number>()
  for (const counted of counts) sums.set(keyOf(counted), (sums.get(keyOf(counted)) ?? 0) + counted.count)
  return [...sums].map(([key, count]) => ({ key, count }))
}
