// State machine of payment links, their address, and the problems reported for closed ones.
import { cellOfCode } from '../../kernel/cell.ts'
import type { Language } from '../../kernel/language.ts'
import { type Moves, move } from '../../kernel/moves.ts'
import { Problem } from '../../kernel/problem.ts'
import { typedCode } from '../../kernel/text/typed-text.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import { byParam } from '../../platform/http/place.ts'
import { cardProblems } from './problems.ts'

export type LinkStatus = 'ACTIVE' | 'EXPIRED' | 'EXHAUSTED' | 'CANCELLED'

/** The route of a link; its form and pictures are below it. */
export const linkPath = '/pl/:code'

/** Returns the address that merchants send to customers. */
export function linkAddress(baseUrl: string, code: string): string {
  return baseUrl + linkPath.replace(':code', () => code)
}

/** Returns the address to pay again after a payment of the link that failed: its form is filled in for the same device. */
export function retryAddress(baseUrl: string, code: string, transactionUuid: string): string {
  return `${linkAddress(baseUrl, code)}?retry=${transactionUuid}`
}

/**
 * Returns the address at which the device pays by card what it has begun to pay otherwise: the form of the link, with what was typed, the
 * card chosen, and the same amount where the payer chose it.
 */
export function cardFormAddress(
  baseUrl: string,
  code: string,
  { retry, amount, lang }: { retry: string; amount: string; lang: Language },
): string {
  return `${linkAddress(baseUrl, code)}/checkout?${new URLSearchParams({ retry, method: 'card', amount, lang })}`
}

/** Normalises a link code as it was typed, or copied out of a message. */
export function storedLinkCode(typed: string): string {
  return typedCode(typed)
}

/** The cell of the link that a path names. */
export const placeOfLink = byParam('code', cellOfCode)

/** A fixed amount for each payment, an amount that the payer chooses, or a total that is paid in parts. */
export type LinkKind = 'single' | 'open' | 'parts'

export type LinkEvent = 'expired' | 'used_up' | 'cancelled' | 'reopened'

export const linkMoves: Moves<LinkStatus, LinkEvent> = {
  ACTIVE: { expired: 'EXPIRED', used_up: 'EXHAUSTED', cancelled: 'CANCELLED' },
  EXPIRED: {},
  // A refund of a part leaves an amount to pay.
  EXHAUSTED: { reopened: 'ACTIVE' },
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

/**
 * Moves the link and writes its history. Returns false when its status does not allow the event or another writer moved
 * it first.
 */
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

/** The status of a link now. One past its end is EXPIRED even before the expiry worker has updated it. */
export function statusAt(
  { status, expires_at }: { status: LinkStatus; expires_at: Temporal.Instant },
  now: Temporal.Instant,
): LinkStatus {
  return status === 'ACTIVE' && Temporal.Instant.compare(expires_at, now) <= 0 ? 'EXPIRED' : status
}

export type ClosedStatus = Exclude<LinkStatus, 'ACTIVE'>

/** The problem reported to a visitor of a closed link. */
export function closedToVisit(status: ClosedStatus): Problem {
  return new Problem(
    {
      EXPIRED: cardProblems.link_expired,
      EXHAUSTED: cardProblems.link_exhausted,
      CANCELLED: cardProblems.link_cancelled,
    }[status],
  )
}

/** The problem reported to a payer, or to a merchant who cancels, once the link has closed. */
export function closedToCharge(status: ClosedStatus): Problem {
  return new Problem(
    {
      EXPIRED: cardProblems.link_expired,
      EXHAUSTED: cardProblems.link_has_no_use_left,
      CANCELLED: cardProblems.link_was_cancelled,
    }[status],
  )
}
