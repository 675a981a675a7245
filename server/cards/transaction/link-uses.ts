// The uses of a payment link, reserved when a charge is claimed and confirmed or released when it ends; a payer who was declined keeps
// the use for a few minutes, as `charges/idle-uses.ts` says. And its protection against
// card testing: a visitor whose cards are declined too often is refused at that link for a while, and a link with mostly declined
// payments accepts one attempt at a time, seconds apart, but is never closed.

import assert from 'node:assert/strict'
import { Problem } from '../../kernel/problem.ts'
import { type Sql, statement, type Tx } from '../../platform/database/database.ts'
import { minAmountOf } from './amount.ts'
import type { RefusalReason } from './decline-reasons.ts'
import { closedToCharge, type LinkStatus, moveLink } from './payment-link.ts'
import { cardProblems } from './problems.ts'

const windowMinutes = 15
/**
 * Declines after which a device or an address is refused. Many customers of a mobile carrier share one address, so an
 * address is allowed more, plus one for each success.
 */
const maxOfDevice = 5
const maxOfAddress = 15
/** A link is slowed down from this many declines on, if they outnumber its successes. */
const maxDeclines = 15
/**
 * Limit on declines plus charges in flight before the first success, so that a crowd of testers is not admitted at
 * once.
 */
const maxUnproven = 20
/** Seconds between two attempts at a slowed-down link: for visitors without a decline, and for all others. */
const newcomerSeconds = 5
const otherSeconds = 10

const inWindow = (row: string, now: string) =>
  `${now}::timestamptz - ${row}.window_started_at < interval '${windowMinutes} minutes'`
/** SQL: the value of a column, or `start` once its window is over. */
const current = (row: string, column: string, start = '0') =>
  `case when ${inWindow(row, '$2')} then ${row}.${column} else ${start} end`
// guard: visitor-decline-allowance
const maxOf = (row: string) =>
  `case ${row}.kind when 'device' then ${maxOfDevice} else ${maxOfAddress} + ${current(row, 'successes')} end`

/** SQL: how many charges of the link `l` are in flight. */
const inFlight = '(l.uses_reserved - l.uses_held)'
/** SQL: whether the link `l` is slowed down to one attempt at a time at the moment $2. */
const isSlowed = `(case when ${inWindow('l', '$2')}
    then (l.window_declines >= ${maxDeclines} and l.window_declines > l.window_successes)
      or (l.window_successes = 0 and l.window_declines + ${inFlight} >= ${maxUnproven})
    else ${inFlight} >= ${maxUnproven} end)`

/** SQL: when a visitor who has not paid may make the next attempt at the link `l`. */
// guard: payment-turn-order
const nextAttemptAt = (visitor: string) =>
  `case when ${visitor}.is_newcomer then l.newcomer_turn_at else l.other_turn_at end`

/** SQL: the visitor whose form created the transaction $3, as rows of (kind, visitor). */
const maker = `(select kind, visitor
     from link_visit, lateral (values ('address', address), ('device', device)) as parts (kind, visitor)
    where transaction_id = $3) as sent`

/**
 * SQL: the limits of the visitor in `sent` at the link `l` at the moment $2: until when the visitor is refused, and
 * from when the next attempt may start if the link is slowed down. Null means no such limit.
 */
const standingOf = (sent: string) => `lateral (
  select seen.refused_until, case when ${isSlowed} and not seen.has_paid then ${nextAttemptAt('seen')} end as turn_at
    from (select max(v.window_started_at) filter (where v.declines >= ${maxOf('v')})
                   + interval '${windowMinutes} minutes' as refused_until,
                 coalesce(bool_or(v.kind = 'device' and v.successes > 0), false) as has_paid,
                 coalesce(max(v.declines) = 0 and max(v.charges_under_way) <= 1, true) as is_newcomer
            from link_visitor v join ${sent} using (kind, visitor)
           where v.payment_link_id = l.id and ${inWindow('v', '$2')}) seen) standing`

export type Standing = { refused_until: Temporal.Instant | null; turn_at: Temporal.Instant | null }

