import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { levelOf, ratioTable } from './comparison.ts'
import type { Measurement } from './costs.ts'

describe('the product compared with its controls', () => {
  const measured = (
    subject: Measurement['subject'],
    round: number,
    values: Partial<Measurement>,
  ): Measurement => ({
    row: 'charge-16',
    subject,
    round,
    perSecond: 1,
    p50: 1,
    p99: 2,
    failed: 0,
    cpuMicroseconds: 0,
    postgresMicroseconds: 0,
    loadMicroseconds: 0,
    statements: 0,
    commits: 0,
    walBytes: 0,
    fsyncs: 0,
    ...values,
  })
  // The machine was ten times as slow in the second round.
  const all = [
    measured('product', 1, { perSecond: 900, cpuMicroseconds: 3_000 }),
    measured('before', 2, { perSecond: 100, cpuMicroseconds: 61_000 }),
    measured('product', 2, { perSecond: 90, cpuMicroseconds: 31_000 }),
    measured('gateway alone', 2, { cpuMicroseconds: 1_000 }),
    measured('gateway alone', 1, { cpuMicroseconds: 1_000 }),
    measured('before', 1, { perSecond: 1_000, cpuMicroseconds: 5_000 }),
  ]
  const before = { subject: 'before' } as const
  const wanted = { row: 'charge-16', measure: 'perSecond', atLeast: 0.85, against: before } as const

  test('a ratio pairs measurements of the same round; an unmeasured side gives no level', () => {
    assert.equal(levelOf(all, wanted)[0]?.reached, '0.90')
    assert.deepEqual(levelOf(all, { ...wanted, against: { subject: 'row by row' } }), [])
    assert.deepEqual(levelOf(all, { ...wanted, row: 'orders-64' }), [])
    const [p99] = levelOf(all, { row: 'charge-16', measure: 'p99', atMost: 60 })
    assert.deepEqual([p99?.wanted, p99?.reached], ['at most 60 ms', '2.0 ms'])
  })

  test('a level is not reached where requests failed, however cheap refusals are', () => {
    const refused = all.map((each) => ({ ...each, failed: each.subject === 'product' ? 1 : 0 }))
    for (const against of [undefined, before]) {
      const cheap = {
        row: 'charge-16',
        measure: 'statements',
        atMost: 2,
        ...(against && { against }),
      } as const
      const [reached] = levelOf(refused, cheap)
      assert.deepEqual([reached?.met, reached?.reached], [false, 'nothing'])
    }
  })

  test('the processor time beside the gateway is less that of the gateway alone, on both sides', () => {
    const [own] = levelOf(all, { ...wanted, measure: 'ownMicroseconds' })
    assert.equal(own?.reached, '0.50')
    const withoutControl = all.filter(({ subject }) => subject !== 'gateway alone')
    assert.equal(levelOf(withoutControl, { ...wanted, measure: 'ownMicroseconds' })[0]?.reached, 'nothing')
  })

  test('the processor time of the product is that of server and PostgreSQL together', () => {
    const both = all.map((each) => ({
      ...each,
      postgresMicroseconds: each.subject === 'before' ? 3_000 : 1_000,
    }))
    const [level] = levelOf(both, { ...wanted, measure: 'productMicroseconds' })
    assert.equal(level?.reached, '0.50')
  })

  test('the table of ratios has a line for each workload measured on both, and no ratio of nothing', () => {
    const { columns, rows } = ratioTable([...all, { ...all[0]!, row: 'orders-64' }], 'before')
    assert.deepEqual(
      rows.map(([row]) => row),
      ['charge-16'],
    )
    const cell = (title: string) => rows[0]?.[columns.indexOf(title)]
    assert.deepEqual([cell('requests/s'), cell('CPU beside the gateway')], ['x0.90', 'x0.50'])
    assert.equal(cell('statements'), '')
  })
})
