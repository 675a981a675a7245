// Rows of batches, and the payouts that are in one or wait for one.
import type { Environment } from '../../kernel/environment.ts'
import type { LocalCurrency } from '../../kernel/money.ts'
import { type Sql, statement, type Tx } from '../../platform/database/database.ts'
import { type BankPayout, isPublicId, owesUs, payoutColumns, payoutTables } from '../payout/queries.ts'

export const batchStates = ['WAITING', 'APPROVED', 'REJECTED'] as const

export type BatchRow = {
  id: bigint
  public_id: string
  environment: Environment
  currency: LocalCurrency
  state: (typeof batchStates)[number]
  own_name: string
  own_account: string
  own_bic: string
  created_by: string
  created_owner: string
  created_at: Temporal.Instant
  decided_by: string | null
  decided_owner: string | null
  decided_at: Temporal.Instant | null
  decision_reason: string | null
  /** The number and sum of its payouts: as approved, or as they are now. */
  payouts: bigint
  total_minor: bigint
}

export const batchColumns = `b.id, b.public_id, b.environment, b.currency, b.state, b.own_name, b.own_account, b.own_bic, b.created_by,
  b.created_owner, b.created_at, b.decided_by, b.decided_owner, b.decided_at, b.decision_reason,
  coalesce(b.payouts, s.payouts) as payouts, coalesce(b.total_minor, s.total_minor) as total_minor`
export const batchTables = `payout_batch b cross join lateral (
  select count(*) as payouts, coalesce(sum(p.amount_minor), 0)::bigint as total_minor
    from merchant_payout p where p.batch_id = b.id) s`

/** More are left for the next batch. */
export const maxInBatch = 500

const isToActive = `exists (select from payout_destination a where a.id = t.destination_id and a.state = 'active')`
/**
 * SQL: a payout to an active destination, whose merchant is active and owes us nothing in its currency. A debt is netted first.
 */
// guard: batch-of-debtor
export const mayBeSent = `m.status = 'active' and not ${owesUs} and ${isToActive}`

const columns = `t.id, t.created_at, ${payoutColumns}`

const findBatch = statement<BatchRow>(
  'find_payout_batch',
  `select ${batchColumns} from ${batchTables} where b.public_id = $1`,
)
const lockBatch = statement<BatchRow>(
  'lock_payout_batch',
  `select ${batchColumns} from ${batchTables} where b.public_id = $1 for update of b`,
)
// guard: payout-in-one-batch
const waitsForBatch = `t.state = 'APPROVED' and t.batch_id is null and d.type = 'bank' and t.environment = $1 and t.currency = $2
      and ${mayBeSent}`
/**
 * The merchants take turns, so that the many payouts of one do not keep the others out. Whoever waits for the lock sees a payout again
 * that another batch has taken meanwhile, and leaves it out.
 */
// guard: payout-turns
const lockWaiting = statement<BankPayout>(
  'lock_payouts_for_batch',
  `select ${columns} from ${payoutTables}
    where ${waitsForBatch} and t.id in (
      select id from (
        select t.id, row_number() over (partition by t.merchant_id order by t.id) as turn from ${payoutTables}
         where ${waitsForBatch}) waiting
       order by turn, id limit ${maxInBatch})
    order by t.id for update of t`,
)
const lockOfBatch = statement<BankPayout>(
  'lock_payouts_of_batch',
  `select ${columns} from ${payoutTables} where t.batch_id = $1 order by t.id for update of t`,
)
const listOfBatch = statement<BankPayout>(
  'list_payouts_of_batch',
  `select ${columns} from ${payoutTables} where t.batch_id = $1 order by t.id`,
)
const readFile = statement<{ file: string | null }>(
  'read_file_of_payout_batch',
  'select file from payout_batch where id = $1',
)

export async function batchByPublicId(sql: Sql, publicId: string): Promise<BatchRow | undefined> {
  return isPublicId(publicId) ? (await sql.rows(findBatch, [publicId]))[0] : undefined
}

/** Locks a batch. Its payouts are locked afterwards. */
export async function lockedBatch(sql: Tx, publicId: string): Promise<BatchRow | undefined> {
  return isPublicId(publicId) ? (await sql.rows(lockBatch, [publicId]))[0] : undefined
}

/** Locks the approved payouts to banks that are in no batch, the oldest of each merchant first, at most `maxInBatch`. */
export function lockedForBatch(sql: Tx, environment: Environment, currency: LocalCurrency) {
  return sql.rows(lockWaiting, [environment, currency])
}

/** Locks the payouts of a batch. */
export function lockedOfBatch(sql: Tx, batch: bigint): Promise<BankPayout[]> {
  return sql.rows(lockOfBatch, [batch])
}

export function payoutsOfBatch(sql: Sql, batch: bigint): Promise<BankPayout[]> {
  return sql.rows(listOfBatch, [batch])
}

/** The file of an approved batch; null before. */
export async function fileOfBatch(sql: Sql, batch: bigint): Promise<string | null> {
  return (await sql.rows(readFile, [batch]))[0]?.file ?? null
}
