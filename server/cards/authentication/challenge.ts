// The time a customer spends in a 3-D Secure challenge: blocks charges meanwhile, records the return from the bank, and
// abandons a challenge when the customer chooses another card.
import { Problem } from '../../kernel/problem.ts'
import { cardProblems } from '../transaction/problems.ts'
import { type AuthenticationNeeds, activeAuthentication } from './authentication.ts'
import { abandonChallenge, recordChallengeReturn } from './queries.ts'

/**
 * Refuses a charge without its authentication while a challenge is open, because that charge would fail the payment.
 * @throws Problem 409 while the customer is still in the challenge.
 */
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
 * Records that the bank has sent the customer back from a challenge; from now on an incomplete challenge counts as
 * failed. The result itself is always read from the gateway, never from this request.
 * @param authenticationId the id named in the form that the gateway posts.
 */
export async function challengeReturned(
  { db, clock }: Pick<AuthenticationNeeds, 'db' | 'clock'>,
  transactionId: bigint,
  authenticationId: string,
): Promise<void> {
  await db.rows(recordChallengeReturn, [transactionId, authenticationId, clock.now()])
}

/**
 * Abandons an open challenge so that the customer can use another card. Returns false when there is no open challenge,
 * or while its result is being validated.
 */
export async function abandonOpenChallenge(
  { db }: Pick<AuthenticationNeeds, 'db'>,
  transactionId: bigint,
): Promise<boolean> {
  return (await db.rows(abandonChallenge, [transactionId])).length === 1
}
