// The outbox, question by question.
import { statement } from '../platform/database.ts'
import type { Breaker } from './breaker.ts'

/** Claims are made one at a time over all processes, so that the limit of an endpoint holds over all of them. */
export const tryClaimLock = statement<{ locked: boolean }>(
  'lock_webhook_claims',
  `select pg_try_advisory_xact_lock(hashtext('mosolo webhook claims')) as locked`,
)

export type ClaimedEvent = {
  id: bigint
  event_id: string
  merchant_id: bigint
  url: string
  endpoint: string
  signed: boolean
  body: string
  attempts: number
  callback_secret_sealed: Buffer
}

/**
 * Takes due events, a few of each endpoint, endpoints in turn. The endpoints are found by leaps through the index, so
 * that a long backlog of one costs the others nothing. An event waits for an earlier one of its subject until that has
 * been tried four times.
 */
export const claimDue = statement<ClaimedEvent>(
  'claim_webhook_events',
  `with recursive pending as (
     (select endpoint from webhook_event where state = 'PENDING' order by endpoint limit 1)
     union all
     select (select e.endpoint from webhook_event e where e.state = 'PENDING' and e.endpoint > p.endpoint
              order by e.endpoint limit 1)
       from pending p where p.endpoint is not null
   ), free as (
     select p.endpoint, coalesce(b.in_flight_limit, 4) - (
              select count(*) from webhook_event l
               where l.endpoint = p.endpoint and l.state = 'PENDING' and l.lease_token is not null and l.lease_until > $1
            ) as places
       from pending p left join webhook_endpoint b on b.endpoint = p.endpoint
      where p.endpoint is not null and (b.open_until is null or b.open_until <= $1)
   ), due as (
     select d.id, row_number() over (partition by f.endpoint order by d.next_attempt_at, d.id) as turn
       from free f cross join lateral (
         select e.id, e.next_attempt_at from webhook_event e
          where e.endpoint = f.endpoint and e.state = 'PENDING' and e.next_attempt_at <= $1
            and not exists (select from webhook_event earlier
                             where earlier.subject = e.subject and earlier.state = 'PENDING' and earlier.id < e.id
                               and earlier.attempts < 4)
          order by e.next_attempt_at, e.id limit greatest(f.places, 0)) d
   ), chosen as (select id from due order by turn, id limit $4)
   update webhook_event e
      set attempts = e.attempts + 1, lease_token = $2, lease_until = $3, next_attempt_at = $3
     from chosen c, merchant m
    where e.id = c.id and m.id = e.merchant_id
   returning e.id, e.event_id, e.merchant_id, e.url, e.endpoint, e.signed, e.body, e.attempts, m.callback_secret_sealed`,
)

/** Writes what became of attempts, of those only whose lease is still ours. */
export const recordAttempts = statement<{ id: bigint }>(
  'record_webhook_attempts',
  `with result as (
     select * from json_to_recordset($1) as r (id bigint, lease_token uuid, number integer, at timestamptz,
       http_status integer, error text, address text, duration_ms integer, response_head text, state text,
       next_attempt_at timestamptz)
   ), ended as (
     update webhook_event e
        set state = r.state, next_attempt_at = r.next_attempt_at, lease_token = null, lease_until = null,
            finished_at = case when r.state = 'PENDING' then null else r.at end
       from result r where e.id = r.id and e.lease_token = r.lease_token and e.state = 'PENDING'
     returning e.id
   )
   insert into webhook_attempt (event_id, number, at, http_status, error, address, duration_ms, response_head)
   select r.id, r.number, r.at, r.http_status, r.error, r.address, r.duration_ms, r.response_head
     from result r join ended on ended.id = r.id
   returning event_id as id`,
)

export const lockBreakers = statement<Breaker & { endpoint: string }>(
  'lock_webhook_breakers',
  `select endpoint, consecutive_failures, open_until, open_count, in_flight_limit from webhook_endpoint
    where endpoint = any($1::text[]) order by endpoint for update`,
)

export const saveBreakers = statement(
  'save_webhook_breakers',
  `insert into webhook_endpoint (endpoint, consecutive_failures, open_until, open_count, in_flight_limit, updated_at)
   select endpoint, consecutive_failures, open_until, open_count, in_flight_limit, $2
     from json_to_recordset($1) as b (endpoint text, consecutive_failures integer, open_until timestamptz,
          open_count integer, in_flight_limit integer)
   on conflict (endpoint) do update
      set consecutive_failures = excluded.consecutive_failures, open_until = excluded.open_until,
          open_count = excluded.open_count, in_flight_limit = excluded.in_flight_limit, updated_at = excluded.updated_at`,
)
