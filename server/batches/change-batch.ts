// What a person does with a batch: confirm it with its figures, pause, resume, cancel, and send failed rows again.
import { move } from '../kernel/moves.ts'
import { Problem } from '../kernel/problem.ts'
import type { Tx } from '../platform/database/database.ts'
import type { BatchKind } from './kind.ts'
import { batchProblems } from './problems.ts'
import {
  type BatchOwner,
  type BatchRow,
  cancelRows,
  changeBatch,
  countRun,
  findBatch,
  findChangedProfile,
  hasCorrected,
  isSending,
  lockBatch,
  releaseReadyRows,
  saveConfirmation,
} from './queries.ts'
import { type BatchEvent, type BatchState, batchMoves } from './states.ts'
import type { BatchNeeds, BatchPerson } from './upload.ts'

/** Writes an act of a user into the audit log. */
export type RecordAct = (sql: Tx, batch: BatchRow) => void

/** A batch of its owner, by the id that the owner sends. */
export type BatchOf = { kind: BatchKind; owner: BatchOwner; batchId: string }

/** Does `work` on the locked batch of the owner. @throws Problem 404 */
async function onBatch(
  { db, wake }: BatchNeeds,
  { kind, owner, batchId }: BatchOf,
  work: (sql: Tx, batch: BatchRow) => Promise<void>,
): Promise<BatchRow> {
  const found = await findBatch(db, kind.name, owner, batchId)
  if (!found) throw new Problem(batchProblems.batch_unknown)
  const changed = await db.transaction(async (sql) => {
    await work(sql, await lockBatch(sql, found.id))
    return lockBatch(sql, found.id)
  })
  wake()
  return changed
}

/** The state to which the event leads. @throws Problem 409 */
function nextState(batch: BatchRow, event: BatchEvent): BatchState {
  const next = move(batchMoves, batch.state, event)
  // guard: batch-state
  if (!next) throw new Problem(batchProblems.batch_state, { state: batch.state })
  return next
}

/** What a person typed: how many rows will be paid, and what they cost with fees, in minor units. */
type Confirmation = {
  count: number
  total: bigint
  skipFaulty: boolean
  person: BatchPerson
  /** Uses up what proves the identity of the person. */
  prove: (sql: Tx) => Promise<void>
}

/** @throws Problem 403, 404, 409 */
export async function confirmBatch(
  needs: BatchNeeds,
  of: BatchOf,
  { count, total, skipFaulty, person, prove }: Confirmation,
  record: RecordAct,
): Promise<BatchRow> {
  return onBatch(needs, of, async (sql, batch) => {
    const state = nextState(batch, 'confirmed')
    const ids = [person.id, ...(person.aliases ?? [])]
    // guard: batch-uploader
    if (ids.some((id) => id === batch.uploaded_by)) throw new Problem(batchProblems.batch_uploader)
    const [corrector] = await sql.rows(hasCorrected, [batch.id, ids])
    // guard: batch-corrector
    if (corrector) throw new Problem(batchProblems.batch_uploader)
    await refuseChanger(sql, batch, person.id)
    const counts = await sql.rows(of.kind.statements.countRows, [batch.id])
    const ready = counts.find((each) => each.state === 'READY')
    if (!ready) throw new Problem(batchProblems.batch_empty)
    // guard: batch-faulty-rows
    if (!skipFaulty && counts.some((each) => each.state === 'FAULTY'))
      throw new Problem(batchProblems.batch_faulty)
    const debit = ready.amount + ready.fee
    // The refusal does not contain the right figures: they must come from the person who confirms.
    const wrong = [...(BigInt(count) === ready.rows ? [] : ['count']), ...(total === debit ? [] : ['total'])]
    // guard: batch-figures
    if (wrong.length > 0) {
      const errors = wrong.map((field) => ({ field, message: 'Does not fit the batch' }))
      throw new Problem(batchProblems.batch_figures, {}, {}, errors)
    }
    await prove(sql)
    const now = needs.clock.now()
    const { id, name, role } = person
    await sql.rows(saveConfirmation, [...[batch.id, id, name, now, count, debit], role])
    await of.kind.confirmed?.(sql, batch)
    await sql.rows(releaseReadyRows, [batch.id])
    await changeBatch(sql, batch, { state, nextAt: now })
    record(sql, batch)
  })
}

