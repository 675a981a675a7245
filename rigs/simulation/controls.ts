// Faults planted into the program's statements on their way to the store, to see that the invariants find them. A harness
// that does not find them has shown nothing.

import type { ActName } from './callers/day.ts'
import { noFaults } from './kernel/faults.ts'
import { runSeed } from './run.ts'
import type { StatementChanges } from './world/session.ts'
import type { Store } from './world/store.ts'

export type Plant = {
  /** What people have to do for it to show. */
  acts: readonly ActName[]
  /** Statements by their names, and what they become. */
  statements: StatementChanges
  /** Which invariants say what is wrong: by another one it was not found. */
  by: readonly string[]
  /** What the schema has to give up, where it would refuse the fault by itself. */
  schema?: string
}

const change = (part: string, to: string) => (text: string) => {
  if (!text.includes(part)) throw new Error(`the planted fault does not fit: ${part}`)
  return text.replace(part, to)
}

const reservesNothing = change(
  'refund_reserved_minor = refund_reserved_minor - $7',
  'refund_reserved_minor = 0 * $7::bigint',
)

export const plantedFaults: Readonly<Record<string, Plant>> = {
  /** It reads what is left, asks the gateway, and writes: two at once give back more than there was. */
  'naive refund': {
    acts: ['hosted payment', 'refund'],
    by: ['I-01'],
    schema: `alter table card_transaction drop constraint refunds_within_amount, drop constraint refund_status`,
    statements: {
      reserve_card_refund: change('refund_reserved_minor + $2\n', 'refund_reserved_minor + 0 * $2::bigint\n'),
      release_card_refund_reserve: change(
        'refund_reserved_minor - $2',
        'refund_reserved_minor - 0 * $2::bigint',
      ),
      move_card_transaction: reservesNothing,
      end_card_transaction: reservesNothing,
    },
  },
  /** What has no final answer yet is sent again, as another payout. */
  'double dispatch': {
    acts: ['transfer'],
    by: ['I-25'],
    statements: {
      postpone_operation: change(
        'set state = $2,',
        `set state = case kind when 'payout' then 'intent' else $2 end,
             upstream_ref = case kind when 'payout' then md5(upstream_ref)::uuid::text else upstream_ref end,`,
      ),
    },
  },
  /** Answers are not kept under their keys: whoever is not answered does it again. */
  'forgotten key': {
    acts: ['payment link'],
    by: ['A-02'],
    statements: {
      keep_idempotent_request: change(
        'set status = 200, body = $5',
        'set body = case when false then $5 end',
      ),
    },
  },
  /** Money is put aside for transfers, and nobody ever pays them out. */
  'no payout': {
    acts: ['transfer'],
    by: ['I-13'],
    statements: {
      claim_due_operations: change('next_check_at <= $1\n', `next_check_at <= $1 and kind <> 'payout'\n`),
    },
  },
}

export type ControlResult = { control: string; found: boolean; seed: number | undefined; by: string[] }

/** Seeds without any other fault, until one shows what was planted. What the schema gave up stays given up. */
export async function runControl(
  store: Store,
  control: string,
  { first, seeds, acts }: { first: number; seeds: number; acts: number },
): Promise<ControlResult> {
  const plant = plantedFaults[control]
  if (!plant) throw new Error(`controls: ${Object.keys(plantedFaults).join(', ')}`)
  if (plant.schema) await store.run(plant.schema)
  for (let seed = first; seed < first + seeds; seed++) {
    const { violations } = await runSeed(store, seed, { acts, plant, only: plant.acts, draw: noFaults })
    const by = violations.map(({ invariant }) => invariant)
    if (by.some((invariant) => plant.by.includes(invariant))) return { control, found: true, seed, by }
  }
  return { control, found: false, seed: undefined, by: [] }
}

export const lineOf = ({ control, found, seed, by }: ControlResult) =>
  `${control}: ${found ? `found in seed ${seed} by ${by.join(', ')}` : 'not found'}`
