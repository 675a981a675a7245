// Database statements of batches: reading them with what became of their rows, and changing them under the lock of the batch.

import type { Environment } from '../../kernel/environment.ts'
import { type Sql, statement, type Tx } from '../../platform/database/database.ts'
import { placeLock } from '../../platform/database/locks.ts'
import type { RowFault } from './fields.ts'
import { type BatchState, type RowState, rowState } from './states.ts'

export type BatchOwner = { merchantId: bigint; environment: Environment }

export type BatchRow = {
  id: bigint
  batch_id: string
  merchant_id: bigint
  environment: Environment
  name: string
  state: BatchState
  row_count: number
  uploaded_by: bigint | null
  uploader: string | null
  /** Emails of the users who corrected rows. */
  corrected_by: string[]
  created_at: Temporal.Instant
  checked_at: Temporal.Instant | null
  confirmer: string | null
  confirmed_at: Temporal.Instant | null
  confirmed_rows: number | null
  confirmed_minor: bigint | null
  pause_reason: 'requested' | 'balance_insufficient' | null
  runs: number
  done_at: Temporal.Instant | null
  next_at: Temporal.Instant | null
}

export const batchColumns = `b.id, b.batch_id, b.merchant_id, b.environment, b.name, b.state, b.row_count, b.uploaded_by, b.uploader,
  b.corrected_by, b.created_at, b.checked_at, b.confirmer, b.confirmed_at, b.confirmed_rows, b.confirmed_minor, b.pause_reason, b.runs, b.done_at,
  b.next_at`

/** SQL: the transfer of row `r` of batch `b`, by the reference that only this row sends. */
const transferOfRow = `left join transfer t
    on t.merchant_id = b.merchant_id and t.environment = b.environment and t.reference = r.sent_as`

/** Two uploads of a merchant are compared one after the other. */
export const lockUploads = statement('lock_batch_uploads', `select ${placeLock('batch uploads', '$1')}`)

/** One that was cancelled before a row was sent does not count, nor does the batch itself. */
// guard: repeated-batch
export const findSameContent = statement<{ batch_id: string }>(
  'find_batch_of_same_content',
  `select b.batch_id from batch b
    where b.merchant_id = $1 and b.environment = $2 and $3 in (b.fingerprint, b.uploaded_fingerprint) and b.created_at > $4 and b.id is distinct from $5
      and (b.state <> 'CANCELLED' or exists (select from batch_row r where r.batch = b.id and r.sent_as is not null))
    order by b.id desc limit 1`,
)

export const insertBatch = statement<{ id: bigint }>(
  'insert_batch',
  `insert into batch (batch_id, merchant_id, environment, name, row_count, fingerprint, uploaded_fingerprint, uploaded_by, uploader, created_at, next_at)
   values ($1, $2, $3, $4, $5, $6, $6, $7, $8, $9, $9) returning id`,
)

export const insertRows = statement(
  'insert_batch_rows',
  `insert into batch_row (batch, number, reference, fields_sealed, digest, faults)
   select $2, number, reference, decode(fields_sealed, 'base64'), decode(digest, 'hex'), faults
     from json_to_recordset($1) as r (number integer, reference text, fields_sealed text, digest text, faults jsonb)
    order by number`,
)

// guard: batch-owner
const findOne = statement<BatchRow>(
  'find_batch',
  `select ${batchColumns} from batch b where b.merchant_id = $1 and b.environment = $2 and b.batch_id = $3`,
)
export const findBatch = async (
  sql: Sql,
  owner: BatchOwner,
  batchId: string,
): Promise<BatchRow | undefined> =>
  (await sql.rows(findOne, [owner.merchantId, owner.environment, batchId]))[0]

export const listBatches = statement<BatchRow>(
  'list_batches',
  `select ${batchColumns} from batch b where b.merchant_id = $1 and b.environment = $2 order by b.id desc limit $3 offset $4`,
)
export const countBatches = statement<{ total: bigint }>(
  'count_batches',
  'select count(*) as total from batch where merchant_id = $1 and environment = $2',
)

const lockOne = statement<BatchRow>(
  'lock_batch',
  `select ${batchColumns} from batch b where b.id = $1 for no key update`,
)
/** All that changes a batch or moves its rows holds this lock, so that it sees what was confirmed, paused or cancelled before. */
export async function lockBatch(sql: Tx, id: bigint): Promise<BatchRow> {
  const [row] = await sql.rows(lockOne, [id])
  if (!row) throw new Error('a batch is never deleted')
  return row
}

/** Sums of the rows in one state, in US cents: by the transfer where there is one, otherwise by the check. */
export type RowCount = { state: RowState; rows: bigint; amount: bigint; fee: bigint } & Record<
  'held' | 'repeated',
  bigint
>
export const countRows = statement<RowCount>(
  'count_batch_rows',
  `select ${rowState} as state, count(*) as rows, coalesce(sum(coalesce(t.receiver_minor, r.amount_minor)), 0)::bigint as amount,
          coalesce(sum(coalesce(t.fee_minor, r.fee_minor)), 0)::bigint as fee,
          count(*) filter (where r.would_hold) as held, count(r.repeats) as repeated
     from batch_row r join batch b on b.id = r.batch ${transferOfRow}
    where r.batch = $1 group by 1`,
)

