// Seeds worth keeping, by name: `npm run simulate -- --seed refused-void` runs that seed with its forty acts.

export type NamedSeed = {
  seed: number
  why: string
  /** The marks of checks/marks.ts that the seed reached when it was chosen. If it no longer reaches them, choose another seed. */
  comesTo: readonly string[]
}

export const namedSeeds: Record<string, NamedSeed> = {
  'no-fault': {
    seed: 36,
    why: 'a day without any fault: what fails here fails everywhere',
    comesTo: [],
  },
  'many-places': {
    seed: 38,
    why: 'reaches more marks than any other of the first forty seeds',
    comesTo: ['an approval of another amount was undone', 'the process died before the result of an effect'],
  },
  'many-deaths': {
    seed: 34,
    why: 'the process dies fourteen times, among 471 faults of fifteen kinds',
    comesTo: ['the process died during an effect', 'a refund ended declined'],
  },
  'refused-void': {
    seed: 23,
    why: 'the gateway refuses a void and an undo, which no other of the first forty seeds has',
    comesTo: ['a void ended declined', 'fault: gateway refuses an undo'],
  },
  'refused-reversal': {
    seed: 8,
    why: 'an operator refuses to reverse a payout',
    comesTo: ['a reversal ended declined', 'fault: operator refuses a reversal'],
  },
  'another-amount': {
    seed: 35,
    why: 'the gateway approves another amount than was asked for',
    comesTo: ['an approval of another amount was undone'],
  },
  'contradicting-callback': {
    seed: 20,
    why: 'an operator reports the opposite of what it has done',
    comesTo: ['fault: callback contradicts'],
  },
  'declined-refund': {
    seed: 26,
    why: 'the gateway declines a refund, and a callback reports a failure while its call hangs; six seconds',
    comesTo: ['a refund ended declined', 'fault: callback of a failure while the call hangs'],
  },
  'absurd-rates': {
    seed: 33,
    why: 'the rate provider sends rates that cannot be; five seconds',
    comesTo: ['rates were quarantined'],
  },
  'webhook-death': {
    seed: 5,
    why: 'a process dies while it delivers a webhook',
    comesTo: ['a worker died over a webhook'],
  },
}

/** @throws Error for what is neither a number nor a name */
export function seedOf(text: string): { seed: number; named?: NamedSeed } {
  const named = namedSeeds[text]
  if (named) return { seed: named.seed, named }
  const seed = Number(text)
  if (!Number.isSafeInteger(seed))
    throw new Error(`--seed takes a number or one of ${Object.keys(namedSeeds).join(', ')}`)
  return { seed }
}
