// A page of a portal's list in any order. Newest first, it is read by the daily counters, at any depth; otherwise, and with a search,
// among a bounded number of rows.
import { InvalidBody } from '../../kernel/problem.ts'
import type { Sql } from '../../platform/database/database.ts'
import type { DayList, ListOwner } from '../../platform/database/day-list.ts'
import type { NarrowFilter, SortedList } from '../../platform/database/narrowed-list.ts'
import type { Found, SearchedPage } from '../../platform/http/admin-search.ts'
import { type Narrowed, type Page, rangeOf, type Sorted } from '../../platform/http/list-query.ts'
import { maxSearched } from '../search.ts'

type Row = { id: bigint | null; created_at: Temporal.Instant }

/** How a list is read, and by what its rows are compared. */
export type ListReads<Listed extends Row> = {
  byDay: DayList<Listed>
  sorted: SortedList<Listed>
  search(sql: Sql, owner: ListOwner, q: string, page: SearchedPage): Promise<Found<Listed>>
  idOf(row: Listed): string
  /** Numbers by which amounts are compared, the most important one first; `first` where the larger ones come first. */
  amountKeys(row: Listed, first: 'largest' | 'smallest'): readonly bigint[]
}

/** @throws InvalidBody if the list has no row with the id after which the page begins */
export async function readSorted<Listed extends Row>(
  sql: Sql,
  owner: ListOwner,
  reads: ListReads<Listed>,
  { q, sort, after, page, limit, ...filter }: Page & Narrowed & Sorted,
): Promise<{ rows: Listed[]; total: number; isCut: boolean }> {
  const range = rangeOf({ page, limit })
  if (q !== undefined) {
    const { rows, isCut } = await allFound(sql, owner, reads, q, filter)
    return { ...pageOf(rows, reads, { sort, after, ...range }), isCut }
  }
  if (sort === 'newest' && after === undefined && filter.method === undefined)
    return { ...(await reads.byDay.page(sql, owner, filter, range)), isCut: false }
  const { isAfterKnown, ...found } = await reads.sorted(sql, owner, filter, { sort, after, ...range })
  if (!isAfterKnown) throw unknownRow(after)
  return found
}

/** All that a search finds, newest first. */
export function allFound<Listed extends Row>(
  sql: Sql,
  owner: ListOwner,
  { search }: Pick<ListReads<Listed>, 'search'>,
  q: string,
  filter: NarrowFilter,
): Promise<Found<Listed>> {
  return search(sql, owner, q, { filter, range: { offset: 0, limit: maxSearched }, most: maxSearched })
}

const unknownRow = (after: string | undefined) =>
  new InvalidBody([
    { type: 'value_error', loc: ['query', 'after'], msg: 'Value error, no such row', input: after },
  ])

/** @param rows newest first */
function pageOf<Listed extends Row>(
  rows: readonly Listed[],
  { idOf, amountKeys }: ListReads<Listed>,
  { sort, after, offset, limit }: Sorted & { offset: number; limit: number },
) {
  const isOldestFirst = sort === 'oldest' || sort === 'smallest'
  const byTime = isOldestFirst ? rows.toReversed() : [...rows]
  if (sort === 'largest' || sort === 'smallest')
    byTime.sort((a, b) => compare(amountKeys(a, sort), amountKeys(b, sort)) * (isOldestFirst ? 1 : -1))
  const place = after === undefined ? 0 : byTime.findIndex((row) => idOf(row) === after) + 1
  if (after !== undefined && place === 0) throw unknownRow(after)
  return { rows: byTime.slice(place + offset, place + offset + limit), total: rows.length }
}

function compare(a: readonly bigint[], b: readonly bigint[]): number {
  const at = a.findIndex((key, n) => key !== b[n])
  return at === -1 ? 0 : a[at]! < b[at]! ? -1 : 1
}
