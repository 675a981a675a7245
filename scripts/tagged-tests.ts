// The tests that claim to prove a requirement: those with its id in their titles, as `[S-17]`.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type TaggedTest = { file: string; title: string; ids: string[] }

const rooms = ['deploy', 'examples', 'rigs', 'sandbox', 'scripts', 'sdk', 'server', 'test']
/** Test files besides `*.test.ts`: those that `npm run timing` runs. */
const otherTests = ['test/security/timing.ts']

/** The tagged tests of the repository, by file and position. */
export function taggedTests(root: string): TaggedTest[] {
  const files = rooms.flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
      .map((name) => `${room}/${name}`)
      .filter(
        (name) => (name.endsWith('.test.ts') && !name.includes('node_modules')) || otherTests.includes(name),
      ),
  )
  return files
    .sort()
    .flatMap((file) => titlesIn(readFileSync(join(root, file), 'utf8')).map((title) => ({ file, ...title })))
}

/** The first argument of `test`, `describe`, or the function that `.each(...)` returns. */
const title =
  /(?:\b(?:test|describe)(?:\.\w+)*|[\])`])\s*\(\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/g

/** Titles with ids in the source of a test file. */
export function titlesIn(source: string): Omit<TaggedTest, 'file'>[] {
  return [...source.matchAll(title)].flatMap(([, single, double, template]) => {
    const text = (single ?? double ?? template ?? '').replaceAll(/\\(.)/g, '$1')
    const ids = [...text.matchAll(/\[(S-\d\d)\]/g)].map(([, id]) => id!)
    return ids.length === 0 ? [] : [{ title: text, ids }]
  })
}
