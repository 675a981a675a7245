// Admin lists over all merchants: a page of rows and a total that is given up to a limit. Payments and transfers share
// their search; other lists share how pages are read.

import { parseMoney } from '../../kernel/money.ts'
import { readPhone } from '../../kernel/phone-number.ts'
import { typedNumber, typedProse } from '../../kernel/text/typed-text.ts'
import type { AllOwnersList } from '../database/all-owners-list.ts'
import type { Sql, Statement } from '../database/database.ts'
import type { NarrowFilter } from '../database/narrowed-list.ts'
import { cellsListed, type Key, type Listed, mergedPage, newestFirst } from '../database/over-cells.ts'
import { type Page, pagedUpTo, rangeOf } from './list-query.ts'

/** Both statements take the filter values; `rows` also takes the limit and the offset. */
export type Listing<Row> = { rows: Statement<Row>; count: Statement<{ counted: bigint }> }

/**
 * SQL: the newest rows of each state, among which are the newest of all. So an index by state and id serves lists of any state.
 * @param table its name, then `q`.
 * @param maxRows how many rows of each state are needed.
 */
export const newestOfStates = (table: string, states: readonly string[], where: string, maxRows: string) =>
  `unnest('{${states.join(',')}}'::text[]) s (state) cross join lateral (
     select q.id from ${table} q where ${where} and q.state = s.state order by q.id desc limit ${maxRows}) q`

/** A listing of rows of several cells. `order` is that of `rows`: negative if the first row comes first. */
export type ListingOfCells<Row> = Listing<Row> & { order: (a: Row, b: Row) => number }

/** Reads one page of a list, with its pagination. @param list.filter the first values of both statements. */
export function readListing<Row, Item>(
  sql: Sql,
  listing: Listing<Row>,
  list: { page: Page; filter: readonly unknown[] },
  render: (row: Row) => Item,
) {
  return readPageOf([sql], { ...listing, order: () => 0 }, list, render)
}

/** The same over all cells, or over that of one merchant. */
export async function readListingOfCells<Row, Item>(
  listed: Listed,
  listing: ListingOfCells<Row>,
  list: { page: Page; filter: readonly unknown[]; merchantCode?: string | undefined },
  render: (row: Row) => Item,
) {
  return readPageOf(await cellsListed(listed, list.merchantCode), listing, list, render)
}

/** @param list.last the optional last value of both statements, which each cell has for itself. */
async function readPageOf<Row, Item>(
  cells: readonly Sql[],
  { rows, count, order }: ListingOfCells<Row>,
  {
    page,
    filter,
    last = () => [],
  }: { page: Page; filter: readonly unknown[]; last?: (sql: Sql) => unknown[] },
  render: (row: Row) => Item,
) {
  const found = await mergedPage(cells, rangeOf(page), {
    read: (sql, { limit, offset }) => sql.rows(rows, [...filter, limit, offset, ...last(sql)]),
    order,
  })
  const counts = await Promise.all(cells.map((sql) => sql.rows(count, [...filter, ...last(sql)])))
  const counted = counts.reduce((sum, [row]) => sum + Number(row?.counted ?? 0), 0)
  return pagedUpTo(page, { items: found.map(render), counted })
}

/** Each merchant has one list by time per environment. */
export const owners = `(select m.id, m.merchant_code, m.name, e.environment
     from merchant m cross join (values ('sandbox'), ('production')) e (environment)
    where ($1::text is null or m.merchant_code = $1) and ($2::text is null or e.environment = $2)) o`

/** Condition on a table `t`: whole UTC days, both inclusive. */
export const inDays = `t.created_at >= $3::date::timestamp at time zone 'UTC'
  and t.created_at < ($4::date + 1)::timestamp at time zone 'UTC'`

/** Maximum number of results of a text search in each cell, newest first. */
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
export async function searchAsAdmin<Row extends Key, Item>(
  listed: Listed,
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
    const { rows, total } = await listing.page(listed, owners, { ...query, kind }, rangeOf(query))
    return pagedUpTo(query, { items: rows.map(search.render), counted: total })
  }
  const owner = [merchant_code ?? null, environment ?? null]
  const filter = [...owner, from, to, status ?? null, kind ?? null]
  const cells = await cellsListed(listed, merchant_code)
  const find = [...owner, ...search.valuesOf(q)]
  const found = await Promise.all(
    cells.map(async (sql) => [sql, (await sql.rows(search.find, find)).map(({ id }) => id)] as const),
  )
  const ids = new Map(found)
  const list = { page: query, filter, last: (sql: Sql) => [ids.get(sql) ?? []] }
  return readPageOf(cells, { ...search.found, order: newestFirst }, list, search.render)
}

// Interprets the text of a search field: it can be a reference, a phone number, an amount and the last digits of a card at
// once, and the search tries all of them.

export type SearchWords = {
  text: string
  /** In hundredths, for any currency. */
  amount: bigint | null
  last4: string | null
  email: string | null
  /** Possible last digits of a phone number, with all variants when no country code was given; and their common suffix. */
  phone: { ends: string[]; lastEight: string } | null
  /** Folded words that names and references are looked through for; null if the text is too short to tell rows apart. */
  parts: string[] | null
}

/** What a merchant's search reads: a page of the newest `most` matches in the days of the filter. */
export type SearchedPage = { filter?: NarrowFilter; range: { offset: number; limit: number }; most: number }

export type Found<Row> = {
  rows: Row[]
  total: number
  /** More matched than were read: the oldest were left out before filtering. */
  isCut: boolean
}

