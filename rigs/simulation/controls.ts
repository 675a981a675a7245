// Faults planted into the program's statements on their way to the store, to check that the invariants detect them.
// A rig that misses them proves nothing.

import type { ActName } from './callers/day.ts'
import { noFaults } from './kernel/faults.ts'
import { runSeed } from './run.ts'
import type { StatementChanges } from './world/session.ts'
import type { Store } from './world/store.ts'

export type Plant = {
  /** The acts that make the fault visible. */
  acts: readonly ActName[]
  /** Statements by their names, and how they are changed. */
  statements: StatementChanges
  /** The invariants that must detect it; a violation of another one does not count. */
  by: readonly string[]
  /** A statement that removes the schema's own guard against the fault, or is the fault. */
  schema?: string
  /** How many cells it needs. */
  cells?: number
}

const change = (part: string, to: string) => (text: string) => {
  if (!text.includes(part)) throw new Error(`the planted fault does not fit: ${part}`)
  return text.replaceAll(part, to)
}

/** Another cell than the right one of three. */
const otherCell = '(m.cell % 3 + 1)::smallint'

const fromCell2 = (text: string) => text.replaceAll(/(from|update) webhook_event/g, '$1 cell_2.webhook_event')

/** Faults between cells. */
const faultsOfCells: Readonly<Record<string, Plant>> = {
  /** Requests go to another cell than that of their merchant, which takes the merchant for its own. */
  'served elsewhere': {
    cells: 3,
    acts: ['hosted payment', 'transfer'],
    by: ['C-02'],
    statements: {
      find_cell_of_key: change('select m.cell', `select ${otherCell} as cell`),
      find_cell_of_merchant: change(
        'select cell from merchant',
        `select ${otherCell} as cell from merchant m`,
      ),
      find_key_holder: change('m.id, m.cell,', `m.id, ${otherCell} as cell,`),
      find_merchants_by_code: change('m.id, m.cell,', `m.id, ${otherCell} as cell,`),
    },
  },
  /** Each cell counts for itself what a person has sent. */
  'limits of a cell': {
    cells: 3,
    acts: ['transfer'],
    by: ['I-55b'],
    statements: {},
    schema: ['limit_subject', 'limit_counterparty', 'limit_name', 'limit_share', 'limit_hour']
      .map((table) => `create table if not exists cell_2.${table} (like control.${table} including all)`)
      .join(';'),
  },
  /** The ids of a cell name another one. */
  'id of another cell': {
    cells: 3,
    acts: ['hosted payment'],
    by: ['C-01'],
    statements: {},
    schema: `create or replace function cell_2.new_id_in_cell() returns uuid language sql volatile as 'select cell_1.next_drawn_id(1)'`,
  },
  /** The workers of every cell claim the webhooks of one. */
  'webhooks of another cell': {
    cells: 3,
    acts: ['hosted payment', 'transfer'],
    by: ['I-17', 'I-17b', 'I-13'],
    statements: {
      pending_webhook_endpoints: fromCell2,
      claim_webhook_events: fromCell2,
    },
  },
  /** What was approved in one cell is carried out in the next one as well. */
  'approved in two cells': {
    cells: 3,
    acts: ['balance correction'],
    by: ['C-03b'],
    statements: {},
    schema: [1, 2, 3]
      .map(
        (cell) => `
      create or replace function cell_${cell}.post_again() returns trigger language plpgsql as $$ begin
        insert into cell_${(cell % 3) + 1}.ledger_posting overriding system value select (new).*;
        return new;
      end $$;
      create or replace trigger posted_again after insert on cell_${cell}.ledger_posting for each row
        when (new.key like 'adjustment:%' and pg_trigger_depth() = 0) execute function cell_${cell}.post_again()`,
      )
      .join(';'),
  },
}

export const plantedFaults: Readonly<Record<string, Plant>> = {
  ...faultsOfCells,
  /** Reads the remaining amount, calls the gateway and writes: two concurrent refunds return more than was paid. */
  'naive refund': {
    acts: ['hosted payment', 'refund'],
    by: ['I-01'],
    schema: `alter table card_transaction drop constraint refunds_within_amount, drop constraint refund_status,
               drop constraint card_transaction_disputed_check`,
    statements: {
      claim_card_refund: change(
        'set refund_reserved_minor = t.refund_reserved_minor + $2',
        'set refund_reserved_minor = t.refund_reserved_minor + 0 * $2',
      ),
      end_card_refund: (text) =>
        change(
          't.refund_reserved_minor - m.refunded_minor',
          '0 * m.refunded_minor',
        )(
          change(
            't.refund_reserved_minor - e.amount_minor',
            't.refund_reserved_minor - 0 * e.amount_minor',
          )(text),
        ),
    },
  },
  /** A payout without a final outcome is sent again as another payout. */
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
  /** A transfer that fails still counts in the limits of its sender and number. */
  'kept share': {
    acts: ['transfer', 'held transfer', 'reversal'],
    by: ['I-55b'],
    statements: {
      give_back_limit_shares: change('where s.key = r.key and', 'where s.key is null and'),
    },
  },
  /** Responses are not stored under their keys, so a repeat is done again. */
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
  /** Card money becomes available before its day. */
  'early release': {
    acts: ['hosted payment', 'refund'],
    by: ['I-47f'],
    statements: {
      find_balances_to_release: change('available_on <= $1::date', 'available_on <= $1::date + 9'),
    },
  },
  /** Money is reserved for transfers, but no payout is ever sent. */
  'no payout': {
    acts: ['transfer'],
    by: ['I-13'],
    statements: {
      claim_due_operations: change('next_check_at <= $1\n', `next_check_at <= $1 and kind <> 'payout'\n`),
    },
  },
}

export type ControlResult = { control: string; found: boolean; seed: number | undefined; by: string[] }

/** Runs seeds without any other fault until one detects the planted fault. The schema change stays in place. */
export async function runControl(
  store: Store,
  control: string,
  { first, seeds, acts }: { first: number; seeds: number; acts: number },
): Promise<ControlResult> {
  const plant = plantedFaults[control]
  if (!plant) throw new Error(`controls: ${Object.keys(plantedFaults).join(', ')}`)
  if (store.cells < (plant.cells ?? 1)) throw new Error(`${control} needs --cells ${plant.cells}`)
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
