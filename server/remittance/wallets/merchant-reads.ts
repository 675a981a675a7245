// The merchant reads of a wallet (balance, history), and adding money to it.

import type { Environment } from '../../kernel/environment.ts'
import { newIdIn } from '../../kernel/id.ts'
import { type Database, type Sql, statement, type Tx } from '../../platform/database/database.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { Page } from '../http/list-parameters.ts'
import { amountNumber, stamp } from '../transfer/formats.ts'
import { ensureWallet, lockWallets, move, saveMovements, topUp, type WalletLineKind } from './wallet.ts'

type Owner = { id: bigint; environment: Environment }

const readPair = statement<{ available_minor: bigint; reserved_minor: bigint }>(
  'read_wallet',
  `select available_minor, reserved_minor from wallet where merchant_id = $1 and environment = $2 and currency = 'USD'`,
)

/** Available and reserved in US cents; zero for a wallet that was never topped up. */
export async function walletPair(
  sql: Sql,
  merchant: Owner,
): Promise<{ available: bigint; reserved: bigint }> {
  const [pair] = await sql.rows(readPair, [merchant.id, merchant.environment])
  return { available: pair?.available_minor ?? 0n, reserved: pair?.reserved_minor ?? 0n }
}

export async function balanceOf(sql: Sql, merchant: Owner, now: Temporal.Instant) {
  const { available, reserved } = await walletPair(sql, merchant)
  return {
    currency: 'USD' as const,
    available: amountNumber(available),
    reserved: amountNumber(reserved),
    total: amountNumber(available + reserved),
    as_of: stamp(now),
  }
}

const findMovement = statement(
  'find_wallet_movement',
  'select from wallet_entry where posting_key = $1 limit 1',
)

/** Adds money to a wallet once per key. Returns false if the key was used before. @param amount US cents. */
export async function addMoney(
  { db, clock }: { db: Database; clock: Clock },
  merchant: Owner,
  amount: bigint,
  key: string = newIdIn(db.cell),
): Promise<boolean> {
  return db.transaction((sql) => addMoneyWithin(sql, merchant, { amount, key, now: clock.now() }))
}

/** The same within the caller's transaction. */
export async function addMoneyWithin(
  sql: Tx,
  merchant: Owner,
  {
    amount,
    key,
    topUpOwner,
    now,
  }: { amount: bigint; key: string; topUpOwner?: string; now: Temporal.Instant },
): Promise<boolean> {
  const owner = { merchantId: merchant.id, environment: merchant.environment }
  await ensureWallet(sql, owner)
  const wallet = (await lockWallets(sql, [owner]))(owner)
  const postingKey = `topup:${key}`
  if ((await sql.rows(findMovement, [postingKey])).length > 0) return false
  const done = wallet && move(wallet, topUp(amount), { key: postingKey, topUpOwner })
  if (!done) throw new Error('a wallet can always be topped up')
  await saveMovements(sql, [done], now)
  return true
}

type EntryRow = {
  position: bigint
  at: Temporal.Instant
  kind: WalletLineKind
  amount_minor: bigint
  balance_after_minor: bigint
  reference: string | null
  transaction_id: string | null
}

/** Wallet lines are numbered from 1 without gaps, so a page is a range of numbers and the last number is the total. */
// guard: wallet-entry-owner
const listEntries = statement<EntryRow & { total: bigint }>(
  'list_wallet_entries',
  `select w.line_count as total, e.position, e.at, e.kind, e.amount_minor, e.balance_after_minor, t.reference, t.transaction_id
     from wallet w
     left join wallet_entry e on e.wallet_id = w.id
      and e.position between w.line_count - $4::bigint - $3::bigint + 1 and w.line_count - $4::bigint
     left join transfer t on t.id = e.transfer_id
    where w.merchant_id = $1 and w.environment = $2 and w.currency = 'USD'
    order by e.position desc`,
)

/** One page of the history, newest first. Amounts are signed; each balance is the previous one plus the amount. */
export async function walletHistory(
  sql: Sql,
  { id, environment }: Owner,
  { limit, offset }: Pick<Page, 'limit' | 'offset'>,
) {
  const found = await sql.rows(listEntries, [id, environment, limit, offset])
  const rows = found.filter((row) => row.position !== null)
  return {
    total: Number(found[0]?.total ?? 0),
    items: rows.map((row) => ({
      id: String(row.position),
      at: stamp(row.at),
      kind: row.kind,
      amount: amountNumber(row.amount_minor),
      balance_after: amountNumber(row.balance_after_minor),
      reference: row.reference,
      transaction_id: row.transaction_id,
    })),
  }
}
