// Exceptions: contradictions between an operator and our records that cannot be resolved automatically. Each stays open until an admin
// closes it with a reason. Statements of several capabilities write them.
import { type Sql, statement } from '../platform/database/database.ts'

export type ExceptionKind =
  | 'telco_conflict'
  | 'amount_differs'
  | 'reversal_unresolved'
  | 'paid_twice'
  | 'payout_stuck'
  | 'payout_forgotten'
  | 'connection_changed'
export type WalletExceptionKind = 'wallet_differs'
/**
 * `return_refused`: money that no wallet takes back. `refund_returned`: the operator has taken back what was paid to the wallet.
 * `collection_contradicted`: the operator reports another end of an approved payment, which our refunds do not explain.
 */
export type CollectionExceptionKind = 'return_refused' | 'refund_returned' | 'collection_contradicted'

const insertException = statement<{ id: bigint }>(
  'insert_transfer_exception',
  `insert into transfer_exception (transfer_id, kind, detail, opened_at) values ($1, $2, $3, $4)
   on conflict (transfer_id, kind) where state = 'open' do nothing returning id`,
)
const insertWalletException = statement<{ id: bigint }>(
  'insert_wallet_exception',
  `insert into transfer_exception (wallet_id, kind, detail, opened_at) values ($1, $2, $3, $4)
   on conflict (wallet_id, kind) where state = 'open' and wallet_id is not null do nothing returning id`,
)
const insertPayoutException = statement<{ id: bigint }>(
  'insert_payout_exception',
  `insert into transfer_exception (merchant_payout_id, kind, detail, opened_at) values ($1, $2, $3, $4)
   on conflict (merchant_payout_id, kind) where state = 'open' and merchant_payout_id is not null do nothing returning id`,
)
const insertCollectionException = statement<{ id: bigint }>(
  'insert_collection_exception',
  `insert into transfer_exception (collection, kind, detail, opened_at) values ($1, $2, $3, $4)
   on conflict (collection, kind) where state = 'open' and collection is not null do nothing returning id`,
)
/** SQL: an open exception `e` of a payout whose outcome nobody but an admin will find, with its operation `o`. */
export const endlessPayout = `e.state = 'open' and (e.kind in ('payout_forgotten', 'connection_changed') or e.kind = 'payout_stuck' and o.acknowledged)`
const closePayoutExceptions = statement(
  'close_exceptions_of_ended_payout',
  `update transfer_exception e set state = 'closed', closed_at = $2, closed_by = $3, close_reason = $4
     from operation o where o.merchant_payout_id = e.merchant_payout_id and e.merchant_payout_id = $1 and ${endlessPayout}`,
)
const closeRow = statement<{ transaction_id: string | null }>(
  'close_transfer_exception',
  `update transfer_exception e set state = 'closed', closed_at = $2, closed_by = $3, close_reason = $4
    where id = $1 and state = 'open'
    returning (select transaction_id from transfer t where t.id = e.transfer_id)`,
)

/** Opens an exception of a payout to a merchant. Returns false if one of this kind is open already. */
export async function openPayoutException(
  sql: Sql,
  {
    payout,
    kind,
    detail,
    now,
  }: { payout: { id: bigint; public_id: string }; kind: string; detail: string; now: Temporal.Instant },
): Promise<boolean> {
  const named = `payout ${payout.public_id}: ${detail}`
  return (await sql.rows(insertPayoutException, [payout.id, kind, named, now])).length === 1
}

/** Closes the exceptions of a payout that an admin has ended by hand. */
export async function closeExceptionsOfPayout(
  sql: Sql,
  payout: bigint,
  { now, by, reason }: { now: Temporal.Instant; by: string; reason: string },
): Promise<void> {
  await sql.rows(closePayoutExceptions, [payout, now, by, reason])
}

/** Opens an exception. Returns false if one of this kind is open already. */
export async function openException(
  sql: Sql,
  exception: { transfer: bigint; kind: ExceptionKind; detail: string },
  now: Temporal.Instant,
): Promise<boolean> {
  return (
    (await sql.rows(insertException, [exception.transfer, exception.kind, exception.detail, now])).length ===
    1
  )
}

/** Opens an exception. Returns false if one of this kind is open already. */
export async function openWalletException(
  sql: Sql,
  exception: { wallet: bigint; kind: WalletExceptionKind; detail: string },
  now: Temporal.Instant,
): Promise<boolean> {
  const values = [exception.wallet, exception.kind, exception.detail, now]
  return (await sql.rows(insertWalletException, values)).length === 1
}

/** Opens an exception. Returns false if one of this kind is open already. @param exception.collection its operation */
export async function openCollectionException(
  sql: Sql,
  exception: { collection: string; kind: CollectionExceptionKind; detail: string },
  now: Temporal.Instant,
): Promise<boolean> {
  const values = [exception.collection, exception.kind, exception.detail, now]
  return (await sql.rows(insertCollectionException, values)).length === 1
}

/** Closes an open exception; undefined if there is none. Returns the transfer that it is about, null if it is about another thing. */
export async function closeOpenException(
  sql: Sql,
  id: bigint,
  { now, by, reason }: { now: Temporal.Instant; by: string; reason: string },
): Promise<{ transaction_id: string | null } | undefined> {
  return (await sql.rows(closeRow, [id, now, by, reason]))[0]
}

/** Erases the reasons why exceptions of transfers were closed: free text, which may name somebody. */
export const eraseExceptionReasons = statement(
  'erase_reasons_of_transfer_exceptions',
  `update transfer_exception set close_reason = 'Erased' where transfer_id = any($1::bigint[]) and close_reason is not null`,
)
