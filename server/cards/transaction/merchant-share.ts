// Which balance of its merchant a charge is in: pending, or available once it was released. What takes a charge back is
// posted to the same one.
import type { AccountCode } from '../../ledger/post.ts'
import { statement, type Tx } from '../../platform/database/database.ts'

export type MerchantShare = {
  account: AccountCode & ('merchant_payable' | 'merchant_available')
  /** For a pending charge: the day on which it, and what is taken back from it, becomes available. */
  availableOn?: Temporal.PlainDate
}

type ChargeMovement = { transaction_id: bigint; available_on: string; is_released: boolean }

/** A release locks the same rows, so a charge stays in its balance until the database transaction ends. */
// guard: charge-movement-lock
const lockChargeMovements = statement<ChargeMovement>(
  'lock_charge_movements',
  `select b.transaction_id, b.available_on::text as available_on, b.released_posting is not null as is_released
     from balance_transaction b
    where b.id = any (array(
            select p.id from unnest($1::bigint[]) t (id)
             cross join lateral (select id from operation o where o.card_transaction_id = t.id and o.kind = 'charge'
                                    and o.state = 'confirmed' limit 1) o
             cross join lateral (select id from ledger_posting where key = 'charge:' || o.id limit 1) p))
    order by b.id for no key update of b`,
)

/** Returns where the shares of paid transactions are, by their ids. The caller has locked the transactions. */
export async function lockMerchantShares(
  sql: Tx,
  transactionIds: readonly bigint[],
): Promise<(transactionId: bigint) => MerchantShare> {
  const found = await sql.rows(lockChargeMovements, [transactionIds])
  const shares = new Map(found.map((charge) => [charge.transaction_id, shareOf(charge)]))
  return (id) => {
    const share = shares.get(id)
    if (!share) throw new Error('every paid transaction has a movement of its charge')
    return share
  }
}

function shareOf({ is_released, available_on }: ChargeMovement): MerchantShare {
  // guard: released-share-account
  return is_released
    ? { account: 'merchant_available' }
    : { account: 'merchant_payable', availableOn: Temporal.PlainDate.from(available_on) }
}
