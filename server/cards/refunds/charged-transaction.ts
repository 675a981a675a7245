// A payment that a refund or a void takes back, locked: with the balance of its merchant that its charge is in, and the receipt
// that its payer got.
import assert from 'node:assert/strict'
import type { Language } from '../../kernel/language.ts'
import type { AccountCode } from '../../ledger/post.ts'
import { statement, type Tx } from '../../platform/database/database.ts'
import { receiptLanguageOf } from '../receipts/payer-emails.ts'
import {
  type PricedTransaction,
  priced,
  type TransactionRow,
  transactionColumns,
  transactionTables,
} from '../transaction/queries.ts'

type MerchantShare = {
  account: AccountCode & ('merchant_payable' | 'merchant_available')
  /** For a pending charge: the day on which it, and what is taken back from it, becomes available. */
  availableOn?: Temporal.PlainDate
}

/** A charged transaction with the place of its charge, and the language of the payer's receipt; null without a receipt. */
export type ChargedTransaction = PricedTransaction & {
  share: MerchantShare
  receipt_language: Language | null
}

type Charged = TransactionRow & {
  charge_available_on: string | null
  is_charge_released: boolean | null
  receipt_language: Language | null
}

/** A release locks the same movement, so the charge stays in its balance until the database transaction ends. */
// guard: charge-movement-lock
const lockCharged = statement<Charged>(
  'lock_charged_transaction',
  `with locked as materialized (
     select ${transactionColumns} from ${transactionTables} where t.id = $1 for update of t
   )
   select locked.*, ${receiptLanguageOf('locked')} as receipt_language,
          charge.available_on::text as charge_available_on, charge.is_released as is_charge_released
     from locked
     left join lateral (
          select b.available_on, b.released_posting is not null as is_released from balance_transaction b
           where b.id = (select p.id
                           from (select id from operation o where o.card_transaction_id = locked.id
                                    and o.kind in ('charge', 'collection') and o.state = 'confirmed' offset 0) o
                          cross join lateral (select id from ledger_posting where key = 'charge:' || o.id limit 1) p limit 1)
           limit 1 for no key update of b) charge on true`,
)

/** Locks a charged transaction until the database transaction ends. */
export async function lockedChargedTransaction(sql: Tx, id: bigint): Promise<ChargedTransaction> {
  const [row] = await sql.rows(lockCharged, [id])
  assert(row, 'a transaction is never deleted')
  return { ...priced(row), share: shareOf(row), receipt_language: row.receipt_language }
}

function shareOf({ charge_available_on: day, is_charge_released: isReleased }: Charged): MerchantShare {
  // guard: released-share-account
  if (isReleased) return { account: 'merchant_available' }
  // Without a day, the posting is due as soon as it is made.
  return { account: 'merchant_payable', ...(day && { availableOn: Temporal.PlainDate.from(day) }) }
}
