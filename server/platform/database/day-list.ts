// Paged lists of any length, newest first. The daily counters tell on which days the rows of a page lie, so rows are
// skipped within one day only, however deep the page is, and from the nearer end of that day. The counters also give
// the total, so no rows are counted.
import { startOfDay } from '../../kernel/time-zone.ts'
import { type Sql, statement } from './database.ts'
import { type CountedList, countsOf } from './day-count.ts'

/** Whole days, YYYY-MM-DD, both inclusive. */
export type DayFilter = {
  status?: string | undefined
  kind?: string | undefined
  from?: string | undefined
  to?: string | undefined
  /** The time zone of the days; UTC by default. */
  zone?: string | undefined
}

/** The instants from which and before which the rows of a filter were created. */
export function boundsOf({ from, to, zone = 'UTC' }: DayFilter): [starts: string, ends: string] {
  return [
    from === undefined ? '-infinity' : startOfDay(Temporal.PlainDate.from(from), zone),
    to === undefined ? 'infinity' : startOfDay(Temporal.PlainDate.from(to).add({ days: 1 }), zone),
  ]
}

export type ListOwner = { merchantId: bigint; environment: string }

export type DayList<Row> = {
  page(
    sql: Sql,
    owner: ListOwner,
    filter: DayFilter,
    range: { offset: number; limit: number },
  ): Promise<{ rows: Row[]; total: number }>
  /** All rows in pieces, each read on demand. Rows created in the meantime are not included. */
  pieces(sql: Sql, owner: ListOwner, filter: DayFilter): AsyncGenerator<Row[]>
}

/** Rows with some statuses, under the exact condition of a partial index that holds only those. */
type Part = { statuses: readonly string[]; condition: string }

export type Definition = {
  list: CountedList
  table: string
  /** Selected columns of `table` as `t`; `id` and `created_at` are added automatically. */
  columns: string
  /** The columns that the counters call status and kind. */
  status: string
  kind: string
  /** Every status belongs to exactly one part. */
  parts: readonly Part[]
  /**
   * Whether one index covers all parts, for the unfiltered list; otherwise each part has its own index. A text is the condition of the
   * rows that it covers.
   */
  hasWholeIndex: boolean | string
}

type Keyed = { id: bigint | null; created_at: Temporal.Instant }

const pieceSize = 1_000

/** One way to read a list: whole, or by the statuses of one part. */
export type Way = {
  name: string
  statuses: readonly string[] | undefined
  conditions: readonly string[]
  /** The SQL parameters of the status, if the way has one, and of the kind. */
  statusAt: string
  kindAt: string
}

/** @param first the number of the first SQL parameter that holds the filter's values. */
export function waysOf(definition: Definition, first = 7): Way[] {
  const { hasWholeIndex: covered, parts } = definition
  const whole = covered ? [covered === true ? 'true' : covered] : parts.map(({ condition }) => condition)
  const statusAt = `$${first}`
  return [
    { name: 'all', statuses: undefined, conditions: whole, statusAt, kindAt: `$${first}` },
    ...definition.parts.map(({ statuses, condition }, i) => ({
      name: `part_${i + 1}`,
      statuses,
      conditions: [`${condition} and ${definition.status} = ${statusAt}`],
      statusAt,
      kindAt: `$${first + 1}`,
    })),
  ]
}

/** SQL for the condition on counters that a way needs, after `and`. */
export const countedIn = ({ statuses, statusAt, kindAt }: Way, isOfKind: boolean): string =>
  `${statuses ? `and status = ${statusAt}` : ''} ${isOfKind ? `and kind = ${kindAt}` : ''}`

/** The way that a filter needs, and the values of its parameters. */
export function chosenWay<Chosen extends Way>(
  ways: readonly Chosen[],
  { status, kind }: DayFilter,
): { way: Chosen; values: string[] } {
  const way = ways.find(({ statuses }) =>
    status === undefined ? statuses === undefined : statuses?.includes(status),
  )
  if (!way) throw new Error(`no part of the list has the status ${status}`)
  return { way, values: [status, kind].filter((value) => value !== undefined) }
}

/**
 * SQL for the first rows of an owner in each matching index, which are all that a page can need, so no index is read
 * further.
 */
export function rowsInParts(
  { table, kind }: Definition,
  way: Way,
  { isOfKind, merchant, environment }: { isOfKind: boolean; merchant: string; environment: string },
) {
  const ofKind = isOfKind ? `and ${kind} = ${way.kindAt}` : ''
  return (range: string, order: 'asc' | 'desc', maxRows: string | number) =>
    way.conditions
      .map(
        (condition) => `(select id, created_at from ${table}
          where merchant_id = ${merchant} and environment = ${environment} and ${condition} ${ofKind} and ${range}
          order by created_at ${order}, id ${order} limit ${maxRows})`,
      )
      .join(' union all ')
}

