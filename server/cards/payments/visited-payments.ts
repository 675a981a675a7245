// Reads payments for the calls of their pages. Calls that arrive together share one statement.
import { Problem } from '../../kernel/problem.ts'
import { sentRows, toSentRows } from '../../platform/database/batch-rows.ts'
import { coalescingBatch } from '../../platform/database/coalescing-batch.ts'
import { type Database, statement } from '../../platform/database/database.ts'
import { newestTokenKeys } from '../authentication/token-keys.ts'
import type { TokenKey } from '../gateway/gateway.ts'
import { cardProblems } from '../transaction/problems.ts'
import { type TransactionRow, transactionColumns, transactionTables } from '../transaction/queries.ts'

export type PaymentReader = {
  /**
   * Reads a payment, on request with the keys that its card tokens are verified with.
   * @throws Problem 404.
   */
  read(uuid: string, also?: { tokenKeys: boolean }): Promise<VisitedPayment>
}

export type VisitedPayment = TransactionRow & { token_keys: TokenKey[] | null }

const findPayments = statement<VisitedPayment>(
  'find_visited_payments',
  `with ${sentRows('uuid text, token_keys boolean')}
   select ${transactionColumns}, case when sent.token_keys then ${newestTokenKeys('t.id')} end as token_keys
     from ${transactionTables} join sent on sent.uuid = t.transaction_uuid`,
)

/** A process needs one, so that its requests share their reads. */
export function openPaymentReader(db: Database): PaymentReader {
  const find = coalescingBatch<{ uuid: string; tokenKeys: boolean }, VisitedPayment | undefined>(
    async (members) => {
      const wanted = new Map<string, boolean>()
      for (const { uuid, tokenKeys } of members) wanted.set(uuid, tokenKeys || wanted.get(uuid) === true)
      const sent = [...wanted].map(([uuid, token_keys]) => ({ uuid, token_keys }))
      const found = await db.rows(findPayments, [toSentRows(sent)])
      const byUuid = new Map(found.map((row) => [row.transaction_uuid, row]))
      return members.map(({ uuid }) => byUuid.get(uuid))
    },
  )
  return {
    async read(uuid, { tokenKeys } = { tokenKeys: false }) {
      const payment = uuid.includes('\0') ? undefined : await find({ uuid, tokenKeys })
      if (!payment) throw new Problem(cardProblems.transaction_not_found)
      return payment
    },
  }
}
