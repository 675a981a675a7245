// Faults injected by tests: which simulator fails, how, how often, and for which paths.

export const faultTargets = ['gateway', 'operator', 'rates'] as const
export const faultModes = ['off', 'down', '5xx', 'timeout', 'slow', 'lost-reply'] as const
type FaultTarget = (typeof faultTargets)[number]
type FaultMode = (typeof faultModes)[number]

export type Fault = {
  mode: FaultMode
  /** Share of requests affected, drawn for each request. */
  rate: number
  /** Path prefixes, without the simulator's own prefix; null affects every path. */
  operations: string[] | null
  delay_seconds: number
  seed: number
}

export type Faults = {
  set(target: FaultTarget, wanted: Partial<Fault>): Fault
  all(): Record<FaultTarget, Fault>
  draw(target: FaultTarget, path: string): Fault | null
}

export function createFaults(): Faults {
  const faults = Object.fromEntries(faultTargets.map((target) => [target, quiet()])) as Record<
    FaultTarget,
    Fault
  >
  const dice = new Map<FaultTarget, () => number>()
  return {
    set(target, wanted) {
      const fault = { ...quiet(), ...wanted }
      faults[target] = fault
      dice.set(target, seededRandom(fault.seed))
      return fault
    },
    all: () => faults,
    draw(target, path) {
      const fault = faults[target]
      if (fault.mode === 'off') return null
      if (fault.operations && !fault.operations.some((prefix) => path.startsWith(prefix))) return null
      const roll = dice.get(target)
      return roll && roll() < fault.rate ? fault : null
    },
  }
}

function quiet(): Fault {
  return { mode: 'off', rate: 1, operations: null, delay_seconds: 5, seed: 1 }
}

/** mulberry32: small, and the same seed reproduces the same failures. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
