// How far the making of a sample is, and who makes it.
import { newId } from '../kernel/id.ts'
import { commonStatement, type Sql, type Tx } from '../platform/database/database.ts'

/** The right to make a sample, as long as it is renewed. */
export type SampleLease = { merchantId: bigint; token: string }

/** A day takes well under a second; a process that is silent for so long has died. */
const leaseSeconds = 30

type Row = {
  id: bigint
  merchant_code: string
  done: number
  total: number
  lease_until: Temporal.Instant | null
  finished_at: Temporal.Instant | null
}

const columns = 'm.id, m.merchant_code, s.done, s.total, s.lease_until, s.finished_at'
const find = commonStatement<Row>(
  'find_sample',
  `select ${columns} from merchant m join sample_month s on s.merchant_id = m.id where m.sample_of = $1`,
)
const lock = commonStatement<Row>(
  'lock_sample',
  `select ${columns} from shared.merchant m join shared.sample_month s on s.merchant_id = m.id where m.sample_of = $1 for update of s`,
)
const insert = commonStatement(
  'insert_sample_progress',
  `insert into shared.sample_month (merchant_id, total, lease_token, lease_until, created_at) values ($1, $2, $3, $4, $5)`,
)
const renew = commonStatement<{ done: number }>(
  'renew_sample_lease',
  `update shared.sample_month set done = $3, lease_until = $4 where merchant_id = $1 and lease_token = $2 returning done`,
)
const release = commonStatement(
  'release_sample_lease',
  'update shared.sample_month set lease_until = $3 where merchant_id = $1 and lease_token = $2',
)
const finish = commonStatement(
  'finish_sample',
  `update shared.sample_month set lease_token = null, lease_until = null, finished_at = $3
    where merchant_id = $1 and lease_token = $2`,
)
const forget = commonStatement(
  'delete_sample_progress',
  'delete from shared.sample_month where merchant_id = $1',
)

export type SampleState = 'NONE' | 'MAKING' | 'MADE' | 'INTERRUPTED'
/** @property id of the merchant that the sample lies in; absent without one. */
export type Sample = { id?: bigint; state: SampleState; code: string | null; done: number; total: number }

const none: Sample = { state: 'NONE', code: null, done: 0, total: 0 }

function sampleOf(row: Row | undefined, now: Temporal.Instant): Sample {
  if (!row) return none
  const { id, merchant_code: code, done, total, lease_until, finished_at } = row
  const isLeased = lease_until !== null && Temporal.Instant.compare(lease_until, now) > 0
  return { id, code, done, total, state: finished_at ? 'MADE' : isLeased ? 'MAKING' : 'INTERRUPTED' }
}

/** The sample of a merchant. @param now real time. */
export async function readSample(sql: Sql, merchantId: bigint, now: Temporal.Instant): Promise<Sample> {
  return sampleOf((await sql.rows(find, [merchantId]))[0], now)
}

/** The same, locked until the transaction ends: it is neither made nor removed meanwhile. */
export async function lockSample(sql: Tx, merchantId: bigint, now: Temporal.Instant): Promise<Sample> {
  return sampleOf((await sql.rows(lock, [merchantId]))[0], now)
}

/** Begins the making of a sample, under a lease. */
export async function beginSample(
  sql: Tx,
  { merchantId, total }: { merchantId: bigint; total: number },
  now: Temporal.Instant,
): Promise<SampleLease> {
  const token = newId()
  await sql.rows(insert, [merchantId, total, token, now.add({ seconds: leaseSeconds }), now])
  return { merchantId, token }
}

/** Moves the progress. False if the lease is lost: nothing may be written then. */
export async function renewLease(
  sql: Tx,
  { merchantId, token }: SampleLease,
  { done, now }: { done: number; now: Temporal.Instant },
): Promise<boolean> {
  const until = now.add({ seconds: leaseSeconds })
  return (await sql.rows(renew, [merchantId, token, done, until])).length === 1
}

/** Gives the lease back before its time, when the making has failed. */
export async function releaseLease(
  sql: Sql,
  { merchantId, token }: SampleLease,
  now: Temporal.Instant,
): Promise<void> {
  await sql.rows(release, [merchantId, token, now])
}

export async function finishSample(
  sql: Tx,
  { merchantId, token }: SampleLease,
  now: Temporal.Instant,
): Promise<void> {
  await sql.rows(finish, [merchantId, token, now])
}

/** Forgets the progress of a sample that is removed in this transaction. */
export async function forgetSample(sql: Tx, merchantId: bigint): Promise<void> {
  await sql.rows(forget, [merchantId])
}
