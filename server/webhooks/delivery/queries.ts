// Statements of the webhook outbox: finding endpoints with pending events, claiming events, recording attempts and breakers.
import { statement } from '../../platform/database/database.ts'
import { placeLock } from '../../platform/database/locks.ts'
import { countMovedDeliveries } from '../enqueue-webhook.ts'
import { type SealedSecrets, secretsOfEndpoint } from '../receiver-credentials.ts'
import type { Breaker } from './breaker.ts'

/** Serializes the claims of a cell over all processes, so that the limits hold over all of them. */
export const lockClaims = statement('lock_webhook_claims', `select ${placeLock('webhook claims')}`)

export type ClaimedEvent = SealedSecrets & {
  id: bigint
  event_id: string
  endpoint_id: string | null
  /** Whether its further endpoint was disabled or deleted since. */
  is_unwanted: boolean
  merchant_id: bigint
  environment: 'sandbox' | 'production'
  url: string
  endpoint: string
  signed: boolean
  body: string
  attempts: number
  attempts_before: number
  crashes: number
  callback_credentials_sealed: Buffer | null
  /** Null unless it was put back with a range. */
  resend_id: string | null
  trace: Record<string, string> | null
  headers: Record<string, string> | null
}

/** SQL for what a pending event is: new (0), a retry (1), or put back with a range (2). The index of pending events has it. */
export const queueOf = 'case when resend_id is null then least(attempts, 1) else 2 end'

/**
 * Finds endpoints with pending events by skipping through the index: those after $1, at most $2. An endpoint is `ready` if it
 * has an event due at $3 and may take another call. Only ready ones are claimed, because a claim delays every other claim.
 */
export const pendingEndpoints = statement<{ endpoint: string; ready: boolean }>(
  'pending_webhook_endpoints',
  `with recursive pending as (
     (select endpoint, 1 as found from webhook_event where state = 'PENDING' and endpoint > $1
       order by endpoint limit 1)
     union all
     (select e.endpoint, p.found + 1
        from pending p cross join lateral (
          select endpoint from webhook_event where state = 'PENDING' and endpoint > p.endpoint
           order by endpoint limit 1) e
       where p.found < $2::integer)
   ), busy as materialized (
     select endpoint, count(*) as calls, bool_or(resend_id is not null) as is_resending from webhook_event
      where lease_token is not null and lease_until > $3 group by endpoint
   )
   select endpoint,
          (b.open_until is null or b.open_until <= $3)
          and coalesce(y.calls, 0) < coalesce(b.in_flight_limit, 1)
          and (exists (select from webhook_event
                        where endpoint = p.endpoint and state = 'PENDING' and ${queueOf} in (0, 1) and next_attempt_at <= $3)
            or not coalesce(y.is_resending, false) and exists (
                 select from webhook_event
                  where endpoint = p.endpoint and state = 'PENDING' and ${queueOf} = 2 and next_attempt_at <= $3)) as ready
     from pending p left join webhook_breaker b using (endpoint) left join busy y using (endpoint)
    order by endpoint`,
)

/** The first due events of endpoint `f` in a queue, at most `limit`. What was put back with a range delays nothing newer. */
// guard: webhook-order
const dueOf = (queue: 0 | 1 | 2, limit: string) =>
  `(select e.id, e.merchant_id, e.next_attempt_at, ${queue} as queue
      from (select *, ${queueOf} as queue from webhook_event) e
     where e.endpoint = f.endpoint and e.state = 'PENDING' and e.queue = ${queue}
       and e.next_attempt_at <= $1
       and not exists (select from webhook_event earlier
                        where earlier.subject = e.subject and earlier.state = 'PENDING' and earlier.id < e.id
                          and earlier.endpoint_id is not distinct from e.endpoint_id
                          and (earlier.resend_id is null or e.resend_id is not null)
                          and earlier.attempts - earlier.attempts_before < 4 + (earlier.lease_token is not null)::integer)
     order by e.next_attempt_at, e.id limit ${limit})`
/** One at a time, so that they arrive in order. */
// guard: one-resent-at-a-time
const dueOfRange = dueOf(2, 'case when f.is_resending then 0 else 1 end')

/**
 * Claims due events of the endpoints $7. `depth` is the position an event would have among its endpoint's calls. All first
 * calls come before all second ones, and a worker's last slots are for first calls only, so that endpoints that hang leave
 * room for the others; ties are broken by hash. An event waits for an earlier one of its subject to the same endpoint until that has had
 * four attempts. $1 now, $2 lease token, $3 end of the lease, $4 free slots, $5 how many of them are for first calls only,
 * $6 whether new events (0) or retries (1) come first.
 */
