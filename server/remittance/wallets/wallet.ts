// A merchant's prefunded wallet. Movements are computed on locked rows and written with their ledger postings and
// history lines; the table's check constraints make an overdraft impossible whatever is computed here.
import assert from 'node:assert/strict'
import type { Environment } from '../../kernel/environment.ts'
import { money } from '../../kernel/money.ts'
import { type Entry, postAll } from '../../ledger/post.ts'
import { type Sql, statement, type Tx } from '../../platform/database/database.ts'

export type WalletLineKind = 'TOPUP' | 'RESERVE' | 'RELEASE' | 'DEBIT' | 'FEE' | 'REVERSAL' | 'ADJUSTMENT'

/** One movement of a wallet. The sum of its lines is the change of the available balance. */
export type Movement = {
  reserved: bigint
  lines: readonly { kind: WalletLineKind; amount: bigint }[]
  entries: (merchantId: bigint) => Entry[]
}

/** An entry of a posting; accounts of wallets belong to the merchant, the others to the service. */
type Part = [account: Entry['account'], side: Entry['side'], minor: bigint]

function movement(
  reserved: bigint,
  lines: [kind: WalletLineKind, amount: bigint][],
  entries: readonly Part[],
): Movement {
  return {
    reserved,
    lines: lines.map(([kind, amount]) => ({ kind, amount })),
    entries: (merchantId) =>
      entries.map(([account, side, minor]) => ({
        account,
        side,
        amount: money(minor, 'USD'),
        ...((account === 'wallet_available' || account === 'wallet_reserved') && { merchantId }),
      })),
  }
}

/** What a transfer costs its merchant. */
type Cost = { amount: bigint; fee: bigint }

/** The most that one person can add to a wallet within 24 hours, in US cents. More needs a second person. */
export const maxToppedUp = 1_000_000n
/** The most that one person can add to all wallets together within 24 hours, in US cents. */
export const maxToppedUpByPerson = 2_000_000n

export const topUp = (amount: bigint): Movement =>
  movement(
    0n,
    [['TOPUP', amount]],
    [
      ['wallet_funding', 'debit', amount],
      ['wallet_available', 'credit', amount],
    ],
  )

/** Reserves the cost of a transfer. */
export function reserve({ amount, fee }: Cost): Movement {
  const total = amount + fee
  const entries: Part[] = [
    ['wallet_available', 'debit', total],
    ['wallet_reserved', 'credit', total],
  ]
  return movement(total, [['RESERVE', -total]], entries)
}

/** Debits the reserved cost of a successful transfer. */
export function confirm({ amount, fee }: Cost): Movement {
  const total = amount + fee
  const lines: [WalletLineKind, bigint][] = [
    ['RELEASE', total],
    ['DEBIT', -amount],
    ['FEE', -fee],
  ]
  const entries: Part[] = [
    ['wallet_reserved', 'debit', total],
    ['operator_float', 'credit', amount],
    ['remittance_fee', 'credit', fee],
  ]
  return movement(-total, lines, entries)
}

/** Releases the reserved cost of a failed transfer. */
export function release({ amount, fee }: Cost): Movement {
  const total = amount + fee
  const entries: Part[] = [
    ['wallet_reserved', 'debit', total],
    ['wallet_available', 'credit', total],
  ]
  return movement(-total, [['RELEASE', total]], entries)
}

/** Credits the cost of a reversed transfer, including the fee. */
export function reverse({ amount, fee }: Cost): Movement {
  const entries: Part[] = [
    ['operator_float', 'debit', amount],
    ['remittance_fee', 'debit', fee],
    ['wallet_available', 'credit', amount + fee],
  ]
  return movement(0n, [['REVERSAL', amount + fee]], entries)
}

/** Corrects a wallet: a positive amount credits the merchant, a negative one debits it. */
export function adjust(amount: bigint): Movement {
  const [size, given, taken] =
    amount < 0n ? ([-amount, 'debit', 'credit'] as const) : ([amount, 'credit', 'debit'] as const)
  const entries: Part[] = [
    ['wallet_adjustment', taken, size],
    ['wallet_available', given, size],
  ]
  return movement(0n, [['ADJUSTMENT', amount]], entries)
}

/** A locked wallet with the movements applied since it was locked. */
export type OpenWallet = {
  readonly id: bigint
  readonly merchantId: bigint
  readonly environment: Environment
  available: bigint
  reserved: bigint
  /** The number of lines in its history. */
  lines: bigint
}

/** A movement applied in memory, to be written by `saveMovements`. */
export type AppliedMovement = {
  wallet: OpenWallet
  movement: Movement
  key: string
  transfer?: bigint
  topUpOwner?: string | undefined
  balances: bigint[]
}

