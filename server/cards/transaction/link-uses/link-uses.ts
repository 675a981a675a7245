// The life of a payment link, whole, and its uses: held when a charge is claimed, counted or given back at its end.
import assert from 'node:assert/strict'
import { type Moves, move } from '../../../kernel/moves.ts'
import { Problem } from '../../../kernel/problem.ts'
import { type Sql, statement } from '../../../platform/database/database.ts'
import { cardProblems } from '../problems.ts'
import {
  type Attempt,
  linkBusy,
  recordAttempt,
  refusalOf,
  reserveUseOfLink,
  type Standing,
  standingOfMaker,
} from './card-testing.ts'

export type LinkStatus = 'ACTIVE' | 'EXPIRED' | 'EXHAUSTED' | 'CANCELLED'

/** What is sent to customers. */
export function linkAddress(baseUrl: string, code: string): string {
  return `${baseUrl}/pl/${code}`
}

/** The code as it is stored, from an address that may have been typed in either case. */
export function storedLinkCode(typed: string): string {
  return typed.toUpperCase()
}

export type LinkEvent = 'expired' | 'used_up' | 'cancelled'

export const linkMoves: Moves<LinkStatus, LinkEvent> = {
  ACTIVE: { expired: 'EXPIRED', used_up: 'EXHAUSTED', cancelled: 'CANCELLED' },
  EXPIRED: {},
  EXHAUSTED: {},
  CANCELLED: {},
}

const updateStatus = statement<{ payment_link_id: bigint }>(
  'move_payment_link',
  `with moved as (
     update payment_link set status = $3 where id = $1 and status = $2 returning id
   )
   insert into payment_link_move (payment_link_id, event, from_status, to_status, at)
   select id, $4, $2, $3, $5 from moved
   returning payment_link_id`,
)

/** Moves the link and writes its history; false when its status allows no such move, or somebody moved it first. */
export async function moveLink(
  sql: Sql,
  link: { id: bigint; status: LinkStatus },
  event: LinkEvent,
  at: Temporal.Instant,
): Promise<boolean> {
  const to = move(linkMoves, link.status, event)
  if (to === undefined) return false
  return (await sql.rows(updateStatus, [link.id, link.status, to, event, at])).length === 1
}

const reserve = statement<{ id: bigint }>('reserve_link_use', reserveUseOfLink)
const findRefusal = statement<{ status: LinkStatus; full: boolean } & Standing>(
  'find_link_refusal',
  `select case when l.status = 'ACTIVE' and l.expires_at <= $2 then 'EXPIRED' else l.status end as status,
          l.uses_confirmed + l.uses_reserved >= l.max_uses as full, standing.*
     from payment_link l, ${standingOfMaker} where l.id = $1`,
)

/**
 * Holds one use for a charge, inside the transaction that claims it, so that nobody is charged beyond the last use.
 * @throws Problem 409, 410 when the link has no use to give; 429 when its visitor was declined too often, or has to wait a few
 * seconds. Whoever calls rolls back.
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

/** Before the issuer is asked anything. @throws Problem 429 for a visitor who was declined too often at this link. */
export async function refuseDeclinedVisitor(
  sql: Sql,
  { linkId, transactionId }: Pick<Attempt, 'linkId' | 'transactionId'>,
  now: Temporal.Instant,
): Promise<void> {
  const [link] = await sql.rows(findRefusal, [linkId, now, transactionId])
  if (link?.refused_until) throw refusalOf(link, now)
}

/** Records what became of the use an attempt held; the last one ends the link. A link cancelled or expired meanwhile stays so. */
export async function recordUse(sql: Sql, attempt: Attempt, now: Temporal.Instant): Promise<void> {
  const link = await recordAttempt(sql, attempt, now)
  if (attempt.result === 'success' && link?.full) await moveLink(sql, link, 'used_up', now)
}

export type ClosedStatus = Exclude<LinkStatus, 'ACTIVE'>

/** What a visitor of a closed link is told. */
export function closedToVisit(status: ClosedStatus): Problem {
  return new Problem(
    {
      EXPIRED: cardProblems.link_expired,
      EXHAUSTED: cardProblems.link_exhausted,
      CANCELLED: cardProblems.link_cancelled,
    }[status],
  )
}

/** What somebody is told who comes too late to pay, or to cancel. */
export function closedToCharge(status: ClosedStatus): Problem {
  return new Problem(
    {
      EXPIRED: cardProblems.link_expired,
      EXHAUSTED: cardProblems.link_has_no_use_left,
      CANCELLED: cardProblems.link_was_cancelled,
    }[status],
  )
}
