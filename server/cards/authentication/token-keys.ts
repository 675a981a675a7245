// Public keys of the capture contexts opened for a payment. A card token that none of these keys has signed is
// rejected.
import { sentRows, toSentRows } from '../../platform/database/coalescing-batch.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import type { TokenKey } from '../gateway/gateway.ts'

/** Every page load opens a new context; only the newest can still be in use. */
const maxKept = 100

const insertKeys = statement(
  'insert_card_token_keys',
  `with ${sentRows('transaction_id bigint, key_id text, public_key jsonb, now timestamptz')}
   insert into card_token_key (transaction_id, key_id, public_key, created_at)
   select transaction_id, key_id, public_key, now from sent order by transaction_id, key_id
    on conflict do nothing`,
)
// guard: card-token-keys
const listKeys = statement<TokenKey>(
  'list_card_token_keys',
  `select key_id as id, public_key as "publicKey" from card_token_key where transaction_id = $1
    order by created_at desc limit ${maxKept}`,
)
/** SQL: the same keys as JSON, newest first, for a statement that reads the transaction. @param transaction SQL for its id. */
// guard: visited-card-token-keys
export const newestTokenKeys = (transaction: string): string => `(
  select coalesce(json_agg(json_build_object('id', k.key_id, 'publicKey', k.public_key) order by k.created_at desc), '[]')
    from (select key_id, public_key, created_at from card_token_key where transaction_id = ${transaction}
           order by created_at desc limit ${maxKept}) k)`
const deleteOldKeys = statement<{ key_id: string }>(
  'delete_old_card_token_keys',
  `delete from card_token_key where (transaction_id, key_id) in (
     select transaction_id, key_id from card_token_key where created_at <= $1 order by created_at limit $2)
   returning key_id`,
)

/** A key of a capture context that was opened for this transaction. */
export type NewTokenKey = { transactionId: bigint; key: TokenKey; now: Temporal.Instant }

/** Stores the keys of capture contexts. Returns as many results as there are keys. */
export async function addTokenKeys(sql: Sql, keys: readonly NewTokenKey[]): Promise<undefined[]> {
  await sql.rows(insertKeys, [toSentRows(keys.map(toRow))])
  return keys.map(() => undefined)
}

const toRow = ({ transactionId, key, now }: NewTokenKey) => ({
  transaction_id: String(transactionId),
  key_id: key.id,
  public_key: key.publicKey,
  now: now.toString(),
})

export async function tokenKeysOf(sql: Sql, transactionId: bigint): Promise<TokenKey[]> {
  return sql.rows(listKeys, [transactionId])
}

/**
 * Deletes keys older than a day. Card fields issue tokens for 15 minutes and a token is valid for as long, so none can
 * be left by then.
 */
export async function forgetTokenKeys(sql: Sql, now: Temporal.Instant, max: number): Promise<number> {
  return (await sql.rows(deleteOldKeys, [now.subtract({ hours: 24 }), max])).length
}
