// A small share of what `npm run rig -- simulate --cells 3` does at length, in a separate process because it replaces the clock.
import { execFileSync } from 'node:child_process'
import { beforeAll, expect, test } from 'vitest'
import type { ControlResult } from './controls.ts'
import type { CrashReport } from './crashes/crash-points.ts'
import { cellFaultKinds } from './kernel/faults.ts'
import type { Report } from './report.ts'

let received: { seeds: Report; same: boolean; crashes: CrashReport[]; controls: ControlResult[] }
beforeAll(() => {
  const words = execFileSync(process.execPath, ['rigs/simulation/main.ts', '--small', '--cells', '3'], {
    encoding: 'utf8',
  })
  received = JSON.parse(words.trim().split('\n').at(-1)!)
}, 900_000)

test('two seeds whose cells fail violate no invariant, and every fault of cells happens', () => {
  expect(received.seeds.violations).toEqual([])
  expect(Object.keys(received.seeds.faults)).toEqual([...cellFaultKinds].sort())
})

test('a seed with three cells replays identically', () => {
  expect(received.same).toBe(true)
})

test('dying where a transfer or an approval in the second cell writes control violates no invariant', () => {
  for (const { violations, died } of received.crashes) {
    expect(violations).toEqual([])
    expect(died).toBeGreaterThan(0)
  }
})

test.each([
  'served elsewhere',
  'webhooks of another cell',
  'limits of a cell',
  'id of another cell',
  'approved in two cells',
])('the planted fault between cells is detected: %s', (control) => {
  expect(received.controls).toContainEqual(expect.objectContaining({ control, found: true }))
})
