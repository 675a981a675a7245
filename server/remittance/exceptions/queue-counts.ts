// Counts the holds, exceptions and adjustments that wait for an admin, for the overview.
import { type Sql, statement } from '../../platform/database/database.ts'

const countQueues = statement<{ holds: bigint; exceptions: bigint; adjustments: bigint }>(
  'count_remittance_queues',
  `select (select count(*) from transfer where status = 'Hold') as holds,
          (select count(*) from transfer_exception where state = 'open') as exceptions,
          (select count(*) from wallet_adjustment where state = 'PENDING') as adjustments`,
)
export async function remittanceQueues(sql: Sql) {
  const [counts] = await sql.rows(countQueues)
  return {
    holds: Number(counts?.holds ?? 0),
    exceptions_open: Number(counts?.exceptions ?? 0),
    adjustments_pending: Number(counts?.adjustments ?? 0),
  }
}
