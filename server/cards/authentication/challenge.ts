// A challenge of 3-D Secure while the customer is at the bank: what must wait for it, and what ends it besides its result.
import { Problem } from '../../kernel/problem.ts'
import { cardProblems } from '../transaction/problems.ts'
import { type AuthenticationNeeds, activeAuthentication } from './authentication.ts'
import { abandonChallenge, recordChallengeReturn } from './queries.ts'

/** @throws Problem 409 while the customer is at the bank: a charge without the authentication would end the payment. */
export async function assertNoOpenChallenge(
  { db, clock }: Pick<AuthenticationNeeds, 'db' | 'clock'>,
  transactionId: bigint,
): Promise<void> {
  const active = await activeAuthentication(db, transactionId)
  const isOpen = active?.state === 'challenged' && active.challenge_returned_at === null
  if (isOpen && Temporal.Instant.compare(active.expires_at, clock.now()) > 0)
    throw new Problem(cardProblems.authentication_not_completed)
}

/**
 * Notes that the bank has sent the customer back from a challenge: from now on one that was not completed has failed. How
 * it ended is asked of the gateway, not believed from here.
 * @param authenticationId as the gateway's form names it.
 */
export async function challengeReturned(
  { db, clock }: Pick<AuthenticationNeeds, 'db' | 'clock'>,
  transactionId: bigint,
  authenticationId: string,
): Promise<void> {
  await db.rows(recordChallengeReturn, [transactionId, authenticationId, clock.now()])
}

/** The customer wants to give another card; only a challenge that nobody is validating can be given up. */
export async function abandonOpenChallenge(
  { db }: Pick<AuthenticationNeeds, 'db'>,
  transactionId: bigint,
): Promise<boolean> {
  return (await db.rows(abandonChallenge, [transactionId])).length === 1
}
