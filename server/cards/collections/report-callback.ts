// An operator's callback about a collection makes an inquiry due at once; what the inquiry says is recorded. So a forged callback
// changes nothing, and callbacks that are doubled, out of order or contradictory need no rules of their own.

import { hastenOperationsOf } from '../../ledger/operator-operations.ts'
import type { ReportCollection } from '../../operator-calls/collection-calls.ts'
import { openCollectionException } from '../../operator-calls/exceptions.ts'
import { coalescingBatch, sentRows, toSentRows } from '../../platform/database/coalescing-batch.ts'
import { type Database, retryConflicts, statement } from '../../platform/database/database.ts'
import type { Clock } from '../../platform/time/clock.ts'

/**
 * An open call is inquired about by the queue of its operator. One that ended is inquired about by `recheck-collections.ts`, because
 * the payer may have approved late, or the operator returned the money. `returned` is the collection whose money had been paid to the
 * wallet, and has come back to us.
 */
const report = statement<{ reference: string; returned: string | null }>(
  'report_collection_callbacks',
  `with ${sentRows('reference text, kind text, reason text, code text, message text')}
   , known as materialized (
     select o.id, o.kind, o.state, o.undoes, o.card_transaction_id, sent.reference, sent.kind as report, sent.reason, sent.code, sent.message from sent
      cross join lateral (select * from operation where upstream_ref = sent.reference limit 1) o
      where o.kind in ('collection', 'undo', 'refund') and o.queue <> 'cards'
   ), open as (
     ${hastenOperationsOf('known', '$2')}
   ), explained as (
     update collection k set reported_reason = known.reason, reported_code = known.code, reported_message = known.message from known
      where k.operation = known.id and known.report = 'declined' and known.state in ('sent', 'unknown')
   ), ended as (
     update collection k set recheck_at = $2 from known
      where k.operation = known.id
        and (known.state = 'declined' and known.report = 'approved' or known.state = 'confirmed' and known.report in ('declined', 'reversed')))
   select known.reference, case when known.kind <> 'collection' and known.state = 'confirmed' and known.report = 'reversed'
            then coalesce(known.undoes, (select k.operation from card_transaction t join collection k on k.collection_id = t.cs_payment_id
                                          where t.id = known.card_transaction_id)) end as returned
     from known`,
)

/** Returns a function that makes the inquiry about a call due, once that is committed. */
export function openCollectionReports(needs: { db: Database; clock: Clock }): ReportCollection {
  const { db, clock } = needs
  return coalescingBatch<Parameters<ReportCollection>[0], boolean>(async (reports) => {
    const rows = await retryConflicts(() => db.rows(report, [toSentRows(reports), clock.now()]))
    for (const { reference, returned } of rows) if (returned) await reportReturned(needs, reference, returned)
    const known = new Set(rows.map(({ reference }) => reference))
    return reports.map(({ reference }) => known.has(reference))
  })
}

/** A payout that came back is for staff: the payer has nothing, and only they can find another way. */
async function reportReturned(
  { db, clock }: { db: Database; clock: Clock },
  reference: string,
  collection: string,
): Promise<void> {
  const detail = `the payout ${reference} was returned by the operator`
  await openCollectionException(db, { collection, kind: 'refund_returned', detail }, clock.now())
}
