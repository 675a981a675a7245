// A table belongs to a room: what inserts, updates or deletes its rows stands in one folder of the server. Others call its functions, or
// put the SQL that it exports into a statement of their own.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const tracked = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', 'server', 'db'],
  {
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((file) => existsSync(file))
const read = (file: string) => readFileSync(file, 'utf8')
const tables = new Set(
  tracked
    .filter((file) => /^db\/.*\.sql$/.test(file))
    .flatMap((file) =>
      [...read(file).matchAll(/create (?:unlogged )?table (\w+)/g)].map(([, name]) => name!),
    ),
)
const writes = /\b(?:insert into|update|delete from)\s+(?:only\s+)?(?:shared\.)?(\w+)/g

/** The rooms that write a table, by its name. */
function writersOf(sources: readonly { file: string; text: string }[]): Map<string, Set<string>> {
  const writers = new Map<string, Set<string>>()
  for (const { file, text } of sources)
    for (const [, table = ''] of text.matchAll(writes))
      if (tables.has(table)) writers.set(table, (writers.get(table) ?? new Set()).add(file.split('/')[1]!))
  return writers
}

test('the rows of a table are written in one room of the server', () => {
  const sources = tracked
    .filter((file) => file.startsWith('server/') && file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => ({ file, text: read(file) }))
  const writers = writersOf(sources)
  expect(writers.size).toBeGreaterThan(100)
  const shared = [...writers].filter(([, rooms]) => rooms.size > 1)
  expect(Object.fromEntries(shared.map(([table, rooms]) => [table, [...rooms]]))).toEqual({})
})

test('control: a statement in another room is found', () => {
  const text = 'update wallet set x = 1'
  const [[, rooms] = []] = writersOf([
    { file: 'server/remittance/a.ts', text },
    { file: 'server/cards/b.ts', text },
  ])
  expect(rooms?.size).toBe(2)
})
