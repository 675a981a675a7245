// Reads a list whole, however many pages it has, while it changes.

type Page<Item> = { items: Item[]; pagination: { pages: number } }

/**
 * All items, oldest first, of a list that the service pages newest first. The last page is read first: an item that leaves the list
 * meanwhile moves older ones to a page that is still to be read, so that none of those is missed.
 */
export async function oldestFirst<Item extends { id: unknown }>(
  read: (page: number) => Promise<Page<Item>>,
): Promise<Item[]> {
  const newest = await read(1)
  const { pages } = newest.pagination
  if (pages <= 1) return newest.items.toReversed()
  const found = new Map<unknown, Item>()
  for (let page = pages; page >= 1; page--)
    for (const item of (await read(page)).items.toReversed()) found.set(item.id, item)
  return [...found.values()]
}
