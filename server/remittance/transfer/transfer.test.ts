import assert from 'node:assert/strict'
import { test } from 'vitest'
import { newTransactionId } from './transfer.ts'

const at = (millisecond: number) => Temporal.Instant.fromEpochMilliseconds(millisecond)

test('transaction ids of later milliseconds sort later', () => {
  const start = 1_795_000_000_000
  const names = Array.from({ length: 2_000 }, (_, n) => newTransactionId(at(start + n * 37), 1))
  assert.deepEqual(names, names.toSorted())
})

test('transaction ids of one millisecond differ and have the documented form', () => {
  for (const millisecond of [0, 1_795_000_000_000, 9_000_000_000_000]) {
    const names = Array.from({ length: 1_000 }, () => newTransactionId(at(millisecond), 1))
    assert.equal(new Set(names).size, names.length)
    for (const name of names) assert.match(name, /^IMT-IN-[A-Z0-9]{16}$/)
  }
})
