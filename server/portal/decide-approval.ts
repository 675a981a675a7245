// What waits for a second user of a merchant: the list, and the decision by another user than who asked.

import { approvalProblems } from '../admin/approvals/problems.ts'
import { approvalMoves } from '../admin/approvals/rules.ts'
import { audit } from '../admin/audit.ts'
import { isUuid } from '../kernel/id.ts'
import { type Currency, formatMoney, money } from '../kernel/money.ts'
import { move } from '../kernel/moves.ts'
import { Problem } from '../kernel/problem.ts'
import type { PayoutTarget } from '../merchant-payouts/record/queries.ts'
import { payeeOfTarget, renderTarget } from '../merchant-payouts/record/responses.ts'
import {
  lockMerchantApproval,
  type MerchantActs,
  type RuleKind,
  saveDecision,
} from '../merchants/approvals.ts'
import { merchantActor } from '../merchants/identity/merchant.ts'
import { selfServiceProblems } from '../merchants/problems.ts'
import type { Session } from '../merchants/sign-in/bearer.ts'
import { type ProvenCall, requireStepUp, useStepUp } from '../merchants/sign-in/step-up.ts'
import { controlStatement, type Database, type Sql, statement } from '../platform/database/database.ts'
import type { ConfirmedAct } from '../platform/http/confirmed-act.ts'
import { paged, rangeOf } from '../platform/http/list-query.ts'
import type { Secrets } from '../platform/secrets.ts'
import { type Clock, zonelessMicrosecond } from '../platform/time/clock.ts'

/** Of a payout without what belongs to a refund, and the other way round. */
type SubjectRow = { currency: Currency; subject: string } & (
  | ({ payout: string; destination: string; fee_minor: bigint } & PayoutTarget)
  | {
      payout: null
      customer_name: string
      merchant_reference: string
      payment_minor: bigint
      refunded_minor: bigint
    }
)

/** SQL: of the payout `p` to the destination `d`, or of the payment `t`. */
const subjectColumns = `p.public_id as payout, p.fee_minor, d.public_id as destination, d.type, d.operator, d.number,
  d.subscriber_name, d.account, d.bic, d.holder, trim(t.bill_to_forename || ' ' || t.bill_to_surname) as customer_name,
  t.merchant_reference, t.amount_minor as payment_minor, t.refunded_minor`

/** Whom the approval pays: where the payout goes, or the payment that is refunded. */
const payeeOf = (row: SubjectRow): string => (row.payout === null ? row.subject : payeeOfTarget(row))

/** The payout or the payment; the other one is null. */
function renderSubject(row: SubjectRow) {
  const amount = (minor: bigint) => formatMoney(money(minor, row.currency))
  if (row.payout !== null)
    return {
      payout: {
        payout_id: row.payout,
        fee: amount(row.fee_minor),
        destination: { destination_id: row.destination, ...renderTarget(row) },
      },
      payment: null,
    }
  return {
    payout: null,
    payment: {
      transaction_uuid: row.subject,
      merchant_reference: row.merchant_reference,
      customer_name: row.customer_name,
      amount: amount(row.payment_minor),
      refunded_amount: amount(row.refunded_minor),
    },
  }
}

export const merchantApprovalStates = ['WAITING', 'APPROVED', 'REJECTED', 'EXPIRED'] as const
type MerchantApprovalState = (typeof merchantApprovalStates)[number]

type Row = {
  id: bigint
  public_id: string
  kind: RuleKind
  payout_id: bigint | null
  refund_request_id: bigint | null
  subject: string
  amount_minor: bigint
  currency: Currency
  reason: string | null
  requested_by: string
  requested_owner: string
  requested_at: Temporal.Instant
  state: MerchantApprovalState
  decided_by: string | null
  decided_at: Temporal.Instant | null
  decision_reason: string | null
  available_minor: bigint
} & SubjectRow

/** One whose payout or refund request ended otherwise, by a cancellation or an admin, can no longer be decided. */
// guard: merchant-approval-open
const stateNow = `case when a.state = 'WAITING' and coalesce(p.state, q.state) not in ('REQUESTED', 'WAITING') then 'EXPIRED' else a.state end`
const columns = `a.id, a.public_id, case when a.payout_id is null then 'refund' else 'payout' end as kind, a.payout_id, a.refund_request_id,
  coalesce(p.reference, t.transaction_uuid) as subject, a.amount_minor, a.currency, a.reason, a.requested_by, a.requested_owner,
  a.requested_at, ${stateNow} as state, a.decided_by, a.decided_at, a.decision_reason,
  coalesce(b.available_minor, 0) as available_minor, ${subjectColumns}`
const tables = `merchant_approval a left join merchant_payout p on p.id = a.payout_id
  left join refund_request q on q.id = a.refund_request_id left join card_transaction t on t.id = q.transaction_id
  left join payout_destination d on d.id = p.destination_id
  left join merchant_balance b on (b.merchant_id, b.environment, b.currency) = (a.merchant_id, a.environment, a.currency)`
// guard: own-merchant-approvals
const own = 'a.merchant_id = $1 and a.environment = $2'

const listRows = statement<Row>(
  'list_merchant_approvals',
  `select ${columns} from ${tables} where ${own} and ($3::text is null or ${stateNow} = $3)
    order by a.id desc limit $4 offset $5`,
)
const countRows = statement<{ total: bigint }>(
  'count_merchant_approvals',
  `select count(*) as total from ${tables} where ${own} and ($3::text is null or ${stateNow} = $3)`,
)
const countToDecide = statement<{ kind: RuleKind; count: bigint }>(
  'count_merchant_approvals_to_decide',
  `select case when a.payout_id is null then 'refund' else 'payout' end as kind, count(*) as count from ${tables}
    where ${own} and ${stateNow} = 'WAITING' and a.requested_owner <> $3 group by 1`,
)
const findOne = statement<Row>(
  'find_merchant_approval',
  `select ${columns} from ${tables} where ${own} and a.public_id = $3`,
)
/**
 * Until the decision is stored, the user is neither removed nor given another role. Not shared: decisions that follow each other
 * would keep an owner from removing the user.
 */