export type ListedRow = {
  number: number
  reference: string | null
  state: RowState
  fields_sealed: Buffer | null
  faults: RowFault[]
  amount: bigint | null
  fee: bigint | null
  transaction_id: string | null
  sent_as: string | null
  would_hold: boolean
  repeats: string | null
  /** What the sender pays, of a row that was sent. */
  amount_hundredths: bigint | null
  currency: string | null
  failure_code: string | null
  failure_message: string | null
  completed_at: Temporal.Instant | null
}
const rowColumns = `r.number, r.reference, ${rowState} as state, r.fields_sealed, r.faults,
  coalesce(t.receiver_minor, r.amount_minor) as amount, coalesce(t.fee_minor, r.fee_minor) as fee, t.transaction_id, r.sent_as,
  r.would_hold, r.repeats, t.amount_hundredths, t.currency,
  t.failure_code, t.failure_message, t.completed_at`

/** SQL over the row `r`: whether it is in the state, and has a fault in the column, that were asked for. */
const isListed = `($2::text is null or ${rowState} = $2)
  and ($3::text is null or r.faults @> jsonb_build_array(jsonb_build_object('field', $3::text)))`

export const countListed = statement<{ total: bigint }>(
  'count_listed_batch_rows',
  `select count(*) as total from batch_row r join batch b on b.id = r.batch ${transferOfRow} where r.batch = $1 and ${isListed}`,
)
export const listRows = statement<ListedRow>(
  'list_batch_rows',
  `select ${rowColumns} from batch_row r join batch b on b.id = r.batch ${transferOfRow}
    where r.batch = $1 and ${isListed} order by r.number limit $4 offset $5`,
)
export const rowsAfter = statement<ListedRow>(
  'list_batch_rows_after',
  `select ${rowColumns} from batch_row r join batch b on b.id = r.batch ${transferOfRow}
    where r.batch = $1 and r.number > $2 order by r.number limit 500`,
)

type Change = {
  state: BatchState
  pauseReason?: BatchRow['pause_reason']
  doneAt?: Temporal.Instant
  nextAt: Temporal.Instant | null
}
const changeOne = statement(
  'change_batch',
  `update batch set state = $2, pause_reason = $3, done_at = $4, next_at = $5, checked_at = coalesce(checked_at, $6) where id = $1`,
)
/** Writes the state of a locked batch. @param checkedAt when its check ended, if it just did. */
export async function changeBatch(
  sql: Tx,
  { id }: Pick<BatchRow, 'id'>,
  { state, pauseReason, doneAt, nextAt }: Change,
  checkedAt?: Temporal.Instant,
): Promise<void> {
  await sql.rows(changeOne, [id, state, pauseReason ?? null, doneAt ?? null, nextAt, checkedAt ?? null])
}

export const saveConfirmation = statement(
  'save_batch_confirmation',
  `update batch set confirmed_by = $2, confirmer = $3, confirmed_at = $4, confirmed_rows = $5, confirmed_minor = $6, runs = 1
    where id = $1`,
)
export const releaseReadyRows = statement(
  'release_ready_batch_rows',
  `update batch_row set state = 'WAITING', tries = 0, next_at = null where batch = $1 and state = 'READY'`,
)
/** Rows that are being sent stay: their transfers may exist. */
export const cancelRows = statement(
  'cancel_batch_rows',
  `update batch_row set state = 'CANCELLED' where batch = $1 and state in ('UNCHECKED', 'READY', 'WAITING')`,
)
export const hasCorrected = statement(
  'find_corrector_of_batch',
  'select from batch where id = $1 and $2 = any(correctors)',
)
export const isSending = statement(
  'find_batch_row_being_sent',
  `select from batch_row where batch = $1 and state = 'SENDING' limit 1`,
)
/**
 * Rows that failed wait again. After a transfer that failed, or where another transfer has the reference, the next attempt has one of its
 * own; without a transfer, the reference is free, and stays that of the row, so that an acceptance that is late finds it used. A transfer with an open exception may have been paid,
 * and one that a compliance officer rejected is not for the merchant to send again, nor is one that has used up its quote.
 */
// guard: retried-rows
export const retryRows = statement<{ number: number }>(
  'retry_failed_batch_rows',
  `update batch_row r
      set state = 'WAITING', faults = '[]', tries = 0, next_at = null,
          attempt = r.attempt + case when f.is_taken then 1 else 0 end,
          sent_as = case when f.is_taken then null else r.sent_as end
     from (select o.id, t.id is not null or o.sent_as is null as is_taken
             from batch_row o join batch b on b.id = o.batch
             left join transfer t on t.merchant_id = b.merchant_id and t.environment = b.environment and t.reference = o.sent_as
            where o.batch = $1 and o.attempt < 99 and coalesce(t.status, o.state) in ('Failed', 'FAILED')
              and t.failure_code is distinct from 'COMPLIANCE_REJECTED'
              and not exists (select from quote q where q.transfer_id = t.id)
              and not exists (select from transfer_exception e where e.transfer_id = t.id and e.state = 'open')) f
    where r.id = f.id
   returning r.number`,
)
export const countRun = statement('count_run_of_batch', 'update batch set runs = runs + 1 where id = $1')

const sumWaiting = statement<{ cost: bigint }>(
  'sum_waiting_batch_rows',
  `select coalesce(sum(amount_minor + fee_minor), 0)::bigint as cost from batch_row where batch = $1 and state in ('WAITING', 'SENDING')`,
)
/** What the rows that are left cost, in US cents by the rates of the check. */
export const costLeft = async (sql: Sql, id: bigint): Promise<bigint> =>
  (await sql.rows(sumWaiting, [id]))[0]?.cost ?? 0n
