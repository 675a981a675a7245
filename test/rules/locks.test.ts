// A lock that is not a row is taken by the functions of one file, which say for whom it holds: an advisory lock is known to one server
// only, and the cells of a deployment may lie on several.
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const advisory = /pg_(?:try_)?advisory\w*/g

/** Where an advisory lock is named in SQL of the product, as `file: function`. */
const namedIn = (file: string, text: string): string[] =>
  [...text.matchAll(advisory)].map(([name]) => `${file}: ${name}`)

test('advisory locks are taken only where they name their place, or lock one server for its migrations or views', () => {
  const files = globSync('{server,db}/**/*.{ts,sql}').filter((file) => !file.endsWith('.test.ts'))
  expect(files.flatMap((file) => namedIn(file, readFileSync(file, 'utf8'))).sort()).toEqual([
    // The end of the audit log of a place.
    'db/every/0004-records.sql: pg_advisory_xact_lock',
    // Who changes the views of one server is alone there.
    'server/platform/database/citus/node-views.ts: pg_advisory_lock',
    'server/platform/database/citus/node-views.ts: pg_advisory_unlock',
    'server/platform/database/locks.ts: pg_advisory_xact_lock',
    'server/platform/database/locks.ts: pg_advisory_xact_lock_shared',
    'server/platform/database/locks.ts: pg_try_advisory_xact_lock',
    // Until its connection ends.
    'server/platform/database/migrations.ts: pg_advisory_lock',
  ])
  expect(readFileSync('db/every/0004-records.sql', 'utf8')).toContain("current_schema() || ' audit log'")
})

test('control: another advisory lock is found', () => {
  expect(namedIn('a.ts', "select pg_advisory_xact_lock(hashtext('queue'))")).toEqual([
    'a.ts: pg_advisory_xact_lock',
  ])
})