// guard: decision-beside-removal
export const lockUser = controlStatement<{ role: string }>(
  'lock_merchant_approver',
  'select role from merchant_user where id = $1 for no key update',
)

type Owner = Pick<Session, 'merchantId' | 'environment' | 'user'>
type Page = { page: number; limit: number; state?: MerchantApprovalState | undefined }

/** The approvals of the merchant, newest first. */
export async function listMerchantApprovals(sql: Sql, owner: Owner, query: Page) {
  const { limit, offset } = rangeOf(query)
  const filter = [owner.merchantId, owner.environment, query.state ?? null]
  const rows = await sql.rows(listRows, [...filter, limit, offset])
  const [count] = await sql.rows(countRows, filter)
  return paged(query, { items: rows.map((row) => render(row, owner)), total: Number(count?.total ?? 0) })
}

/** How many payouts and refunds wait for this user's decision: those that other users requested. */
export async function approvalsToDecide(sql: Sql, { merchantId, environment, user }: Owner) {
  const rows = await sql.rows(countToDecide, [merchantId, environment, user.email])
  const count = (kind: RuleKind) => Number(rows.find((row) => row.kind === kind)?.count ?? 0n)
  return { payouts: count('payout'), refunds: count('refund') }
}

export type MerchantDecisionNeeds = { db: Database; clock: Clock; secrets: Secrets; acts: MerchantActs }

/**
 * Approves or rejects what another user asked for.
 * @throws Problem 403 for who asked, and without a step-up where the user has a second factor; 404; 409 if it was decided or has ended;
 * whatever the payout or refund refuses now, and it then keeps waiting.
 */
export async function decideMerchantApproval(
  needs: MerchantDecisionNeeds,
  call: ProvenCall,
  publicId: string,
  { event, reason }: { event: 'approved' | 'rejected'; reason: string },
) {
  const { session, from } = call
  const found = await one(needs.db, session, publicId)
  // guard: merchant-approval-act
  const confirmed = event === 'approved' ? approvalOf(found) : undefined
  const stepUp = session.user.hasSecondFactor
    ? await requireStepUp(needs, session, call.stepUpToken, confirmed)
    : undefined
  const act = needs.acts[found.kind]
  const id = (found.payout_id ?? found.refund_request_id)!
  const after = await needs.db.transaction(async (sql) => {
    await act.lock(sql, id)
    await sql.rows(lockMerchantApproval, [found.id])
    const row = await one(sql, session, publicId)
    const fault = whyUndecidable(row, session)
    if (fault) throw fault
    if (stepUp) await useStepUp(sql, stepUp, call.stepUpToken)
    const [user] = await sql.rows(lockUser, [session.user.id])
    if (user?.role !== session.user.role) throw new Problem(selfServiceProblems.token_wrong)
    const now = needs.clock.now()
    const by = session.user.email
    await sql.rows(saveDecision, [row.id, move(approvalMoves, 'WAITING', event), by, now, reason])
    const detail = {
      id: publicId,
      kind: row.kind,
      subject: row.subject,
      requested_by: row.requested_by,
      reason,
    }
    const admin = merchantActor(session, from)
    audit(sql, needs.secrets, {
      admin,
      action: `merchant_approval.${event}`,
      subject: session.merchantCode,
      detail,
      now,
    })
    if (event === 'approved') return act.approved(sql, id, session, from)
    await act.rejected(sql, id, { by, reason, session, from })
    return undefined
  })
  await after?.()
  return render(await one(needs.db, session, publicId), session)
}

/** What the step-up of an approval confirms: whom it pays and how much, as it is stored. */
function approvalOf(row: Row): ConfirmedAct {
  const { public_id: subject, currency } = row
  const amount = formatMoney(money(row.amount_minor, currency))
  return { act: 'merchant_approval.approve', subject, payee: payeeOf(row), amount, currency }
}

/** @throws Problem 404 */
async function one(sql: Sql, { merchantId, environment }: Owner, publicId: string): Promise<Row> {
  const [row] = isUuid(publicId) ? await sql.rows(findOne, [merchantId, environment, publicId]) : []
  if (!row) throw new Problem(approvalProblems.approval_unknown)
  return row
}

function whyUndecidable({ state, requested_owner }: Row, { user }: Owner): Problem | undefined {
  if (state !== 'WAITING')
    return new Problem(approvalProblems.approval_decided, { state: state.toLowerCase() })
  // guard: second-user
  if (requested_owner === user.email) return new Problem(approvalProblems.own_request)
  return undefined
}

function render(row: Row, owner: Owner) {
  const fault = whyUndecidable(row, owner)
  const action = { allowed: fault === undefined, reason: fault?.message ?? null }
  return {
    approval_id: row.public_id,
    kind: row.kind,
    state: row.state,
    subject: row.subject,
    amount: formatMoney(money(row.amount_minor, row.currency)),
    currency: row.currency,
    available_balance: formatMoney(money(row.available_minor, row.currency)),
    ...renderSubject(row),
    reason: row.reason,
    requested_by: row.requested_by,
    requested_at: zonelessMicrosecond(row.requested_at),
    decided_by: row.decided_by,
    decided_at: row.decided_at && zonelessMicrosecond(row.decided_at),
    decision_reason: row.decision_reason,
    own: row.requested_owner === owner.user.email,
    allowed_actions: { approve: action, reject: action },
  }
}
