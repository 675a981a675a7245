// Paged lists of the rows of all owners, newest first. As in a list of one owner, daily counters tell on which days a page lies:
// those of all owners together (day_total), or of the one asked for. The counters of these days tell whose rows they are. So rows
// are skipped within one day only, and each owner's rows of that day are read from the owner's own index: the table needs no index
// over all owners. Several cells are asked for their counters and rows one after the other (over-cells.ts).
import { type Sql, statement } from './database.ts'
import type { DayFilter, Definition, Way } from './day-list.ts'
import { chosenWay, countedIn, rowsInParts, waysOf } from './day-list.ts'
import { type CountedList, cellsListed, type Key, type Listed, pageByTime, type Range } from './over-cells.ts'

/** Which owners' rows are listed; without a value, those of all. */
export type OwnerFilter = { merchantCode?: string | undefined; environment?: string | undefined }

export type AllOwnersList<Row> = {
  page(
    listed: Listed,
    owners: OwnerFilter,
    filter: DayFilter,
    range: Range,
  ): Promise<{ rows: Row[]; total: number }>
}

/** A page without rows has one row without a key, with the total. */
type Keyed = Key | { id: null; created_at: null }

const hasKey = <Row extends Keyed>(row: Row): row is Row & Key => row.id !== null

/**
 * @param select.columns those of `t`, the row, and of what is joined with it; without an order.
 * @param complete adds to the rows of a page what other statements read in their cell.
 */
export function allOwnersList<Row extends object, Listing extends object = Row>(
  definition: Definition,
  select: { columns: string; joins: string },
  complete: (sql: Sql, rows: (Row & Key)[]) => Promise<(Listing & Key)[]> = async (_, rows) => rows as never,
): AllOwnersList<Listing & Key> {
  const inCell = pageInCell<Row>(definition, select)
  const inCells = listInCells<Row>(definition, select)
  return {
    async page(listed, owners, filter, range) {
      const cells = await cellsListed(listed, owners.merchantCode)
      const [only] = cells
      if (cells.length > 1 || !only) {
        const list = inCells(owners, filter)
        return pageByTime(cells, range, {
          ...list,
          rows: async (sql, ids) => complete(sql, await list.rows(sql, ids)),
        })
      }
      const { rows, total } = await inCell(only, owners, filter, range)
      return { rows: await complete(only, rows), total }
    },
  }
}

/** Reads a page in one cell, in one statement. */
function pageInCell<Row extends object>(definition: Definition, select: { columns: string; joins: string }) {
  const ways = waysOf(definition).map((way) => ({
    ...way,
    any: pageOf<Row>(definition, { way, isOfKind: false, ...select }),
    ofKind: pageOf<Row>(definition, { way, isOfKind: true, ...select }),
  }))
  return async (
    sql: Sql,
    { merchantCode, environment }: OwnerFilter,
    filter: DayFilter,
    { offset, limit }: Range,
  ) => {
    const { way, values } = chosenWay(ways, filter)
    const page = filter.kind === undefined ? way.any : way.ofKind
    const found = await sql.rows(page, [
      ...[merchantCode ?? null, environment ?? null, offset, limit],
      ...[filter.from ?? '-infinity', filter.to ?? 'infinity'],
      ...values,
    ])
    return { total: Number(found[0]?.total ?? 0), rows: found.filter(hasKey) }
  }
}

function pageOf<Row>(
  definition: Definition,
  { way, isOfKind, columns, joins }: { way: Way; isOfKind: boolean; columns: string; joins: string },
) {
  const { list, table } = definition
  const ofList = `list = '${list}' and ($2::text is null or environment = $2) ${countedIn(way, isOfKind)}`
  const ofOwner = `merchant_id = (select id from merchant where merchant_code = $1)`
  const inRange = 'day between $5::date and $6::date'
  const ownersIn = (table: string) => `select merchant_id, environment, day, count from ${table}
    where day = any (array(select day from wanted)) and ($1::text is null or ${ofOwner}) and ${ofList}`
  const rowsIn = rowsInParts(definition, way, {
    isOfKind,
    merchant: 'o.merchant_id',
    environment: 'o.environment',
  })
  const onDay = `created_at >= wanted.day::timestamp at time zone 'UTC'
    and created_at < (wanted.day + 1)::timestamp at time zone 'UTC'`
  /** A limit of 0 reads nothing. */
  const rowsOfDay = (order: 'asc' | 'desc', skipped: string, isNearer: string) =>
    `(select found.id from owner o cross join lateral (${rowsIn(onDay, order, `${skipped} + wanted.taken`)}) found
       where o.day = wanted.day and ${isNearer}
       order by found.created_at ${order}, found.id ${order} offset ${skipped} limit wanted.taken)`
  return statement<Row & Keyed & { total: bigint }>(
    `all_${list}_list_${way.name}${isOfKind ? '_of_kind' : ''}_page`,
    `with day as materialized (
       select day, sum(count)::bigint as count
         from (select day, count from day_total where $1::text is null and ${inRange} and ${ofList}
               union all
               select day, count from day_count where ${ofOwner} and ${inRange} and ${ofList}
               union all
               select day, count from day_count_change where ($1::text is null or ${ofOwner}) and ${inRange} and ${ofList}) c
        group by day having sum(count) > 0
     ), placed as (
       select day, count, (sum(count) over (order by day desc))::bigint - count as before from day
     ), wanted as materialized (
       select day, greatest($3::bigint - before, 0) as newer, greatest(before + count - $3::bigint - $4::bigint, 0) as older,
              least(before + count, $3::bigint + $4::bigint) - greatest(before, $3::bigint) as taken
         from placed where before < $3::bigint + $4::bigint and before + count > $3::bigint
     ), owner as materialized (
       select merchant_id, environment, day
         from (${ownersIn('day_count')} union all ${ownersIn('day_count_change')}) c
        group by merchant_id, environment, day having sum(count) > 0
     ), page as (
       select found.id from wanted cross join lateral (
         ${rowsOfDay('desc', 'wanted.newer', 'wanted.newer <= wanted.older')} union all
         ${rowsOfDay('asc', 'wanted.older', 'wanted.newer > wanted.older')}) found
     )
     select counted.total, listed.*
       from (select coalesce(sum(count), 0)::bigint as total from day) counted
       left join (select t.id, t.created_at, ${columns} from page join ${table} t on t.id = page.id ${joins}) listed on true
      order by listed.created_at desc, listed.id desc`,
  )
}

