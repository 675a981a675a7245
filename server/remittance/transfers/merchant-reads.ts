// The merchant reads of transfers: list, status and timeline.
import { Problem } from '../../kernel/problem.ts'
import type { Merchant } from '../../merchants/identity/merchant.ts'
import type { Sql } from '../../platform/database/database.ts'
import type { Filters, Page } from '../http/list-parameters.ts'
import { remittanceProblems } from '../transfer/problems.ts'
import { ownTransfer } from '../transfer/queries.ts'
import { stamp } from '../transfer/time.ts'
import { timelineForMerchant } from '../transfer/timeline.ts'
import { transferList, transferSummary } from './list.ts'

/** One page of a merchant's transfers, newest first. */
export async function listTransfers(sql: Sql, { id, environment }: Merchant, list: Page & Filters) {
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
export async function transferStatus(sql: Sql, merchant: Merchant, query: Readonly<Record<string, unknown>>) {
  const by = { reference: textOf(query, 'reference'), transactionId: textOf(query, 'transaction_id') }
  if (by.reference === undefined && by.transactionId === undefined) {
    const errors = ['reference', 'transaction_id'].map((field) => ({
      field,
      message: 'Either reference or transaction_id is required',
    }))
    throw new Problem(remittanceProblems.reference_or_id_missing, {}, {}, errors)
  }
  const transfer = await ownTransfer(sql, merchant, by)
  if (!transfer) throw new Problem(remittanceProblems.transfer_unknown)
  return {
    ...transferSummary(transfer),
    telco_reference: transfer.telco_reference,
    completed_at: transfer.completed_at && stamp(transfer.completed_at),
  }
}

/** Reads the timeline by reference. @throws Problem RMT-404 */
export async function transferTimeline(sql: Sql, merchant: Merchant, reference: string) {
  const transfer = await ownTransfer(sql, merchant, { reference })
  if (!transfer) throw new Problem(remittanceProblems.transfer_unknown)
  return timelineForMerchant(sql, transfer)
}
