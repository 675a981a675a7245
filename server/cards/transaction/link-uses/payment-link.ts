// The life of a payment link, whole, its address, and what is said of one that is closed.
import { type Moves, move } from '../../../kernel/moves.ts'
import { Problem } from '../../../kernel/problem.ts'
import { type Sql, statement } from '../../../platform/database/database.ts'
import { cardProblems } from '../problems.ts'

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