/** SQL: the limits of the visitor who submits a form; $3 and $4 are the hashes of address and device. */
export const standingOfForm = standingOf(
  `(values ('address', $3::bytea), ('device', $4::bytea)) as sent (kind, visitor)`,
)
/** SQL: the limits of the visitor who created the transaction $3. */
const standingOfMaker = standingOf(maker)

const partProblems = {
  exceeds: cardProblems.amount_exceeds_remaining,
  leaves_too_little: cardProblems.rest_too_small,
}
/** Why an amount cannot be a part of a link now. */
export type PartFault = keyof typeof partProblems

/** SQL: the fault of the amount `minor` as a part of the link `l` now; null when what would be left is nothing, or can be paid. */
// guard: part-leaves-too-little
export const partFault = (minor: string) => `(case when l.kind <> 'parts' then null
    when l.amount_minor - l.paid_minor - l.running_minor < ${minor} then 'exceeds'
    when l.amount_minor - l.paid_minor - l.running_minor > ${minor}
     and l.amount_minor - l.paid_minor - l.running_minor < ${minor} + ${minAmountOf('l.currency')} then 'leaves_too_little' end)`

/** The problem of a payment whose amount does not fit its link. */
export const partProblem = (fault: PartFault) => new Problem(partProblems[fault])

/**
 * SQL: reserves a use of the link $1 for a charge of the transaction $3 and counts it for its visitor. At a slowed-down link, $4 and $5 are
 * when the next attempt of a newcomer and of another visitor may start. A transaction whose
 * earlier card was declined already holds its use. The caller has locked the transaction. Returns no row when the link has no use left, the visitor is refused, or it is too early for the next attempt. The caller must then
 * roll back, because visitors may already have been counted. Visitors are locked before their link, here and in
 * `recordAttempt`, so that two charges cannot deadlock.
 */
// guard: link-use-reservation
const reserveUseOfLink = `
  with visitor as (
    insert into link_visitor as v (payment_link_id, kind, visitor, window_started_at, charges_under_way)
    select $1::bigint, kind, visitor, $2::timestamptz, 1 from ${maker} order by kind
    on conflict (payment_link_id, kind, visitor) do update
      set window_started_at = ${current('v', 'window_started_at', '$2::timestamptz')},
          declines = ${current('v', 'declines')}, successes = ${current('v', 'successes')},
          charges_under_way = v.charges_under_way + 1
      where ${current('v', 'declines')} + v.charges_under_way < ${maxOf('v')}
    returning v.kind, v.declines, v.successes, v.charges_under_way
  ), seen as (
    select count(*) = (select count(*) from ${maker}) as is_welcome,
           coalesce(bool_or(kind = 'device' and successes > 0), false) as has_paid,
           coalesce(max(declines) = 0 and max(charges_under_way) = 1, true) as is_newcomer
      from visitor
  ), payer as (
    select coalesce(bool_or(holds_link_use), false) as holds, coalesce(sum(amount_minor), 0)::bigint as minor
      from card_transaction where id = $3
  ), reserved as (update payment_link l
     set uses_reserved = l.uses_reserved + (not payer.holds)::int, uses_held = l.uses_held - payer.holds::int,
         running_minor = l.running_minor + (not payer.holds)::int * payer.minor,
         newcomer_turn_at = case when ${isSlowed} and not seen.has_paid and seen.is_newcomer
           then $4::timestamptz else l.newcomer_turn_at end,
         other_turn_at = case when ${isSlowed} and not seen.has_paid and not seen.is_newcomer
           then $5::timestamptz else l.other_turn_at end
    from seen, payer
   where l.id = $1 and l.status = 'ACTIVE'
     and l.expires_at > $2 and (payer.holds or l.max_uses is null or l.uses_confirmed + l.uses_reserved < l.max_uses)
     and ${partFault('payer.minor')} is null
     and seen.is_welcome
     and (seen.has_paid or not ${isSlowed} or coalesce(${nextAttemptAt('seen')} <= $2, true))
  returning l.id
  ), marked as (
    update card_transaction t set holds_link_use = true from reserved where t.id = $3 and not t.holds_link_use
  )
  select id from reserved`

