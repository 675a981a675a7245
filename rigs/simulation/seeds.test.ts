import { expect, test } from 'vitest'
import { allMarks } from './checks/marks.ts'
import { namedSeeds, seedOf } from './seeds.ts'

test('a seed is selected by its number or its name', () => {
  expect(seedOf('7')).toEqual({ seed: 7 })
  expect(seedOf('refused-void')).toEqual({ seed: 3, named: namedSeeds['refused-void'] })
  expect(() => seedOf('refused-voids')).toThrow('refused-void, ')
})

test('named seeds differ and reach only known situations', () => {
  const seeds = Object.values(namedSeeds)
  expect(new Set(seeds.map(({ seed }) => seed)).size).toBe(seeds.length)
  expect(seeds.flatMap(({ reaches }) => reaches).filter((mark) => !allMarks.includes(mark))).toEqual([])
})