export function dayList<Row extends object>(definition: Definition): DayList<Row & Keyed> {
  const ways = waysOf(definition).map((way) => ({
    ...way,
    any: statementsOf<Row>(definition, way, false),
    ofKind: statementsOf<Row>(definition, way, true),
  }))

  function chosen(filter: DayFilter) {
    const { way, values } = chosenWay(ways, filter)
    return { ...(filter.kind === undefined ? way.any : way.ofKind), values: [...boundsOf(filter), ...values] }
  }

  return {
    async page(sql, { merchantId, environment }, filter, { offset, limit }) {
      const { page, values } = chosen(filter)
      const found = await sql.rows(page, [merchantId, environment, offset, limit, ...values])
      return { total: Number(found[0]?.total ?? 0), rows: found.filter(({ id }) => id !== null) }
    },
    async *pieces(sql, { merchantId, environment }, filter) {
      const { piece, values } = chosen(filter)
      let last: { id: bigint | null; created_at: Temporal.Instant | string } = {
        id: 0n,
        created_at: 'infinity',
      }
      for (;;) {
        const rows = await sql.rows(piece, [merchantId, environment, last.created_at, last.id, ...values])
        if (rows.length > 0) yield rows
        if (rows.length < pieceSize) return
        last = rows.at(-1) as Row & Keyed
      }
    },
  }
}

/** The UTC days of the bounds $5 and $6; the second is excluded. */
const firstDay = `($5::timestamptz at time zone 'UTC')::date`
const lastDay = `(($6::timestamptz - interval '1 microsecond') at time zone 'UTC')::date`
const inBounds = 'created_at >= $5::timestamptz and created_at < $6::timestamptz'

function statementsOf<Row>(definition: Definition, way: Way, isOfKind: boolean) {
  const { list, table, columns } = definition
  const ofCounts = `day between ${firstDay} and ${lastDay} ${countedIn(way, isOfKind)}`
  const rowsIn = rowsInParts(definition, way, { isOfKind, merchant: '$1', environment: '$2' })
  const onDay = `created_at >= wanted.day::timestamp at time zone 'UTC'
    and created_at < (wanted.day + 1)::timestamp at time zone 'UTC' and ${inBounds}`
  /** What the counters of the first and the last day count too much, where the bounds are no midnights in UTC. */
  const outside = [
    `${firstDay} as day, -count(*) from (${rowsIn(`created_at >= ${firstDay}::timestamp at time zone 'UTC' and created_at < $5::timestamptz`, 'asc', 'all')}) early`,
    `${lastDay}, -count(*) from (${rowsIn(`created_at >= $6::timestamptz and created_at < (${lastDay} + 1)::timestamp at time zone 'UTC'`, 'asc', 'all')}) late`,
  ]
  /** A limit of 0 reads nothing. */
  const rowsOfDay = (order: 'asc' | 'desc', skipped: string, isNearer: string) =>
    `(select id from (${rowsIn(onDay, order, `${skipped} + wanted.taken`)}) rows_of_day
       order by created_at ${order}, id ${order} offset ${skipped}
       limit case when ${isNearer} then wanted.taken else 0 end)`
  const before = `(created_at, id) < ($3::timestamptz, $4::bigint) and ${inBounds}`
  const name = `${list}_list_${way.name}${isOfKind ? '_of_kind' : ''}`
  const page = statement<Row & Keyed & { total: bigint }>(
    `${name}_page`,
    `with day as materialized (
       select day, sum(count)::bigint as count
         from (select * from ${countsOf(`'${list}'`, 'day, count', ofCounts)} of_days
               union all select ${outside.join(' union all select ')}) counted
        group by day having sum(count) > 0
     ), placed as (
       select day, count, (sum(count) over (order by day desc))::bigint - count as before from day
     ), wanted as (
       select day, greatest($3::bigint - before, 0) as newer, greatest(before + count - $3::bigint - $4::bigint, 0) as older,
              least(before + count, $3::bigint + $4::bigint) - greatest(before, $3::bigint) as taken
         from placed where before < $3::bigint + $4::bigint and before + count > $3::bigint
     ), page as (
       select found.id from wanted cross join lateral (
         ${rowsOfDay('desc', 'wanted.newer', 'wanted.newer <= wanted.older')} union all
         ${rowsOfDay('asc', 'wanted.older', 'wanted.newer > wanted.older')}) found
     )
     select counted.total, listed.*
       from (select coalesce(sum(count), 0)::bigint as total from day) counted
       left join (select t.id, t.created_at, ${columns} from page join ${table} t on t.id = page.id) listed on true
      order by listed.created_at desc, listed.id desc`,
  )
  const piece = statement<Row & Keyed>(
    `${name}_piece`,
    `with page as materialized (
       select id from (${rowsIn(before, 'desc', pieceSize)}) rows_before order by created_at desc, id desc limit ${pieceSize}
     )
     select t.id, t.created_at, ${columns} from page join ${table} t on t.id = page.id
      order by t.created_at desc, t.id desc`,
  )
  return { page, piece }
}
