// Reads of transfer rows, with and without a lock.

import type { Environment } from '../../kernel/environment.ts'
import type { OperatorCode } from '../../kernel/operators.ts'
import { sentKeys, toSentKeys } from '../../platform/database/coalescing-batch.ts'
import { type Sql, statement, type Tx } from '../../platform/database/database.ts'
import type { SenderCurrency } from './formats.ts'
import type { TransferStatus } from './transfer.ts'

export type TransferRow = {
  id: bigint
  transaction_id: string
  merchant_id: bigint
  environment: Environment
  reference: string
  status: TransferStatus
  operator: OperatorCode
  customer_number: string
  subscriber_name: string | null
  amount_hundredths: bigint
  currency: SenderCurrency
  receiver_minor: bigint | null
  fee_minor: bigint | null
  rate_micros: bigint | null
  callback_url: string | null
  parties_sealed: Buffer
  telco_reference: string | null
  failure_code: string | null
  failure_message: string | null
  created_at: Temporal.Instant
  completed_at: Temporal.Instant | null
  reversed_at: Temporal.Instant | null
  /** When sender and beneficiary were erased, because their retention had ended. */
  erased_at: Temporal.Instant | null
}

/** `limit_subjects`: the keys of what its limits count; null where none does. */
export type LockedTransfer = TransferRow & { limit_subjects: string[] | null }

export const transferColumns = `t.id, t.transaction_id, t.merchant_id, t.environment, t.reference, t.status, t.operator, t.customer_number,
  t.subscriber_name, t.amount_hundredths, t.currency, t.receiver_minor, t.fee_minor, t.rate_micros, t.callback_url,
  t.parties_sealed, t.telco_reference, t.failure_code, t.failure_message, t.created_at, t.completed_at, t.reversed_at, t.erased_at`

const lockById = statement<LockedTransfer>(
  'lock_transfers',
  `with ${sentKeys('bigint')} select ${transferColumns}, t.limit_subjects::text[] as limit_subjects
     from transfer t join sent on sent.key = t.id order by t.id for update of t`,
)
const findByIds = statement<TransferRow>(
  'find_transfers_by_id',
  `with ${sentKeys('bigint')} select ${transferColumns} from transfer t join sent on sent.key = t.id`,
)
const findByTransactionId = statement<TransferRow>(
  'find_transfer_by_transaction_id',
  `select ${transferColumns} from transfer t where t.transaction_id = $1`,
)
// guard: transfer-owner
const findOwn = statement<TransferRow>(
  'find_own_transfer',
  `select ${transferColumns} from transfer t
    where t.merchant_id = $1 and t.environment = $2
      and ($3::text is null or t.reference = $3) and ($4::text is null or t.transaction_id = $4)
      and num_nonnulls($3::text, $4::text) > 0`,
)

/** Locks transfers until the transaction ends, always in id order so that transactions cannot deadlock. */
export async function lockedTransfers(sql: Tx, ids: readonly bigint[]): Promise<Map<bigint, LockedTransfer>> {
  const rows = await sql.rows(lockById, [toSentKeys(ids)])
  return new Map(rows.map((row) => [row.id, row]))
}

export async function transfersById(sql: Sql, ids: readonly bigint[]): Promise<TransferRow[]> {
  return sql.rows(findByIds, [toSentKeys(ids)])
}

/** Finds a transfer of any merchant, for admins. */
export async function transferById(sql: Sql, transactionId: string): Promise<TransferRow | undefined> {
  return (await sql.rows(findByTransactionId, [transactionId]))[0]
}

/** Finds a merchant's transfer by its reference or our id. If both are given, they must belong to one transfer. */
export async function ownTransfer(
  sql: Sql,
  merchant: { id: bigint; environment: Environment },
  by: { reference?: string | undefined; transactionId?: string | undefined },
): Promise<TransferRow | undefined> {
  const { id, environment } = merchant
  return (await sql.rows(findOwn, [id, environment, by.reference ?? null, by.transactionId ?? null]))[0]
}

/** What a quoted transfer costs its merchant, in US cents. @throws for a held transfer, which has no quote. */
export function costOf(transfer: TransferRow): { amount: bigint; fee: bigint } {
  if (transfer.receiver_minor === null || transfer.fee_minor === null)
    throw new Error('a held transfer has no quote yet')
  return { amount: transfer.receiver_minor, fee: transfer.fee_minor }
}
