// Lists that are sorted or narrowed by what the daily counters do not know, and sums over what a list shows. Both examine a bounded number
// of rows, the newest ones (or the oldest, where these come first), so they cost the same at any size.
import { type Sql, statement } from './database.ts'
import {
  boundsOf,
  chosenWay,
  type DayFilter,
  type Definition,
  type ListOwner,
  rowsInParts,
  type Way,
  waysOf,
} from './day-list.ts'

/** How many rows a sorted list and its sums examine at most. */
export const maxExamined = 50_000

export const sortings = ['newest', 'oldest', 'largest', 'smallest'] as const
export type Sorting = (typeof sortings)[number]

/** A filter by days, status and kind, and by the method of `methodColumn`. */
export type NarrowFilter = DayFilter & { method?: string | undefined }

type Narrowing = {
  definition: Definition
  /** The public id of a row, after which a page may begin. */
  idColumn: string
  /** The column that `method` filters; absent for a list without methods. */
  methodColumn?: string
  /** How many rows are examined; `maxExamined` if it is left out. */
  most?: number
  /** SQL expressions of one row by which amounts are compared, none null; `first` where the larger one comes first. */
  amountKeys: (first: 'largest' | 'smallest') => readonly string[]
}

export type SortedPage<Row> = {
  rows: Row[]
  total: number
  /** More rows match the filter than were examined. */
  isCut: boolean
  /** False if no row of the owner has the id after which the page was to begin. */
  isAfterKnown: boolean
}

type Counted = { total: bigint; examined: bigint; is_after_known: boolean }

/** Lists in any order. */
export type SortedList<Row> = (
  sql: Sql,
  owner: ListOwner,
  filter: NarrowFilter,
  range: { sort: Sorting; after?: string | undefined; offset: number; limit: number },
) => Promise<SortedPage<Row>>

const byTime = ['created_at', 'id']

/**
 * A part of a statement that reads the rows to examine, as `examined`. $1 is the merchant, $2 the environment, $3 and $4 the bounds, and the
 * way's parameters follow.
 */
function examined(
  { definition, methodColumn, most = maxExamined }: Narrowing,
  way: Way,
  { isOfKind, order, columns }: { isOfKind: boolean; order: 'asc' | 'desc'; columns: readonly string[] },
): string {
  const rows = rowsInParts(definition, way, { isOfKind, merchant: '$1', environment: '$2' })
  const inBounds = 'created_at >= $3::timestamptz and created_at < $4::timestamptz'
  const ofMethod = methodColumn ? `t.${methodColumn}` : 'null'
  return `newest as materialized (
     select id from (${rows(inBounds, order, most)}) rows_in_parts
      order by created_at ${order}, id ${order} limit ${most}
   ), examined as materialized (
     select t.id, t.created_at, ${ofMethod} as method ${columns.map((column) => `, ${column}`).join('')}
       from newest join ${definition.table} t on t.id = newest.id
   ), chosen as materialized (select * from examined where $5::text is null or method = $5)`
}

/** One statement for each way to read a list. */
function ofWays<Found>(definition: Definition, first: number, write: (way: Way, isOfKind: boolean) => Found) {
  const ways = waysOf(definition, first).map((way) => ({
    ...way,
    any: write(way, false),
    ofKind: write(way, true),
  }))
  return (filter: DayFilter) => {
    const { way, values } = chosenWay(ways, filter)
    return { found: filter.kind === undefined ? way.any : way.ofKind, values }
  }
}

const nameOf = (what: string, { list }: Definition, way: Way, isOfKind: boolean) =>
  `${what}_${list}_${way.name}${isOfKind ? '_of_kind' : ''}`

