// Statements of the outbox of messages: claiming what is due, and recording what became of it.
import type { Language } from '../../kernel/language.ts'
import { type Moves, statesThatAccept } from '../../kernel/moves.ts'
import { type ControlSql, commonStatement, isOneOf } from '../../platform/database/database.ts'
import type { Content } from '../content.ts'
import type { Audience } from '../enqueue-message.ts'

/**
 * `SENT`: the channel accepted it. `REFUSED`: the channel will never accept it. `ABANDONED`: it was tried to the end of the
 * schedule, or there is no channel for it. `UNCERTAIN`: the channel may have accepted it, and accepts no repeat. `MUTED`: its
 * recipient does not want it; it is written and never sent.
 */
type MessageState = 'QUEUED' | 'SENT' | 'REFUSED' | 'ABANDONED' | 'UNCERTAIN' | 'MUTED'
export type MessageEvent = 'sent' | 'refused' | 'exhausted' | 'lost' | 'unwanted'

export const messageMoves: Moves<MessageState, MessageEvent> = {
  QUEUED: { sent: 'SENT', refused: 'REFUSED', exhausted: 'ABANDONED', lost: 'UNCERTAIN', unwanted: 'MUTED' },
  SENT: {},
  REFUSED: {},
  ABANDONED: {},
  UNCERTAIN: {},
  MUTED: {},
}

export type ClaimedMessage = Content & {
  id: bigint
  message_id: string
  environment: 'sandbox' | 'production'
  /** Null for a message to admins. */
  merchant_id: bigint | null
  audience: Audience
  kind: string
  is_alert: boolean
  address: string
  language: Language
  attempts: number
  created_at: Temporal.Instant
  /** Whether a worker claimed it before and died, so that it may have been sent. */
  was_claimed: boolean
}

const waiting = isOneOf('m.state', statesThatAccept(messageMoves, 'sent'))

/** Claims due messages of a channel, alerts first. $1 channel, $2 now, $3 lease token, $4 end of the lease, $5 at most. */
// guard: message-claim
export const claimMessages = commonStatement<ClaimedMessage>(
  'claim_messages',
  `with due as materialized (
     select id, lease_token is not null as was_claimed from message
      where state = 'QUEUED' and channel = $1 and next_attempt_at <= $2
      order by is_alert desc, next_attempt_at limit $5 for update skip locked)
   update message m set attempts = m.attempts + 1, lease_token = $3, lease_until = $4, next_attempt_at = $4
     from due where due.id = m.id
   returning m.id, m.message_id, m.environment, m.merchant_id, m.audience, m.kind, m.is_alert, m.channel, m.address, m.language, m.content, m.attempts,
             m.created_at, due.was_claimed`,
)

/** Records a result, unless another worker has taken the message over. $1 id, $2 lease token, $3 state, $4 next attempt, $5 error, $6 now. */
// guard: message-lease
export const recordResult = commonStatement<{ id: bigint }>(
  'record_message_result',
  `update message m
      set state = $3, next_attempt_at = $4, error = $5, lease_token = null, lease_until = null,
          finished_at = case when $3 <> 'QUEUED' then $6::timestamptz end
    where m.id = $1 and m.lease_token = $2 and ${waiting} returning m.id`,
)

/** Puts a message off that was not tried. $1 id, $2 lease token, $3 next attempt. */
export const postponeMessage = commonStatement<{ id: bigint }>(
  'postpone_message',
  `update message m
      set attempts = m.attempts - 1, next_attempt_at = $3, error = 'too_many_an_hour', lease_token = null, lease_until = null
    where m.id = $1 and m.lease_token = $2 and ${waiting} returning m.id`,
)

export const maxDeleted = 1_000
/** Deletes what ended before $1, so that addresses and texts are not kept for ever. */
export const deleteOldMessages = commonStatement<{ id: bigint }>(
  'delete_old_messages',
  `delete from message where id in (select id from message where finished_at <= $1 limit ${maxDeleted}) returning id`,
)
export const deleteOldIncidents = commonStatement<{ key: string }>(
  'delete_old_incidents',
  `delete from message_incident where key in (select key from message_incident where last_event_at <= $1 limit ${maxDeleted})
   returning key`,
)

const maxCounted = 10_000

type Row = { waiting: bigint; since: Temporal.Instant | null; unsent: bigint }
const countMessages = commonStatement<Row>(
  'count_messages',
  `select w.waiting, w.since, (
     select count(*) from (select from message where state in ('REFUSED', 'ABANDONED', 'UNCERTAIN')
       and finished_at > $1::timestamptz - interval '1 day' limit ${maxCounted}) u) as unsent
     from (select count(*) as waiting, min(created_at) as since
             from (select created_at from message where state = 'QUEUED' limit ${maxCounted}) q) w`,
)

/** Up to ten thousand of each. `unsent`: given up within a day; `oldestSeconds`: the age of the oldest that waits. */
export async function messageCounts(
  sql: ControlSql,
  now: Temporal.Instant,
): Promise<{ waiting: number; oldestSeconds: number; unsent: number }> {
  const [row] = await sql.rows(countMessages, [now])
  const oldestSeconds = row?.since ? Math.max(0, row.since.until(now).total('seconds')) : 0
  return { waiting: Number(row?.waiting ?? 0), oldestSeconds, unsent: Number(row?.unsent ?? 0) }
}
