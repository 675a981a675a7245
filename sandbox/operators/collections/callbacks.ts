// Plans the callbacks about collections and their refunds. The agenda sends them.
import type { ReportedStatus } from '../books/book.ts'
import type { Collection, Refund } from '../books/collections.ts'
import type { CollectionReport, Operators } from '../operators.ts'
import { planOf } from './endings.ts'

/** Plans the callbacks for the collection's current status. */
export function sendCollectionCallbacks(operators: Operators, collection: Collection): void {
  const { callbacks } = planOf(collection.ending)
  if (callbacks === 'none') return
  const planned = operators.mischief.plan(collection.status, callbacks === 'disordered')
  const isContradicted = callbacks === 'contradicted' && collection.status === 'succeeded'
  if (isContradicted) add(operators, collection.id, null, { said: 'declined', isForged: false }, 0)
  const first = isContradicted ? 1 : 0
  for (const { afterGaps, lateMs, ...report } of planned) {
    add(
      operators,
      collection.id,
      null,
      report,
      (first + afterGaps) * operators.settings.callbackGapMs + lateMs,
    )
  }
}

/** Plans one callback with the collection's current status, because the merchant asked for it. */
export function repeatCollectionCallback(operators: Operators, { id, status }: Collection): void {
  add(operators, id, null, { said: status, isForged: false }, 0)
}

/** Plans the only callback of a refund. */
export function sendRefundCallback(operators: Operators, { collectionId, id }: Refund): void {
  add(operators, collectionId, id, { said: 'succeeded', isForged: false }, 0)
}

function add(
  operators: Operators,
  collectionId: string,
  refundId: string | null,
  report: { said: ReportedStatus; isForged: boolean },
  afterMs: number,
): void {
  const work = { collectionId, refundId, ...report, attempt: 1, firstTriedAt: null }
  operators.agenda.add(afterMs, { kind: 'collection_callback', ...work })
}

/** The collection as the callback reports it. */
export function asReported(collection: Collection, said: ReportedStatus): Collection {
  return {
    ...collection,
    status: said,
    declineReason: said === 'declined' ? (collection.declineReason ?? 'cancelled') : null,
    completedAt: said === 'pending' ? null : collection.completedAt,
    reversedAt: said === 'reversed' ? collection.reversedAt : null,
  }
}

export function collectionReportOf(
  { book }: Operators,
  work: { collectionId: string; refundId: string | null; said: ReportedStatus; isForged: boolean },
): CollectionReport | null {
  const collection = book.collectionById(work.collectionId)
  const refund = work.refundId ? book.refundById(work.refundId) : null
  const { said, isForged } = work
  return (
    collection && { collection: refund ? collection : asReported(collection, said), refund, said, isForged }
  )
}