/** Reads the counters and rows of one of several cells, for all its owners. */
function listInCells<Row>(definition: Definition, { columns, joins }: { columns: string; joins: string }) {
  const rowsOf = statement<Row & Key>(
    `all_${definition.list}_list_rows`,
    `select t.id, t.created_at, ${columns} from ${definition.table} t ${joins} where t.id = any($1::bigint[])`,
  )
  const ways = waysOf(definition, 4).map((way) => ({
    ...way,
    any: countersOf(definition, way, false),
    ofKind: countersOf(definition, way, true),
  }))
  return ({ environment }: OwnerFilter, filter: DayFilter): CountedList<Row & Key> => {
    const { way, values } = chosenWay(ways, filter)
    const { days, slices, keys } = filter.kind === undefined ? way.any : way.ofKind
    const between = (since: unknown, until: unknown) => [environment ?? null, since, until, ...values]
    const { from = '-infinity', to = 'infinity' } = filter
    return {
      days: async (sql) => countsOf(await sql.rows(days, between(from, to))),
      slices: async (sql, { since, until }, microseconds) =>
        countsOf(await sql.rows(slices, [...between(since, until), microseconds])),
      keys: (sql, { since, until }, limit) => sql.rows(keys, [...between(since, until), limit]),
      rows: (sql, ids) => sql.rows(rowsOf, [ids]),
    }
  }
}

const countsOf = <Counted extends { count: bigint }>(rows: readonly Counted[]) =>
  rows.map((row) => ({ ...row, count: Number(row.count) }))

/**
 * The statements of a way. $1 is the environment; $2 and $3 are days, or the instants of a span, whose end is excluded. The last is the
 * length of a slice or the number of rows.
 */
function countersOf(definition: Definition, way: Way, isOfKind: boolean) {
  const { list } = definition
  const last = `$${4 + (way.statuses ? 1 : 0) + (isOfKind ? 1 : 0)}::bigint`
  const ofList = `list = '${list}' and ($1::text is null or environment = $1) ${countedIn(way, isOfKind)}`
  const inSpan = 'created_at >= $2::timestamptz and created_at < $3::timestamptz'
  const ownersIn = (table: string) => `select merchant_id, environment, day, count from ${table}
    where day between ($2::timestamptz at time zone 'UTC')::date and ($3::timestamptz at time zone 'UTC')::date and ${ofList}`
  const owner = `owner as materialized (
       select merchant_id, environment from (${ownersIn('day_count')} union all ${ownersIn('day_count_change')}) c
        group by merchant_id, environment having sum(count) > 0)`
  const [merchant, environment] = ['o.merchant_id', 'o.environment']
  const rowsIn = rowsInParts(definition, way, { isOfKind, merchant, environment })
  const name = `all_${list}_list_${way.name}${isOfKind ? '_of_kind' : ''}`
  return {
    days: statement<{ day: string; count: bigint }>(
      `${name}_days`,
      `select day, sum(count)::bigint as count
         from (select day, count from day_total where day between $2::date and $3::date and ${ofList}
               union all
               select day, count from day_count_change where day between $2::date and $3::date and ${ofList}) c
        group by day having sum(count) > 0`,
    ),
    slices: statement<{ slice: number; count: bigint }>(
      `${name}_slices`,
      `with ${owner}
       select ((extract(epoch from found.created_at - $2::timestamptz) * 1000000)::bigint / ${last})::integer as slice,
              count(*) as count
         from owner o cross join lateral (${rowsIn(inSpan, 'desc', 'all')}) found group by slice`,
    ),
    keys: statement<Key>(
      `${name}_keys`,
      `with ${owner}
       select found.id, found.created_at from owner o cross join lateral (${rowsIn(inSpan, 'desc', last)}) found
        order by found.created_at desc, found.id desc limit ${last}`,
    ),
  }
}
