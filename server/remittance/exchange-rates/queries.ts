// ControlDatabase statements for rate snapshots and for the six-hour slots in which they are fetched.
import { type ControlTx, commonStatement } from '../../platform/database/database.ts'
import { lockForAll } from '../../platform/database/locks.ts'

/** Decimal strings by currency. */
export type RatesJson = Record<string, string>

export type SnapshotRow = {
  id: bigint
  source: string
  as_of: Temporal.Instant
  fetched_at: Temporal.Instant
  rates: RatesJson
  state: 'PUBLISHED' | 'QUARANTINED'
  moved_from: RatesJson
  approved_by: string | null
  approval_reason: string | null
  approved_at: Temporal.Instant | null
}

const columns = `id, source, as_of, fetched_at, rates, state, moved_from, approved_by, approval_reason, approved_at`

export const findRateTable = commonStatement<SnapshotRow>(
  'find_rate_card',
  `select ${columns} from rate_snapshot where state = 'PUBLISHED' order by as_of desc limit 1`,
)
/** Held until the transaction ends by every change of the rate table, so that no change compares with an outdated one. */
export const lockRateTable = (sql: ControlTx): Promise<void> => lockForAll(sql, 'rate table')
export const insertSnapshot = commonStatement<{ id: bigint }>(
  'insert_rate_snapshot',
  `insert into shared.rate_snapshot (source, as_of, fetched_at, rates, state, moved_from)
   values ($1, $2, $3, $4, $5, $6) returning id`,
)
/** Finds equal rates of the same time that are quarantined already, so that an admin does not see them twice. */
export const findSameQuarantined = commonStatement<{ id: bigint }>(
  'find_same_quarantined_rates',
  `select id from rate_snapshot where state = 'QUARANTINED' and source = $1 and as_of = $2 and rates = $3 limit 1`,
)
export const lockSnapshot = commonStatement<SnapshotRow>(
  'lock_rate_snapshot',
  `select ${columns} from shared.rate_snapshot where id = $1 for update`,
)
export const publishSnapshot = commonStatement<SnapshotRow>(
  'publish_rate_snapshot',
  `update shared.rate_snapshot set state = 'PUBLISHED', approved_by = $2, approval_reason = $3, approved_at = $4
    where id = $1 and state = 'QUARANTINED' returning ${columns}`,
)
export const listSnapshots = commonStatement<SnapshotRow>(
  'list_rate_snapshots',
  `select ${columns} from rate_snapshot order by id desc limit $1`,
)

type SlotRow = {
  slot: Temporal.Instant
  attempts: number
  next_attempt_at: Temporal.Instant
  failure: string | null
  finished_at: Temporal.Instant | null
}

/** Claims the slot if it is due; of several concurrent attempts one succeeds. Reads one row while it is not due. */
export const claimSlot = commonStatement<{ attempts: number }>(
  'claim_rate_slot',
  `insert into shared.rate_slot as s (slot, attempts, next_attempt_at, lease_token)
   select $1::timestamptz, 1, $4::timestamptz, $3::uuid
    where not exists (select from shared.rate_slot where slot = $1 and (finished_at is not null or next_attempt_at > $2))
   on conflict (slot) do update
      set attempts = s.attempts + 1, next_attempt_at = excluded.next_attempt_at, lease_token = excluded.lease_token
    where s.finished_at is null and s.next_attempt_at <= $2
   returning attempts`,
)
export const postponeSlot = commonStatement<{ slot: Temporal.Instant }>(
  'postpone_rate_slot',
  `update shared.rate_slot set next_attempt_at = $3, failure = $4
    where slot = $1 and lease_token = $2 and finished_at is null returning slot`,
)
/** Completes the slot. Returns no row if another process has taken it over. */
export const completeSlot = commonStatement<{ slot: Temporal.Instant }>(
  'finish_rate_slot',
  `update shared.rate_slot set finished_at = $3, failure = null
    where slot = $1 and lease_token = $2 and finished_at is null returning slot`,
)
export const nameSnapshotOfSlot = commonStatement(
  'name_snapshot_of_rate_slot',
  'update shared.rate_slot set snapshot_id = $2 where slot = $1',
)
export const findSlot = commonStatement<SlotRow>(
  'find_rate_slot',
  'select slot, attempts, next_attempt_at, failure, finished_at from rate_slot where slot = $1',
)

export const countQuarantined = commonStatement<{ quarantined: bigint }>(
  'count_quarantined_rates',
  `select count(*) as quarantined from rate_snapshot
    where state = 'QUARANTINED'
      and as_of > coalesce((select max(as_of) from rate_snapshot where state = 'PUBLISHED'), '-infinity')`,
)
