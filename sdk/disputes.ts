// Disputes of card payments: list, read, send evidence and remove its files, accept.
import { type CallOptions, type KeyedOptions, keyed, pathOf, type Send } from './http/call.ts'
import { type Page, type Pages, pagesOf } from './pages.ts'
import type { Dispute, DisputeEvidence, DisputeQuery, DisputeSummary } from './types/disputes.ts'

export type Disputes = {
  /** Newest first. */
  list(query?: DisputeQuery, options?: CallOptions): Pages<DisputeSummary>
  /** @throws NotFoundError */
  read(disputeId: string, options?: CallOptions): Promise<Dispute>
  /** Adds texts and a file, and sends the evidence with `submit`. @throws NotFoundError, ConflictError */
  sendEvidence(disputeId: string, evidence: DisputeEvidence, options?: KeyedOptions): Promise<Dispute>
  /** Removes a file that was not sent yet, by its id in `evidence.files`. @throws NotFoundError, ConflictError */
  removeFile(disputeId: string, fileId: string, options?: KeyedOptions): Promise<Dispute>
  /** Gives up the disputed amount and its fee. @throws NotFoundError, ConflictError */
  accept(disputeId: string, options?: KeyedOptions): Promise<Dispute>
}

const disputes = '/api/v1/payment/disputes'

export function openDisputes(send: Send): Disputes {
  const signed = { authentication: 'signature' as const }
  const read = { ...signed, method: 'GET' as const, safeBecause: 'read' as const }

  async function change(path: string, body: object | undefined, options?: KeyedOptions): Promise<Dispute> {
    return send<Dispute>({ ...signed, method: 'POST', path, ...(body && { body }), ...keyed(options) })
  }

  return {
    list: ({ limit, ...filters } = {}, options = {}) =>
      pagesOf(
        async (range) =>
          send<Page<DisputeSummary>>({ ...read, path: disputes, query: { ...filters, ...range }, options }),
        limit,
      ),
    async read(disputeId, options) {
      return send<Dispute>({ ...read, path: disputes + pathOf`/${disputeId}`, options })
    },
    sendEvidence: (disputeId, evidence, options) =>
      change(disputes + pathOf`/${disputeId}/evidence`, evidence, options),
    removeFile: (disputeId, fileId, options) =>
      change(disputes + pathOf`/${disputeId}/evidence/files/${fileId}/remove`, undefined, options),
    accept: (disputeId, options) => change(disputes + pathOf`/${disputeId}/accept`, undefined, options),
  }
}
