// Admin lists over all merchants: a page of rows and a total that is given up to a limit. Payments and transfers share
// their search; other lists share how pages are read.
import type { AllOwnersList } from '../../database/all-owners-list.ts'
import type { Sql, Statement } from '../../database/database.ts'
import { type Page, pagedUpTo, rangeOf } from './list-query.ts'

/** Both statements take the filter values; `rows` also takes the limit and the offset. */
export type Listing<Row> = { rows: Statement<Row>; count: Statement<{ counted: bigint }> }

/**
 * SQL: the newest rows of each state, among which are the newest of all. So an index by state and id serves lists of any state.
 * @param table its name, then `q`.
 * @param most how many rows of each state are needed.
 */
export const newestOfStates = (table: string, states: readonly string[], where: string, most: string) =>
  `unnest('{${states.join(',')}}'::text[]) s (state) cross join lateral (
     select q.id from ${table} q where ${where} and q.state = s.state order by q.id desc limit ${most}) q`

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

/** Each merchant has one list by time per environment. */
export const owners = `(select m.id, m.merchant_code, m.name, e.environment
     from merchant m cross join (values ('sandbox'), ('production')) e (environment)
    where ($1::text is null or m.merchant_code = $1) and ($2::text is null or e.environment = $2)) o`

/** Condition on a table `t`: whole UTC days, both inclusive. */
export const inDays = `t.created_at >= $3::date::timestamp at time zone 'UTC'
  and t.created_at < ($4::date + 1)::timestamp at time zone 'UTC'`

/** Maximum number of results of a text search, newest first. */
export const maxFound = 200

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
 * @param search.kind the currency or operator that is listed.
 * @param search.find finds the ids that match the owner and `q`.
 * @param search.found lists the rows found, with the ids as its last value.
 */
export async function searchAsAdmin<Row, Item>(
  sql: Sql,
  query: AdminQuery,
  search: {
    kind: string | undefined
    listing: AllOwnersList<Row>
    found: Listing<Row>
    find: Statement<{ id: bigint }>
    valuesOf: (q: string) => readonly unknown[]
    render: (row: Row) => Item
  },
) {
  const { q, status, environment, merchant_code, from = '-infinity', to = 'infinity' } = query
  const { kind, listing } = search
  if (q === undefined) {
    const owners = { merchantCode: merchant_code, environment }
    const { rows, total } = await listing.page(sql, owners, { ...query, kind }, rangeOf(query))
    return pagedUpTo(query, { items: rows.map(search.render), counted: total })
  }
  const owner = [merchant_code ?? null, environment ?? null]
  const filter = [...owner, from, to, status ?? null, kind ?? null]
  const ids = (await sql.rows(search.find, [...owner, ...search.valuesOf(q)])).map(({ id }) => id)
  return readListing(sql, search.found, { page: query, filter, last: [ids] }, search.render)
}