// guard: webhook-breaker
export const claimDue = statement<ClaimedEvent>(
  'claim_webhook_events',
  `with busy as materialized (
     select endpoint, merchant_id, count(*)::integer as calls, bool_or(resend_id is not null) as is_resending from webhook_event
      where lease_token is not null and lease_until > $1 group by endpoint, merchant_id
   ), busy_merchant as (
     select merchant_id, sum(calls) as calls from busy group by merchant_id
   ), free as (
     select p.endpoint, coalesce(y.calls, 0) as calls, coalesce(b.in_flight_limit, 1) as most,
            coalesce(y.is_resending, false) as is_resending
       from unnest($7::text[]) as p (endpoint)
       left join webhook_breaker b on b.endpoint = p.endpoint
       left join busy y on y.endpoint = p.endpoint
      where (b.open_until is null or b.open_until <= $1)
        and coalesce(y.calls, 0) < coalesce(b.in_flight_limit, 1)
   ), due as (
     select d.id, d.merchant_id, abs(d.queue - $6::integer) as late, f.endpoint, f.most,
            f.calls + row_number() over (
              partition by f.endpoint order by abs(d.queue - $6::integer), d.next_attempt_at, d.id) as depth
       from free f cross join lateral (
         ${dueOf(0, 'f.most - f.calls')} union all ${dueOf(1, 'f.most - f.calls')} union all ${dueOfRange}) d
   ), seated as (
     select d.id, d.depth, d.late, d.endpoint,
            coalesce(y.calls, 0) + row_number() over (partition by d.merchant_id order by d.depth, d.late, d.id) as seat
       from due d left join busy_merchant y on y.merchant_id = d.merchant_id
      where d.depth <= d.most
   ), placed as (
     select id, depth,
            row_number() over (order by depth, late, hashtext(endpoint || ($2::uuid)::text)) as place
       from seated where seat <= 16
   ), chosen as (
     select id from placed where place <= $4::integer - case when depth = 1 then 0 else $5::integer end
   ), claimed as (
     update webhook_event e
        set attempts = e.attempts + 1, crashes = e.crashes + (e.lease_token is not null)::integer,
            lease_token = $2, lease_until = $3, next_attempt_at = $3
       from chosen c where e.id = c.id and e.state = 'PENDING' and e.next_attempt_at <= $1
     returning e.id, e.event_id, e.endpoint_id, e.merchant_id, e.environment, e.url, e.endpoint, e.signed, e.body, e.attempts,
               e.attempts_before, e.crashes, e.trace, e.headers, e.resend_id
   )
   select e.*, ${secretsOfEndpoint('$1')}, m.callback_credentials_sealed, not coalesce(w.is_enabled, true) as is_unwanted
     from claimed e join merchant m on m.id = e.merchant_id left join webhook_endpoint w on w.id = e.endpoint_id`,
)

/** The breaker of the event's endpoint as stored; all null if none is stored. */
export type RecordedAttempt = { id: bigint } & (Breaker | { [Field in keyof Breaker]: null })

/** Records the results of attempts, except those whose lease another worker has taken over. */
// guard: webhook-lease
export const recordAttempts = statement<RecordedAttempt>(
  'record_webhook_attempts',
  `with result as (
     select * from json_to_recordset($1) as r (id bigint, lease_token uuid, number integer, at timestamptz,
       http_status integer, error text, address text, duration_ms integer, response_head text, state text,
       next_attempt_at timestamptz)
   ), ended as (
     update webhook_event e
        set state = r.state, next_attempt_at = r.next_attempt_at, lease_token = null, lease_until = null, crashes = 0,
            finished_at = case when r.state = 'PENDING' then null else r.at end
       from result r where e.id = r.id and e.lease_token = r.lease_token and e.state = 'PENDING'
     returning e.id, e.merchant_id, e.environment, e.event_type, e.created_at, e.state, e.endpoint
   ), counted as (${countMovedDeliveries('ended', "'PENDING'")}
   ), written as (
     insert into webhook_attempt (event_id, number, at, http_status, error, address, duration_ms, response_head)
     select r.id, r.number, r.at, r.http_status, r.error, r.address, r.duration_ms, r.response_head
       from result r join ended on ended.id = r.id
   )
   select e.id, b.consecutive_failures, b.open_until, b.open_count, b.in_flight_limit, b.credit
     from ended e left join webhook_breaker b on b.endpoint = e.endpoint`,
)
