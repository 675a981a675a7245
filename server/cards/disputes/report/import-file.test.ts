// Disputes from a file that somebody has written by hand.
import { expect, test } from 'vitest'
import { readDisputeFile } from './import-file.ts'

const now = Temporal.Instant.from('2026-11-23T10:00:00Z')
const header = 'case_number,kind,transaction_uuid,amount,currency,at'
const read = (at: string) => readDisputeFile(`${header}\nCB-1,won,LKT-1,30.00,USD,${at}\n`, now)

test('a line dated in the future is a fault, and one of now is not', () => {
  expect(read('2026-11-23T10:00:01Z').faults).toEqual(['line 2: at is in the future'])
  expect(read('2026-11-23T10:00:00Z')).toMatchObject({ lines: [{ kind: 'won' }], faults: [] })
})

test('a file whose columns are separated by semicolons is read', () => {
  const text = `${header}\nCB-1,won,LKT-1,30.00,USD,2026-11-23T10:00:00Z\n`.replaceAll(',', ';')
  expect(readDisputeFile(text, now)).toMatchObject({ lines: [{ caseNumber: 'CB-1' }], faults: [] })
})

test.each([
  ['a case number of 12 kB', 'C'.repeat(12_000), 'line 2: case_number is too long'],
  ['a character that cannot be stored', 'C\0', 'line 2: case_number has characters that cannot be stored'],
])('%s is a fault', (_what, name, fault) => {
  const text = `${header}\n${name},won,LKT-1,30.00,USD,2026-11-23T10:00:00Z\n`
  expect(readDisputeFile(text, now).faults).toEqual([fault])
})

test.each([
  ['30.000', ','],
  ['1.500', ';'],
  ['1,500', ';'],
  ['"30,00"', ','],
])('the amount %s in a file separated by %s is a fault, since it can mean thousands', (amount, separator) => {
  const line = ['CB-1', 'won', 'LKT-1', amount, 'USD', '2026-11-23T10:00:00Z'].join(separator)
  const text = `${header.replaceAll(',', separator)}\n${line}\n`
  expect(readDisputeFile(text, now).faults).toEqual(['line 2: amount or currency is invalid'])
})

test('an amount has a decimal comma where columns are separated by semicolons', () => {
  const text = `${header};reason\nCB-1;won;LKT-1;1 250,50;USD;2026-11-23T10:00:00Z;Perdu, puis gagné\n`
  const { lines, faults } = readDisputeFile(text.replaceAll(/,(?=[a-z])/g, ';'), now)
  expect(faults).toEqual([])
  expect(lines).toMatchObject([{ amount: { minor: 125_050n }, reason: 'Perdu, puis gagné' }])
})
