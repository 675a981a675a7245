// The one charge an authentication is good for: taken with its claim, given back where nothing left this machine.
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

/** Takes an authentication for a charge, once; false when it is not this transaction's, amount's, or was used. */
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

/** What the token told of the card that was charged. */
export async function usedCard(sql: Sql, transactionId: bigint): Promise<CardFacts> {
  return (await sql.rows(findUsedCard, [transactionId]))[0]?.card ?? noCard
}

/**
 * Nothing was charged with it after all. Nobody is at work on it, so another attempt may take its place.
 * @throws where another took it already: then it is `abandoned`.
 */
export async function releaseAuthentication(
  sql: Sql,
  id: string,
  now: Temporal.Instant,
  event: 'not_sent' | 'abandoned' = 'not_sent',
): Promise<void> {
  await sql.rows(releaseToken, [id, now, authenticationMoves.used[event]])
}
