// Paged lists of the rows of all owners, newest first. As in a list of one owner, daily counters tell on which days a page lies:
// those of all owners together (day_total), or of the one asked for. The counters of these days tell whose rows they are. So rows
// are skipped within one day only, and each owner's rows of that day are read from the owner's own index: the table needs no index
// over all owners.
import { type Sql, statement } from './database.ts'
import type { DayFilter, Definition, Way } from './day-list.ts'
import { chosenWay, rowsInParts, waysOf } from './day-list.ts'

/** Which owners' rows are listed; without a value, those of all. */
export type OwnerFilter = { merchantCode?: string | undefined; environment?: string | undefined }

export type AllOwnersList<Row> = {
  page(
    sql: Sql,
    owners: OwnerFilter,
    filter: DayFilter,
    range: { offset: number; limit: number },
  ): Promise<{ rows: Row[]; total: number }>
}

type Keyed = { id: bigint | null }

/** @param select the rows of a page, from `page`, which holds their ids, with `t` for the row; no order. */
export function allOwnersList<Row extends object>(
  definition: Definition,
  select: { columns: string; joins: string },
): AllOwnersList<Row & Keyed> {
  const ways = waysOf(definition).map((way) => ({
    ...way,
    any: pageOf<Row>(definition, { way, isOfKind: false, ...select }),
    ofKind: pageOf<Row>(definition, { way, isOfKind: true, ...select }),
  }))
  return {
    async page(sql, { merchantCode = null, environment = null }, filter, { offset, limit }) {
      const { way, values } = chosenWay(ways, filter)
      const page = filter.kind === undefined ? way.any : way.ofKind
      const found = await sql.rows(page, [
        ...[merchantCode, environment, offset, limit],
        ...[filter.from ?? '-infinity', filter.to ?? 'infinity'],
        ...values,
      ])
      return { total: Number(found[0]?.total ?? 0), rows: found.filter(({ id }) => id !== null) }
    },
  }
}

function pageOf<Row>(
  definition: Definition,
  { way, isOfKind, columns, joins }: { way: Way; isOfKind: boolean; columns: string; joins: string },
) {
  const { list, table } = definition
  const kindAt = way.statuses ? '$8' : '$7'
  const ofList = `list = '${list}' and ($2::text is null or environment = $2)
      ${way.statuses ? 'and status = $7' : ''} ${isOfKind ? `and kind = ${kindAt}` : ''}`
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
