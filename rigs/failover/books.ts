// Whether the database contains what was acknowledged.
import { booksOf } from '../bench/suites/processes-books.ts'
import type { Bed } from '../bench/workloads/workload.ts'
import { type Kind, kinds, type Written } from './writes.ts'

const queries: Record<Kind, { name: string; text: string }> = {
  order: {
    name: 'drill_kept_orders',
    text: 'select transaction_uuid as key from card_transaction where transaction_uuid = any($1)',
  },
  transfer: {
    name: 'drill_kept_transfers',
    text: 'select transaction_id as key from transfer where transaction_id = any($1)',
  },
  refund: {
    name: 'drill_kept_refunds',
    text: 'select cs_refund_id as key from card_refund where cs_refund_id = any($1)',
  },
}

/** The acknowledged writes that are missing from the database. */
export async function lostOf({ db }: Pick<Bed, 'db'>, journal: readonly Written[]): Promise<Written[]> {
  const lost: Written[] = []
  for (const kind of kinds) {
    const acknowledged = journal.filter((one) => one.kind === kind && one.key !== undefined)
    for (let from = 0; from < acknowledged.length; from += 1_000) {
      const some = acknowledged.slice(from, from + 1_000)
      const rows = await db.rows<{ key: string }>(queries[kind], [some.map(({ key }) => key)])
      const stored = new Set(rows.map(({ key }) => key))
      lost.push(...some.filter(({ key }) => !stored.has(key!)))
    }
  }
  return lost
}

/** Contradictions in the books; empty when they agree. */
export async function faultsOf({ db, merchant }: Pick<Bed, 'db' | 'merchant'>): Promise<string[]> {
  const { walletTotal, ledgerTotal, walletReserved, transfersReserved, allEntries } = await booksOf(
    db,
    merchant.merchant_code,
  )
  const faults = []
  if (walletTotal !== ledgerTotal)
    faults.push(`the wallet has ${walletTotal}, the ledger says ${ledgerTotal}`)
  if (walletReserved !== transfersReserved)
    faults.push(`${walletReserved} reserved, the transfers say ${transfersReserved}`)
  if (allEntries !== 0) faults.push(`the entries of the ledger add up to ${allEntries}`)
  return faults
}
