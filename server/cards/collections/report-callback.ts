// An operator's callback about a collection makes an inquiry due at once; what the inquiry says is recorded. So a forged callback
// changes nothing, and callbacks that are doubled, out of order or contradictory need no rules of their own.

import { hastenOperationsOf } from '../../ledger/operator-operations.ts'
import type { ReportCollection } from '../../operator-calls/collection-calls.ts'
import { coalescingBatch, sentRows, toSentRows } from '../../platform/database/coalescing-batch.ts'
import { type Database, retryConflicts, statement } from '../../platform/database/database.ts'
import type { Clock } from '../../platform/time/clock.ts'

/**
 * An open call is inquired about by the queue of its operator. One that ended is inquired about by `recheck-collections.ts`, because
 * the payer may have approved late, or the operator returned the money.
 */
const report = statement<{ reference: string }>(
  'report_collection_callbacks',
  `with ${sentRows('reference text, kind text, reason text, code text, message text')}
   , known as materialized (
     select o.id, o.state, sent.reference, sent.kind as report, sent.reason, sent.code, sent.message from sent
      cross join lateral (select * from operation where upstream_ref = sent.reference limit 1) o
      where o.kind in ('collection', 'undo', 'refund') and o.queue <> 'cards'
   ), open as (
     ${hastenOperationsOf('known', '$2')}
   ), explained as (
     update collection k set reported_reason = known.reason, reported_code = known.code, reported_message = known.message from known
      where k.operation = known.id and known.report = 'declined' and known.state in ('sent', 'unknown')
   ), ended as (
     update collection k set recheck_at = $2 from known
      where k.operation = known.id and k.state <> 'REFUNDED'
        and (known.state = 'declined' and known.report = 'approved' or known.state = 'confirmed' and known.report in ('declined', 'reversed')))
   select reference from known`,
)

/** Returns a function that makes the inquiry about a call due, once that is committed. */
export function openCollectionReports({ db, clock }: { db: Database; clock: Clock }): ReportCollection {
  return coalescingBatch<Parameters<ReportCollection>[0], boolean>(async (reports) => {
    const rows = await retryConflicts(() => db.rows(report, [toSentRows(reports), clock.now()]))
    const known = new Set(rows.map(({ reference }) => reference))
    return reports.map(({ reference }) => known.has(reference))
  })
}
