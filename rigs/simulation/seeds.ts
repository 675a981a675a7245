// Named seeds that reach rare situations: `npm run simulate -- --seed refused-void` runs that seed with its forty acts.

export type NamedSeed = {
  seed: number
  why: string
  /** Situations of checks/marks.ts that the seed reached when it was chosen. If it no longer reaches one, choose another seed. */
  reaches: readonly string[]
}

export const namedSeeds: Record<string, NamedSeed> = {
  'no-fault': {
    seed: 36,
    why: 'a run without any fault: a failure here is not caused by a fault',
    reaches: [],
  },
  'many-situations': {
    seed: 38,
    why: 'reaches more situations than any other of the first forty seeds, in twelve seconds',
    reaches: ['an approval of another amount was undone', 'the process died before the result of an effect'],
  },
  'many-deaths': {
    seed: 34,
    why: 'the process dies fourteen times, among 471 faults of fifteen kinds',
    reaches: ['the process died during an effect', 'a refund ended declined'],
  },
  'refused-void': {
    seed: 23,
    why: 'the gateway refuses a void and an undo, which no other of the first forty seeds has',
    reaches: ['a void ended declined', 'fault: gateway refuses an undo'],
  },
  'refused-reversal': {
    seed: 8,
    why: 'an operator refuses to reverse a payout',
    reaches: ['a reversal ended declined', 'fault: operator refuses a reversal'],
  },
  'another-amount': {
    seed: 35,
    why: 'the gateway approves an amount that differs from the requested one',
    reaches: ['an approval of another amount was undone'],
  },
  'contradicting-callback': {
    seed: 20,
    why: 'an operator reports the opposite of what it did',
    reaches: ['fault: callback contradicts'],
  },
  'declined-refund': {
    seed: 26,
    why: 'the gateway declines a refund, and a callback reports a failure while the call of its payout hangs; six seconds',
    reaches: ['a refund ended declined', 'fault: callback of a failure while the call hangs'],
  },
  'absurd-rates': {
    seed: 33,
    why: 'the rate provider sends impossible rates; five seconds',
    reaches: ['rates were quarantined'],
  },
  'webhook-death': {
    seed: 5,
    why: 'a process dies while it delivers a webhook',
    reaches: ['a worker died over a webhook'],
  },
}

/** Returns the seed with this number or name. @throws Error if the text is neither. */
export function seedOf(text: string): { seed: number; named?: NamedSeed } {
  const named = namedSeeds[text]
  if (named) return { seed: named.seed, named }
  const seed = Number(text)
  if (!Number.isSafeInteger(seed))
    throw new Error(`--seed takes a number or one of ${Object.keys(namedSeeds).join(', ')}`)
  return { seed }
}
