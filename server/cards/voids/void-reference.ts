// The reference by which the gateway knows the charge that a void cancels.
import type { Sql } from '../../platform/database/database.ts'
import { referenceTo } from '../gateway/charge-reference.ts'
import type { ChargeReference } from '../gateway/gateway.ts'
import type { PricedTransaction } from '../transaction/queries.ts'
import { chargesOf } from './queries.ts'

/** Returns the reference by which the gateway knows the charge of a paid transaction. */
export async function chargeReferenceOf(sql: Sql, transaction: PricedTransaction): Promise<ChargeReference> {
  return chargeReferenceIn(await chargesOf(sql, [transaction.id]), transaction)
}

/** The same, from the charges of several transactions. */
export function chargeReferenceIn(
  charges: Awaited<ReturnType<typeof chargesOf>>,
  transaction: PricedTransaction,
): ChargeReference {
  const charge = charges.get(transaction.id)
  if (!charge) throw new Error(`no confirmed charge for ${transaction.transaction_uuid}`)
  return referenceTo(
    { ...charge, amount_minor: transaction.amount_minor, currency: transaction.currency },
    transaction,
  )
}
