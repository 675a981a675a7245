// The approvals that wait for a subject, shown where people look at it: on the held transfer, the payment, the payout.

import { z } from 'zod'
import { type Currency, formatMoney, money } from '../../kernel/money.ts'
import { type ControlSql, controlStatement } from '../../platform/database/database.ts'
import { zonelessStamp } from '../../platform/http/api.ts'
import { zonelessMicrosecond } from '../../platform/time/clock.ts'
import { type Admin, isSamePerson } from '../access.ts'
import { isReadable, readableApprovals } from './kinds.ts'
import { type ApprovalAction, approvalActions } from './rules.ts'

type PendingRow = {
  public_id: string
  action: ApprovalAction
  subject: string
  amount_minor: bigint | null
  currency: Currency | null
  requested_by: string
  requested_owner: string
  requested_at: Temporal.Instant
}

// guard: readable-pending
const findPending = controlStatement<PendingRow>(
  'find_pending_approvals',
  `select public_id, action, subject, amount_minor, currency, requested_by, requested_owner, requested_at
     from approval q where q.state = 'WAITING' and q.action = any($1) and q.subject = any($2) and q.expires_at > $3
      and ${isReadable('$4', '$5')} order by id`,
)

/** The approvals of these acts that wait and that the admin may read, by subject, oldest first. */
export async function pendingApprovals(
  sql: ControlSql,
  {
    actions,
    subjects,
    admin,
    now,
  }: {
    actions: readonly ApprovalAction[]
    subjects: readonly string[]
    admin: Admin
    now: Temporal.Instant
  },
): Promise<(subject: string) => ReturnType<typeof render>[]> {
  const { actions: readable, owners } = readableApprovals(admin)
  const rows =
    subjects.length === 0 ? [] : await sql.rows(findPending, [actions, subjects, now, readable, owners])
  return (subject) => rows.filter((row) => row.subject === subject).map((row) => render(row, admin))
}

function render(row: PendingRow, admin: Admin) {
  const {
    public_id,
    action,
    amount_minor,
    currency,
    requested_by,
    requested_owner: owner,
    requested_at,
  } = row
  return {
    approval_id: public_id,
    action,
    amount: amount_minor !== null && currency ? formatMoney(money(amount_minor, currency)) : null,
    currency,
    requested_by,
    requested_at: zonelessMicrosecond(requested_at),
    own: isSamePerson({ owner }, admin),
  }
}

export const pendingField = z
  .array(
    z
      .object({
        approval_id: z.string(),
        action: z.enum(approvalActions),
        amount: z.string().nullable(),
        currency: z.string().nullable(),
        requested_by: z.string(),
        requested_at: zonelessStamp,
        own: z
          .boolean()
          .meta({ description: 'Whether you requested it, so that another admin must decide.' }),
      })
      .meta({ id: 'PendingApproval' }),
  )
  .meta({ description: 'What was requested and waits for a second admin.' })
