// Collections and returned money, as the queues of operators process them.

import type { ClaimedOperation } from '../../ledger/claim.ts'
import type { CollectionCalls, collectionKinds } from '../../operator-calls/collection-calls.ts'
import { coalescingBatch } from '../../platform/database/coalescing-batch.ts'
import type { Database } from '../../platform/database/database.ts'
import { type CollectionContext, collectionsOf } from './queries.ts'
import { resolveCollection } from './resolve-collection.ts'
import type { ReturnNeeds } from './returns/give-back.ts'
import { refundCollection } from './returns/refund-collection.ts'
import { returnMoney } from './returns/return-money.ts'

const processes: Record<
  (typeof collectionKinds)[number],
  (needs: ReturnNeeds, operation: ClaimedOperation) => Promise<void>
> = { collection: resolveCollection, undo: returnMoney, refund: refundCollection }

export function openCollectionCalls(needs: ReturnNeeds): CollectionCalls {
  return {
    process: (operation) => processes[operation.kind](needs, operation),
  }
}

/** Returns a function that reads a collection with those that are read at the same time. */
export function openCollectionReader(db: Database): (operation: string) => Promise<CollectionContext> {
  return coalescingBatch<string, CollectionContext>(async (operations) => {
    const found = await collectionsOf(db, operations)
    return operations.map((operation) => {
      const context = found.get(operation)
      if (!context) throw new Error(`the operation ${operation} is no collection`)
      return context
    })
  })
}
