// Whether a merchant's balance covers a refund that no admin approves. Money that was paid out could otherwise be refunded again.
import { lockFunds } from '../../balances/lock-balance.ts'
import { statement, type Tx } from '../../platform/database/database.ts'
import type { PricedTransaction } from '../transaction/queries.ts'

/** The limit below zero, and whether the charge has not become available yet. */
const readCover = statement<{ limit_minor: bigint; is_pending: boolean }>(
  'read_cover_of_refund',
  `select coalesce((select limit_minor from negative_balance_limit
                     where merchant_id = $1 and environment = $2 and currency = $3), 0) as limit_minor,
          coalesce((select b.released_posting is null
             from operation o join ledger_posting p on p.key = 'charge:' || o.id join balance_transaction b on b.id = p.id
            where o.card_transaction_id = $4 and o.kind = 'charge' and o.state = 'confirmed' limit 1), false) as is_pending`,
)

/**
 * Whether the balance stays at or above the merchant's limit after the refund and those under way; it cannot change before the
 * transaction ends. A charge that is still pending has not been paid out, so only its commission may be missing, which is ours.
 */
export async function isRefundCovered(
  sql: Tx,
  { id, merchant_id: merchantId, environment, currency, commission_minor }: PricedTransaction,
  amount: bigint,
): Promise<boolean> {
  const { pending, available } = await lockFunds(sql, { merchantId, environment, currency })
  const [cover] = await sql.rows(readCover, [merchantId, environment, currency, id])
  const { limit_minor: limit, is_pending: isPending } = cover!
  const left = isPending ? pending + available + (commission_minor ?? 0n) : available
  // guard: refund-below-zero
  return left - amount >= -limit
}
