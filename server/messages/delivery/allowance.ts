// How many messages leave for one address: five an hour over all merchants and kinds, so that nobody is flooded by what others type.
import { type Sql, statement } from '../../platform/database/database.ts'

const mostAnHour = 5
const windowMinutes = 60
const mostDeleted = 1_000

/** No row is returned when the hour is full. One row per address, so that concurrent workers wait for each other. */
// guard: messages-an-hour
const take = statement<{ address: string }>(
  'take_message_allowance',
  `insert into message_allowance as a (address, sent_at, last_sent_at) values ($1, array[$2::timestamptz], $2)
   on conflict (address) do update
     set sent_at = array(select at from unnest(a.sent_at) at where at > $2::timestamptz - interval '${windowMinutes} minutes')
                   || $2::timestamptz,
         last_sent_at = $2
   where (select count(*) from unnest(a.sent_at) at
           where at > $2::timestamptz - interval '${windowMinutes} minutes') < ${mostAnHour}
   returning address`,
)
const findFree = statement<{ free_at: Temporal.Instant }>(
  'find_free_message_allowance',
  `select min(at) + interval '${windowMinutes} minutes' as free_at
     from message_allowance, unnest(sent_at) at
    where address = $1 and at > $2::timestamptz - interval '${windowMinutes} minutes' having count(*) > 0`,
)
const giveBack = statement(
  'give_back_message_allowance',
  `update message_allowance
      set sent_at = sent_at[:array_position(sent_at, $2::timestamptz) - 1] || sent_at[array_position(sent_at, $2::timestamptz) + 1:]
    where address = $1 and $2::timestamptz = any(sent_at)`,
)
const forgetOld = statement<{ address: string }>(
  'forget_message_allowances',
  `delete from message_allowance where address in (
     select address from message_allowance where last_sent_at <= $1 limit ${mostDeleted})
   returning address`,
)

/** Counts a message that is about to leave. @returns when it may, if the hour is full. */
export async function takeAllowance(
  sql: Sql,
  address: string,
  now: Temporal.Instant,
): Promise<Temporal.Instant | undefined> {
  const key = address.toLowerCase()
  if ((await sql.rows(take, [key, now])).length === 1) return undefined
  const [free] = await sql.rows(findFree, [key, now])
  return free?.free_at ?? now.add({ minutes: 1 })
}

/** Gives back the place of a message that was certainly not accepted. */
export async function returnAllowance(sql: Sql, address: string, at: Temporal.Instant): Promise<void> {
  await sql.rows(giveBack, [address.toLowerCase(), at])
}

/** Deletes what no longer counts; returns true when there may be more to delete. */
export async function forgetAllowances(sql: Sql, now: Temporal.Instant): Promise<boolean> {
  return (await sql.rows(forgetOld, [now.subtract({ minutes: windowMinutes })])).length === mostDeleted
}
