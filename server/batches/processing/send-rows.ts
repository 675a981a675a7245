// Sends rows of a confirmed batch. A row is marked before it is sent, and what it is sent as makes a repeat the same: whoever finds a row that
// was being sent sends it again.
import { Problem } from '../../kernel/problem.ts'
import { type Merchant, merchantById } from '../../merchants/identity/merchant.ts'
import { statement, type Tx } from '../../platform/database/database.ts'
import { codeOf } from '../../platform/http/http.ts'
import { openFields, type RowFault } from '../fields.ts'
import type { BatchWork } from '../kind.ts'
import { notifyOfDone, notifyOfPause } from '../notifications.ts'
import { batchProblems } from '../problems.ts'
import { type BatchRow, cancelRows, changeBatch, isSending, lockBatch } from '../queries.ts'
import { type ClaimedBatch, continueAt, inLanes, nextRound, type Round, type WorkNeeds } from './round.ts'

type SendingRow = {
  number: number
  reference: string
  subject: string | null
  fields_sealed: Buffer | null
  sent_as: string
  attempt: number
  tries: number
  /** In minor units, as they were confirmed. */
  amount: bigint
  fee: bigint
}

/** Rows that a process left while it sent them come first. */
// guard: sent-row-marked
const claimRows = statement<SendingRow>(
  'claim_batch_rows',
  `update batch_row r
      set state = 'SENDING', next_at = null,
          sent_as = $2::text || '/' || r.reference || case when r.attempt = 1 then '' else '/' || r.attempt end
     from (select id from batch_row
            where batch = $1 and (state = 'SENDING' or (state = 'WAITING' and $5 and coalesce(next_at <= $3, true)))
            order by state = 'SENDING' desc, number limit $4) due
    where r.id = due.id
   returning r.number, r.reference, r.subject, r.fields_sealed, r.sent_as, r.attempt, r.tries, r.amount_minor as amount, r.fee_minor as fee`,
)
/**
 * Of the attempt that was made: a later one has its own outcome. A reference that somebody else's has is not that of the row: it would
 * show what became of somebody else's money.
 */
// guard: foreign-transfer-of-row
const saveOutcomes = statement(
  'save_outcomes_of_batch_rows',
  `update batch_row r set state = o.state, faults = o.faults, tries = o.tries, next_at = o.next_at,
          sent_as = case when o.is_reference_used then null else r.sent_as end
     from json_to_recordset($2) as o (number integer, attempt integer, state text, faults jsonb, tries integer, next_at timestamptz,
                                      is_reference_used boolean)
    where r.batch = $1 and r.number = o.number and r.attempt = o.attempt and r.state = 'SENDING'`,
)
const isWaiting = statement(
  'find_waiting_batch_row',
  `select from batch_row where batch = $1 and state in ('WAITING', 'SENDING') limit 1`,
)
/** A batch waits while so many seconds' worth of what its merchant sends are under way: operators are slow, or others are first. */
const underWaySeconds = 10

export async function sendRows(needs: WorkNeeds, batch: ClaimedBatch, round: Round): Promise<void> {
  const { db, clock } = needs
  const rows = await db.transaction((sql) => claim(sql, needs, batch, round))
  const sender = openSender(needs, batch, round)
  const outcomes = await inLanes(rows, needs.rowsPerSecond, sender.send)
  await db.transaction(async (sql) => {
    const locked = await lockBatch(sql, batch.id)
    await sql.rows(saveOutcomes, [batch.id, JSON.stringify(outcomes)])
    // Rows that could not be sent, of a batch that was cancelled meanwhile, wait for nothing any more.
    // guard: cancelled-while-sending
    if (locked.state === 'CANCELLED') await sql.rows(cancelRows, [batch.id])
    await moveOn(sql, needs.work, locked, {
      claimed: batch,
      now: round.now,
      endedAt: clock.now(),
      isOutOfMoney: sender.isOutOfMoney(),
    })
  })
}

async function claim(
  sql: Tx,
  { rowsPerSecond, work }: WorkNeeds,
  { id }: ClaimedBatch,
  { now }: Round,
): Promise<SendingRow[]> {
  const batch = await lockBatch(sql, id)
  // guard: stopped-batch
  const isRunning = batch.state === 'CONFIRMED' || batch.state === 'RUNNING'
  if (batch.state === 'CONFIRMED') await changeBatch(sql, batch, { state: 'RUNNING', nextAt: batch.next_at })
  const most = rowsPerSecond * underWaySeconds
  const [underWay] = await sql.rows(work.kind.statements.countUnderWay, [
    batch.merchant_id,
    batch.environment,
    most,
  ])
  const room = Math.min(rowsPerSecond, most - Number(underWay?.count ?? 0))
  return sql.rows(claimRows, [id, batch.batch_id, now, Math.max(room, 1), isRunning && room > 0])
}

