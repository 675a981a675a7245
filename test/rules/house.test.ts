// Size limits: a folder with too many files, an import circle or a function longer than a screen fails here.
import { expect, test } from 'vitest'
import {
  circles,
  filesPerRoom,
  formatterExceptions,
  limits,
  longFiles,
  longFunctions,
  refused,
} from '../../scripts/house/measures.ts'
import { readSource, sourcePaths } from '../../scripts/house/source.ts'

const files = sourcePaths().map((path) => readSource(path))

test(`a folder holds at most ${limits.filesPerRoom} files beside their tests`, () => {
  expect(filesPerRoom(files).filter(([, count]) => count > limits.filesPerRoom)).toEqual([])
})

test('no file imports itself through others, including type imports', () => {
  expect(circles(files)).toEqual([])
})

/**
 * The index of a sanctions list and its search are each built by one function, whose parts share the tables of the
 * index.
 */
const builders = /^server\/compliance\/lists\/(index|search)\.ts:\d+ open(ListIndex|Search) /

test(`a function has at most ${limits.linesPerFunction} lines`, () => {
  expect(longFunctions(files).filter((line) => !builders.test(line))).toEqual([])
})

test(`a file has at most ${limits.linesPerFile} lines`, () => {
  expect(longFiles(files)).toEqual([])
})

test('the number of formatter exceptions does not grow', () => {
  expect(formatterExceptions(files)).toBeLessThanOrEqual(45)
})

test('no declared name uses a word that the glossary replaces', () => {
  expect(refused(files)).toEqual([])
})
