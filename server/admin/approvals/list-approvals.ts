// Approvals as admins read them.

import { formatMoney, money } from '../../kernel/money.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Cells } from '../../platform/database/cells.ts'
import { controlStatement, type Database, type Sql } from '../../platform/database/database.ts'
import { type Listing, newestOfStates, readListing } from '../../platform/http/admin-search.ts'
import { cappedCount, maxCounted, readQuery } from '../../platform/http/list-query.ts'
import { type Clock, zonelessMicrosecond } from '../../platform/time/clock.ts'
import type { Admin } from '../access.ts'
import { type Acts, refuseOtherCell, whyUndecidable } from './decide-approval.ts'
import { isReadable, readableApprovals } from './kinds.ts'
import { approvalProblems } from './problems.ts'
import {
  type ApprovalRow,
  approvalByPublicId,
  approvalColumns,
  approvalTables,
  operationStates,
} from './queries.ts'
import { approvalStates } from './rules.ts'
import { approvalQuery } from './schemas.ts'

/**
 * The index has the approvals of each state in their order, so a list of any state reads the newest of each. Parameters: the state and
 * the action, or null, then what the admin reads.
 */
function listing(isOfState: boolean): Listing<ApprovalRow> {
  const ofAction = `($2::text is null or q.action = $2) and ${isReadable('$3', '$4')}`
  const filtered = `approval q where q.state = $1 and ${ofAction}`
  const found = (most: string) =>
    isOfState
      ? filtered
      : `${newestOfStates('approval', approvalStates, ofAction, most)} where $1::text is null`
  const name = isOfState ? '_of_state' : ''
  return {
    rows: controlStatement<ApprovalRow>(
      `list_approvals${name}`,
      `select ${approvalColumns} from ${approvalTables}
        where a.id = any (array(
          select q.id from ${found('$5::bigint + $6::bigint')} order by q.id desc limit $5 offset $6))
        order by a.id desc`,
    ),
    count: cappedCount(`count_approvals${name}`, `from ${found(String(maxCounted + 1))}`, controlStatement),
  }
}
const listings = { all: listing(false), ofState: listing(true) }

type ListNeeds = { db: Sql; cells: Cells; clock: Clock }
type ReadNeeds = { db: Database; cells: Cells; clock: Clock; acts: Acts }

/** The approvals that the admin reads, newest first. @throws InvalidBody */
export async function listApprovals({ db, cells, clock }: ListNeeds, query: unknown, admin: Admin) {
  const { state, action, ...page } = readQuery(approvalQuery, query)
  const chosen = state === undefined ? listings.all : listings.ofState
  const now = clock.now()
  const { actions, owners } = readableApprovals(admin)
  const filter = [state ?? null, action ?? null, actions, owners]
  const { items, ...rest } = await readListing(db, chosen, { page, filter }, (row) => row)
  const states = await operationStates(cells, items)
  return { items: items.map((row) => renderApproval(row, states, admin, now)), ...rest }
}

/** With what it is about, which is audited where it shows persons. @throws Problem 404, also for an approval that the admin does not read */
export async function readApproval({ db, cells, clock, acts }: ReadNeeds, publicId: string, admin: Admin) {
  const row = await approvalByPublicId(db, publicId)
  const { actions, owners } = readableApprovals(admin)
  // guard: readable-approval
  if (!row || !(actions.includes(row.action) || owners.includes(row.requested_owner)))
    throw new Problem(approvalProblems.approval_unknown)
  refuseOtherCell(db, row)
  // Whoever requested it without the right to decide on it reads no more than the request.
  const about = actions.includes(row.action) ? await acts[row.action].about?.read(db, row, admin) : null
  const states = await operationStates(cells, [row])
  return { ...renderApproval(row, states, admin, clock.now()), about: about ?? null }
}

const outcomes: Readonly<Record<string, 'SUCCESS' | 'FAILED'>> = {
  confirmed: 'SUCCESS',
  declined: 'FAILED',
  undone: 'FAILED',
}

function renderApproval(
  row: ApprovalRow,
  states: ReadonlyMap<string, string>,
  admin: Admin,
  now: Temporal.Instant,
) {
  const { amount_minor, currency, operation } = row
  const fault = whyUndecidable(row, admin, now)
  const action = { allowed: fault === undefined, reason: fault?.message ?? null }
  return {
    approval_id: row.public_id,
    action: row.action,
    state: row.state,
    subject: row.subject,
    merchant_code: row.merchant_code,
    merchant_name: row.merchant_name,
    environment: row.environment,
    amount: amount_minor !== null && currency ? formatMoney(money(amount_minor, currency)) : null,
    currency,
    request: row.request,
    reason: row.reason,
    requested_by: row.requested_by,
    requested_at: zonelessMicrosecond(row.requested_at),
    expires_at: zonelessMicrosecond(row.expires_at),
    decided_by: row.decided_by,
    decided_at: row.decided_at && zonelessMicrosecond(row.decided_at),
    decision_reason: row.decision_reason,
    outcome: operation === null ? null : (outcomes[states.get(operation) ?? ''] ?? ('PENDING' as const)),
    allowed_actions: { approve: action, reject: action },
  }
}
