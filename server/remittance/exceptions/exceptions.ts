// Exceptions: contradictions that cannot be resolved automatically. Each stays open until an admin closes it with a
// reason.
import type { Admin } from '../../admin/access.ts'
import { audit } from '../../admin/audit.ts'
import { Problem } from '../../kernel/problem.ts'
import { type Database, type Sql, statement } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { remittanceProblems } from '../transfer/problems.ts'
import { stamp } from '../transfer/time.ts'

export type ExceptionKind =
  | 'telco_conflict'
  | 'amount_differs'
  | 'reversal_unresolved'
  | 'paid_twice'
  | 'payout_stuck'
  | 'payout_forgotten'
  | 'connection_changed'
type WalletExceptionKind = 'wallet_differs'

const insertException = statement<{ id: bigint }>(
  'insert_transfer_exception',
  `insert into transfer_exception (transfer_id, kind, detail, opened_at) values ($1, $2, $3, $4)
   on conflict (transfer_id, kind) where state = 'open' do nothing returning id`,
)
const insertWalletException = statement<{ id: bigint }>(
  'insert_wallet_exception',
  `insert into transfer_exception (wallet_id, kind, detail, opened_at) values ($1, $2, $3, $4)
   on conflict (wallet_id, kind) where state = 'open' and wallet_id is not null do nothing returning id`,
)
const insertPayoutException = statement<{ id: bigint }>(
  'insert_payout_exception',
  `insert into transfer_exception (merchant_payout_id, kind, detail, opened_at) values ($1, $2, $3, $4)
   on conflict (merchant_payout_id, kind) where state = 'open' and merchant_payout_id is not null do nothing returning id`,
)
/** SQL: an open exception `e` of a payout whose outcome nobody but an admin will find, with its operation `o`. */
export const endlessPayout = `e.state = 'open' and (e.kind in ('payout_forgotten', 'connection_changed') or e.kind = 'payout_stuck' and o.acknowledged)`
const closePayoutExceptions = statement(
  'close_exceptions_of_ended_payout',
  `update transfer_exception e set state = 'closed', closed_at = $2, closed_by = $3, close_reason = $4
     from operation o where o.merchant_payout_id = e.merchant_payout_id and e.merchant_payout_id = $1 and ${endlessPayout}`,
)
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
const closeRow = statement<{ transaction_id: string | null }>(
  'close_transfer_exception',
  `update transfer_exception e set state = 'closed', closed_at = $2, closed_by = $3, close_reason = $4
    where id = $1 and state = 'open'
    returning (select transaction_id from transfer t where t.id = e.transfer_id)`,
)

/** Opens an exception of a payout to a merchant. Returns false if one of this kind is open already. */
export async function openPayoutException(
  sql: Sql,
  {
    payout,
    kind,
    detail,
    now,
  }: { payout: { id: bigint; public_id: string }; kind: string; detail: string; now: Temporal.Instant },
): Promise<boolean> {
  const named = `payout ${payout.public_id}: ${detail}`
  return (await sql.rows(insertPayoutException, [payout.id, kind, named, now])).length === 1
}

/** Closes the exceptions of a payout that an admin has ended by hand. */
export async function closeExceptionsOfPayout(
  sql: Sql,
  payout: bigint,
  { now, by, reason }: { now: Temporal.Instant; by: string; reason: string },
): Promise<void> {
  await sql.rows(closePayoutExceptions, [payout, now, by, reason])
}

/** Opens an exception. Returns false if one of this kind is open already. */
export async function openException(
  sql: Sql,
  exception: { transfer: bigint; kind: ExceptionKind; detail: string },
  now: Temporal.Instant,
): Promise<boolean> {
  return (
    (await sql.rows(insertException, [exception.transfer, exception.kind, exception.detail, now])).length ===
    1
  )
}

/** Opens an exception. Returns false if one of this kind is open already. */
export async function openWalletException(
  sql: Sql,
  exception: { wallet: bigint; kind: WalletExceptionKind; detail: string },
  now: Temporal.Instant,
): Promise<boolean> {
  const values = [exception.wallet, exception.kind, exception.detail, now]
  return (await sql.rows(insertWalletException, values)).length === 1
}

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
    const [closed] = await sql.rows(closeRow, [id, now, admin.name, reason])
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
