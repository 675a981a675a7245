// Batches of refunds: many payments by file, checked and then confirmed by a person in the portal.
import { openReads } from './batches.ts'
import { type CallOptions, type KeyedOptions, keyed, type Send } from './http/call.ts'
import type { Pages } from './pages.ts'
import type { Batch, BatchRowState, BatchSummary, RefundBatchRow } from './types/batches.ts'

/** A payment in one of the first three fields, and what is refunded of it: without an amount, all that is left. */
export type RefundUploadRow = {
  transaction_uuid?: string
  cs_payment_id?: string
  merchant_reference?: string
  amount?: number
  reason: string
}

export type RefundBatches = {
  /**
   * Uploads up to 10,000 rows. Nothing is refunded before a person has confirmed the batch.
   * @throws ConflictError if the same rows were uploaded within 30 days; its message names the earlier batch.
   */
  upload(name: string, rows: readonly RefundUploadRow[], options?: KeyedOptions): Promise<Batch>
  /** Newest first. */
  list(query?: { limit?: number }, options?: CallOptions): Pages<BatchSummary>
  /** @throws NotFoundError */
  read(batchId: string, options?: CallOptions): Promise<Batch>
  /** In the order of the file. @throws NotFoundError */
  rows(
    batchId: string,
    query?: { state?: BatchRowState; field?: string; limit?: number },
    options?: CallOptions,
  ): Pages<RefundBatchRow>
  /** A CSV file with what became of each row. @throws NotFoundError */
  result(batchId: string, options?: CallOptions): Promise<Uint8Array>
}

const base = '/api/v1/payment/refund-batches'

export const openRefundBatches = (send: Send): RefundBatches => ({
  ...openReads<RefundBatchRow>(send, base, 'signature'),
  upload: (name, rows, options) =>
    send<Batch>({
      ...{ method: 'POST', authentication: 'signature', path: base, query: { name }, body: { rows } },
      ...keyed(options),
    }),
})