/** Who pays whom is decided by two users, also where one of them wrote it into a profile. @throws Problem 403 with the profile */
async function refuseChanger(sql: Tx, { id }: BatchRow, userId: string): Promise<void> {
  const [changed] = await sql.rows(findChangedProfile, [id, userId])
  // guard: batch-profile-changer
  if (!changed) return
  const { kind, code, changers } = changed.profile
  const { email } = changers.find((changer) => changer.id === userId)!
  throw new Problem(batchProblems.batch_profile, { profile: code }, {}, [
    { field: kind, message: `${code} was changed by ${email}` },
  ])
}

/** @throws Problem 404, 409 */
export async function pauseBatch(needs: BatchNeeds, of: BatchOf, record?: RecordAct) {
  return onBatch(needs, of, async (sql, batch) => {
    // One that waits for money, or for its merchant to be active, would go on by itself.
    const isWaiting = batch.state === 'PAUSED' && batch.pause_reason !== 'requested'
    const state = isWaiting ? batch.state : nextState(batch, 'paused')
    const nextAt = await nextOfStopped(sql, batch, needs.clock.now())
    await changeBatch(sql, batch, { state, pauseReason: 'requested', nextAt })
    record?.(sql, batch)
  })
}

/** @throws Problem 404, 409 */
export async function resumeBatch(needs: BatchNeeds, of: BatchOf, record?: RecordAct) {
  return onBatch(needs, of, async (sql, batch) => {
    const state = nextState(batch, 'resumed')
    // A worker that still sends rows of before the pause keeps its lease.
    await changeBatch(sql, batch, { state, nextAt: batch.next_at ?? needs.clock.now() })
    record?.(sql, batch)
  })
}

/** What was sent stays sent. @throws Problem 404, 409 */
export async function cancelBatch(needs: BatchNeeds, of: BatchOf, record?: RecordAct) {
  return onBatch(needs, of, async (sql, batch) => {
    await cancelLocked(sql, batch, needs.clock.now())
    record?.(sql, batch)
  })
}

/** Cancels a locked batch. @throws Problem 409 */
export async function cancelLocked(sql: Tx, batch: BatchRow, now: Temporal.Instant): Promise<void> {
  const state = nextState(batch, 'cancelled')
  await sql.rows(cancelRows, [batch.id])
  await changeBatch(sql, batch, { state, nextAt: await nextOfStopped(sql, batch, now) })
}

/** Rows that are being sent are followed to their end; a worker that sends them now keeps its lease. */
async function nextOfStopped(sql: Tx, { id, next_at }: BatchRow, now: Temporal.Instant) {
  const [sending] = await sql.rows(isSending, [id])
  return sending ? (next_at ?? now) : null
}

/** @throws Problem 404, 409 */
export async function retryFailed(needs: BatchNeeds, of: BatchOf, record?: RecordAct) {
  return onBatch(needs, of, async (sql, batch) => {
    const state = batch.state === 'DONE' ? nextState(batch, 'retried') : batch.state
    if (!['RUNNING', 'PAUSED'].includes(state)) throw new Problem(batchProblems.batch_state, { state })
    const waiting = await sql.rows(of.kind.statements.retryRows, [batch.id])
    if (waiting.length === 0) throw new Problem(batchProblems.batch_nothing_failed)
    if (batch.state === 'DONE') {
      await sql.rows(countRun, [batch.id])
      await changeBatch(sql, batch, { state, nextAt: needs.clock.now() })
    }
    record?.(sql, batch)
  })
}
