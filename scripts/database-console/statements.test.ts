import { expect, test } from 'vitest'
import { completeStatements } from './statements.ts'
import { tableOf } from './table.ts'

test.each([
  ['select 1;', ['select 1'], ''],
  ['select 1; select 2;\nselect', ['select 1', 'select 2'], 'select'],
  ["select 'it''s; here';", ["select 'it''s; here'"], ''],
  ["select e'\\';';", ["select e'\\';'"], ''],
  ['select ";" from a;', ['select ";" from a'], ''],
  ['do $$ begin; end $$;', ['do $$ begin; end $$'], ''],
  ['do $a$ $$;$$ $a$; x', ['do $a$ $$;$$ $a$'], 'x'],
  ['select 1 -- not; yet\n;', ['select 1 -- not; yet'], ''],
  ['/* a; b */ select 1;', ['/* a; b */ select 1'], ''],
  [';;', [], ''],
])('semicolons outside quotes and comments end statements: %j', (text, statements, rest) => {
  expect(completeStatements(text)).toEqual({ statements, rest })
})

test.each(["select ';", 'select ";', 'do $$ ;', 'do $x$ ; $y$', '/* ;'])(
  'a text with an open quote or comment has no complete statement: %j',
  (text) => {
    expect(completeStatements(text)).toEqual({ statements: [], rest: text })
  },
)

test('a long value in a table of several columns is cut, and line breaks become spaces', () => {
  const table = tableOf({ columns: ['a', 'b'], rows: [['one\ntwo', 'x'.repeat(80)]] })
  expect(table).toContain(`one two | ${'x'.repeat(59)}…\n(1 row)`)
  expect(tableOf({ columns: ['a'], rows: [['x'.repeat(80)]] })).toContain('x'.repeat(80))
})
