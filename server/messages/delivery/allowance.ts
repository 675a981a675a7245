// How many messages leave for one address: five an hour over all merchants and kinds, so that nobody is flooded by what others type.
// What anybody can have sent to an address gets two of them, so that no stranger keeps alerts from their reader.
import { type ControlSql, controlStatement } from '../../platform/database/database.ts'

const maxAnHour = 5
const maxOthersAnHour = 2
const windowMinutes = 60
const maxDeleted = 1_000

const inWindow = (times: string) => `times_within(${times}, $2, interval '${windowMinutes} minutes')`

/**
 * No row is returned when the hour is full. One row per address, so that concurrent workers wait for each other. $1 address, $2 now,
 * $3 whether the message is an alert.
 */
// guard: messages-an-hour
const take = controlStatement<{ address: string }>(
  'take_message_allowance',
  `insert into message_allowance as a (address, sent_at, others_sent_at, last_sent_at)
   values ($1, array[$2::timestamptz], case when $3 then '{}' else array[$2::timestamptz] end, $2)
   on conflict (address) do update
     set sent_at = ${inWindow('a.sent_at')} || $2::timestamptz,
         others_sent_at = ${inWindow('a.others_sent_at')} || case when $3 then '{}' else array[$2::timestamptz] end,
         last_sent_at = $2
   where cardinality(${inWindow('a.sent_at')}) < ${maxAnHour}
     and ($3 or cardinality(${inWindow('a.others_sent_at')}) < ${maxOthersAnHour})
   returning address`,
)
/** When the next message may leave; no row, or null, if one may leave now. The parameters are those of `take`. */
const findFree = controlStatement<{ free_at: Temporal.Instant | null }>(
  'find_free_message_allowance',
  `select greatest(sent[array_length(sent, 1) - ${maxAnHour} + 1],
                   case when not $3 then others[array_length(others, 1) - ${maxOthersAnHour} + 1] end)
          + interval '${windowMinutes} minutes' as free_at
     from (select array(select unnest(${inWindow('sent_at')}) order by 1) as sent,
                  array(select unnest(${inWindow('others_sent_at')}) order by 1) as others
             from message_allowance where address = $1) a`,
)
const without = (times: string) =>
  `${times}[:array_position(${times}, $2::timestamptz) - 1] || ${times}[array_position(${times}, $2::timestamptz) + 1:]`
const giveBack = controlStatement(
  'give_back_message_allowance',
  `update message_allowance
      set sent_at = ${without('sent_at')},
          others_sent_at = case when $3 then others_sent_at else ${without('others_sent_at')} end
    where address = $1 and $2::timestamptz = any(case when $3 then sent_at else others_sent_at end)`,
)
const forgetOld = controlStatement<{ address: string }>(
  'forget_message_allowances',
  `delete from message_allowance where address in (
     select address from message_allowance where last_sent_at <= $1 limit ${maxDeleted})
   returning address`,
)

type Counted = { address: string; is_alert: boolean }

/** Under which messages to an address are counted: in any case, and an email without what follows a `+`, which the same person reads. */
// guard: tagged-address
function keyOf(address: string): string {
  const at = address.lastIndexOf('@')
  const local = address.slice(0, Math.max(at, 0)).split('+', 1)[0] ?? ''
  return (at > 0 && local !== '' ? local + address.slice(at) : address).toLowerCase()
}

/** Counts a message that is about to leave. @returns when it may, if the hour is full. */
export async function takeAllowance(
  sql: ControlSql,
  { address, is_alert }: Counted,
  now: Temporal.Instant,
): Promise<Temporal.Instant | undefined> {
  if ((await sql.rows(take, [keyOf(address), now, is_alert])).length === 1) return undefined
  return (await freeFrom(sql, { address, is_alert }, now)) ?? now.add({ minutes: 1 })
}

/** When a message to the address may leave; undefined if now. */
export async function freeFrom(
  sql: ControlSql,
  { address, is_alert }: Counted,
  now: Temporal.Instant,
): Promise<Temporal.Instant | undefined> {
  const [free] = await sql.rows(findFree, [keyOf(address), now, is_alert])
  return free?.free_at ?? undefined
}

/** Gives back the place of a message that was certainly not accepted. */
export async function returnAllowance(
  sql: ControlSql,
  { address, is_alert }: Counted,
  at: Temporal.Instant,
): Promise<void> {
  await sql.rows(giveBack, [keyOf(address), at, is_alert])
}

/** Deletes what no longer counts; returns true when there may be more to delete. */
export async function forgetAllowances(sql: ControlSql, now: Temporal.Instant): Promise<boolean> {
  return (await sql.rows(forgetOld, [now.subtract({ minutes: windowMinutes })])).length === maxDeleted
}