type Outcome = {
  number: number
  attempt: number
  state: 'SENT' | 'WAITING' | 'FAILED'
  faults: RowFault[]
  tries: number
  next_at: string | null
  /** Whether something else of the merchant has the reference of the row. */
  is_reference_used?: boolean
}

function openSender(needs: WorkNeeds, batch: BatchRow, { merchant, now }: Round) {
  let isOutOfMoney = false
  const waits = (row: SendingRow, faults: RowFault[], seconds: number): Outcome => {
    const { number, attempt, tries } = row
    const next_at = seconds === 0 ? null : now.add({ seconds }).toString()
    return { number, attempt, state: 'WAITING', faults, tries: tries + (seconds === 0 ? 0 : 1), next_at }
  }
  async function send(row: SendingRow): Promise<Outcome> {
    const { number, attempt } = row
    if (isOutOfMoney) return waits(row, [], 0)
    try {
      await accept(needs, merchant, batch, row)
      return { number, attempt, state: 'SENT', faults: [], tries: 0, next_at: null }
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      // The next round pauses the batch.
      if (error.spec === suspended) return waits(row, [], 0)
      const faults = faultsOf(error)
      const refusal = needs.work.refusalOf(error.spec)
      if (refusal === 'out_of_money') {
        isOutOfMoney = true
        return waits(row, faults, 0)
      }
      if (refusal === 'passing') return waits(row, faults, Math.min(10 * 2 ** row.tries, 300))
      const is_reference_used = refusal === 'reference_used'
      return { number, attempt, state: 'FAILED', faults, tries: 0, next_at: null, is_reference_used }
    }
  }
  return { send, isOutOfMoney: () => isOutOfMoney }
}

/** @throws Problem */
async function accept(
  { db, work, secrets }: WorkNeeds,
  known: Merchant,
  batch: BatchRow,
  row: SendingRow,
): Promise<void> {
  const { fields_sealed, sent_as: sentAs } = row
  if (!fields_sealed) throw new Problem(batchProblems.batch_row_unknown)
  const fields = openFields(secrets, batch.batch_id, { ...row, fields_sealed })
  for (let merchant: Merchant | undefined = known; ; merchant = await merchantById(db, batch.merchant_id)) {
    if (!merchant || (merchant.status !== 'active' && !work.kind.isOfAdmins)) throw new Problem(suspended)
    if ((await work.accept(merchant, batch, { ...row, sentAs, fields })) !== 'stale') return
  }
}

const suspended = { status: 403, code: 'RMT-403', detail: 'Merchant suspended', retry: 'later' } as const

const faultsOf = ({ spec, message, errors }: Problem): RowFault[] =>
  errors.length === 0
    ? [{ code: codeOf(spec), field: null, message }]
    : errors.map(({ field, message }) => ({ code: codeOf(spec), field, message }))

type RoundEnd = {
  claimed: ClaimedBatch
  /** When the round began, from which the pace is kept. */
  now: Temporal.Instant
  /** When its rows had been sent: the event that the batch is done comes after those of its rows. */
  endedAt: Temporal.Instant
  isOutOfMoney: boolean
}

/** Decides what comes next for a locked batch whose rows are as far as this round brought them. */
async function moveOn(
  sql: Tx,
  { kind }: BatchWork,
  batch: BatchRow,
  { claimed, now, endedAt, isOutOfMoney }: RoundEnd,
): Promise<void> {
  if (batch.state !== 'RUNNING') {
    const [left] = await sql.rows(isSending, [batch.id])
    const isWatched = batch.pause_reason === 'balance_insufficient'
    if (left || isWatched)
      return continueAt(sql, claimed, isWatched ? now.add({ seconds: 5 }) : nextRound(now))
    const { state, pause_reason: pauseReason } = batch
    const isMine = batch.next_at?.equals(claimed.next_at)
    if (isMine) await changeBatch(sql, batch, { state, pauseReason, nextAt: null })
    return
  }
  if (isOutOfMoney) {
    const pause = { state: 'PAUSED', pauseReason: 'balance_insufficient' } as const
    await changeBatch(sql, batch, { ...pause, nextAt: now.add({ seconds: 5 }) })
    return notifyOfPause(sql, kind, batch, now)
  }
  const [waiting] = await sql.rows(isWaiting, [batch.id])
  const [underWay] = waiting ? [waiting] : await sql.rows(kind.statements.isUnderWay, [batch.id])
  // guard: done-batch
  if (underWay) return continueAt(sql, claimed, nextRound(now))
  await changeBatch(sql, batch, { state: 'DONE', doneAt: endedAt, nextAt: null })
  await notifyOfDone(sql, kind, batch, endedAt)
}
