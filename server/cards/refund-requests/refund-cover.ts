// Whether a merchant's balance covers a refund that no admin approves. Money that was paid out could otherwise be refunded again.
import { lockFunds, readFunds } from '../../balances/lock-balance.ts'
import { type Sql, statement, type Tx } from '../../platform/database/database.ts'
import type { PricedTransaction } from '../transaction/queries.ts'

/** The limit below zero, and whether the charge has not become available yet. */
const readCover = statement<{ limit_minor: bigint; is_pending: boolean }>(
  'read_cover_of_refund',
  `select coalesce((select limit_minor from negative_balance_limit
                     where merchant_id = $1 and environment = $2 and currency = $3), 0) as limit_minor,
          coalesce((select b.released_posting is null
             from operation o join ledger_posting p on p.key = 'charge:' || o.id join balance_transaction b on b.id = p.id
            where o.card_transaction_id = $4 and o.kind in ('charge', 'collection') and o.state = 'confirmed' limit 1), false) as is_pending`,
)

type Charged = Pick<PricedTransaction, 'id' | 'merchant_id' | 'environment' | 'currency'> & {
  commission_minor: bigint | null
}

const balanceOf = ({ merchant_id: merchantId, environment, currency }: Charged) => ({
  merchantId,
  environment,
  currency,
})

/** A charge that is still pending has not been paid out, so only its commission may be missing, which is ours. */
async function coverOf(
  sql: Sql,
  charged: Charged,
  { pending, available }: Awaited<ReturnType<typeof readFunds>>,
): Promise<{ left: bigint; limit: bigint }> {
  const { id, merchant_id, environment, currency, commission_minor } = charged
  const [cover] = await sql.rows(readCover, [merchant_id, environment, currency, id])
  const { limit_minor: limit, is_pending: isPending } = cover!
  return { left: isPending ? pending + available + (commission_minor ?? 0n) : available, limit }
}

/**
 * Whether the balance stays at or above the merchant's limit after the refund and those under way; it cannot change before the
 * transaction ends.
 */
export async function isRefundCovered(
  sql: Tx,
  transaction: PricedTransaction,
  amount: bigint,
): Promise<boolean> {
  const { left, limit } = await coverOf(sql, transaction, await lockFunds(sql, balanceOf(transaction)))
  // guard: refund-below-zero
  return left - amount >= -limit
}

/** The largest refund that is covered now, to show it before the merchant asks; at least zero. */
export async function largestCovered(sql: Sql, charged: Charged): Promise<bigint> {
  const { left, limit } = await coverOf(sql, charged, await readFunds(sql, balanceOf(charged)))
  return left + limit > 0n ? left + limit : 0n
}
