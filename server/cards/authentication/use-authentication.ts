// An authentication is good for one charge: used when the charge is claimed (charges/claim-statement.ts), released when the
// request never left this machine.
import type { Sql } from '../../platform/database/database.ts'
import { type CardFacts, noCard } from '../transaction/transaction.ts'
import { authenticationMoves, findUsedCard, releaseToken } from './queries.ts'

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
