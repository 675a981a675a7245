// Whether a merchant's balance covers a refund that no admin approves. Money that was paid out could otherwise be refunded again.
import { statement, type Tx } from '../../platform/database/database.ts'
import type { PricedTransaction } from '../transaction/queries.ts'

const lockBalance = statement<{ pending_minor: bigint; available_minor: bigint }>(
  'lock_balance_of_refund',
  `select pending_minor, available_minor from merchant_balance
    where merchant_id = $1 and environment = $2 and currency = $3 for update`,
)
/** The limit below zero, and the refunds that are under way: they leave the balance once their outcome is known. */
// guard: refunds-under-way
const readCover = statement<{ limit_minor: bigint; under_way: bigint; is_pending: boolean }>(
  'read_cover_of_refund',
  `select coalesce((select limit_minor from negative_balance_limit
                     where merchant_id = $1 and environment = $2 and currency = $3), 0) as limit_minor,
          (select coalesce(sum(r.amount_minor), 0)::bigint
             from operation o join card_refund r on r.operation = o.id join card_transaction t on t.id = r.transaction_id
            where o.kind = 'refund' and o.state in ('intent', 'sent', 'unknown') and r.status = 'PENDING'
              and t.merchant_id = $1 and t.environment = $2 and t.currency = $3) as under_way,
          coalesce((select b.released_posting is null
             from operation o join ledger_posting p on p.key = 'charge:' || o.id join balance_transaction b on b.id = p.id
            where o.card_transaction_id = $4 and o.kind = 'charge' and o.state = 'confirmed' limit 1), false) as is_pending`,
)

/**
 * Whether the balance stays at or above the merchant's limit after the refund; it cannot change before the transaction ends. A
 * charge that is still pending has not been paid out, so only its commission may be missing, which is ours.
 */
export async function isRefundCovered(
  sql: Tx,
  { id, merchant_id, environment, currency, commission_minor }: PricedTransaction,
  amount: bigint,
): Promise<boolean> {
  const key = [merchant_id, environment, currency]
  const [balance] = await sql.rows(lockBalance, key)
  const [cover] = await sql.rows(readCover, [...key, id])
  const { pending_minor: pending, available_minor: available } = balance ?? {
    pending_minor: 0n,
    available_minor: 0n,
  }
  const { limit_minor: limit, under_way: underWay, is_pending: isPending } = cover!
  const left = isPending ? pending + available + (commission_minor ?? 0n) : available
  // guard: refund-below-zero
  return left - underWay - amount >= -limit
}
