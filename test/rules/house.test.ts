// The limits of the code measures: files in a folder, import circles, lengths of functions and files, refused words.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from 'vitest'
import {
  circles,
  filesPerRoom,
  formatterExceptions,
  limits,
  longFiles,
  longFunctions,
  refused,
  thinRooms,
  tinyFiles,
} from '../../scripts/house/measures.ts'
import { readSource, sourcePaths } from '../../scripts/house/source.ts'

const files = sourcePaths().map((path) => readSource(path))

test(`a folder holds at most ${limits.filesPerRoom} files beside their tests`, () => {
  expect(filesPerRoom(files).filter(([, count]) => count > limits.filesPerRoom)).toEqual([])
})

test(`a folder of the server holds at least ${limits.minFilesPerRoom} files`, () => {
  expect(thinRooms(files)).toEqual([])
})

/** Where a process and a thread begin. */
const entries = ['server/main.ts', 'server/bank/files/read-worker.ts']

test(`a file under ${limits.minLinesPerFile} lines has two importers`, () => {
  expect(tinyFiles(files).filter((line) => !entries.some((entry) => line.startsWith(entry)))).toEqual([])
})

test('no imports form a circle, including type imports', () => {
  expect(circles(files)).toEqual([])
})

/**
 * Exceptions: one function builds the index of a sanctions list and one its search, because their parts share the tables of the
 * index.
 */
const builders = /^server\/compliance\/lists\/(index|search)\.ts:\d+ open(ListIndex|Search) /

test(`a function has at most ${limits.linesPerFunction} lines`, () => {
  expect(longFunctions(files).filter((line) => !builders.test(line))).toEqual([])
})

test(`a file, also of tests, has at most ${limits.linesPerFile} lines`, () => {
  expect(longFiles(files)).toEqual([])
})

test('the number of formatter exceptions does not grow', () => {
  expect(formatterExceptions(files)).toBeLessThanOrEqual(45)
})

test('no declared name uses a refused word', () => {
  expect(refused(files)).toEqual([])
})

test.each([
  ['Python', '*.py', 'sdk/python/likuta/types.py'],
  ['PHP', '*.php', 'sdk/php/src/Types.php'],
])('the same limits hold for files and folders in %s', (_language, pattern, generated) => {
  const parameters = ['ls-files', '--cached', '--others', '--exclude-standard', pattern]
  const listed = execFileSync('git', parameters, { encoding: 'utf8' })
  const paths = listed.split('\n').filter((path) => path && path !== generated)
  expect(paths.length).toBeGreaterThan(20)
  const linesOf = (path: string) => readFileSync(path, 'utf8').split('\n').length - 1
  expect(paths.filter((path) => linesOf(path) > limits.linesPerFile)).toEqual([])
  const rooms = Map.groupBy(
    paths.filter((path) => !posix.basename(path).startsWith('test_')),
    posix.dirname,
  )
  expect([...rooms].filter(([, files]) => files.length > limits.filesPerRoom)).toEqual([])
})
