// The merchant routes to list transfers, read a status and read a timeline.

import { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'
import { merchantSecret } from '../../platform/http/access.ts'
import { receiptResponse } from '../../receipts/schemas.ts'
import { listProblems, listQuery, transferEndpoint } from '../http/endpoint-parts.ts'
import { pageResponse, readList } from '../http/list-parameters.ts'
import { merchantEndpoint } from '../http/merchant-endpoint.ts'
import { remittanceProblems as problems } from '../transfer/problems.ts'
import { listTransfers, transferStatus, transferTimeline } from './merchant-reads.ts'
import { timelineResponse, transferResponse, transfersResponse } from './schemas.ts'
import { ownTransferReceipt, type ReceiptNeeds } from './transfer-receipt.ts'

export const transferRoutes = [
  merchantEndpoint({
    ...transferEndpoint,
    id: 'listTransfers',
    method: 'GET',
    path: '/api/v1/remittance/transactions',
    priority: 'list',
    access: merchantSecret,
    summary: 'List transfers',
    description:
      'Newest first. To synchronise your records, read pages until the last known `transaction_id`.',
    query: listQuery,
    responses: { 200: transfersResponse },
    problems: listProblems,
    work: async ({ db }: { db: Database }, { merchant, query }) => {
      const list = readList(query)
      return pageResponse(list, await listTransfers(db, merchant, list))
    },
  }),
  merchantEndpoint({
    ...transferEndpoint,
    id: 'readTransfer',
    method: 'GET',
    path: '/api/v1/remittance/transaction/status',
    priority: 'status',
    access: merchantSecret,
    summary: 'Read the status of a transfer',
    description:
      'By `reference` or `transaction_id`. If both are given, they must identify the same transfer.',
    query: z.object({ reference: z.string().optional(), transaction_id: z.string().optional() }),
    responses: { 200: transferResponse },
    problems: [problems.reference_or_id_missing, problems.transfer_unknown],
    work: async ({ db }: { db: Database }, { merchant, query }) => transferStatus(db, merchant, query),
  }),
  merchantEndpoint({
    ...transferEndpoint,
    id: 'readTimeline',
    method: 'GET',
    path: '/api/v1/remittance/transactions/:reference/timeline',
    priority: 'status',
    access: merchantSecret,
    summary: 'Read the timeline of a transfer',
    params: { reference: z.string().meta({ examples: ['T-2041'] }) },
    responses: { 200: timelineResponse },
    problems: [problems.transfer_unknown],
    work: async ({ db }: { db: Database }, { merchant, params }) =>
      transferTimeline(db, merchant, params.reference),
  }),
  merchantEndpoint({
    ...transferEndpoint,
    id: 'readTransferReceipt',
    method: 'GET',
    path: '/api/v1/remittance/receipt',
    priority: 'status',
    access: merchantSecret,
    summary: 'Read the signed receipt of a transfer',
    description:
      'For a transfer that was paid, also after a reversal. Each call signs the state of that moment; the code never changes.',
    tag: 'Receipts',
    query: z.object({ reference: z.string().meta({ examples: ['T-2041'] }) }),
    responses: { 200: receiptResponse },
    problems: [problems.field_missing, problems.transfer_unknown, problems.receipt_status],
    work: async (needs: ReceiptNeeds, { merchant, query }) => ownTransferReceipt(needs, merchant, query),
  }),
]
