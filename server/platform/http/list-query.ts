// Query parameters of lists: page and filters. `page` starts at 1; `limit` is 20 by default and at most 100.
import { z } from 'zod'
import { isTimeZone } from '../../kernel/time-zone.ts'
import type { Place, Statement, WriteStatement } from '../database/database.ts'
import { type NarrowFilter, type Sorting, sortings } from '../database/narrowed-list.ts'
import { check, queryNumber, refused, text } from './body/body.ts'

const maxPerPage = 100

export const pageFields = pageFieldsOf({ usual: 20, max: maxPerPage })

/** For a list with other page sizes. */
export function pageFieldsOf({ usual, max }: { usual: number; max: number }) {
  return {
    page: queryNumber({ min: 1, max: 1_000_000 }).prefault('1'),
    limit: queryNumber({ min: 1, max: Number.MAX_SAFE_INTEGER })
      .prefault(String(usual))
      .transform((limit) => Math.min(limit, max))
      .meta({ maximum: max, description: `Larger values are treated as ${max}.` }),
  }
}

export type Page = { page: number; limit: number }

/** Filters of a list, and its search text. */
export type Narrowed = NarrowFilter & { q?: string | undefined }

/** The order of a list, and the row after which a page begins. */
export type Sorted = { sort: Sorting; after?: string | undefined }

/** A day of the calendar that a client sends, such as `2026-11-21`. */
// guard: calendar-day
export const dayField = z
  .string()
  .refine(isDay, refused('date_parsing', 'Input should be a date written as YYYY-MM-DD'))
  .meta({ format: 'date', pattern: '^\\d{4}-\\d\\d-\\d\\d$' })

const day = dayField.optional()

/** A calendar day, written YYYY-MM-DD. PostgreSQL has no year 0000. */
export function isDay(sent: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(sent) || sent.startsWith('0000')) return false
  try {
    return Temporal.PlainDate.from(sent, { overflow: 'reject' }).toString() === sent
  } catch {
    return false
  }
}

/** `from` and `to` of a list: whole days, both inclusive; UTC days unless the list is zoned. */
export const dayFields = { from: day, to: day }

/** Filters that a list accepts beside the page. `kind` is the name of its parameter for the kind. */
export type Choices = {
  status?: readonly string[]
  kind?: readonly [name: string, values: readonly string[]]
  /** How a payment was made. */
  methods?: readonly string[]
  isSearched?: true
  /** Whether `from` and `to` may be days of a time zone other than UTC. */
  isZoned?: true
}

const zone = text({ min: 1, max: 64 })
  .refine(isTimeZone, refused('value_error', 'Value error, unknown time zone'))
  .optional()
  .meta({ description: 'The IANA name of the time zone of `from` and `to`; UTC by default.' })

function narrowing({ status, kind, methods, isSearched, isZoned }: Choices) {
  return {
    ...(status && { status: choice(status) }),
    ...(kind && { [kind[0]]: choice(kind[1]) }),
    ...(methods && { payment_method: choice(methods) }),
    ...dayFields,
    ...(isZoned && { time_zone: zone }),
    ...(isSearched && { q: text({ max: 200 }).optional() }),
  }
}

/** Query schema of a paged list. */
export function listQuery(choices: Choices) {
  return z.object({ ...pageFields, ...narrowing(choices) })
}

const sortFields = {
  sort: z
    .enum(sortings)
    .prefault('newest')
    .meta({ description: 'Amounts are compared within a currency, US dollars come first.' }),
  after: text({ max: 64 })
    .optional()
    .meta({ description: 'The id of a row: the page begins after it, wherever it is by now.' }),
}

/** Query schema of a paged list in any order. */
export function sortedQuery(choices: Choices) {
  return z.object({ ...pageFields, ...sortFields, ...narrowing(choices) })
}

/** Query schema of a list that is read whole. */
export function filterQuery(choices: Choices) {
  return z.object(narrowing(choices))
}

/** @throws InvalidBody with every fault. */
export function readPage(query: unknown): Page {
  return check(z.object(pageFields), givenParameters(query), 'query')
}

/** @throws InvalidBody with every fault. */
export function readPageOf(choices: Choices, query: unknown): Page & Narrowed {
  return named(choices, check(listQuery(choices), givenParameters(query), 'query'))
}

/** The same for a list in any order. @throws InvalidBody with every fault. */
export function readSortedPageOf(choices: Choices, query: unknown): Page & Narrowed & Sorted {
  return named(choices, check(sortedQuery(choices), givenParameters(query), 'query'))
}

/** Filters of a list that is read whole. @throws InvalidBody with every fault. */
export function readFilter(choices: Choices, query: unknown): Narrowed {
  return named(choices, check(filterQuery(choices), givenParameters(query), 'query'))
}

function named<Checked extends object>({ kind }: Choices, checked: Checked): Checked & Narrowed {
  const { time_zone, payment_method, ...others } = checked as Record<string, string | undefined>
  const known = {
    ...others,
    ...(time_zone !== undefined && { zone: time_zone }),
    ...(payment_method !== undefined && { method: payment_method }),
  }
  return (kind ? { ...known, kind: others[kind[0]] } : known) as Checked & Narrowed
}

/** For a list with parameters of its own. @throws InvalidBody with every fault. */
export function readQuery<Schema extends z.ZodType>(schema: Schema, query: unknown): z.output<Schema> {
  return check(schema, givenParameters(query), 'query')
}

/** `all` means no filter. */
function choice(values: readonly string[]) {
  const known = z.enum([...values, 'all']).optional()
  return known.transform((value) => (value === 'all' ? undefined : value))
}

/** Treats an empty parameter as absent. */
function givenParameters(query: unknown): Record<string, unknown> {
  const sent = Object.entries(query as Record<string, unknown>)
  return Object.fromEntries(sent.filter(([, value]) => value !== ''))
}

/** SQL limit and offset of a page. */
export function rangeOf({ page, limit }: Page): { limit: number; offset: number } {
  return { limit, offset: (page - 1) * limit }
}

/** The list with its pagination, as clients read it. */
export function paged<Item>(
  { page, limit }: Page,
  { items, total }: { items: readonly Item[]; total: number },
) {
  return { items, pagination: { page, limit, total, pages: Math.ceil(total / limit) } }
}

/** Lists over all merchants are counted up to this limit only, because counting millions of rows takes too long. */
export const maxCounted = 10_000

/** A statement that counts up to one more than `maxCounted`. @param selection such as `from bank_file`. */
export function cappedCount<At extends Place>(
  name: string,
  selection: string,
  write: WriteStatement<At>,
): Statement<{ counted: bigint }, At> {
  return write(name, `select count(*) as counted from (select ${selection} limit ${maxCounted + 1}) found`)
}

/** For a list counted up to one more than `maxCounted`: `capped` when there are more rows. */
export function pagedUpTo<Item>(page: Page, { items, counted }: { items: Item[]; counted: number }) {
  const list = paged(page, { items, total: Math.min(counted, maxCounted) })
  return { items: list.items, pagination: { ...list.pagination, capped: counted > maxCounted } }
}
