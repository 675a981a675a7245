import assert from 'node:assert/strict'
import { parse } from 'csv-parse/sync'
import { test } from 'vitest'
import { csvOf } from './csv.ts'

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
])('%j is written as the text %j, whatever a spreadsheet takes for its separator [S-51]', (value, safe) => {
  assert.equal(cellOf(value), safe)
  assert.ok(csvOf([[value]]).startsWith('"'), 'every text is quoted')
})
