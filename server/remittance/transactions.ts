// Transfers as their merchant reads them: a list, and one by itself.
import { Problem } from '../kernel/problem.ts'
import type { Merchant } from '../merchants/merchant.ts'
import { type Sql, statement } from '../platform/database.ts'
import { amountNumber } from './answer.ts'
import type { Filters, Page } from './list-parameters.ts'
import { remittanceProblems } from './problems.ts'
import { ownTransfer, type TransferRow } from './queries.ts'
import { stamp } from './time.ts'
import { timelineOf } from './timeline.ts'

type ListedRow = Pick<
  TransferRow,
  | 'reference'
  | 'transaction_id'
  | 'status'
  | 'amount_hundredths'
  | 'currency'
  | 'operator'
  | 'customer_number'
  | 'subscriber_name'
  | 'created_at'
>

const filtered = `merchant_id = $1 and environment = $2
  and ($3::text is null or status = $3) and ($4::text is null or operator = $4)
  and ($5::timestamptz is null or created_at >= $5) and ($6::timestamptz is null or created_at < $6)`

const listRows = statement<ListedRow>(
  'list_transfers',
  `select reference, transaction_id, status, amount_hundredths, currency, operator, customer_number, subscriber_name, created_at
     from transfer where ${filtered} order by id desc limit $7 offset $8`,
)
const countRows = statement<{ total: bigint }>(
  'count_transfers',
  `select count(*) as total from transfer where ${filtered}`,
)

/** Newest first. */
export async function listTransfers(sql: Sql, { id, environment }: Merchant, list: Page & Filters) {
  const values = [
    id,
    environment,
    list.status ?? null,
    list.operator ?? null,
    list.from ?? null,
    list.before ?? null,
  ]
  const rows = await sql.rows(listRows, [...values, list.limit, list.offset])
  const [count] = await sql.rows(countRows, values)
  return { total: Number(count?.total ?? 0), items: rows.map(recordOf) }
}

function recordOf(transfer: ListedRow) {
  return {
    reference: transfer.reference,
    transaction_id: transfer.transaction_id,
    status: transfer.status,
    amount: amountNumber(transfer.amount_hundredths),
    currency: transfer.currency,
    operator: transfer.operator,
    customer_number: transfer.customer_number,
    subscriber_name: transfer.subscriber_name,
    created_at: stamp(transfer.created_at),
  }
}

const longest = 200

function textOf(query: Readonly<Record<string, unknown>>, field: string): string | undefined {
  const sent = query[field]
  return typeof sent === 'string' && sent !== '' && sent.length <= longest ? sent : undefined
}

/** By `reference` or `transaction_id`, or both. @throws Problem RMT-1005 for neither, RMT-404. */
export async function transferStatus(sql: Sql, merchant: Merchant, query: Readonly<Record<string, unknown>>) {
  const by = { reference: textOf(query, 'reference'), transactionId: textOf(query, 'transaction_id') }
  if (by.reference === undefined && by.transactionId === undefined) {
    const errors = ['reference', 'transaction_id'].map((field) => ({
      field,
      message: 'One of the two is required',
    }))
    throw new Problem(remittanceProblems.reference_or_id_missing, {}, {}, errors)
  }
  const transfer = await ownTransfer(sql, merchant, by)
  if (!transfer) throw new Problem(remittanceProblems.transfer_unknown)
  return {
    ...recordOf(transfer),
    telco_reference: transfer.telco_reference,
    completed_at: transfer.completed_at && stamp(transfer.completed_at),
  }
}

/** @throws Problem RMT-404. */
export async function transferTimeline(sql: Sql, merchant: Merchant, reference: string) {
  const transfer = await ownTransfer(sql, merchant, { reference })
  if (!transfer) throw new Problem(remittanceProblems.transfer_unknown)
  return timelineOf(sql, transfer)
}
