// Locks a merchant's balance, for whatever takes money out of it.
import type { Currency } from '../kernel/money.ts'
import type { Environment } from '../merchants/identity/merchant.ts'
import { type Sql, statement, type Tx } from '../platform/database/database.ts'

// guard: balance-lock
const lock = statement<{ available_minor: bigint }>(
  'lock_merchant_balance',
  `select available_minor from merchant_balance
    where merchant_id = $1 and environment = $2 and currency = $3 for update`,
)

/**
 * Locks a balance until the transaction ends and returns what is available, in minor units; below zero after refunds, and zero
 * for a merchant that was never paid in this currency.
 */
export async function lockBalance(
  sql: Tx,
  { merchantId, environment, currency }: { merchantId: bigint; environment: Environment; currency: Currency },
): Promise<bigint> {
  const [row] = await sql.rows(lock, [merchantId, environment, currency])
  return row?.available_minor ?? 0n
}

const countBelowZero = statement<{ below: bigint }>(
  'count_balances_below_zero',
  'select count(*) as below from merchant_balance where available_minor < 0',
)

/** Counts the balances from which more was taken than was available. */
export async function balancesBelowZero(sql: Sql): Promise<number> {
  return Number((await sql.rows(countBelowZero))[0]?.below ?? 0)
}
