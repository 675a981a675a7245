// A build that breaks off leaves the pages that were there.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildBeside } from './build-beside.ts'

let root: string
let finished: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'likuta-build-'))
  finished = join(root, 'dist')
})
afterEach(() => rmSync(root, { recursive: true }))

const page = () => readFileSync(join(finished, 'index.html'), 'utf8')
const writing = (text: string) => async (folder: string) => writeFileSync(join(folder, 'index.html'), text)
const breaksOff = async (folder: string) => {
  await writing('half')(folder)
  throw new Error('no space left on device')
}

test('a build that breaks off leaves the finished pages, and the next one replaces them', async () => {
  await buildBeside(finished, writing('first'))
  await expect(buildBeside(finished, breaksOff)).rejects.toThrow('no space left')
  expect(page()).toBe('first')
  await buildBeside(finished, async (folder) => {
    expect(readdirSync(folder)).toEqual([])
    await writing('second')(folder)
  })
  expect([page(), readdirSync(root)]).toEqual(['second', ['dist']])
})

test('the pages of a build that was killed while it swapped the folders are back with the next build', async () => {
  mkdirSync(`${finished}.old`)
  await writing('first')(`${finished}.old`)
  await expect(buildBeside(finished, breaksOff)).rejects.toThrow('no space left')
  expect(page()).toBe('first')
})
