// The data of one merchant, read by separate SQL: counts, and the same money derived in three ways.

import type { Database } from '../../../server/platform/database/database.ts'
import { systemClock } from '../../../server/platform/time/clock.ts'
import { addMoney } from '../../../server/remittance/wallets/merchant-reads.ts'

/** Money in cents. */
export type Books = Record<
  | 'payments'
  | 'transfers'
  | 'walletTotal'
  | 'walletReserved'
  | 'transfersReserved'
  | 'ledgerTotal'
  | 'allEntries',
  number
>

const readBooks = {
  name: 'read_books',
  text: `select
    (select count(*) from card_transaction where merchant_id = m.id) as "payments",
    (select count(*) from transfer where merchant_id = m.id) as "transfers",
    (select available_minor + reserved_minor from wallet where merchant_id = m.id) as "walletTotal",
    (select reserved_minor from wallet where merchant_id = m.id) as "walletReserved",
    (select coalesce(sum(receiver_minor + fee_minor), 0) from transfer where merchant_id = m.id and status = 'Submitted')
      as "transfersReserved",
    (select -sum(e.amount_minor) from ledger_account a join ledger_entry e on e.account_id = a.id
      where a.merchant_id = m.id and a.code in ('wallet_available', 'wallet_reserved')) as "ledgerTotal",
    (select sum(amount_minor) from ledger_entry) as "allEntries"
  from merchant m where m.merchant_code = $1`,
}

export async function booksOf(db: Database, code: string): Promise<Books> {
  const [row] = await db.rows<Record<string, unknown>>(readBooks, [code])
  return Object.fromEntries(Object.entries(row!).map(([name, value]) => [name, Number(value)])) as Books
}

const findMerchant = { name: 'find_bench_merchant', text: 'select id from merchant where merchant_code = $1' }
const plenty = 1_000_000_000_000n

/** Funds the wallet through the ledger. */
export async function fillWallet(db: Database, code: string): Promise<void> {
  const [merchant] = await db.rows<{ id: bigint }>(findMerchant, [code])
  await addMoney({ db, clock: systemClock }, { id: merchant!.id, environment: 'sandbox' }, plenty)
}
