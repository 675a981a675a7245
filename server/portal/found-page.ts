import { z } from 'zod'
import { type Page, paged } from '../platform/http/lists/list-query.ts'

/** How many of the newest that bear what is looked for a list is made of; older ones are found by their days. */
export const mostSearched = 1_000

/** The page as clients read it; `cut` tells that there were more than a search looks through. */
export function foundPage<Row, Item>(
  page: Page,
  { rows, total, isCut }: { rows: Row[]; total: number; isCut: boolean },
  view: (row: Row) => Item,
) {
  const { items, pagination } = paged(page, { items: rows.map(view), total })
  return { items, pagination: { ...pagination, ...(isCut && { cut: true }) } }
}

/** What a search finds, all at once, as a list of pieces: there is one. */
export async function* searched<Row>(
  search: (how: { range: { offset: number; limit: number }; most: number }) => Promise<{ rows: Row[] }>,
): AsyncGenerator<Row[]> {
  const { rows } = await search({ range: { offset: 0, limit: mostSearched }, most: mostSearched })
  yield rows
}

/** A page of what a search found: it looks through the newest thousand. */
export function foundPageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), pagination: foundPagination })
}

const foundPagination = z
  .object({
    page: z.int(),
    limit: z.int(),
    total: z.int(),
    pages: z.int(),
    cut: z.literal(true).optional().meta({ description: 'There were more than a search looks through.' }),
  })
  .meta({ id: 'FoundPagination' })