/** The list in each order. A page begins after the row `after`, if it is given, wherever that row is by now. */
export function sortedList<Row extends object>(narrowing: Narrowing): SortedList<Row & { id: bigint }> {
  const { definition, idColumn, amountKeys, most = maxExamined } = narrowing
  const write = (sort: Sorting) => (way: Way, isOfKind: boolean) => {
    const order = sort === 'oldest' || sort === 'smallest' ? 'asc' : 'desc'
    const amounts = sort === 'largest' || sort === 'smallest' ? amountKeys(sort) : []
    const columns = amounts.map((key, n) => `${key} as key_${n}`)
    const keys = [...amounts.map((_, n) => `key_${n}`), ...byTime]
    const inOrder = keys.map((key) => `${key} ${order}`).join(', ')
    const ofAfter = `from ${definition.table} t where t.merchant_id = $1 and t.environment = $2 and t.${idColumn} = $6`
    return statement<Row & Counted & { id: bigint | null }>(
      nameOf(`sort_${sort}`, definition, way, isOfKind),
      `with ${examined(narrowing, way, { isOfKind, order: sort === 'oldest' ? 'asc' : 'desc', columns })},
       page as (
         select * from chosen
          where $6::text is null
             or (${keys.join(', ')}) ${order === 'asc' ? '>' : '<'} (select ${[...amounts, 't.created_at', 't.id'].join(', ')} ${ofAfter})
          order by ${inOrder} offset $7 limit $8
       )
       select counted.*, listed.*
         from (select (select count(*) from chosen) as total, (select count(*) from examined) as examined,
                      ($6::text is null or exists (select ${ofAfter})) as is_after_known) counted
         left join (select ${keys.map((key) => `page.${key}`).join(', ')}, ${definition.columns}
                      from page join ${definition.table} t on t.id = page.id) listed on true
        order by ${keys.map((key) => `listed.${key} ${order}`).join(', ')}`,
    )
  }
  const statements = Object.fromEntries(
    sortings.map((sort) => [sort, ofWays(definition, 9, write(sort))]),
  ) as Record<Sorting, ReturnType<typeof ofWays<ReturnType<ReturnType<typeof write>>>>>
  return async (sql, { merchantId, environment }, filter, { sort, after = null, offset, limit }) => {
    const { found, values } = statements[sort](filter)
    const narrowed = [merchantId, environment, ...boundsOf(filter), filter.method ?? null]
    const rows = await sql.rows(found, [...narrowed, after, offset, limit, ...values])
    const [first] = rows
    return {
      rows: rows.filter((row): row is typeof row & { id: bigint } => row.id !== null),
      total: Number(first?.total ?? 0),
      isCut: Number(first?.examined ?? 0) >= most,
      isAfterKnown: first?.is_after_known ?? true,
    }
  }
}

/** Sums over the newest rows of a filter, and whether there are older ones. */
export type SumsOfList<Sum> = (
  sql: Sql,
  owner: ListOwner,
  filter: NarrowFilter,
) => Promise<{ sums: Sum[]; isCut: boolean }>

/**
 * Sums over what a list shows.
 * @param of.columns of each row, as SQL over `t`
 * @param of.sums a selection from `chosen`, which has these columns
 */
export function sumsOfList<Sum extends object>(
  narrowing: Narrowing,
  of: { columns: readonly string[]; sums: string },
): SumsOfList<Sum> {
  const { definition, most = maxExamined } = narrowing
  const statements = ofWays(definition, 6, (way, isOfKind) =>
    statement<Sum & { examined: bigint; is_sum: boolean | null }>(
      nameOf('sum', definition, way, isOfKind),
      `with ${examined(narrowing, way, { isOfKind, order: 'desc', columns: of.columns })}, summed as (${of.sums})
       select counted.*, summed.*
         from (select count(*) as examined from examined) counted left join (select true as is_sum, * from summed) summed on true`,
    ),
  )
  return async (sql, { merchantId, environment }, filter) => {
    const { found, values } = statements(filter)
    const narrowed = [merchantId, environment, ...boundsOf(filter), filter.method ?? null]
    const rows = await sql.rows(found, [...narrowed, ...values])
    return {
      sums: rows.filter(({ is_sum }) => is_sum),
      isCut: Number(rows[0]?.examined ?? 0) >= most,
    }
  }
}
