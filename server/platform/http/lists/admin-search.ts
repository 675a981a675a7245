// Admin lists over all merchants: a page of rows and a total that is counted up to a limit. Payments and transfers share
// their listing and search; other lists share how pages are read.
import { type Sql, type Statement, statement } from '../../database/database.ts'
import { mostCounted, type Page, pagedUpTo, rangeOf } from './list-query.ts'

/** Both statements take the filter values; `rows` also takes the limit and the offset. */
export type Listing<Row> = { rows: Statement<Row>; count: Statement<{ counted: bigint }> }

/**
 * Reads one page of a list, with its pagination.
 * @param list.filter first values of both statements.
 * @param list.last optional last value of both statements.
 */
export async function readListing<Row, Item>(
  sql: Sql,
  { rows, count }: Listing<Row>,
  {
    page,
    filter,
    last = [],
  }: { page: Page; filter: readonly unknown[]; last?: readonly [] | readonly [unknown] },
  render: (row: Row) => Item,
) {
  const { limit, offset } = rangeOf(page)
  const found = await sql.rows(rows, [...filter, limit, offset, ...last])
  const [counted] = await sql.rows(count, [...filter, ...last])
  return pagedUpTo(page, { items: found.map(render), counted: Number(counted?.counted ?? 0) })
}

/** Each merchant has one list by time per environment; the newest rows overall are among the newest of each list. */
export const owners = `(select m.id, m.merchant_code, m.name, e.environment
     from merchant m cross join (values ('sandbox'), ('production')) e (environment)
    where ($1::text is null or m.merchant_code = $1) and ($2::text is null or e.environment = $2)) o`

/** Condition on a table `t`: whole UTC days, both inclusive. */
export const inDays = `t.created_at >= $3::date::timestamp at time zone 'UTC'
  and t.created_at < ($4::date + 1)::timestamp at time zone 'UTC'`

/**
 * Statements for the newest rows of all merchants. $1 to $4 are the owner and the days, $5 and $6 further filters.
 * @param parts.select columns of a row, from `page`, which holds ids.
 * @param parts.ofOwner the rows of an owner, as `t` and `o`.
 * @param parts.conditions one for each index that covers some of the rows, written exactly as in that index.
 */
export function newestOfAll<Row>(
  name: string,
  parts: { table: string; select: string; ofOwner: string; conditions: readonly string[] },
): Listing<Row> {
  const { table, select, ofOwner, conditions } = parts
  /** The newest rows from each index, which are all that a page can contain. */
  const newest = (most: string) =>
    conditions
      .map(
        (condition) => `(select t.id, t.created_at from ${table} t where ${ofOwner} and ${condition}
            order by t.created_at desc, t.id desc limit ${most})`,
      )
      .join(' union all ')
  return {
    rows: statement<Row>(
      `list_all_${name}`,
      `with page as materialized (
         select t.id from ${owners} cross join lateral (${newest('$7::bigint + $8::bigint')}) t
          order by t.created_at desc, t.id desc limit $7 offset $8
       )
       ${select}
        order by t.created_at desc, t.id desc`,
    ),
    count: statement<{ counted: bigint }>(
      `count_all_${name}`,
      `select count(*) as counted from (
         select from ${owners} cross join lateral (${newest(String(mostCounted + 1))}) t
          limit ${mostCounted + 1}) found`,
    ),
  }
}

/** Maximum number of results of a text search, newest first. */
export const mostFound = 200

type AdminQuery = Page & {
  q?: string | undefined
  status?: string | undefined
  environment?: string | undefined
  merchant_code?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

/**
 * Lists rows of all merchants, newest first; with `q`, those that match it.
 * @param search.kind the sixth filter value, beside owner, days and status.
 * @param search.find finds the ids that match the owner and `q`.
 * @param search.found lists the rows found, with the ids as its last value.
 */
export async function searchAsAdmin<Row, Item>(
  sql: Sql,
  query: AdminQuery,
  search: {
    kind: string | undefined
    listing: Listing<Row>
    found: Listing<Row>
    find: Statement<{ id: bigint }>
    valuesOf: (q: string) => readonly unknown[]
    render: (row: Row) => Item
  },
) {
  const { q, status, environment, merchant_code, from = '-infinity', to = 'infinity' } = query
  const owner = [merchant_code ?? null, environment ?? null]
  const filter = [...owner, from, to, status ?? null, search.kind ?? null]
  if (q === undefined) return readListing(sql, search.listing, { page: query, filter }, search.render)
  const ids = (await sql.rows(search.find, [...owner, ...search.valuesOf(q)])).map(({ id }) => id)
  return readListing(sql, search.found, { page: query, filter, last: [ids] }, search.render)
}
