// The small part of everything that runs with the tests: with one cell, and with three.
import { type ControlResult, plantedFaults, runControl } from './controls.ts'
import { crashPoints } from './crashes/crash-points.ts'
import { cellFaultKinds, openFaults } from './kernel/faults.ts'
import { reportOf } from './report.ts'
import { runSeed } from './run.ts'
import type { Store } from './world/store.ts'

/** The first seeds are the fastest that detect the fault. */
type Control = readonly [name: string, first: number, acts: number]

async function runControls(store: Store, wanted: readonly Control[]): Promise<ControlResult[]> {
  const controls: ControlResult[] = []
  for (const [control, first, acts] of wanted)
    controls.push(await runControl(store, control, { first, seeds: 12, acts }))
  return controls
}

/** @param elapsed milliseconds since the start. */
export async function smallRun(store: Store, elapsed: () => number) {
  // One with faults of seven kinds, and one whose process dies twice.
  const some = [await runSeed(store, 13, { acts: 6 }), await runSeed(store, 7, { acts: 6 })]
  const replayed = await runSeed(store, 13, { acts: 6 })
  const points = await crashPoints(store, { share: 0.012, seed: 1 })
  const forgotten = await crashPoints(store, {
    only: 'payment link',
    at: 'commit',
    seed: 1,
    plant: plantedFaults['forgotten key']!,
  })
  // The control that changes the schema comes last.
  const controls = await runControls(store, [
    ['double dispatch', 4, 4],
    ['no payout', 8, 8],
    ['early release', 8, 8],
    ['naive refund', 1, 24],
  ])
  return {
    seeds: reportOf(some, elapsed()),
    same: replayed.hash === some[0]?.hash,
    crash: points.report,
    forgotten: forgotten.report,
    controls,
  }
}

/** Nothing fails but cells, and processes that do not know the last of them. */
const cellsFail = (chance: Parameters<typeof openFaults>[1]) =>
  openFaults(
    new Map(cellFaultKinds.map((kind) => [kind, kind.startsWith('cell') ? 0.001 : 1] as const)),
    chance,
  )

/** @param elapsed milliseconds since the start. */
export async function smallRunOfCells(store: Store, elapsed: () => number) {
  const some = [
    await runSeed(store, 13, { acts: 6, draw: cellsFail }),
    await runSeed(store, 14, { acts: 3, draw: cellsFail }),
  ]
  const replayed = await runSeed(store, 13, { acts: 6, draw: cellsFail })
  // Where a cell's transaction also writes control: the limits of a person, and an approval.
  const crashes = [
    await crashPoints(store, {
      only: 'transfer: inbound, dispatch, callback, webhook',
      at: 'insert_limit_shares',
      seed: 1,
    }),
    await crashPoints(store, { only: 'refund, approved by a second admin', at: 'decide_approval', seed: 1 }),
  ]
  // The controls that change the schema come last.
  const controls = await runControls(store, [
    ['served elsewhere', 1, 3],
    ['webhooks of another cell', 1, 3],
    ['limits of a cell', 1, 4],
    ['id of another cell', 1, 4],
    ['approved in two cells', 1, 6],
  ])
  return {
    seeds: reportOf(some, elapsed(), store.cells),
    same: replayed.hash === some[0]?.hash,
    crashes: crashes.map(({ report }) => report),
    controls,
  }
}