const recordResult = statement<{ id: bigint; status: LinkStatus; full: boolean }>(
  'record_link_attempt',
  `with visitor as (
     insert into link_visitor as v (payment_link_id, kind, visitor, window_started_at, successes, declines)
     select $1::bigint, kind, visitor, $2::timestamptz, $4::integer, $5::integer from ${maker} order by kind
     on conflict (payment_link_id, kind, visitor) do update
       set window_started_at = ${current('v', 'window_started_at', '$2::timestamptz')},
           successes = ${current('v', 'successes')} + $4, declines = ${current('v', 'declines')} + $5,
           charges_under_way = greatest(v.charges_under_way - $6::integer, 0)
     returning kind
   ), counted as (select count(*) from visitor
   ), payer as materialized (
     select t.id, t.amount_minor as minor, t.holds_link_use or $6 = 1 as holds, $6 = 0 as waits,
            $7 and l.kind = 'single' as keeps
       from card_transaction t join payment_link l on l.id = $1 where t.id = $3
   ), marked as (
     update card_transaction t set holds_link_use = payer.holds and payer.keeps from payer
      where t.id = payer.id and t.holds_link_use <> (payer.holds and payer.keeps)
   )
   update payment_link l
      set uses_reserved = l.uses_reserved - (payer.holds and not payer.keeps)::int, uses_confirmed = l.uses_confirmed + $4,
          uses_held = l.uses_held + (payer.holds and payer.keeps and not payer.waits)::int
                                  - (payer.holds and not payer.keeps and payer.waits)::int,
          running_minor = l.running_minor - (payer.holds and not payer.keeps)::int * payer.minor,
          paid_minor = l.paid_minor + $4 * payer.minor,
          window_started_at = ${current('l', 'window_started_at', '$2::timestamptz')},
          window_successes = ${current('l', 'window_successes')} + $4,
          window_declines = ${current('l', 'window_declines')} + $5
     from counted, payer where l.id = $1
   returning l.id, l.status,
     case l.kind when 'parts' then l.amount_minor - l.paid_minor < ${minAmountOf('l.currency')} else coalesce(l.uses_confirmed >= l.max_uses, false) end as full`,
)

/** Failures that are not evidence against the card. */
const notAboutTheCard = new Set<RefusalReason>([
  'NOT_COMPLETED',
  'GATEWAY_ERROR',
  'CONFIGURATION',
  'ISSUER_UNAVAILABLE',
  'AMOUNT_MISMATCH',
])

export type Attempt = {
  linkId: bigint
  transactionId: bigint
  /** `not_sent`: the request was never sent to the gateway. `cancelled`: by the payer, between two attempts. */
  result: 'success' | 'not_sent' | 'cancelled' | RefusalReason
  /** Whether the attempt was a charge, which had reserved a use of the link. */
  wasInFlight: boolean
  /** Whether the payer may try another card, and so keeps the use of a link with a fixed amount reserved. */
  keepsUse: boolean
}

/**
 * Counts the result of an attempt for its visitor and its link, and confirms, keeps or releases the use of its payment.
 * The caller has locked the transaction. Returns the updated link.
 */
async function recordAttempt(
  sql: Sql,
  { linkId, transactionId, result, wasInFlight, keepsUse }: Attempt,
  now: Temporal.Instant,
): Promise<{ id: bigint; status: LinkStatus; full: boolean } | undefined> {
  const success = result === 'success'
  const isReason = !success && result !== 'not_sent' && result !== 'cancelled'
  const declined = isReason && !notAboutTheCard.has(result)
  const counts = [success, declined, wasInFlight].map(Number)
  return (await sql.rows(recordResult, [linkId, now, transactionId, ...counts, keepsUse]))[0]
}

