// What can go wrong. Each seed draws which faults are on and how frequent they are, so that some seeds have one
// fault at every other call and others have ten occasional ones.
import type { Chance } from './chance.ts'

export const faultKinds = [
  'gateway refuses the connection',
  'gateway times out before it acts',
  'gateway acts, reply lost',
  'gateway acts late, after the timeout',
  'gateway slow',
  'gateway system error',
  'gateway declines',
  'gateway holds for review',
  'gateway approves another amount',
  'gateway search lags',
  'gateway search down',
  'gateway refuses an undo',
  'gateway declines a refund',
  'gateway omits a dispute for now',
  'gateway reports a dispute twice',
  'gateway reports a dispute late',
  'operator refuses the connection',
  'operator times out before it acts',
  'operator acts, reply lost',
  'operator acts late, after the timeout',
  'operator slow',
  'operator declines',
  'operator search lags',
  'operator search down',
  'operator refuses a reversal',
  'operator pays what it declined',
  'operator debits another amount',
  'operator refuses a refund',
  'payer has no wallet',
  'payer declines',
  'payer does not react',
  'payer approves too late',
  'bank refuses a payment',
  'bank returns a payment',
  'bank books another amount',
  'bank drops our reference',
  'bank books something else',
  'bank repeats a line',
  'callback lost',
  'callback duplicated',
  'callback before the reply',
  'callback late',
  'callback out of order',
  'callback contradicts',
  'callback of a failure while the call hangs',
  'callback of another amount',
  'callback forged',
  'callback of an unknown reference',
  'merchant responds 4xx',
  'merchant responds 429',
  'merchant responds 5xx',
  'merchant hangs',
  'merchant closes after reading',
  'mail server is away',
  'mail server accepts, reply lost',
  'rates unavailable',
  'rates absurd',
  'statement refused',
  'statement reply lost',
  'serialization failure',
  'request lost',
  'response lost',
  'process dies',
] as const

/** What can go wrong only with several cells. */
export const cellFaultKinds = [
  'cell refuses connections',
  'cell hangs',
  'cell is moved',
  'process does not know the last cell',
] as const
export type CellFaultKind = (typeof cellFaultKinds)[number]
export type FaultKind = (typeof faultKinds)[number] | CellFaultKind

export type Faults = {
  /** Drawn anew at each call; counted where it happens. @param call the name of the call, such as `charge`, where there is one. */
  happens(kind: FaultKind, call?: string): boolean
  /** The rates of the faults that are on. */
  readonly rates: ReadonlyMap<FaultKind, number>
  readonly fired: ReadonlyMap<FaultKind, number>
  stop(): void
}

/** Lower maximum rates for faults that would otherwise stop everything. */
const most: Partial<Record<FaultKind, number>> = {
  'process dies': 0.0005,
  'statement refused': 0.01,
  'statement reply lost': 0.01,
  'serialization failure': 0.02,
  'callback contradicts': 0.1,
  'operator pays what it declined': 0.2,
  'cell refuses connections': 0.0003,
  'cell hangs': 0.0003,
  'cell is moved': 0.0003,
}

export function drawFaults(chance: Chance, cells = 1): Faults {
  const share = chance.pick([0.05, 0.2, 0.5])
  const kinds: readonly FaultKind[] = cells === 1 ? faultKinds : [...faultKinds, ...cellFaultKinds]
  const drawn = kinds
    .filter(() => chance.happens(share))
    .map((kind) => [kind, chance.spread(0.02, 0.5) * ((most[kind] ?? 0.5) / 0.5)] as const)
  return openFaults(new Map(drawn), chance)
}

export const noFaults = (chance: Chance) => openFaults(new Map(), chance)

export function openFaults(rates: ReadonlyMap<FaultKind, number>, chance: Chance): Faults {
  const fired = new Map<FaultKind, number>()
  let stopped = false
  return {
    happens(kind) {
      const rate = rates.get(kind)
      if (stopped || rate === undefined || !chance.happens(rate)) return false
      fired.set(kind, (fired.get(kind) ?? 0) + 1)
      return true
    },
    rates,
    fired,
    stop() {
      stopped = true
    },
  }
}
