// Resends what a merchant's server missed: all deliveries of a time, in order and at a rate that the server bears. Each is put back into the
// outbox with the time of its turn; workers make one such call to an endpoint at a time.
import { newIdIn } from '../../kernel/id.ts'
import { lockedRows, statement, type Tx } from '../../platform/database/database.ts'
import type { ListOwner } from '../../platform/database/day-list.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { countMovedDeliveries } from '../enqueue-webhook.ts'

/** How many deliveries one resend may hold. */
export const maxResent = 10_000
export const usualRate = 5
export const maxRate = 50

type ResentRange = {
  /** Deliveries of events that were created from `from` on and before `to`. */
  from: Temporal.Instant
  to: Temporal.Instant
  /** Only those that ended so. */
  state: 'DELIVERED' | 'FAILED' | 'DEAD' | undefined
  types: readonly string[] | undefined
  /** A further endpoint; those to other addresses without it. */
  endpointId: string | undefined
  /** How many a second. */
  rate: number
}

// guard: resend-of-merchant
const ofMerchant = 't.merchant_id = $1 and t.environment = $2'
/** A body that was erased cannot be sent again. What waits for an attempt is not resent. */
const inRange = `${ofMerchant} and t.created_at >= $3 and t.created_at < $4 and t.state in ('DELIVERED', 'FAILED', 'DEAD')
  and ($5::text is null or t.state = $5) and ($6::text[] is null or t.event_type = any($6))
  and t.endpoint_id is not distinct from $7::uuid and t.body <> '{}'`

const countRange = statement<{ count: bigint }>(
  'count_deliveries_to_resend',
  `select count(*) as count from (select from webhook_event t where ${inRange} limit ${maxResent + 1}) found`,
)
// guard: resend-in-order
const resendAll = statement<{ count: bigint }>(
  'resend_webhook_events',
  `with found as (
     ${lockedRows(`
     select t.id, t.state, w.url, w.breaker from webhook_event t left join webhook_endpoint w on w.id = t.endpoint_id where ${inRange} order by t.id for update of t`)}
   ), turn as (
     select *, row_number() over (order by id) - 1 as n from found
   ), resent as (
     update webhook_event e
        set state = 'PENDING', attempts_before = e.attempts, crashes = 0, finished_at = null, resend_id = $9,
            url = coalesce(turn.url, e.url), endpoint = coalesce(turn.breaker, e.endpoint),
            next_attempt_at = $8::timestamptz + turn.n * make_interval(secs => 1.0 / $10::integer)
       from turn where e.id = turn.id
     returning e.id, e.merchant_id, e.environment, e.event_type, e.created_at, e.state, turn.state as state_before
   ), counted as (${countMovedDeliveries('resent', 'r.state_before')}
   ), forgotten as (delete from webhook_forward f using resent r where f.event_id = r.id)
   select count(*) as count from resent`,
)

/** Puts the deliveries back; copies go to the URL that their endpoint has now. Returns undefined, and puts none back, if there are more than `maxResent`. */
export async function resendRange(
  sql: Tx,
  { clock }: { clock: Clock },
  { merchantId, environment }: ListOwner,
  { from, to, state, types, endpointId, rate }: ResentRange,
): Promise<{ resendId: string; count: number } | undefined> {
  const range = [merchantId, environment, from, to, state ?? null, types ?? null, endpointId ?? null]
  const [found] = await sql.rows(countRange, range)
  // guard: resend-limit
  if (Number(found?.count) > maxResent) return undefined
  const resendId = newIdIn(sql.cell)
  const [resent] = await sql.rows(resendAll, [...range, clock.now(), resendId, rate])
  return { resendId, count: Number(resent?.count ?? 0) }
}
