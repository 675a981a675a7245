// Collections, as the queues and callbacks of operators see them. They share both with payouts; the composition connects them.

import type { ClaimedOperation } from '../ledger/claim.ts'
import type { CollectionDecline } from './collector.ts'

/** The kinds of operations in the queues of operators that are about collected money. */
export const collectionKinds = ['collection', 'undo', 'refund'] as const

export type CollectionCalls = {
  /** Inquires about a claimed collection, or gives collected money back. */
  process(operation: ClaimedOperation<(typeof collectionKinds)[number]>): Promise<void>
}

/**
 * A callback about a collection or about money given back, which is a reason to inquire at once: false if the reference is of neither.
 * `kind` is what it says, and of a decline why.
 */
export type ReportCollection = (report: {
  reference: string
  kind: string
  reason?: CollectionDecline
  code?: string
  message?: string
}) => Promise<boolean>
