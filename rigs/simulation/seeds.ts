// Named seeds that reach rare situations: `npm run rig -- simulate --seed refused-void`. Each names the acts of its callers and the
// faults that happen, at a high rate, so that an act or a fault that is added later does not lead it elsewhere.
import { WrongOption } from '../options.ts'
import type { ActName } from './callers/day.ts'
import { type FaultKind, openFaults } from './kernel/faults.ts'
import type { SeedOptions } from './run.ts'

export type NamedSeed = {
  seed: number
  why: string
  /** The acts that callers perform; every act if absent. */
  acts?: readonly ActName[]
  /** Over how many days, instead of forty acts. */
  days?: number
  /** How often each fault happens, from 0 to 1. Nothing else fails. */
  faults: Partial<Record<FaultKind, number>>
  /** Situations of checks/marks.ts that the seed must reach. */
  reaches: readonly string[]
}

export const namedSeeds: Record<string, NamedSeed> = {
  'no-fault': {
    seed: 1,
    why: 'every act without any fault: a failure here is not caused by a fault',
    faults: {},
    reaches: ['a payment ended SUCCESS', 'a transfer came to Successful'],
  },
  'many-deaths': {
    seed: 2,
    why: 'the process dies again and again, at any effect',
    faults: { 'process dies': 0.004 },
    reaches: [
      'the process died before an effect',
      'the process died during an effect',
      'the process died before the result of an effect',
    ],
  },
  'refused-void': {
    seed: 3,
    why: 'the gateway refuses voids',
    acts: ['custom checkout', 'hosted payment', 'void'],
    faults: { 'gateway refuses an undo': 0.5 },
    reaches: ['a void ended declined', 'fault: gateway refuses an undo'],
  },
  'refused-reversal': {
    seed: 4,
    why: 'an operator refuses to reverse a payout',
    acts: ['transfer', 'reversal'],
    faults: { 'operator refuses a reversal': 0.5 },
    reaches: ['a reversal ended declined', 'fault: operator refuses a reversal'],
  },
  'contradicting-callback': {
    seed: 5,
    why: 'an operator reports the opposite of what it did',
    acts: ['transfer', 'hosted payment', 'payout'],
    faults: { 'callback contradicts': 0.3 },
    reaches: ['fault: callback contradicts'],
  },
  'declined-refund': {
    seed: 402,
    why: 'the gateway declines refunds, also of approved requests',
    acts: ['hosted payment', 'refund', 'refund request'],
    faults: { 'gateway declines a refund': 0.5 },
    reaches: ['a refund ended declined', 'an approved refund failed'],
  },
  'refund-requests': {
    seed: 404,
    why: 'admins approve and reject refund requests, and others expire',
    acts: ['hosted payment', 'refund request'],
    faults: {},
    reaches: [
      'an admin approved a refund request',
      'an admin rejected a refund request',
      'a refund request expired',
    ],
  },
  approvals: {
    seed: 61,
    why: 'large refunds wait for a second admin, who approves them or comes too late',
    acts: ['hosted payment', 'approval'],
    faults: {},
    reaches: ['a second admin approved a refund', 'an approval expired'],
  },
  'merchant-payouts': {
    seed: 400,
    why: 'payouts are paid, declined and cancelled while refunds and disputes take the same money',
    acts: ['hosted payment', 'refund', 'dispute', 'payout'],
    // Card money becomes available at midnight.
    days: 4,
    faults: { 'operator declines': 0.3 },
    reaches: [
      'a payout to a merchant ended PAID',
      'a payout to a merchant ended FAILED',
      'a payout to a merchant ended CANCELLED',
      'an admin approved a payout to a merchant',
    ],
  },
  'bank-files': {
    seed: 12,
    why: 'batches are paid, refused and returned by the bank, whose statements differ from what was sent',
    acts: [
      'hosted payment',
      'payout',
      'payout destination',
      'payout schedule',
      'bank batch',
      'bank statement',
      'bank line',
    ],
    days: 14,
    faults: {
      'bank refuses a payment': 0.1,
      'bank returns a payment': 0.5,
      'bank books another amount': 0.1,
      'bank drops our reference': 0.2,
      'bank books something else': 0.3,
      'bank repeats a line': 0.3,
    },
    reaches: [
      'a payout to a bank ended PAID',
      'a payout to a bank ended RETURNED',
      'a batch of payouts was APPROVED',
      'a bank line ended DUPLICATE',
      'a bank line ended WRITTEN_OFF',
      'an admin assigned a bank line',
      'a payout was made by schedule',
    ],
  },
  'held-payouts': {
    seed: 401,
    why: 'merchants distrust new destinations, confirm them again, and admins decide the payouts that were held',
    acts: ['hosted payment', 'payout destination'],
    days: 6,
    faults: {},
    reaches: [
      'a payout was held for its destination',
      'a held payout was approved again',
      'a held payout was cancelled or rejected',
    ],
  },
  'whole-month': {
    seed: 13,
    why: 'six weeks of every act, with occasional faults of everybody and differences on the statements of the bank',
    days: 42,
    faults: {
      'gateway acts, reply lost': 0.02,
      'gateway declines a refund': 0.1,
      'operator declines': 0.1,
      'operator acts, reply lost': 0.02,
      'rates absurd': 0.05,
      'request lost': 0.01,
      'response lost': 0.01,
      'bank refuses a payment': 0.1,
      'bank returns a payment': 0.2,
      'bank books another amount': 0.1,
      'bank drops our reference': 0.2,
      'bank books something else': 0.2,
      'bank repeats a line': 0.2,
    },
    reaches: [
      'a payout to a merchant ended PAID',
      'a payout to a bank ended PAID',
      'a dispute was lost',
      'card money became available',
      'a bank line ended DUPLICATE',
    ],
  },
  'phone-payments': {
    seed: 16,
    why: 'payers approve, decline, ignore and approve too late what they are asked on the phone, by links and orders, beside cards',
    acts: ['phone payment', 'refund'],
    faults: {
      'payer declines': 0.2,
      'payer does not react': 0.15,
      'payer approves too late': 0.15,
      'payer has no wallet': 0.05,
      'operator refuses a refund': 0.3,
      'operator debits another amount': 0.05,
      'operator acts, reply lost': 0.1,
      'callback lost': 0.1,
      'callback contradicts': 0.1,
    },
    reaches: [
      'a collection ended APPROVED',
      'a collection ended DECLINED',
      'a collection ended EXPIRED',
      'a collection ended REFUNDED',
      'a payer by phone tried again',
      'a refund was made by the operator',
      'a refund was paid to the number',
    ],
  },
  batches: {
    seed: 106,
    why: 'batches are confirmed, stopped, refused, held and sent again, while other transfers empty the same wallets',
    acts: ['batch', 'transfer', 'top-up'],
    faults: {
      'operator declines': 0.4,
      'operator acts, reply lost': 0.1,
      'response lost': 0.02,
      'process dies': 0.0003,
    },
    reaches: [
      'a batch of transfers ended DONE',
      'a batch of transfers ended CANCELLED',
      'a batch waited for money',
      'a row of a batch failed and was sent again',
      'a row of a batch was held',
      'a row of a batch was left out',
    ],
  },
  'refund-batches': {
    seed: 105,
    why: 'files of refunds are confirmed, stopped and declined, while their payments are refunded and voided one by one',
    acts: ['hosted payment', 'refund batch', 'refund', 'void'],
    days: 3,
    faults: {
      'gateway declines a refund': 0.3,
      'gateway acts, reply lost': 0.1,
      'response lost': 0.02,
      'process dies': 0.0003,
    },
    reaches: [
      'a batch of refunds ended DONE',
      'a batch of refunds ended CANCELLED',
      'a row of a batch was refunded',
      'a row of a batch waited for an admin',
      'a refund of a batch failed and was requested again',
    ],
  },
  'links-in-parts': {
    seed: 18,
    why: 'several payers pay parts of one link at once, by card and phone, and parts are declined and refunded',
    acts: ['link in parts', 'refund'],
    faults: {
      'gateway declines': 0.1,
      'gateway acts, reply lost': 0.1,
      'payer declines': 0.2,
      'payer approves too late': 0.15,
      'process dies': 0.0002,
    },
    reaches: ['a link in parts was fully paid', 'a part was paid by card and another by phone'],
  },
  quotes: {
    seed: 19,
    why: 'quotes are used by several transfers at once, held, rejected and left to expire',
    acts: ['quote', 'top-up'],
    faults: { 'operator declines': 0.1, 'response lost': 0.05, 'process dies': 0.0003 },
    reaches: ['a quote ended USED', 'a quote ended EXPIRED', 'a quote ended HELD'],
  },
  disputes: {
    seed: 406,
    why: 'disputes are won, lost and accepted, and the report omits, repeats and delays them',
    acts: ['hosted payment', 'refund', 'dispute'],
    faults: {
      'gateway omits a dispute for now': 0.2,
      'gateway reports a dispute twice': 0.3,
      'gateway reports a dispute late': 0.3,
    },
    reaches: ['a dispute was won', 'a dispute was lost', 'a merchant sent evidence'],
  },
  'absurd-rates': {
    seed: 405,
    why: 'the rate provider sends impossible rates',
    acts: ['transfer', 'held transfer', 'quarantined rates'],
    faults: { 'rates absurd': 0.6 },
    reaches: ['a second admin released a hold', 'a second admin published rates'],
  },
  'webhook-death': {
    seed: 11,
    why: 'the process dies while it delivers a webhook',
    acts: ['hosted payment', 'transfer'],
    faults: { 'process dies': 0.01 },
    reaches: ['a worker died over a webhook'],
  },
}

/** How a named seed is run. */
export function optionsOf({ acts, days, faults }: NamedSeed): SeedOptions {
  const rates = new Map(Object.entries(faults) as [FaultKind, number][])
  return { draw: (chance) => openFaults(rates, chance), ...(acts && { only: acts }), ...(days && { days }) }
}

/** Returns the seed with this number or name. @throws Error if the text is neither. */
export function seedOf(text: string): { seed: number; named?: NamedSeed } {
  const named = namedSeeds[text]
  if (named) return { seed: named.seed, named }
  const seed = Number(text)
  if (!Number.isSafeInteger(seed))
    throw new WrongOption(`--seed takes a number or one of ${Object.keys(namedSeeds).join(', ')}`)
  return { seed }
}