/**
 * SQL after a part `found` with the ids of the matches: the page of those that fit the filters, newest first, and both totals.
 * @param fitting a selection from `found`.
 */
export const foundPage = (fitting: string, { offset, limit }: { offset: string; limit: string }) =>
  `fitting as (${fitting})
   select counted.*, listed.*
     from (select (select count(*) from found) as found, (select count(*) from fitting) as total) counted
     left join (select * from fitting order by created_at desc, id desc offset ${offset} limit ${limit}) listed on true
    order by listed.created_at desc, listed.id desc`

/** The result of a statement with `foundPage`: one row without an id if the page is empty. */
export function readFound<Row extends { id: bigint | null; total: bigint; found: bigint }>(
  rows: readonly Row[],
  most: number,
): Found<Row> {
  return {
    rows: rows.filter(({ id }) => id !== null),
    total: Number(rows[0]?.total ?? 0),
    isCut: Number(rows[0]?.found ?? 0) >= most,
  }
}

/** How many of the newest rows names and parts of references are looked for in, so that the search costs the same at any size. */
export const maxLookedThrough = 2_000

/** @param typed as typed. Phone numbers without a country code are read as Congolese ones where possible. */
export function searchWords(typed: string): SearchWords {
  const text = typedProse(typed)
  const number = typedNumber(typed)
  return {
    text,
    amount: amountIn(number),
    last4: /^\d{4}$/.test(number) ? number : null,
    email: /^[^@\s]+@[^@\s]+$/.test(text) ? text.toLowerCase() : null,
    phone: phoneIn(number),
    parts: partsIn(text),
  }
}

/**
 * `12.50`, `12,5`, `12.50 USD`, and the formats of pages and spreadsheets: `5 000,00`, `5,000.00 CDF`, `5.000,00`. A
 * single comma or point before three digits is a thousands separator, since no amount has three decimals.
 */
function amountIn(text: string): bigint | null {
  const [, digits] = /^(?:[A-Z]{3}\s?)?(\d[\d\s.,'’]*?)(?:\s?[A-Z]{3})?$/i.exec(text) ?? []
  if (digits === undefined) return null
  const [, whole = '', decimals = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(digits) ?? []
  if (!isGrouped(whole)) return null
  const plain = whole.replace(/\D/g, '').replace(/^0+(?=\d)/, '')
  return plain.length > 12 ? null : (parseMoney(`${plain}.${decimals || '0'}`, 'USD')?.minor ?? null)
}

/** Only digits, or groups of three with one consistent separator; all spaces count as the same one. */
function isGrouped(whole: string): boolean {
  return (
    /^\d+$/.test(whole) ||
    /^\d{1,3}([ .,'])\d{3}(?:\1\d{3})*$/.test(whole.replace(/\s/g, ' ').replaceAll('’', "'"))
  )
}

function phoneIn(text: string): SearchWords['phone'] {
  if (!/^[\d+][\d\s().-]{6,29}$/.test(text)) return null
  // Leading zeros are dialling prefixes and not part of the number.
  const typed = text.replace(/\D/g, '').replace(/^0+/, '')
  const ends = [...new Set([typed, readPhone(text)?.digits ?? typed])].filter(
    (end) => end.length >= 8 && end.length <= 15,
  )
  const lastEight = ends[0]?.slice(-8)
  return lastEight === undefined ? null : { ends: ends.filter((end) => end.endsWith(lastEight)), lastEight }
}

/** Without case and accents, like `folded` in SQL. */
function partsIn(text: string): string[] | null {
  const parts = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/\s+/)
    .filter((part) => part !== '')
  return parts.join('').length >= 3 ? parts : null
}

/**
 * SQL for a text without case and accents. Most texts are plain ASCII, which has none, and folding costs ten times as much as
 * this test. @param text an SQL expression that is not null.
 */
const folded = (text: string) => `(select case when octet_length(given) = length(given) then lower(given)
    else lower(regexp_replace(normalize(given, NFD), '[\\u0300-\\u036f]', '', 'g')) end from (select ${text} offset 0) as read (given))`

/** SQL that is true if a text has every part of the search. @param parts the SQL parameter that holds them. */
export function hasParts(text: string, parts: string): string {
  return `(select bool_and(position(part in whole) > 0) from ${folded(text)} as folded (whole), unnest(${parts}::text[]) part)`
}

/**
 * SQL that begins a search over all merchants: the parts `owner` and `named`. Names have no index: the newest rows of the merchant that is
 * asked for are looked through, or of all, once for all owners.
 * @param table.hasEnded the exact condition of its partial indexes, on `t`.
 * @param table.names the text that is looked through.
 * @param table.parts the SQL parameter that holds the parts of the search.
 */
export const namedRows = (
  table: string,
  { hasEnded, names, parts }: { hasEnded: string; names: string; parts: string },
) =>
  `with owner as (select o.* from ${owners}
   ), named as materialized (
     select id, merchant_id, environment from (
       (select t.* from owner o cross join lateral (
          select * from ${table} t
           where t.merchant_id = o.id and t.environment = o.environment and ${hasEnded}
           order by t.created_at desc limit ${maxLookedThrough}) t
         where ${parts}::text[] is not null and $1::text is not null)
       union all
       (select * from ${table} t where ${parts}::text[] is not null and $1::text is null
         order by t.id desc limit ${maxLookedThrough})
     ) t where ${hasParts(names, parts)}
   )`
