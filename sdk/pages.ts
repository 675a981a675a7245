// Lists that come in pages, walked one after the other.

export type Pagination = { page: number; limit: number; total: number; pages: number }

export type Page<Item> = { items: Item[]; pagination: Pagination }

/**
 * A list, newest first. `for await (const item of list)` walks all of it, a hundred at a time, and asks for a page
 * only when it gets there. What is added meanwhile pushes the rest on: an item may come twice, none is left out.
 */
export type Pages<Item> = AsyncIterable<Item> & {
  /** Page after page. */
  pages(): AsyncIterable<Page<Item>>
  /** One page, from 1. */
  page(number: number): Promise<Page<Item>>
}

const usualLimit = 100

/** @param read answers one page. */
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
