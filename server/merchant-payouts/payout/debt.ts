// Merchants that owe us money: a dispute or a refund has taken more than was available. What is owed is netted first, so nothing is paid
// to them meanwhile.
import { lockFunds } from '../../balances/lock-balance.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { PayoutRow } from './queries.ts'

/**
 * Whether the payout's merchant owes us money in its currency, or will once the refunds under way are made; that cannot change before
 * the transaction ends.
 */
export const lockDebt = async (
  sql: Tx,
  { merchant_id: merchantId, environment, currency }: PayoutRow,
): Promise<boolean> => (await lockFunds(sql, { merchantId, environment, currency })).available < 0n
