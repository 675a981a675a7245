// Pages of search results in the portal, and how many matches a search examines.
import { z } from 'zod'
import { type Page, paged } from '../platform/http/lists/list-query.ts'

/** How many of the newest matches a search examines; older ones are found by filtering on days. */
export const maxSearched = 1_000

/** Renders a page of search results; `cut` is set if there are more matches than a search examines. */
export function foundPage<Row, Item>(
  page: Page,
  { rows, total, isCut }: { rows: Row[]; total: number; isCut: boolean },
  view: (row: Row) => Item,
) {
  const { items, pagination } = paged(page, { items: rows.map(view), total })
  return { items, pagination: { ...pagination, ...(isCut && { cut: true as const }) } }
}

/** Returns the results of a search as a single batch, for exports. */
export async function* searched<Row>(
  search: (how: { range: { offset: number; limit: number }; most: number }) => Promise<{ rows: Row[] }>,
): AsyncGenerator<Row[]> {
  const { rows } = await search({ range: { offset: 0, limit: maxSearched }, most: maxSearched })
  yield rows
}

/** Schema of a page of search results; a search examines the newest thousand matches. */
export function foundPageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), pagination: foundPagination })
}

const foundPagination = z
  .object({
    page: z.int(),
    limit: z.int(),
    total: z.int(),
    pages: z.int(),
    cut: z
      .literal(true)
      .optional()
      .meta({ description: 'Set if there are more matches than a search examines.' }),
  })
  .meta({ id: 'SearchPagination' })
