// An authentication is good for one charge: used when the charge is claimed, released when the request never left this
// machine.
import type { Sql } from '../../platform/database/database.ts'
import type { PricedTransaction } from '../transaction/queries.ts'
import { type CardFacts, noCard } from '../transaction/transaction.ts'
import {
  type AuthenticationRow,
  authenticationMoves,
  findUsedCard,
  releaseToken,
  useOnce,
} from './queries.ts'

/**
 * Marks an authentication as used by a charge. Returns false when it was already used, has expired, or belongs to
 * another transaction, amount or currency.
 */
export async function useAuthentication(
  sql: Sql,
  authentication: Pick<AuthenticationRow, 'id'>,
  transaction: Pick<PricedTransaction, 'id' | 'amount_minor' | 'currency'>,
  now: Temporal.Instant,
): Promise<boolean> {
  const used = await sql.rows(useOnce, [
    authentication.id,
    transaction.id,
    transaction.amount_minor,
    transaction.currency,
    now,
  ])
  return used.length === 1
}

/** Returns what the token revealed about the card that was charged. */
export async function usedCard(sql: Sql, transactionId: bigint): Promise<CardFacts> {
  return (await sql.rows(findUsedCard, [transactionId]))[0]?.card ?? noCard
}

/**
 * Releases an authentication whose charge was never sent. No request holds it any more, so another attempt may replace
 * it.
 * @throws on a unique violation when another attempt is already active; the caller then releases it as `abandoned`.
 */
export async function releaseAuthentication(
  sql: Sql,
  id: string,
  now: Temporal.Instant,
  event: 'not_sent' | 'abandoned' = 'not_sent',
): Promise<void> {
  await sql.rows(releaseToken, [id, now, authenticationMoves.used[event]])
}
