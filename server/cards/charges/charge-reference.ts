// The references by which the gateway knows our charges. A payment that allows several attempts may have several charges there,
// with one code and amount, and an inquiry about one of them must not find another.
import { type Currency, money } from '../../kernel/money.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import type { ChargeReference } from '../gateway/gateway.ts'
import type { PricedTransaction, TransactionRow } from '../transaction/queries.ts'

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
