// A small share of what `npm run rig -- simulate` does at length, in a separate process because it replaces the clock.
import { execFileSync } from 'node:child_process'
import { beforeAll, expect, test } from 'vitest'
import type { ControlResult } from './controls.ts'
import type { CrashReport } from './crashes/crash-points.ts'
import type { Report } from './report.ts'

let received: {
  seeds: Report
  same: boolean
  crash: CrashReport
  forgotten: CrashReport
  controls: ControlResult[]
}
beforeAll(() => {
  const words = execFileSync(process.execPath, ['rigs/simulation/main.ts', '--small'], { encoding: 'utf8' })
  received = JSON.parse(words.trim().split('\n').at(-1)!)
}, 900_000)

test('two seeds with faults violate no invariant', () => {
  expect(received.seeds.violations).toEqual([])
  expect(received.seeds.effects).toBeGreaterThan(500)
})

test('a seed replays identically', () => {
  expect(received.same).toBe(true)
})

test('dying at crash points of all operations violates no invariant', () => {
  expect(received.crash.violations).toEqual([])
  expect(received.crash.died).toBeGreaterThan(0)
})

test('a missing stored response is detected by dying after the commit of the work', () => {
  expect(received.forgotten.tried).toBe(3)
  const [found, ...more] = received.forgotten.violations
  expect(found).toMatchObject({
    invariant: 'A-02',
    deaths: expect.stringContaining('after statement commit'),
  })
  expect(more).toEqual([])
})

test.each(['naive refund', 'double dispatch', 'no payout', 'early release'])(
  'the planted fault %s is detected',
  (control) => {
    expect(received.controls).toContainEqual(expect.objectContaining({ control, found: true }))
  },
)
