// Requests the approval of an act that a rule applies to. It is stored in the transaction that checked the act, so that what
// the rule was compared with stays true.

import { withoutCardNumbers } from '../../kernel/card-number.ts'
import { newId } from '../../kernel/id.ts'
import { formatMoney, type Money } from '../../kernel/money.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Tx } from '../../platform/database/database.ts'
import { fingerprint, type Secrets } from '../../platform/secrets.ts'
import { type Admin, ownerOf, type SecondAdmin } from '../access.ts'
import { audit } from '../audit.ts'
import { approvalProblems } from './problems.ts'
import { type ApprovalRequest, expireOfSubject, findRepeated, insertApproval } from './queries.ts'
import {
  type ApprovalAction,
  type ApprovalRules,
  type ApprovalState,
  actionRights,
  canWaitTwice,
} from './rules.ts'

/** What a capability needs to ask for approvals. */
export type Approvals = {
  rules: ApprovalRules
  secrets: Secrets
  secondAdmin: SecondAdmin
  /** How long a request waits before it expires. */
  hours: number
}

/** An act that was checked and may be executed once another admin approves it. */
export type WantedApproval = {
  action: ApprovalAction
  /** What the act is about, as the audit log names it. */
  subject: string
  owner?: { merchantId: bigint; environment: 'sandbox' | 'production' }
  amount?: Money
  request: ApprovalRequest
  reason: string
  admin: Admin
  /** The hash of the idempotency key. */
  key?: string | undefined
  now: Temporal.Instant
}

/** What the requester gets: the id of the approval, and its state. */
export type RequestedApproval = { approval_id: string; state: ApprovalState }

/**
 * Requests an approval. A repeat, by its key or by its content while it waits, returns the approval that exists.
 * @returns a Problem 403 if there is no second admin to decide.
 */
export async function requestApproval(
  sql: Tx,
  { secrets, secondAdmin, hours }: Approvals,
  wanted: WantedApproval,
): Promise<RequestedApproval | Problem> {
  const { action, subject, owner, amount, request, admin, key, now } = wanted
  // guard: approval-second-admin
  if (!(await secondAdmin(sql, admin, actionRights[action])))
    return new Problem(approvalProblems.second_admin_missing)
  const reason = withoutCardNumbers(wanted.reason)
  // guard: subject-waits-once
  const said = canWaitTwice.has(action) && [amount && [String(amount.minor), amount.currency], reason]
  const content = JSON.stringify([said, request])
  const hash = fingerprint([action, subject, content])
  const repeated = async () => {
    const [earlier] = await sql.rows(findRepeated, [action, subject, hash, key ?? null, now])
    return earlier && { approval_id: earlier.public_id, state: earlier.state }
  }
  const earlier = await repeated()
  if (earlier) return earlier
  // One that has expired, but that no worker has ended yet, would be taken for the same act that still waits.
  await sql.rows(expireOfSubject, [action, subject, now])
  const publicId = newId()
  const inserted = await sql.rows(insertApproval, [
    publicId,
    action,
    subject,
    owner?.merchantId ?? null,
    owner?.environment ?? null,
    amount?.minor ?? null,
    amount?.currency ?? null,
    JSON.stringify(request),
    hash,
    key ?? null,
    reason,
    admin.name,
    ownerOf(admin),
    now,
    now.add({ hours }),
  ])
  // The same request came at the same time, and its transaction has committed.
  if (inserted.length === 0) return (await repeated())!
  const detail = { id: publicId, action, ...amountDetail(amount), reason }
  audit(sql, secrets, { admin, action: 'approval.requested', subject, detail, now })
  return { approval_id: publicId, state: 'WAITING' }
}

/** An amount as the audit log shows it. */
export function amountDetail(amount: Money | undefined) {
  return amount && { amount: formatMoney(amount), currency: amount.currency }
}
