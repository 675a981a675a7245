// What admins read of exceptions, and how they close one.
import type { Admin } from '../../admin/access.ts'
import { audit } from '../../admin/audit.ts'
import { Problem } from '../../kernel/problem.ts'
import {
  closeOpenException,
  type ExceptionKind,
  type WalletExceptionKind,
} from '../../operator-calls/exceptions.ts'
import { type Database, type Sql, statement } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { remittanceProblems } from '../transfer/problems.ts'
import { stamp } from '../transfer/time.ts'

type ExceptionRow = {
  id: bigint
  kind: ExceptionKind | WalletExceptionKind
  detail: string
  state: 'open' | 'closed'
  opened_at: Temporal.Instant
  closed_at: Temporal.Instant | null
  closed_by: string | null
  close_reason: string | null
  transaction_id: string | null
  merchant_code: string | null
  merchant_name: string | null
  total: bigint
}
const listRows = statement<ExceptionRow>(
  'list_transfer_exceptions',
  `select e.id, e.kind, e.detail, e.state, e.opened_at, e.closed_at, e.closed_by, e.close_reason, t.transaction_id,
          m.merchant_code, m.name as merchant_name, count(*) over () as total
     from transfer_exception e left join transfer t on t.id = e.transfer_id left join wallet w on w.id = e.wallet_id
     left join merchant_payout p on p.id = e.merchant_payout_id
     left join merchant m on m.id = coalesce(t.merchant_id, w.merchant_id, p.merchant_id)
    where $1::text is null or e.state = $1
    order by e.id desc limit $2 offset $3`,
)
export async function listExceptions(
  sql: Sql,
  page: { state: string | undefined; limit: number; offset: number },
) {
  const rows = await sql.rows(listRows, [page.state ?? null, page.limit, page.offset])
  return {
    total: Number(rows[0]?.total ?? 0),
    items: rows.map(({ total: _, id, opened_at, closed_at, ...row }) => ({
      id: String(id),
      ...row,
      opened_at: stamp(opened_at),
      closed_at: closed_at && stamp(closed_at),
    })),
  }
}

/** Closes an exception with a reason. @throws Problem 404 if it is not open. */
export async function closeException(
  { db, clock, secrets }: { db: Database; clock: Clock; secrets: Secrets },
  id: bigint,
  reason: string,
  admin: Admin,
): Promise<void> {
  const now = clock.now()
  await db.transaction(async (sql) => {
    const closed = await closeOpenException(sql, id, { now, by: admin.name, reason })
    if (!closed) throw new Problem(remittanceProblems.exception_unknown)
    const subject = closed.transaction_id ?? `exception:${id}`
    audit(sql, secrets, {
      admin,
      action: 'exception.closed',
      subject,
      detail: { id: String(id), reason },
      now,
    })
  })
}
