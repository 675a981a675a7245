// Database statements of batches: reading them with what became of their rows, and changing them under the lock of the batch. Those that read
// what became of rows are written once for each kind.

import type { Environment } from '../kernel/environment.ts'
import type { LocalCurrency } from '../kernel/money.ts'
import { type Sql, statement, type Tx } from '../platform/database/database.ts'
import { placeLock } from '../platform/database/locks.ts'
import type { CopiedProfile, RowFault } from './fields.ts'
import type { BatchState, KindName, RowState } from './states.ts'

export type BatchOwner = { merchantId: bigint; environment: Environment }

export type BatchRow = {
  id: bigint
  batch_id: string
  kind: KindName
  merchant_id: bigint
  environment: Environment
  name: string
  /** Of the sum that a person confirms. */
  currency: LocalCurrency
  state: BatchState
  row_count: number
  /** The id of the person, as `BatchPerson` has it. */
  uploaded_by: string | null
  uploader: string | null
  /** Emails of the users who corrected rows. */
  corrected_by: string[]
  created_at: Temporal.Instant
  checked_at: Temporal.Instant | null
  confirmer: string | null
  confirmed_by: string | null
  /** Of that person when it was confirmed; null for an admin with a token. */
  confirmer_role: string | null
  confirmed_at: Temporal.Instant | null
  confirmed_rows: number | null
  confirmed_minor: bigint | null
  pause_reason: 'requested' | 'balance_insufficient' | 'merchant_suspended' | null
  runs: number
  done_at: Temporal.Instant | null
  next_at: Temporal.Instant | null
}

export const batchColumns = `b.id, b.batch_id, b.kind, b.merchant_id, b.environment, b.name, b.currency, b.state, b.row_count, b.uploaded_by, b.uploader,
  b.corrected_by, b.created_at, b.checked_at, b.confirmed_by, b.confirmer, b.confirmer_role, b.confirmed_at, b.confirmed_rows, b.confirmed_minor, b.pause_reason, b.runs, b.done_at,
  b.next_at`

/** SQL of a kind about row `r` of batch `b`. What becomes of a row that was sent is read from what it was sent as. */
export type OutcomeSql = Readonly<{
  /** Joins the outcome of the row, by what only this row was sent as. */
  join: string
  /** The state of the row that has an outcome; null without one. */
  state: string
  /** The id of the outcome as merchants know it; null without one. */
  id: string
  amount: string
  fee: string
  /** Of a listed row: failure_code, failure_message, completed_at and, if they differ, what its sender paid and in which currency. */
  columns: string
  /** Whether a failed row may be sent again. */
  mayRetry: string
  /** From and where: what the merchant $1 has under way in the environment $2. */
  underWay: string
}>

/** Two uploads of a merchant are compared one after the other. */
export const lockUploads = statement('lock_batch_uploads', `select ${placeLock('batch uploads', '$1')}`)

/** By any of the hashes $3. One that was cancelled before a row was sent does not count, nor does the batch itself. */
// guard: repeated-batch
export const findSameContent = statement<{ batch_id: string }>(
  'find_batch_of_same_content',
  `select b.batch_id from batch b
    where b.merchant_id = $1 and b.environment = $2 and b.created_at > $4 and b.id is distinct from $5
      and array[b.fingerprint, b.uploaded_fingerprint] && $3::bytea[]
      and (b.state <> 'CANCELLED' or exists (select from batch_row r where r.batch = b.id and r.sent_as is not null))
    order by b.id desc limit 1`,
)

export const insertBatch = statement<{ id: bigint }>(
  'insert_batch',
  `insert into batch (batch_id, merchant_id, environment, name, row_count, fingerprint, uploaded_fingerprint, uploaded_by, uploader,
                      created_at, next_at, kind, currency)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11, $12) returning id`,
)

export const insertRows = statement(
  'insert_batch_rows',
  `insert into batch_row (batch, number, reference, subject, fields_sealed, digest, alike, profiles, faults)
   select $2, number, reference, subject, decode(fields_sealed, 'base64'), decode(digest, 'hex'), decode(alike, 'hex'), profiles, faults
     from json_to_recordset($1) as r (number integer, reference text, subject text, fields_sealed text, digest text, alike text, profiles jsonb,
                                      faults jsonb)
    order by number`,
)

