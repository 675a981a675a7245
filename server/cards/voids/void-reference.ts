// The reference by which the gateway knows the charge that a void cancels.
import { type Sql, statement } from '../../platform/database/database.ts'
import { referenceTo } from '../gateway/charge-reference.ts'
import type { ChargeReference } from '../gateway/gateway.ts'
import type { PricedTransaction } from '../transaction/queries.ts'

const findCharge = statement<{ id: string; created_at: Temporal.Instant }>(
  'find_charge_of_transaction',
  `select id, created_at from operation where card_transaction_id = $1 and kind = 'charge' and state = 'confirmed'`,
)

/** Returns the reference by which the gateway knows the charge of a paid transaction. */
export async function chargeReferenceOf(sql: Sql, transaction: PricedTransaction): Promise<ChargeReference> {
  const [charge] = await sql.rows(findCharge, [transaction.id])
  if (!charge) throw new Error(`no confirmed charge for ${transaction.transaction_uuid}`)
  return referenceTo(
    { ...charge, amount_minor: transaction.amount_minor, currency: transaction.currency },
    transaction,
  )
}
