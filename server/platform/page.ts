// Pages of a list: `page` from 1, `limit` 20 unless told, never over 100.
import { z } from 'zod'
import { check, queryNumber } from './body.ts'

const mostPerPage = 100

export const pageFields = {
  page: queryNumber({ min: 1, max: 1_000_000 }).prefault('1'),
  limit: queryNumber({ min: 1, max: Number.MAX_SAFE_INTEGER })
    .prefault('20')
    .transform((limit) => Math.min(limit, mostPerPage)),
}

const pageSchema = z.object(pageFields)

export type Page = { page: number; limit: number }

/** @throws InvalidBody */
export function readPage(query: unknown): Page {
  return check(pageSchema, query, 'query')
}

/** What a database skips and takes. */
export function rangeOf({ page, limit }: Page): { limit: number; offset: number } {
  return { limit, offset: (page - 1) * limit }
}

/** The list as clients read it. */
export function paged<Item>({ page, limit }: Page, { items, total }: { items: Item[]; total: number }) {
  return { items, pagination: { page, limit, total, pages: Math.ceil(total / limit) } }
}

/** Lists over all merchants count no further: nobody reads what follows, and counting millions takes its time. */
export const mostCounted = 10_000

/** The same for a list whose rows were counted up to one more than `mostCounted`; `capped` where there are more. */
export function pagedUpTo<Item>(page: Page, { items, counted }: { items: Item[]; counted: number }) {
  const list = paged(page, { items, total: Math.min(counted, mostCounted) })
  return { items: list.items, pagination: { ...list.pagination, capped: counted > mostCounted } }
}
