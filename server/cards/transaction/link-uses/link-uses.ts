// The uses of a payment link: reserved when a charge is claimed, confirmed or released when it ends.
import assert from 'node:assert/strict'
import { type Sql, statement, type Tx } from '../../../platform/database/database.ts'
import {
  type Attempt,
  linkBusy,
  recordAttempt,
  refusalOf,
  reserveUseOfLink,
  type Standing,
  standingOfMaker,
} from './card-testing.ts'
import { closedToCharge, type LinkStatus, moveLink } from './payment-link.ts'

const reserve = statement<{ id: bigint }>('reserve_link_use', reserveUseOfLink)
const findRefusal = statement<{ status: LinkStatus; full: boolean } & Standing>(
  'find_link_refusal',
  `select case when l.status = 'ACTIVE' and l.expires_at <= $2 then 'EXPIRED' else l.status end as status,
          l.uses_confirmed + l.uses_reserved >= l.max_uses and t.holds_link_use is not true as full, standing.*
     from payment_link l left join card_transaction t on t.id = $3, ${standingOfMaker} where l.id = $1`,
)

/**
 * Reserves one use for a charge, inside the transaction that claims the charge, so that nobody is charged beyond the
 * last use.
 * @throws Problem 409, 410 when the link has no use left; 429 when its visitor was declined too often or must wait a
 * few seconds. The caller rolls back.
 */
export async function reserveUse(
  sql: Sql,
  { linkId, transactionId }: Pick<Attempt, 'linkId' | 'transactionId'>,
  now: Temporal.Instant,
): Promise<void> {
  if ((await sql.rows(reserve, [linkId, now, transactionId])).length === 1) return
  const [link] = await sql.rows(findRefusal, [linkId, now, transactionId])
  assert(link, 'a link is never deleted')
  if (link.status !== 'ACTIVE') throw closedToCharge(link.status)
  throw link.full ? closedToCharge('EXHAUSTED') : (refusalOf(link, now) ?? linkBusy())
}

/**
 * Refuses a blocked visitor before the issuer is contacted.
 * @throws Problem 429 for a visitor who was declined too often at this link.
 */
export async function refuseDeclinedVisitor(
  sql: Sql,
  { linkId, transactionId }: Pick<Attempt, 'linkId' | 'transactionId'>,
  now: Temporal.Instant,
): Promise<void> {
  const [link] = await sql.rows(findRefusal, [linkId, now, transactionId])
  // guard: refused-visitor-authentication
  if (link?.refused_until) throw refusalOf(link, now)
}

/**
 * Records the result of an attempt, or that its payment was cancelled; the last successful use exhausts the link. A link cancelled or expired meanwhile
 * stays so.
 */
export async function recordUse(sql: Tx, attempt: Attempt, now: Temporal.Instant): Promise<void> {
  const link = await recordAttempt(sql, attempt, now)
  if (attempt.result === 'success' && link?.full) await moveLink(sql, link, 'used_up', now)
}
