// The merchant routes to list transfers, read a status and read a timeline.
import { z } from 'zod'
import { Problem } from '../../kernel/problem.ts'
import type { Merchant } from '../../merchants/identity/merchant.ts'
import type { Database, Sql } from '../../platform/database/database.ts'
import { dataResponse, pageResponse, zonelessStamp } from '../../platform/http/api.ts'
import type { Rendered } from '../../platform/http/endpoint.ts'
import { paged } from '../../platform/http/list-query.ts'
import { receiptResponse } from '../../receipts/schemas.ts'
import { listProblems, listQuery, transferEndpoint } from '../http/endpoint-parts.ts'
import { type Filters, type Page, readList } from '../http/list-parameters.ts'
import { merchantEndpoint } from '../http/merchant-endpoint.ts'
import { stamp } from '../transfer/formats.ts'
import { remittanceProblems as problems } from '../transfer/problems.ts'
import { ownTransfer } from '../transfer/queries.ts'
import {
  exampleTimeline,
  exampleTransactionId,
  exampleTransferSummary,
  timelineEvent,
  transferSummaryFields,
  untilConverted,
} from '../transfer/schemas.ts'
import { timelineForMerchant } from '../transfer/timeline.ts'
import { lineKind } from '../wallets/api.ts'
import { transferList, transferSummary } from './search.ts'
import { ownTransferReceipt, type ReceiptNeeds } from './transfer-receipt.ts'

const summary = z.object(transferSummaryFields).meta({ id: 'TransferSummary' })

const transfersResponse = pageResponse('Transfers', summary, exampleTransferSummary)

const transferResponse = dataResponse(
  'TransferStatus',
  z.object({
    ...transferSummaryFields,
    telco_reference: z.string().nullable(),
    completed_at: zonelessStamp.nullable(),
  }),
  {
    ...exampleTransferSummary,
    telco_reference: 'SIM-VODACOM-1K82PP472YGMXC',
    completed_at: '2026-11-21T09:30:02.401188',
  },
)

const timelineResponse = dataResponse(
  'Timeline',
  z.object({ reference: z.string(), transaction_id: z.string(), events: z.array(timelineEvent) }),
  { reference: 'T-2041', transaction_id: exampleTransactionId, events: exampleTimeline },
  'Oldest first.',
)

/** The summary with payout amount and fee. */
export const transferWithFee = z
  .object({ ...transferSummaryFields, receiver_amount: untilConverted, fee: untilConverted })
  .meta({ id: 'PricedTransfer' })

export const examplePricedTransfer = { ...exampleTransferSummary, receiver_amount: 1, fee: 0 }

export const transferWalletLines = z.array(
  z.object({ at: zonelessStamp, kind: lineKind, amount: z.number(), balance_after: z.number() }),
)

/** The full detail of one transfer for its merchant. */
export const transferDetail = z.object({
  ...transferWithFee.shape,
  receiver_currency: z.literal('USD'),
  rate: z.number().nullable(),
  telco_reference: z.string().nullable(),
  completed_at: zonelessStamp.nullable(),
  reversed_at: zonelessStamp.nullable(),
  failure_code: z.string().nullable(),
  failure_message: z.string().nullable(),
  parties: z.object({ sender: z.string(), receiver: z.string() }),
  timeline: z.array(timelineEvent),
  wallet_lines: transferWalletLines,
})
export type TransferDetail = Rendered<z.output<typeof transferDetail>>

export const exampleTransferDetail = {
  ...examplePricedTransfer,
  receiver_currency: 'USD' as const,
  rate: 1,
  telco_reference: 'SIM-VODACOM-1K82PP472YGMXC',
  completed_at: '2026-11-21T09:30:02.401188',
  reversed_at: null,
  failure_code: null,
  failure_message: null,
  parties: { sender: 'Aimée Ngalula', receiver: 'Jean Mukendi' },
  timeline: exampleTimeline,
  wallet_lines: [],
}

/** One page of a merchant's transfers, newest first. */
async function listTransfers(sql: Sql, { id, environment }: Merchant, list: Page & Filters) {
  const { operator: kind, status, from, to } = list
  const filter = { status, kind, from, to }
  const { rows, total } = await transferList.page(sql, { merchantId: id, environment }, filter, list)
  return { total, items: rows.map(transferSummary) }
}

const longest = 200

function textOf(query: Readonly<Record<string, unknown>>, field: string): string | undefined {
  const sent = query[field]
  const text = typeof sent === 'string' ? sent.trim() : ''
  return text !== '' && text.length <= longest ? text : undefined
}

/** Reads the status by `reference`, `transaction_id` or both. @throws Problem RMT-1005 for neither, RMT-404 */
async function transferStatus(sql: Sql, merchant: Merchant, query: Readonly<Record<string, unknown>>) {
  const by = { reference: textOf(query, 'reference'), transactionId: textOf(query, 'transaction_id') }
  if (by.reference === undefined && by.transactionId === undefined) {
    const errors = ['reference', 'transaction_id'].map((field) => ({
      field,
      message: 'Either reference or transaction_id is required',
    }))
    throw new Problem(problems.reference_or_id_missing, {}, {}, errors)
  }
  const transfer = await ownTransfer(sql, merchant, by)
  if (!transfer) throw new Problem(problems.transfer_unknown)
  return {
    ...transferSummary(transfer),
    telco_reference: transfer.telco_reference,
    completed_at: transfer.completed_at && stamp(transfer.completed_at),
  }
}

/** Reads the timeline by reference. @throws Problem RMT-404 */
async function transferTimeline(sql: Sql, merchant: Merchant, reference: string) {
  const transfer = await ownTransfer(sql, merchant, { reference })
  if (!transfer) throw new Problem(problems.transfer_unknown)
  return timelineForMerchant(sql, transfer)
}

export const transferRoutes = [
  merchantEndpoint({
    ...transferEndpoint,
    id: 'listTransfers',
    method: 'GET',
    path: '/api/v1/remittance/transactions',
    priority: 'list',
    summary: 'List transfers',
    description:
      'Newest first. To synchronise your records, read pages until the last known `transaction_id`.',
    query: listQuery,
    responses: { 200: transfersResponse },
    problems: listProblems,
    work: async ({ db }: { db: Database }, { merchant, query }) => {
      const list = readList(query)
      return paged(list, await listTransfers(db, merchant, list))
    },
  }),
  merchantEndpoint({
    ...transferEndpoint,
    id: 'readTransfer',
    method: 'GET',
    path: '/api/v1/remittance/transaction/status',
    priority: 'status',
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
