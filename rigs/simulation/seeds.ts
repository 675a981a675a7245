// Named seeds that reach rare situations: `npm run simulate -- --seed refused-void` runs that seed with its forty acts.

export type NamedSeed = {
  seed: number
  why: string
  /** Situations of checks/marks.ts that the seed reached when it was chosen. If it no longer reaches one, choose another seed. */
  reaches: readonly string[]
}

export const namedSeeds: Record<string, NamedSeed> = {
  'no-fault': {
    seed: 19,
    why: 'a run without any fault: a failure here is not caused by a fault',
    reaches: [],
  },
  'many-situations': {
    seed: 38,
    why: 'no other of the first forty seeds reaches more situations, and it takes seven seconds',
    reaches: ['an approval of another amount was undone', 'the process died before the result of an effect'],
  },
  'many-deaths': {
    seed: 13,
    why: 'the process dies six times, among 273 faults of twelve kinds',
    reaches: ['the process died during an effect'],
  },
  'refused-void': {
    seed: 340,
    why: 'the gateway refuses a void and an undo, which none of the first forty seeds has',
    reaches: ['a void ended declined', 'fault: gateway refuses an undo'],
  },
  'refused-reversal': {
    seed: 9,
    why: 'an operator refuses to reverse a payout',
    reaches: ['a reversal ended declined', 'fault: operator refuses a reversal'],
  },
  'contradicting-callback': {
    seed: 26,
    why: 'an operator reports the opposite of what it did',
    reaches: ['fault: callback contradicts'],
  },
  'declined-refund': {
    seed: 18,
    why: 'the gateway declines the refund of an approved request, and a merchant withdraws another request',
    reaches: ['a refund ended declined', 'an approved refund failed', 'a merchant withdrew a refund request'],
  },
  'refund-requests': {
    seed: 20,
    why: 'admins approve and reject refund requests, and others expire; six seconds',
    reaches: [
      'an admin approved a refund request',
      'an admin rejected a refund request',
      'a refund request expired',
    ],
  },
  'absurd-rates': {
    seed: 40,
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
