// Continues batches whose time has come: one round at a time, under a lease. A round checks or sends a few rows, so that a batch leaves room
// for the other work, and a process that dies loses nothing but time.
import { move } from '../../kernel/moves.ts'
import { merchantById } from '../../merchants/identity/merchant.ts'
import { statement } from '../../platform/database/database.ts'
import { cancelLocked } from '../change-batch.ts'
import { type BatchRow, batchColumns, changeBatch, costLeft, lockBatch } from '../queries.ts'
import { batchMoves } from '../states.ts'
import { checkRows } from './check-rows.ts'
import { type ClaimedBatch, continueAt, type Round, type WorkNeeds } from './round.ts'
import { sendRows } from './send-rows.ts'

const leaseSeconds = 60
const suspendedSeconds = 60

const claim = statement<ClaimedBatch>(
  'claim_due_batch',
  `update batch b set next_at = $2
     from (select id from batch where next_at <= $1 and kind = $3 and coalesce(merchant_id = $4, true) order by next_at limit 1 for no key update skip locked) due
    where b.id = due.id returning ${batchColumns}`,
)
/** Does one round of one batch of the kind; false if none is due. */
export async function continueBatches(needs: WorkNeeds): Promise<boolean> {
  const { db, clock, work } = needs
  const now = clock.now()
  const [batch] = await db.rows(claim, [
    now,
    now.add({ seconds: leaseSeconds }),
    work.kind.name,
    needs.merchantId ?? null,
  ])
  if (!batch) return false
  const merchant = await merchantById(db, batch.merchant_id)
  // guard: suspended-merchant-batch
  if (!merchant || (merchant.status === 'suspended' && !work.kind.isOfAdmins)) {
    await pauseSuspended(needs, batch, now.add({ seconds: suspendedSeconds }))
    return true
  }
  if (merchant.environment === batch.environment) await continueBatch(needs, batch, { merchant, now })
  else await endOtherEnvironment(needs, batch)
  return true
}

async function continueBatch(needs: WorkNeeds, batch: ClaimedBatch, round: Round): Promise<void> {
  if (batch.state === 'CHECKING') return checkRows(needs, batch, round)
  if (batch.pause_reason === 'balance_insufficient') await resumeIfFunded(needs, batch, round)
  if (batch.pause_reason === 'merchant_suspended') await goOn(needs, batch, round, 'merchant_suspended')
  return sendRows(needs, batch, round)
}

/** A merchant that went live keeps nothing of its sandbox. */
async function endOtherEnvironment({ db, clock }: WorkNeeds, { id }: ClaimedBatch): Promise<void> {
  await db.transaction(async (sql) => cancelLocked(sql, await lockBatch(sql, id), clock.now()))
}

/** Lets a batch that waits for money go on once the wallet has enough for the rows that are left. */
async function resumeIfFunded(needs: WorkNeeds, claimed: ClaimedBatch, round: Round): Promise<void> {
  const { db, work } = needs
  // guard: batch-money
  if ((await work.kind.available(db, claimed)) < (await costLeft(db, claimed.id))) return
  await goOn(needs, claimed, round, 'balance_insufficient')
}

/** Lets a batch go on that is still paused for this reason. */
async function goOn(
  { db }: WorkNeeds,
  { id }: ClaimedBatch,
  { now }: Round,
  reason: NonNullable<BatchRow['pause_reason']>,
): Promise<void> {
  await db.transaction(async (sql) => {
    const batch = await lockBatch(sql, id)
    if (batch.pause_reason === reason)
      await changeBatch(sql, batch, { state: 'RUNNING', nextAt: batch.next_at ?? now })
  })
}

/** Shows why nothing is sent. The batch goes on when its merchant is active again. */
async function pauseSuspended({ db }: WorkNeeds, claimed: ClaimedBatch, at: Temporal.Instant): Promise<void> {
  await db.transaction(async (sql) => {
    const batch = await lockBatch(sql, claimed.id)
    const next = batch.pause_reason === 'requested' ? undefined : move(batchMoves, batch.state, 'paused')
    if (!next) return continueAt(sql, claimed, at)
    await changeBatch(sql, batch, { state: next, pauseReason: 'merchant_suspended', nextAt: at })
  })
}
