// What people have used of their limits in the last thirty days: copies of a transfer that the product accepted from each.
import type pg from 'pg'
import { asker } from '../../harness/bench-world.ts'
import type { Filled } from '../../harness/filled.ts'
import { senderCount, transferOf } from './senders.ts'

const subjectsOfTransfer = 5

/** Spread evenly, so that nobody is near a limit. The transfers themselves are not copied: limits do not read them. */
const shares = `
  insert into limit_share (key, at, transfer_id, amount_minor)
  select unnest(t.limit_subjects), now() - ((n + (t.id % 1000) / 1000.0) / $1::float8) * interval '30 days', -(t.id * $1 + n), t.limit_minor
    from transfer t cross join generate_series(1, $1::integer) n where t.limit_subjects is not null`
const hours = `
  insert into limit_hour (key, hour, amount_minor, count)
  select key, floor(extract(epoch from at) / 3600)::integer, sum(amount_minor), count(*) from limit_share group by 1, 2`

/** What each subject has used in the day and month of its last transfer, and in those before. */
const used = (period: 'day' | 'month', by: number) =>
  ['amount_minor', 'count']
    .map((of) => `coalesce(sum(${of}) filter (where ${period} = last_${period} - ${by}), 0)`)
    .join(', ')
const bounds = `
  insert into limit_subject (key, day, month, day_amount, day_count, day_amount_before, day_count_before,
                             month_amount, month_count, month_amount_before, month_count_before)
  select key, last_day, last_month, ${used('day', 0)}, ${used('day', 1)}, ${used('month', 0)}, ${used('month', 1)}
    from (select *, hour / 24 as day, hour / 720 as month, max(hour) over (partition by key) / 24 as last_day,
                 max(hour) over (partition by key) / 720 as last_month from limit_hour) h
   group by key, last_day, last_month`

/** The primary keys are made at the end, in a tenth of the time. */
const writing = [
  'alter table limit_share disable trigger user',
  'alter table limit_share drop constraint limit_share_pkey',
  shares,
  'alter table limit_share add primary key (key, at, transfer_id)',
  'truncate limit_hour',
  'alter table limit_hour drop constraint limit_hour_pkey',
  hours,
  'alter table limit_hour add primary key (key, hour)',
  'truncate limit_subject',
  bounds,
  'alter table limit_share enable trigger user',
]

/** Sends a transfer of each person, and writes earlier ones until there are so many shares. @returns the number of shares */
export async function writePastUsage(
  { server, merchant, client }: Filled,
  { rows, print }: { rows: number; print: (line: string) => void },
): Promise<number> {
  const send = asker(server.url, merchant)
  let next = 0
  const queue = async () => {
    while (next < senderCount) await send(transferOf(merchant, next++))
  }
  await Promise.all(Array.from({ length: 64 }, queue))
  print(`${senderCount} senders have sent a transfer`)
  const each = Math.max(1, Math.round(rows / subjectsOfTransfer / senderCount))
  await client.query(`alter system set max_wal_size = '4GB'`)
  await client.query('select pg_reload_conf()')
  await client.query(`set maintenance_work_mem = '1GB'`)
  await client.query(`set work_mem = '512MB'`)
  for (const text of writing) await client.query(text.replaceAll('$1', String(each)))
  print('their earlier transfers are written')
  await client.query('vacuum (analyze)')
  await client.query('alter system reset max_wal_size')
  await client.query('select pg_reload_conf()')
  await client.query('checkpoint')
  return countOf(client, 'limit_share')
}

export async function countOf(client: pg.Client, table: string): Promise<number> {
  const { rows } = await client.query(`select count(*)::float8 as count from ${table}`)
  return rows[0].count
}
