import { type Currency, money } from '../../kernel/money.ts'
import type { TransactionRow } from '../transaction/queries.ts'
import type { ChargeReference } from './gateway.ts'

/** Builds the reference by which the gateway knows a charge; the id of our operation is the reference of its call. */
export function referenceTo(
  charge: { id: string; amount_minor: bigint; currency: string; created_at: Temporal.Instant },
  transaction: Pick<TransactionRow, 'transaction_uuid'>,
): ChargeReference {
  return {
    code: transaction.transaction_uuid,
    reference: charge.id,
    amount: money(charge.amount_minor, charge.currency as Currency),
    requestedAt: charge.created_at,
  }
}
