// The timeline of a transfer. An event is written in the transaction of the change it describes; webhook attempts are
// read from the outbox.
import { type Sql, statement } from '../../platform/database/database.ts'
import { stamp } from './formats.ts'

export type TimelineKind =
  | 'inbound.accepted'
  | 'screening.ok'
  | 'screening.hold'
  | 'limit.hold'
  | 'compliance.released'
  | 'compliance.rejected'
  | 'fx.converted'
  | 'wallet.reserved'
  | 'wallet.confirmed'
  | 'wallet.released'
  | 'wallet.reversed'
  | 'switch.dispatched'
  | 'telco.callback'
  | 'telco.inquiry'
  | 'telco.conflict'
  | 'reversal.requested'
  | 'reversal.refused'
  | 'settlement.closed'

export type TimelineEvent = { transfer: bigint; kind: TimelineKind; detail: string }

const insertEvents = statement(
  'insert_transfer_events',
  `insert into transfer_event (transfer_id, at, kind, detail)
   select transfer_id, $2, kind, detail
     from json_to_recordset($1) as e (position integer, transfer_id bigint, kind text, detail text)
    order by position`,
)

/** Records events in order. */
export async function recordTimeline(
  sql: Sql,
  events: readonly TimelineEvent[],
  now: Temporal.Instant,
): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(({ transfer, kind, detail }, position) => ({
    position,
    transfer_id: String(transfer),
    kind,
    detail,
  }))
  await sql.rows(insertEvents, [JSON.stringify(rows), now])
}

const insertEventOnce = statement(
  'insert_transfer_event_once',
  `insert into transfer_event (transfer_id, at, kind, detail)
   select $1, $2, $3, $4
    where not exists (select from transfer_event where transfer_id = $1 and kind = $3 and detail = $4)`,
)

/** Records an event unless the transfer already has an equal one, for steps that may be repeated. */
export async function recordTimelineOnce(
  sql: Sql,
  event: TimelineEvent,
  now: Temporal.Instant,
): Promise<void> {
  await sql.rows(insertEventOnce, [event.transfer, now, event.kind, event.detail])
}

/** Webhook attempts are part of the timeline: sent with their HTTP status, or failed. */
const readTimeline = statement<{ at: Temporal.Instant; kind: string; detail: string }>(
  'read_transfer_timeline',
  `select at, kind, detail from (
     select at, kind, detail, 1 as source, id as position from transfer_event where transfer_id = $1
     union all
     select a.at,
            case when a.http_status between 200 and 299 then 'merchant.callback.sent' else 'merchant.callback.failed' end,
            case when a.http_status is null then coalesce(a.error, 'no answer') else 'HTTP ' || a.http_status end,
            2, e.id * 1000 + a.number
       from webhook_event e join webhook_attempt a on a.event_id = e.id
      where e.merchant_id = $2 and e.subject = $3 and e.subject like 'transfer:%' and e.copy_id is null
   ) story
   order by at, source, position`,
)

/** The subject under which the outbox and screening store data about a transfer. */
export function transferSubject(id: bigint): string {
  return `transfer:${id}`
}

export async function timelineOf(
  sql: Sql,
  transfer: { id: bigint; merchant_id: bigint; reference: string; transaction_id: string },
) {
  const rows = await sql.rows(readTimeline, [transfer.id, transfer.merchant_id, transferSubject(transfer.id)])
  return {
    reference: transfer.reference,
    transaction_id: transfer.transaction_id,
    events: rows.map(({ at, kind, detail }) => ({ at: stamp(at), kind, detail })),
  }
}

const decidedByAdmin = new Set(['compliance.released', 'compliance.rejected', 'reversal.requested'])

/** The timeline as the merchant reads it: admins are not named. */
export async function timelineForMerchant(...of: Parameters<typeof timelineOf>) {
  const timeline = await timelineOf(...of)
  // guard: unnamed-admins-in-timeline
  const events = timeline.events.map((event) =>
    decidedByAdmin.has(event.kind) ? { ...event, detail: '' } : event,
  )
  return { ...timeline, events }
}
