// The merchant routes to list transfers, read a status and read a timeline.

import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { BasicAuthentication } from '../../merchants/identity/basic-auth.ts'
import type { Database } from '../../platform/database/database.ts'
import { merchantSecret } from '../../platform/http/access.ts'
import type { Endpoint } from '../../platform/http/api.ts'
import type { IssueReceipt } from '../../receipts/issue-receipt.ts'
import { receiptResponse } from '../../receipts/schemas.ts'
import { listProblems, listQuery, transferEndpoint } from '../http/endpoint-parts.ts'
import { pageResponse, readList } from '../http/list-parameters.ts'
import { merchantReads } from '../http/routes.ts'
import { remittanceProblems as problems } from '../transfer/problems.ts'
import { listTransfers, transferStatus, transferTimeline } from './merchant-reads.ts'
import { timelineResponse, transferResponse, transfersResponse } from './schemas.ts'
import { ownTransferReceipt } from './transfer-receipt.ts'

const listTransfersEndpoint: Endpoint = {
  ...transferEndpoint,
  id: 'listTransfers',
  method: 'GET',
  path: '/api/v1/remittance/transactions',
  priority: 'list',
  access: merchantSecret,
  summary: 'List transfers',
  description: 'Newest first. To synchronise your records, read pages until the last known `transaction_id`.',
  query: listQuery,
  responses: { 200: transfersResponse },
  problems: listProblems,
}

const readTransferEndpoint: Endpoint = {
  ...transferEndpoint,
  id: 'readTransfer',
  method: 'GET',
  path: '/api/v1/remittance/transaction/status',
  priority: 'status',
  access: merchantSecret,
  summary: 'Read the status of a transfer',
  description: 'By `reference` or `transaction_id`. If both are given, they must identify the same transfer.',
  query: z.object({ reference: z.string().optional(), transaction_id: z.string().optional() }),
  responses: { 200: transferResponse },
  problems: [problems.reference_or_id_missing, problems.transfer_unknown],
}

const readTimelineEndpoint: Endpoint = {
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
}

const readReceiptEndpoint: Endpoint = {
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
}

export function registerTransferRoutes(
  app: FastifyInstance,
  needs: { db: Database; basic: BasicAuthentication; issueReceipt: IssueReceipt },
): void {
  const { db, basic } = needs
  const read = merchantReads(app, basic)
  read('/transactions', listTransfersEndpoint, async ({ merchant, query }) => {
    const list = readList(query)
    return pageResponse(list, await listTransfers(db, merchant, list))
  })
  read('/transaction/status', readTransferEndpoint, async ({ merchant, query }) =>
    transferStatus(db, merchant, query),
  )
  read('/transactions/:reference/timeline', readTimelineEndpoint, async ({ merchant, request }) =>
    transferTimeline(db, merchant, (request.params as { reference: string }).reference),
  )
  read('/receipt', readReceiptEndpoint, async ({ merchant, query }) =>
    ownTransferReceipt(needs, merchant, query),
  )
}
