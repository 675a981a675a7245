// Which balance of its merchant a charge is in: pending, or available once it was released. What takes a charge back is
// posted to the same one.
import type { AccountCode } from '../../ledger/post.ts'
import { sentKeys, toSentKeys } from '../../platform/database/batch-rows.ts'
import { statement, type Tx } from '../../platform/database/database.ts'
import {
  type PricedTransaction,
  priced,
  type TransactionRow,
  transactionColumns,
  transactionTables,
} from './queries.ts'

export type MerchantShare = {
  account: AccountCode & ('merchant_payable' | 'merchant_available')
  /** For a pending charge: the day on which it, and what is taken back from it, becomes available. */
  availableOn?: Temporal.PlainDate
}

/** A transaction that was charged, with the place of its charge. */
export type ChargedTransaction = PricedTransaction & { share: MerchantShare }

type Charged = TransactionRow & { charge_available_on: string | null; is_charge_released: boolean | null }

/**
 * Locks transactions in order of their ids, so that two batches cannot deadlock, and with each the movement of its charge.
 * A release locks the same movements, so a charge stays in its balance until the database transaction ends.
 */
// guard: charge-movement-lock
const lockChargedTransactions = statement<Charged>(
  'lock_charged_transactions',
  `with ${sentKeys('bigint')}, locked as materialized (
     select ${transactionColumns} from ${transactionTables} join sent on sent.key = t.id order by t.id for update of t
   )
   select locked.*, charge.available_on::text as charge_available_on, charge.is_released as is_charge_released
     from locked
     left join lateral (
          select b.available_on, b.released_posting is not null as is_released from balance_transaction b
           where b.id = (select p.id
                           from (select id from operation o where o.card_transaction_id = locked.id and o.kind = 'charge'
                                    and o.state = 'confirmed' limit 1) o
                          cross join lateral (select id from ledger_posting where key = 'charge:' || o.id limit 1) p)
           limit 1 for no key update of b) charge on true`,
)

/** Locks charged transactions until the database transaction ends, and returns them by their ids. */
export async function lockedChargedTransactions(
  sql: Tx,
  ids: readonly bigint[],
): Promise<Map<bigint, ChargedTransaction>> {
  const found = await sql.rows(lockChargedTransactions, [toSentKeys(ids)])
  return new Map(found.map((row) => [row.id, { ...priced(row), share: shareOf(row) }]))
}

function shareOf({ charge_available_on: day, is_charge_released: isReleased }: Charged): MerchantShare {
  // guard: released-share-account
  if (isReleased) return { account: 'merchant_available' }
  // Without a day, the posting is due as soon as it is made.
  return { account: 'merchant_payable', ...(day && { availableOn: Temporal.PlainDate.from(day) }) }
}
