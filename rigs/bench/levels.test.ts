import assert from 'node:assert/strict'
import { test } from 'vitest'
import { requestLevels } from './levels.ts'
import { workloads } from './workloads/all.ts'

test('every level of requests names a measured workload and, as its control, one that it has', () => {
  const rows = workloads.flatMap(({ name, concurrency, control }) =>
    concurrency.map((each) => ({ name: `${name}-${each}`, control: control?.subject })),
  )
  for (const { row, against } of requestLevels) {
    const found = rows.find(({ name }) => name === row)
    assert.ok(found, row)
    const other = against && 'subject' in against ? against.subject : 'before'
    assert.ok(['before', 'row by row', found.control].includes(other), `${row} of ${other}`)
  }
})
