// Asks the operator once more about collections that were declined or lapsed, when their payment has ended and again later: the payer
// may have approved after all. A callback about a collection that has ended makes this due, too.
import { isFinalCollection } from '../../operator-calls/collector.ts'
import { openCollectionException } from '../../operator-calls/exceptions.ts'
import { lockedRows, statement } from '../../platform/database/database.ts'
import type { CollectionContext } from './queries.ts'
import { recordCollectionOutcome } from './record-collection.ts'
import { askingCollector, collectorOf, inquireAbout, type ResolveNeeds } from './resolve-collection.ts'
import { recordReversal } from './returns/record-reversal.ts'

export type RecheckNeeds = ResolveNeeds & {
  /** How long after the first inquiry the second one is made. */
  recheckSeconds: number
}

const firstAfterSeconds = 3
const atOnce = 16
const leaseSeconds = 60

/** While a payment is open, its next attempt would be asked about first. No operator knows of what a sample has. */
// guard: recheck-of-sample
const watch = statement<{ operation: string }>(
  'watch_declined_collections',
  `update collection k set recheck_at = $2
     from (${lockedRows(`
       select k.operation from collection k join card_transaction t on t.id = k.card_transaction_id
         join merchant m on m.id = k.merchant_id and m.sample_of is null
        where k.state in ('DECLINED', 'EXPIRED') and k.recheck_at is null and k.rechecks = 0 and t.status <> 'PENDING'
        order by k.created_at limit $1 for no key update of k skip locked`)}) ended
    where k.operation = ended.operation returning k.operation`,
)

const claim = statement<{ operation: string; rechecks: number }>(
  'claim_collection_rechecks',
  `update collection k set recheck_at = $2
     from (${lockedRows(`
       select operation from collection where recheck_at <= $1 order by recheck_at limit $3 for no key update skip locked`)}) due
    where k.operation = due.operation returning k.operation, k.rechecks`,
)

/** A callback that came meanwhile makes the next inquiry due: then `recheck_at` is no longer the end of the lease. */
const finish = statement(
  'finish_collection_recheck',
  `update collection set rechecks = least(rechecks + 1, 2), recheck_at = case when recheck_at = $2 then $3 else recheck_at end
    where operation = $1`,
)
const retry = statement(
  'retry_collection_recheck',
  'update collection set recheck_at = least(recheck_at, $2) where operation = $1',
)

/** Returns true when more may be waiting. */
export async function recheckCollections(needs: RecheckNeeds): Promise<boolean> {
  const { db, clock } = needs
  const now = clock.now()
  await db.rows(watch, [100, now.add({ seconds: firstAfterSeconds })])
  const lease = now.add({ seconds: leaseSeconds })
  const due = await db.rows(claim, [now, lease, atOnce])
  await Promise.all(due.map((each) => recheck(needs, each, lease)))
  return due.length === atOnce
}

async function recheck(
  needs: RecheckNeeds,
  { operation, rechecks }: { operation: string; rechecks: number },
  lease: Temporal.Instant,
): Promise<void> {
  const { db, clock, log } = needs
  try {
    const isKnown = await inquire(needs, operation)
    const now = clock.now()
    if (!isKnown)
      return void (await db.rows(retry, [operation, now.add({ seconds: needs.inquiryAfterSeconds })]))
    const isLast = rechecks > 0
    const next = isLast ? null : now.add({ seconds: needs.recheckSeconds })
    await db.rows(finish, [operation, lease, next])
  } catch (error) {
    // The lease has scheduled the next one.
    log.error('collection could not be checked again', { operation, error })
  }
}

/** Returns whether the operator replied. Only money that came after all changes anything. */
async function inquire(needs: RecheckNeeds, operation: string): Promise<boolean> {
  const context = await needs.readCollection(operation)
  const { collection, transaction } = context
  const collector = askingCollector(needs, context)
  // Another account will never know of it: its late money is in the operator's statement.
  if (!collector) return collectorOf(needs, context) !== undefined
  const reply = await inquireAbout(needs, collector, context)
  needs.log.info('ended collection checked again', {
    operation,
    transaction_uuid: transaction.transaction_uuid,
    state: reply.kind,
  })
  // guard: late-approval
  if (reply.kind === 'approved' && collection.operation_state === 'declined') {
    await recordCollectionOutcome(needs, context, reply)
    needs.wake()
  }
  const isFailed = isFinalCollection(reply) && reply.kind !== 'approved'
  if (isFailed && collection.operation_state === 'confirmed')
    return recordContradiction(needs, context, reply.kind)
  return reply.kind !== 'unavailable'
}

/**
 * An operator that reports another end of an approved payment: what it has returned is recorded, anything else is for staff. Returns
 * false while a refund of the payment decides it.
 */
async function recordContradiction(
  needs: RecheckNeeds,
  context: CollectionContext,
  state: 'declined' | 'reversed',
): Promise<boolean> {
  const { collection, transaction } = context
  const result = state === 'reversed' ? await recordReversal(needs, context) : 'unclear'
  const subject = {
    operation: collection.operation,
    transaction_uuid: transaction.transaction_uuid,
    state,
  }
  if (result === 'recorded') needs.log.warn('operator returned an approved payment', subject)
  if (result === 'unclear') {
    needs.log.error('operator contradicts an approved collection', subject)
    const detail = `${collection.collection_id}: the operator reports it as ${state}`
    const exception = {
      collection: collection.operation,
      kind: 'collection_contradicted',
      detail,
    } as const
    await openCollectionException(needs.db, exception, needs.clock.now())
  }
  needs.wake()
  return result !== 'refunding'
}