// guard: batch-owner
const findOne = statement<BatchRow>(
  'find_batch',
  `select ${batchColumns} from batch b
    where b.merchant_id = $1 and b.environment = $2 and b.batch_id = $3 and b.kind = $4`,
)
/** A batch of the kind, whose routes need other rights than those of another kind. */
export const findBatch = async (
  sql: Sql,
  kind: KindName,
  { merchantId, environment }: BatchOwner,
  batchId: string,
): Promise<BatchRow | undefined> => (await sql.rows(findOne, [merchantId, environment, batchId, kind]))[0]

export const listBatches = statement<BatchRow>(
  'list_batches',
  `select ${batchColumns} from batch b where b.merchant_id = $1 and b.environment = $2 and b.kind = $3
    order by b.id desc limit $4 offset $5`,
)
export const countBatches = statement<{ total: bigint }>(
  'count_batches',
  'select count(*) as total from batch where merchant_id = $1 and environment = $2 and kind = $3',
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

/** Sums of the rows in one state, in minor units: by the outcome where there is one, otherwise by the check. */
export type RowCount = { state: RowState; rows: bigint; amount: bigint; fee: bigint } & Record<
  'held' | 'repeated' | 'changed',
  bigint
>

export type ListedRow = {
  number: number
  reference: string | null
  subject: string | null
  state: RowState
  fields_sealed: Buffer | null
  faults: RowFault[]
  profiles: CopiedProfile[]
  amount: bigint | null
  fee: bigint | null
  /** The id of its outcome. */
  outcome: string | null
  sent_as: string | null
  would_hold: boolean
  repeats: string | null
  /** What the sender of a transfer pays. */
  amount_hundredths: bigint | null
  currency: string | null
  failure_code: string | null
  failure_message: string | null
  completed_at: Temporal.Instant | null
}

export type BatchStatements = ReturnType<typeof statementsOf>

/** The statements of a kind that read or change rows by what became of them. */
export function statementsOf(kind: KindName, outcome: OutcomeSql) {
  // A row that is being sent has no outcome yet, and waits.
  const state = `coalesce(${outcome.state}, case r.state when 'SENDING' then 'WAITING' else r.state end)`
  const tables = `batch_row r join batch b on b.id = r.batch ${outcome.join}`
  const columns = `r.number, r.reference, r.subject, ${state} as state, r.fields_sealed, r.faults, r.profiles, coalesce(${outcome.amount}, r.amount_minor) as amount,
    coalesce(${outcome.fee}, r.fee_minor) as fee, ${outcome.id} as outcome, r.sent_as, r.would_hold, r.repeats, ${outcome.columns}`
  // Whether it is in the state, and has a fault in the column, that were asked for.
  const isListed = `($2::text is null or ${state} = $2)
    and ($3::text is null or r.faults @> jsonb_build_array(jsonb_build_object('field', $3::text)))`
  return {
    ...rowWork(kind, outcome, { state, tables }),
    countRows: statement<RowCount>(
      `count_rows_of_${kind}_batch`,
      `select ${state} as state, count(*) as rows, coalesce(sum(coalesce(${outcome.amount}, r.amount_minor)), 0)::bigint as amount,
              coalesce(sum(coalesce(${outcome.fee}, r.fee_minor)), 0)::bigint as fee,
              count(*) filter (where r.would_hold) as held, count(r.repeats) as repeated,
              count(*) filter (where r.profiles @> '[{"is_confirmed": false}]') as changed
         from ${tables} where r.batch = $1 group by 1`,
    ),
    countListed: statement<{ total: bigint }>(
      `count_listed_rows_of_${kind}_batch`,
      `select count(*) as total from ${tables} where r.batch = $1 and ${isListed}`,
    ),
    listRows: statement<ListedRow>(
      `list_rows_of_${kind}_batch`,
      `select ${columns} from ${tables} where r.batch = $1 and ${isListed} order by r.number limit $4 offset $5`,
    ),
    rowsAfter: statement<ListedRow>(
      `list_rows_of_${kind}_batch_after`,
      `select ${columns} from ${tables} where r.batch = $1 and r.number > $2 order by r.number limit 500`,
    ),
  }
}

function rowWork(kind: KindName, outcome: OutcomeSql, { state, tables }: { state: string; tables: string }) {
  return {
    // guard: alike-rows
    saveChecked: statement(
      `save_checked_rows_of_${kind}_batch`,
      `update batch_row checked
          set state = c.state, faults = c.faults, amount_minor = c.amount, fee_minor = c.fee, tries = c.tries, next_at = c.next_at,
              would_hold = c.would_hold,
              repeats = (select b.batch_id from ${tables}
                          where (r.digest = checked.digest or r.alike = checked.alike) and r.batch <> checked.batch and r.state in ('WAITING', 'SENDING', 'SENT')
                            and ${state} <> 'FAILED' and b.confirmed_at > $3
                            and (b.merchant_id, b.environment) = (own.merchant_id, own.environment)
                          order by b.id desc limit 1)
         from batch own, json_to_recordset($2) as c (number integer, state text, faults jsonb, amount bigint, fee bigint, tries integer,
                                                     next_at timestamptz, would_hold boolean)
        where checked.batch = $1 and own.id = checked.batch and checked.number = c.number and checked.state = 'UNCHECKED'`,
    ),
    countUnderWay: statement<{ count: bigint }>(
      `count_under_way_of_${kind}_batches`,
      `select count(*) as count from (select ${outcome.underWay} limit $3) under_way`,
    ),
    isUnderWay: statement(
      `find_row_under_way_of_${kind}_batch`,
      `select from ${tables} where r.batch = $1 and r.state = 'SENT' and ${state} = 'SENT' limit 1`,
    ),
    /**
     * Rows that failed wait again. After an outcome, or where somebody else's has the reference, the next attempt has one of its own; without
     * an outcome, the reference is free, and stays that of the row, so that an acceptance that is late finds it used.
     */
    // guard: retried-rows
    retryRows: statement<{ number: number }>(
      `retry_failed_rows_of_${kind}_batch`,
      `update batch_row retried
          set state = 'WAITING', faults = '[]', tries = 0, next_at = null,
              attempt = retried.attempt + case when f.is_taken then 1 else 0 end,
              sent_as = case when f.is_taken then null else retried.sent_as end
         from (select r.id, ${outcome.id} is not null or r.sent_as is null as is_taken from ${tables}
                where r.batch = $1 and r.attempt < 99 and ${state} = 'FAILED' and ${outcome.mayRetry}) f
        where retried.id = f.id
       returning retried.number`,
    ),
  }
}

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
  `update batch set confirmed_by = $2, confirmer = $3, confirmed_at = $4, confirmed_rows = $5, confirmed_minor = $6, confirmer_role = $7, runs = 1
    where id = $1`,
)
export const releaseReadyRows = statement(
  'release_ready_batch_rows',
  `update batch_row set state = 'WAITING', tries = 0, next_at = null where batch = $1 and state = 'READY'`,
)
/** Rows that are being sent stay: what they are sent as may exist. */
export const cancelRows = statement(
  'cancel_batch_rows',
  `update batch_row set state = 'CANCELLED' where batch = $1 and state in ('UNCHECKED', 'READY', 'WAITING')`,
)
export const hasCorrected = statement(
  'find_corrector_of_batch',
  'select from batch where id = $1 and correctors && $2::text[]',
)
/** The profiles in rows that are ready which this user has changed, by the changers of each as they were copied. */
export const findChangedProfile = statement<{ profile: CopiedProfile }>(
  'find_profile_of_batch_changed_by',
  `select profile from batch_row r cross join jsonb_array_elements(r.profiles) as profile
    where r.batch = $1 and r.state = 'READY' and profile @> jsonb_build_object('changers', jsonb_build_array(jsonb_build_object('id', $2::text)))
    order by r.number limit 1`,
)
const listChangers = statement<{ email: string }>(
  'list_changers_of_profiles_of_batch',
  `select distinct changer->>'email' as email
     from batch_row r cross join jsonb_array_elements(r.profiles) as profile cross join jsonb_array_elements(profile->'changers') as changer
    where r.batch = $1 and r.state = 'READY' order by 1`,
)
/** Emails of the users who cannot confirm the batch because they changed profiles of its rows. */
export const profileChangers = async (sql: Sql, id: bigint): Promise<string[]> =>
  (await sql.rows(listChangers, [id])).map(({ email }) => email)
export const isSending = statement(
  'find_batch_row_being_sent',
  `select from batch_row where batch = $1 and state = 'SENDING' limit 1`,
)
export const countRun = statement('count_run_of_batch', 'update batch set runs = runs + 1 where id = $1')

const sumWaiting = statement<{ cost: bigint }>(
  'sum_waiting_batch_rows',
  `select coalesce(sum(amount_minor + fee_minor), 0)::bigint as cost from batch_row where batch = $1 and state in ('WAITING', 'SENDING')`,
)
/** What the rows that are left cost, in minor units by the check. */
export const costLeft = async (sql: Sql, id: bigint): Promise<bigint> =>
  (await sql.rows(sumWaiting, [id]))[0]?.cost ?? 0n
