import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { statementsOf } from './cell-placement.ts'

test('a migration is divided into statements at semicolons outside quotes, function bodies and comments', () => {
  const text = `-- Up; first
    create function f() returns void language plpgsql as $$ begin perform 1; end $$; -- a note; more
    do $create$ begin execute format($body$ select ';' $body$); end $create$;
    insert into t values ('a;b', 'it''s', '');
    `
  expect(statementsOf(text)).toEqual([
    'create function f() returns void language plpgsql as $$ begin perform 1; end $$',
    "do $create$ begin execute format($body$ select ';' $body$); end $create$",
    "insert into t values ('a;b', 'it''s', '')",
  ])
})

test('every statement of every migration begins with a command', () => {
  const files = readdirSync('db', { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.sql'),
  )
  const begins = files.flatMap((file) =>
    statementsOf(readFileSync(`db/${file}`, 'utf8')).map((statement) => statement.split(/\s/)[0]),
  )
  expect([...new Set(begins)].sort()).toEqual(['alter', 'create', 'do', 'insert', 'update'])
})
