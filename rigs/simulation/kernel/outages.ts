// Cells that cannot be reached for a while, as their server is gone, frozen, or gives the cell to another one. Control and the other cells
// go on.
import type { Chance } from './chance.ts'
import type { CellFaultKind, FaultKind, Faults } from './faults.ts'
import type { VirtualTime } from './time.ts'

type OutageKind = Exclude<CellFaultKind, 'process does not know the last cell'>
type Outage = { cell: number; from: number; until: number; kind: OutageKind }

export type Outages = {
  /**
   * How long a statement waits until its connection is lost; undefined if it reaches its place.
   * @param place 0 for control, which always responds.
   */
  waitOf(place: number, text: string): number | undefined
  /** Whether a cell could not be reached at some time between these. */
  isOut(cell: number, from: number, until: number): boolean
}

/** The program gives up a statement after so long. */
const longestStatementMs = 8_000
const writes = /\b(insert into|update|delete from|commit)\b/i

/** For how many milliseconds a cell is away: at least and at most. */
const lasts: Readonly<Record<OutageKind, readonly [number, number]>> = {
  'cell refuses connections': [1_000, 120_000],
  'cell hangs': [2_000, 60_000],
  'cell is moved': [500, 8_000],
}

export const isOutage = (kind: FaultKind): kind is OutageKind => kind in lasts

export function openOutages({
  faults,
  chance,
  time,
}: {
  faults: Faults
  chance: Chance
  time: VirtualTime
}): Outages {
  const outages: Outage[] = []

  function begin(cell: number): Outage | undefined {
    const from = time.now()
    for (const kind of Object.keys(lasts) as OutageKind[]) {
      if (!faults.happens(kind)) continue
      const outage = { cell, from, until: from + chance.spread(...lasts[kind]), kind }
      outages.push(outage)
      return outage
    }
    return undefined
  }

  return {
    waitOf(place, text) {
      if (place === 0) return undefined
      const now = time.now()
      const outage = outages.find(({ cell, until }) => cell === place && until > now) ?? begin(place)
      if (!outage) return undefined
      const left = outage.until - now
      if (outage.kind === 'cell refuses connections') return 0
      if (outage.kind === 'cell hangs') return Math.min(left, longestStatementMs)
      // Reads are served where the cell was, and writes wait until it has moved, which ends their connections.
      return writes.test(text) ? left : undefined
    },
    isOut: (place, begins, ends) =>
      outages.some(({ cell, from, until }) => cell === place && from < ends && until > begins),
  }
}
