// Webhooks that were tried and have not arrived yet, for the overviews: nothing else tells that a merchant's server is away,
// because retries go on for days before a webhook is dead.
import { type Sql, statement } from '../../platform/database/database.ts'
import { queueOf } from './queries.ts'

/** Younger ones are retried within minutes, and mostly arrive. */
const oldEnough = { minutes: 10 }
const maxEndpoints = 2_000
const maxOfEndpoint = 1_000

/** Skips through the index from endpoint to endpoint, so that it costs as much as there are endpoints with pending events. */
const countFailing = statement<{ failing: bigint; since: Temporal.Instant | null }>(
  'count_failing_webhook_events',
  `with recursive pending as (
     (select endpoint, 1 as found from webhook_event where state = 'PENDING' order by endpoint limit 1)
     union all
     (select e.endpoint, p.found + 1
        from pending p cross join lateral (
          select endpoint from webhook_event where state = 'PENDING' and endpoint > p.endpoint
           order by endpoint limit 1) e
       where p.found < ${maxEndpoints})
   )
   select coalesce(sum(tried.failing), 0)::bigint as failing, min(tried.since) as since
     from pending p cross join lateral (
       select count(*) as failing, min(created_at) as since from (
         select created_at from webhook_event
          where state = 'PENDING' and endpoint = p.endpoint and ${queueOf} = 1 and created_at < $1
            and ($3::text is null or environment = $3)
          limit ${maxOfEndpoint}) t) tried
    where $2::bigint is null or split_part(p.endpoint, ' ', 1) = $2::bigint::text`,
)

/**
 * Counts the webhooks, up to a thousand per endpoint, that were tried and have not arrived for ten minutes.
 * @param owner counts those of one merchant; without it, all
 * @returns `since` is when the oldest of them was created.
 */
export async function failingDeliveries(
  sql: Sql,
  now: Temporal.Instant,
  owner?: { merchantId: bigint; environment: string },
): Promise<{ failing: number; since: Temporal.Instant | null }> {
  const [row] = await sql.rows(countFailing, [
    now.subtract(oldEnough),
    owner?.merchantId ?? null,
    owner?.environment ?? null,
  ])
  return { failing: Number(row?.failing ?? 0), since: row?.since ?? null }
}
