import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  cellOfCode,
  cellOfIdentity,
  cellOfPayment,
  cellOfTransfer,
  cellOfUuid,
  firstIdentityOf,
  maxCells,
} from './cell.ts'
import { isUuid, newId, newIdIn, randomCode, randomReadableCode } from './id.ts'

const cells = Array.from({ length: maxCells }, (_, index) => index + 1)
const isCell = (number: number) => cells.includes(number)

/** Each kind of id: how it is made, with and without a cell, and how its cell is read from it. */
const kinds: [string, (cell?: number) => string, (id: string) => number][] = [
  ['a UUID', (cell) => (cell === undefined ? newId() : newIdIn(cell)), cellOfUuid],
  ['a transaction_uuid', (cell) => `LKT-20261201-101500-${randomCode(8, cell)}-CD`, cellOfPayment],
  ['the id of a transfer', (cell) => `IMT-IN-0MJZK3Q8${randomCode(8, cell)}`, cellOfTransfer],
  ['the code of a receipt', (cell) => randomReadableCode(10, cell), cellOfCode],
]

describe.each(kinds)('%s', (_, make, cellOf) => {
  test('is read as of the cell that it was made for', () => {
    for (const cell of cells) for (let n = 0; n < 200; n++) assert.equal(cellOf(make(cell)), cell)
  })

  test('has the form of one that was made for no cell', () => {
    const formOf = (id: string) => id.replace(/[A-Z0-9]/g, 'x').replace(/[a-f]/g, 'x')
    for (const cell of cells) assert.equal(formOf(make(cell)), formOf(make()))
  })

  test('made before there were cells is of one of them', () => {
    const found = new Set(Array.from({ length: 5_000 }, () => cellOf(make())))
    assert.deepEqual(
      [...found].sort((a, b) => a - b),
      cells,
    )
  })

  test('ends in each pair of characters of its cell equally often', () => {
    const ends = (id: string) => id.replace(/-CD$/, '').slice(-2)
    const all = new Set(Array.from({ length: 40_000 }, () => ends(make())))
    for (const cell of [1, 2, 17, 64]) {
      const drawn = Array.from({ length: 4_000 }, () => ends(make(cell)))
      const counts = Map.groupBy(drawn, (end) => end)
      const fair = drawn.length / counts.size
      for (const { length } of counts.values()) assert(length > fair / 2 && length < fair * 2)
      const possible = [...all].filter((end) => cellOf(make().replace(/..(?=(-CD)?$)/, end)) === cell)
      assert.deepEqual([...counts.keys()].sort(), possible.sort())
    }
  })

  test('that does not exist, or is no id at all, is of some cell', () => {
    const ids = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constantFrom('', '-CD', 'A', 'é'))
    fc.assert(fc.property(ids, (id) => isCell(cellOf(id))))
  })

  test('is not made for a cell that cannot exist, such as 0, which stands for control', () => {
    for (const cell of [0, -1, 65, Number.NaN])
      expect(() => make(cell)).toThrow('ids of rows are made in a cell')
  })
})

test('a UUID is of the same cell in capitals and without hyphens, as operators report it', () => {
  for (const cell of cells) {
    const id = newIdIn(cell)
    assert(isUuid(id))
    assert.equal(cellOfUuid(id.toUpperCase()), cell)
    assert.equal(cellOfUuid(id.replaceAll('-', '')), cell)
  }
})

test('a code is of the same cell however a person types it', () => {
  for (const cell of cells) {
    const code = randomReadableCode(12, cell)
    const [first, ...rest] = code.match(/.{4}/g)!
    assert.equal(cellOfCode(` ${first?.toLowerCase()} ${rest.join('-')}.`), cell)
  }
})

test('UUIDs of a cell begin with the millisecond of their creation, so that they sort by it', () => {
  const before = Date.now()
  const millisecond = Number.parseInt(newIdIn(5).replace('-', '').slice(0, 12), 16)
  assert(millisecond >= before && millisecond <= Date.now())
})

test('numbers of rows are apart between cells, and exact in JavaScript', () => {
  const inCell = fc.bigInt({ min: 0n, max: 2n ** 44n - 2n })
  fc.assert(
    fc.property(fc.constantFrom(...cells), inCell, (cell, rows) => {
      const id = firstIdentityOf(cell) + rows
      assert.equal(cellOfIdentity(id), cell)
      assert(Number.isSafeInteger(Number(id)))
    }),
  )
  assert.equal(firstIdentityOf(1), 1n)
  for (const id of [0n, -1n, 2n ** 51n, 2n ** 62n]) assert.equal(cellOfIdentity(id), 1)
})
