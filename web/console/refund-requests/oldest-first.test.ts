import { expect, test } from 'vitest'
import { oldestFirst } from './oldest-first.ts'

const size = 3

/** The list as the service pages it. @param decide takes an item from it after each page that was read */
function queue(count: number, decide: (ids: number[]) => void = () => {}) {
  const ids = Array.from({ length: count }, (_, i) => count - i)
  return async (page: number) => {
    const items = ids.slice((page - 1) * size, page * size).map((id) => ({ id }))
    const pages = Math.ceil(ids.length / size)
    decide(ids)
    return { items, pagination: { pages } }
  }
}

const idsOf = (items: { id: number }[]) => items.map(({ id }) => id)

test.each([0, 1, 3, 4, 10])(
  'a queue of %i over several pages is read whole, the oldest first',
  async (count) => {
    const all = Array.from({ length: count }, (_, i) => i + 1)
    expect(idsOf(await oldestFirst(queue(count)))).toEqual(all)
  },
)

test('no item of a queue is missed while newer ones are decided between its pages', async () => {
  const read = queue(10, (ids) => void ids.shift())
  const found = idsOf(await oldestFirst(read))
  // Four pages and the first look: five decisions, about the five newest.
  expect(found.filter((id) => id <= 5)).toEqual([1, 2, 3, 4, 5])
  expect(new Set(found).size).toBe(found.length)
})
