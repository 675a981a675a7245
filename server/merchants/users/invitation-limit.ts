// How many invitations a merchant mails a day: they go to addresses that somebody typed, with the merchant's name in them.
import { Problem } from '../../kernel/problem.ts'
import { statement, type Tx } from '../../platform/database/database.ts'
import { requestProblems } from '../../platform/http/problems.ts'

const windowHours = 24
/** Before and after the inviter has confirmed their own email. */
const maxUnconfirmed = 10
const maxConfirmed = 100

type Mailed = { count: number; first_at: Temporal.Instant | null; is_confirmed: boolean }
/** Revoked invitations count too: they were mailed. */
const findMailed = statement<Mailed>(
  'find_mailed_invitations',
  `select count(*)::int as count, min(created_at) as first_at,
          (select email_confirmed_at is not null from merchant_user where id = $2) as is_confirmed
     from message where merchant_id = $1 and kind = 'invitation' and created_at > $3`,
)

/**
 * Refuses an invitation that is one too many for the day. The inviter's row must be locked, so that invitations at the same moment see
 * one another. @throws Problem 429
 */
export async function limitInvitations(
  sql: Tx,
  { merchantId, inviterId }: { merchantId: bigint; inviterId: bigint },
  now: Temporal.Instant,
): Promise<void> {
  const values = [merchantId, inviterId, now.subtract({ hours: windowHours })]
  const [mailed] = await sql.rows(findMailed, values)
  if (!mailed?.first_at) return
  const freeAt = mailed.first_at.add({ hours: windowHours })
  const retryAfter = String(Math.max(1, Math.ceil(now.until(freeAt).total('seconds'))))
  // guard: invitations-a-day
  if (mailed.count >= (mailed.is_confirmed ? maxConfirmed : maxUnconfirmed))
    throw new Problem(requestProblems.rate_limited, {}, { 'retry-after': retryAfter })
}