/** Applies a movement. If the available balance is insufficient, returns undefined and changes nothing. */
export function move(
  wallet: OpenWallet,
  movement: Movement,
  about: Pick<AppliedMovement, 'key' | 'transfer' | 'topUpOwner'>,
): AppliedMovement | undefined {
  const balances: bigint[] = []
  let available = wallet.available
  for (const { amount } of movement.lines) {
    available += amount
    // guard: wallet-balance
    if (available < 0n) return undefined
    balances.push(available)
  }
  assert(wallet.reserved + movement.reserved >= 0n, 'a debit or release never exceeds what is reserved')
  wallet.available = available
  wallet.reserved += movement.reserved
  return { wallet, movement, balances, ...about }
}

type WalletRow = {
  id: bigint
  merchant_id: bigint
  environment: Environment
  available_minor: bigint
  reserved_minor: bigint
  line_count: bigint
}

export type WalletKey = { merchantId: bigint; environment: Environment }

const lock = statement<WalletRow>(
  'lock_wallets',
  `select w.id, w.merchant_id, w.environment, w.available_minor, w.reserved_minor, w.line_count
     from wallet w
     join (select distinct merchant_id, environment
             from json_to_recordset($1) as k (merchant_id bigint, environment text)) k
       on k.merchant_id = w.merchant_id and k.environment = w.environment
    where w.currency = 'USD'
    order by w.id for update of w`,
)
const create = statement(
  'create_wallet',
  `insert into wallet (merchant_id, environment, currency) values ($1, $2, 'USD') on conflict do nothing`,
)
const save = statement(
  'save_wallets',
  `update wallet w set available_minor = s.available, reserved_minor = s.reserved, line_count = s.lines
     from json_to_recordset($1) as s (id bigint, available bigint, reserved bigint, lines bigint) where w.id = s.id`,
)
const insertLines = statement(
  'insert_wallet_entries',
  `insert into wallet_entry (wallet_id, position, at, kind, amount_minor, balance_after_minor, transfer_id, posting_key,
                             top_up_owner)
   select wallet_id, position, $2, kind, amount, balance, transfer_id, key, top_up_owner
     from json_to_recordset($1) as l (
       wallet_id bigint, position bigint, kind text, amount bigint, balance bigint, transfer_id bigint, key text,
       top_up_owner text)
    order by wallet_id, position`,
)

/**
 * Locks wallets in id order, so that transactions cannot deadlock. A wallet that was never topped up does not exist.
 */
export async function lockWallets(
  sql: Tx,
  keys: readonly WalletKey[],
): Promise<(key: WalletKey) => OpenWallet | undefined> {
  const wanted = keys.map(({ merchantId, environment }) => ({ merchant_id: String(merchantId), environment }))
  const rows = await sql.rows(lock, [JSON.stringify(wanted)])
  const wallets = rows.map((row) => ({
    id: row.id,
    merchantId: row.merchant_id,
    environment: row.environment,
    available: row.available_minor,
    reserved: row.reserved_minor,
    lines: row.line_count,
  }))
  return (key) =>
    wallets.find((wallet) => wallet.merchantId === key.merchantId && wallet.environment === key.environment)
}

/** Creates the wallet if it does not exist. */
export async function ensureWallet(sql: Sql, { merchantId, environment }: WalletKey): Promise<void> {
  await sql.rows(create, [merchantId, environment])
}

/** Writes the movements of locked wallets: balances, ledger postings and history lines. */
export async function saveMovements(
  sql: Tx,
  movements: readonly AppliedMovement[],
  now: Temporal.Instant,
): Promise<void> {
  if (movements.length === 0) return
  const lines = movements.flatMap(linesOf)
  const wallets = new Set(movements.map(({ wallet }) => wallet))
  const states = [...wallets].map(({ id, available, reserved, lines }) => ({
    id: String(id),
    available: String(available),
    reserved: String(reserved),
    lines: String(lines),
  }))
  const postings = movements.map(({ wallet, movement, key }) => ({
    key,
    environment: wallet.environment,
    entries: movement.entries(wallet.merchantId),
    now,
  }))
  const [fresh] = await Promise.all([
    postAll(sql, postings),
    sql.rows(save, [JSON.stringify(states)]),
    sql.rows(insertLines, [JSON.stringify(lines), now]),
  ])
  assert.equal(fresh.size, movements.length, 'every movement is posted exactly once')
}

/** Numbers the lines after the existing ones and omits lines of zero. */
function linesOf({ wallet, movement, key, transfer, topUpOwner, balances }: AppliedMovement) {
  return movement.lines
    .map(({ kind, amount }, i) => ({ kind, amount, balance: balances[i] }))
    .filter(({ amount }) => amount !== 0n)
    .map(({ kind, amount, balance }) => {
      wallet.lines += 1n
      return {
        wallet_id: String(wallet.id),
        position: String(wallet.lines),
        kind,
        amount: String(amount),
        balance: String(balance),
        transfer_id: transfer === undefined ? null : String(transfer),
        key,
        top_up_owner: topUpOwner,
      }
    })
}
