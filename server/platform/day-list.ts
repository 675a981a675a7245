// Lists of any length, newest first. A page is found by its days: the counters tell on which days its rows lie, so that
// rows are skipped within one day only, however deep the page is; and they tell the total, so that nothing is counted.

import { type Sql, statement } from './database.ts'
import { type CountedList, countsOf } from './day-count.ts'

/** Whole days of UTC, YYYY-MM-DD, both ends counted. */
export type DayFilter = {
  status?: string | undefined
  kind?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

export type ListOwner = { merchantId: bigint; environment: string }

export type DayList<Row> = {
  page(
    sql: Sql,
    owner: ListOwner,
    filter: DayFilter,
    range: { offset: number; limit: number },
  ): Promise<{ rows: Row[]; total: number }>
  /** All rows in pieces, each read when it is asked for. A row that is made meanwhile is not among them. */
  pieces(sql: Sql, owner: ListOwner, filter: DayFilter): AsyncGenerator<Row[]>
}

type Definition = {
  list: CountedList
  table: string
  /** Columns of a row, of `table` as `t`; `id` and `created_at` come by themselves. */
  columns: string
  /** What the counters know as status and kind. A list without kinds is never filtered by them. */
  status: string
  kind: string
  /** Where an index holds some statuses only: those, and the words it says so in. */
  indexed?: { statuses: readonly string[]; condition: string }
}

type Placed = { id: bigint | null; created_at: Temporal.Instant }

const pieceSize = 1_000

export function dayList<Row extends object>(definition: Definition): DayList<Row & Placed> {
  const statements = new Map<string, ReturnType<typeof statementsOf<Row>>>()
  for (const status of ['none', 'plain', ...(definition.indexed ? (['indexed'] as const) : [])] as const)
    for (const kind of ['none', 'plain'] as const)
      statements.set(`${status} ${kind}`, statementsOf<Row>(definition, { status, kind }))

  function chosen({ status, kind, from = '-infinity', to = 'infinity' }: DayFilter) {
    const isIndexed = status !== undefined && definition.indexed?.statuses.includes(status)
    const how = status === undefined ? 'none' : isIndexed ? 'indexed' : 'plain'
    const found = statements.get(`${how} ${kind === undefined ? 'none' : 'plain'}`)
    if (!found) throw new Error('every way to filter has its statements')
    return { ...found, values: [from, to, ...[status, kind].filter((value) => value !== undefined)] }
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
        last = rows.at(-1) as Row & Placed
      }
    },
  }
}

type How = { status: 'none' | 'plain' | 'indexed'; kind: 'none' | 'plain' }

function statementsOf<Row>(definition: Definition, how: How) {
  const { list, table, columns, indexed } = definition
  const kindAt = how.status === 'none' ? '$7' : '$8'
  const ofRows = [
    how.status === 'none' ? '' : `and ${definition.status} = $7`,
    how.status === 'indexed' ? `and ${indexed?.condition}` : '',
    how.kind === 'none' ? '' : `and ${definition.kind} = ${kindAt}`,
  ].join(' ')
  const ofCounts = `day between $5::date and $6::date ${how.status === 'none' ? '' : 'and status = $7'} ${how.kind === 'none' ? '' : `and kind = ${kindAt}`}`
  const name = `${list}_list_${how.status}_status_${how.kind}_kind`
  const page = statement<Row & Placed & { total: bigint }>(
    `${name}_page`,
    `with day as materialized (
       select day, sum(count)::bigint as count from ${countsOf(`'${list}'`, 'day, count', ofCounts)} counted
        group by day having sum(count) > 0
     ), placed as (
       select day, count, (sum(count) over (order by day desc))::bigint - count as before from day
     ), wanted as (
       select day, greatest($3::bigint - before, 0) as skipped,
              least(before + count, $3::bigint + $4::bigint) - greatest(before, $3::bigint) as taken
         from placed where before < $3::bigint + $4::bigint and before + count > $3::bigint
     ), page as (
       select found.id from wanted cross join lateral (
         select id, created_at from ${table}
          where merchant_id = $1 and environment = $2 and created_at >= wanted.day::timestamp at time zone 'UTC'
            and created_at < (wanted.day + 1)::timestamp at time zone 'UTC' ${ofRows}
          order by created_at desc, id desc offset wanted.skipped limit wanted.taken) found
     )
     select counted.total, listed.*
       from (select coalesce(sum(count), 0)::bigint as total from day) counted
       left join (select t.id, t.created_at, ${columns} from page join ${table} t on t.id = page.id) listed on true
      order by listed.created_at desc, listed.id desc`,
  )
  const piece = statement<Row & Placed>(
    `${name}_piece`,
    `select t.id, t.created_at, ${columns} from ${table} t
      where merchant_id = $1 and environment = $2 and (created_at, id) < ($3::timestamptz, $4::bigint)
        and created_at >= $5::date::timestamp at time zone 'UTC'
        and created_at < ($6::date + 1)::timestamp at time zone 'UTC' ${ofRows}
      order by created_at desc, id desc limit ${pieceSize}`,
  )
  return { page, piece }
}
