// A payment that allows several attempts may have several charges at the gateway, with one code and amount. An inquiry about
// one of them must not find another.
import { type Sql, statement } from '../../platform/database/database.ts'
import { referenceTo } from '../gateway/charge-reference.ts'
import type { ChargeReference } from '../gateway/gateway.ts'
import type { PricedTransaction } from '../transaction/queries.ts'

const findOtherCharges = statement<{ upstream_id: string | null }>(
  'find_other_charges',
  `select upstream_id from operation
    where card_transaction_id = $1 and kind = 'charge' and id <> $2 and state in ('confirmed', 'declined')`,
)

/** The reference of a charge, with the charges of the same payment that it must not be mistaken for. */
export async function referenceAmongAttempts(
  sql: Sql,
  charge: Parameters<typeof referenceTo>[0],
  transaction: PricedTransaction,
): Promise<ChargeReference> {
  const others = await sql.rows(findOtherCharges, [transaction.id, charge.id])
  const paymentIds = others.flatMap(({ upstream_id }) => upstream_id ?? [])
  return {
    ...referenceTo(charge, transaction),
    others: { paymentIds, unidentified: paymentIds.length < others.length },
  }
}