/** Returns why this visitor may not try a card at this link now; undefined when nothing prevents it. */
export function refusalOf({ refused_until, turn_at }: Standing, now: Temporal.Instant): Problem | undefined {
  if (refused_until)
    return new Problem(cardProblems.link_declined_too_often, {}, retryAfter(secondsTo(refused_until, now)))
  return turn_at && Temporal.Instant.compare(turn_at, now) > 0 ? linkBusy(secondsTo(turn_at, now)) : undefined
}

/**
 * The problem for a busy link.
 * @param seconds until the next attempt may start.
 */
function linkBusy(seconds = newcomerSeconds): Problem {
  return new Problem(cardProblems.link_busy, {}, retryAfter(seconds))
}

/** Returns the seconds to wait before a retry; undefined when the error is not about a busy link. */
export function secondsOfBusy(error: unknown): number | undefined {
  return error instanceof Problem && error.spec === cardProblems.link_busy
    ? Number(error.headers['retry-after'])
    : undefined
}

const retryAfter = (seconds: number) => ({ 'retry-after': String(seconds) })
const secondsTo = (moment: Temporal.Instant, now: Temporal.Instant) =>
  Math.max(Math.ceil(now.until(moment).total('seconds')), 1)

const forget = statement<{ forgotten: bigint }>(
  'forget_link_visitors',
  `with visits as (
     delete from link_visit where transaction_id in (
       select transaction_id from link_visit where created_at <= $1 order by created_at limit $2)
     returning 1
   ), visitors as (
     delete from link_visitor where (payment_link_id, kind, visitor) in (
       select payment_link_id, kind, visitor from link_visitor where window_started_at <= $1
        order by window_started_at limit $2)
     returning 1
   ), sales as (
     delete from till_sale where (payment_link_id, sale) in (
       select payment_link_id, sale from till_sale where begun_at <= $1 order by begun_at limit $2)
     returning 1
   )
   select greatest((select count(*) from visits), (select count(*) from visitors), (select count(*) from sales)) as forgotten`,
)

/**
 * Deletes records of visitors and of sales at tills older than two days; a transaction lives for a day at most. Returns how many, at most `max`.
 */
export async function forgetVisitors(sql: Sql, now: Temporal.Instant, max: number): Promise<number> {
  const [row] = await sql.rows(forget, [now.subtract({ hours: 48 }), max])
  return Number(row?.forgotten ?? 0)
}

const reserve = statement<{ id: bigint }>('reserve_link_use', reserveUseOfLink)
const findRefusal = statement<{ status: LinkStatus; full: boolean; part_fault: PartFault | null } & Standing>(
  'find_link_refusal',
  `select case when l.status = 'ACTIVE' and l.expires_at <= $2 then 'EXPIRED' else l.status end as status,
          coalesce(l.uses_confirmed + l.uses_reserved >= l.max_uses, false) and t.holds_link_use is not true as full,
          ${partFault('t.amount_minor')} as part_fault, standing.*
     from payment_link l left join card_transaction t on t.id = $3, ${standingOfMaker} where l.id = $1`,
)

/**
 * Reserves one use for a charge, inside the transaction that claims the charge, so that nobody is charged beyond the
 * last use.
 * @throws Problem 409, 410 when the link has no use left; 409, 422 when the amount no longer fits it; 429 when its visitor was declined too often or must wait a
 * few seconds. The caller rolls back.
 */
export async function reserveUse(
  sql: Sql,
  { linkId, transactionId }: Pick<Attempt, 'linkId' | 'transactionId'>,
  now: Temporal.Instant,
): Promise<void> {
  // guard: next-payment-turn
  const nextStarts = [newcomerSeconds, otherSeconds].map((seconds) => now.add({ seconds }))
  if ((await sql.rows(reserve, [linkId, now, transactionId, ...nextStarts])).length === 1) return
  const [link] = await sql.rows(findRefusal, [linkId, now, transactionId])
  assert(link, 'a link is never deleted')
  if (link.status !== 'ACTIVE') throw closedToCharge(link.status)
  if (link.part_fault) throw partProblem(link.part_fault)
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
