// Incidents: something that lasts and has many events, such as a webhook endpoint that fails for hours. People are notified when it
// begins, then at most once a day, and when it is over if they were notified of it.
import { type ControlTx, commonStatement } from '../platform/database/database.ts'

// guard: incident-once-a-day
const recordEvent = commonStatement<{ opened_at: Temporal.Instant; is_due: boolean }>(
  'record_incident_event',
  `insert into message_incident as i (key, opened_at, last_event_at, notified_at) values ($1, $2, $2, $2)
   on conflict (key) do update
      set last_event_at = $2, events = i.events + 1, resolved_at = null,
          opened_at = case when i.resolved_at is null then i.opened_at else $2 end,
          notified_at = case when $2::timestamptz - i.notified_at >= interval '1 day' then $2 else i.notified_at end
   returning opened_at, notified_at = $2 as is_due`,
)
const resolveOpen = commonStatement<{ opened_at: Temporal.Instant; was_notified: boolean }>(
  'resolve_incident',
  `update message_incident set resolved_at = $2 where key = $1 and resolved_at is null
   returning opened_at, notified_at >= opened_at as was_notified`,
)

export type OpenIncident = { since: Temporal.Instant; fact: string }

/**
 * Records an event of the incident, which opens with its first one.
 * @returns the incident if people should be notified now, with the name of what is reported; undefined if they know.
 */
export async function recordIncident(
  sql: ControlTx,
  key: string,
  now: Temporal.Instant,
): Promise<OpenIncident | undefined> {
  const [noted] = await sql.rows(recordEvent, [key, now])
  if (!noted?.is_due) return undefined
  return { since: noted.opened_at, fact: `${key} ${now}` }
}

const resolveOthers = commonStatement(
  'resolve_other_incidents',
  `update message_incident set resolved_at = $3
    where starts_with(key, $1) and key <> all($2::text[]) and resolved_at is null`,
)

/** Ends the open incidents whose keys begin so, except those that go on. Nobody is notified. */
export async function resolveOtherIncidents(
  sql: ControlTx,
  prefix: string,
  keys: readonly string[],
  now: Temporal.Instant,
): Promise<void> {
  await sql.rows(resolveOthers, [prefix, keys, now])
}

/** Ends an incident. @returns it if people should be notified, because they were notified when it began. */
export async function resolveIncident(
  sql: ControlTx,
  key: string,
  now: Temporal.Instant,
): Promise<OpenIncident | undefined> {
  const [resolved] = await sql.rows(resolveOpen, [key, now])
  if (!resolved?.was_notified) return undefined
  return { since: resolved.opened_at, fact: `${key} ${resolved.opened_at} resolved` }
}
