import assert from 'node:assert/strict'
import { parse } from 'csv-parse/sync'
import { test } from 'vitest'
import { csvOf } from './downloads.ts'

const cellOf = (value: string) => parse(csvOf([[value]]), { record_delimiter: '\r\n' })[0]?.[0]

test.each([
  ['=1+1', "'=1+1"],
  ['＝1', "'＝1"],
  ['x;=1+1', "x;'=1+1"],
  ['x; "=1+1"', `x; "'=1+1"`],
  ['x|@SUM(A1)', "x|'@SUM(A1)"],
  ['x\ty\n-1', "x\ty\n'-1"],
  ['x\t \t=1', "x\t \t'=1"],
  ['a;b - 1+1=2', 'a;b - 1+1=2'],
  ['third\nline', 'third\nline'],
  ['second, "quoted"', 'second, "quoted"'],
  ['-10.33', '-10.33'],
  ['-10.33;=1', "'-10.33;'=1"],
  ['-1+1', "'-1+1"],
])(
  'the CSV value %j is written as %j, safe for any separator a spreadsheet assumes [S-51]',
  (value, safe) => {
    assert.equal(cellOf(value), safe)
    assert.ok(csvOf([[value]]).startsWith('"'), 'every value must be quoted')
  },
)
