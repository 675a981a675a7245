// Paged lists that can be iterated over all pages.

export type Pagination = { page: number; limit: number; total: number; pages: number }

export type Page<Item> = { items: Item[]; pagination: Pagination }

/**
 * A list, newest first. `for await (const item of list)` iterates over all items, a hundred per request, and fetches a
 * page only when needed. Items added meanwhile push the rest back: an item may appear twice, but none is missed.
 */
export type Pages<Item> = AsyncIterable<Item> & {
  /** Iterates over the pages. */
  pages(): AsyncIterable<Page<Item>>
  /** Returns one page, counted from 1. */
  page(number: number): Promise<Page<Item>>
}

const usualLimit = 100

/** @param read fetches one page. */
export function pagesOf<Item>(
  read: (range: { page: number; limit: number }) => Promise<Page<Item>>,
  limit: number = usualLimit,
): Pages<Item> {
  const page = (number: number) => read({ page: number, limit })

  async function* pages() {
    for (let number = 1; ; number++) {
      const response = await page(number)
      yield response
      if (number >= response.pagination.pages) return
    }
  }

  async function* items() {
    for await (const response of pages()) yield* response.items
  }
  return { pages, page, [Symbol.asyncIterator]: items }
}
