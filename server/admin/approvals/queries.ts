// SQL statements and rows of approvals.
import { isUuid } from '../../kernel/id.ts'
import type { Currency } from '../../kernel/money.ts'
import { move } from '../../kernel/moves.ts'
import { sentKeys, toSentKeys } from '../../platform/database/coalescing-batch.ts'
import { controlStatement, type Sql, statement, type Tx } from '../../platform/database/database.ts'
import { type Listed, rowsOfCells } from '../../platform/database/over-cells.ts'
import { type PlaceOf, refuseUnopened } from '../../platform/http/place.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { Admin } from '../access.ts'
import { audit } from '../audit.ts'
import { isReadable, type Readable } from './kinds.ts'
import { type ApprovalAction, type ApprovalEvent, type ApprovalState, approvalMoves } from './rules.ts'

/** What the act needs beside its amount and reason, as the capability that requests it writes it. */
export type ApprovalRequest = Readonly<Record<string, string | number | boolean>>

export type ApprovalRow = {
  id: bigint
  /** The id that admins know. */
  public_id: string
  action: ApprovalAction
  subject: string
  merchant_id: bigint | null
  merchant_code: string | null
  merchant_name: string | null
  merchant_cell: number | null
  environment: 'sandbox' | 'production' | null
  amount_minor: bigint | null
  currency: Currency | null
  request: ApprovalRequest
  reason: string
  requested_by: string
  requested_owner: string
  requested_at: Temporal.Instant
  expires_at: Temporal.Instant
  state: ApprovalState
  decided_by: string | null
  decided_owner: string | null
  decided_at: Temporal.Instant | null
  decision_reason: string | null
  /** The call to the gateway that carries out the act. */
  operation: string | null
}

export const approvalColumns = `a.id, a.public_id, a.action, a.subject, a.merchant_id, m.merchant_code, m.name as merchant_name,
  m.cell as merchant_cell, a.environment, a.amount_minor, a.currency, a.request, a.reason, a.requested_by, a.requested_owner, a.requested_at,
  a.expires_at, a.state, a.decided_by, a.decided_owner, a.decided_at, a.decision_reason, a.operation`
export const approvalTables = 'approval a left join shared.merchant m on m.id = a.merchant_id'

const findOne = controlStatement<ApprovalRow>(
  'find_approval',
  `select ${approvalColumns} from ${approvalTables} where a.public_id = $1`,
)

const findPlace = controlStatement<{ cell: number | null }>(
  'find_place_of_approval',
  `select m.cell from ${approvalTables} where a.public_id = $1`,
)

/** The cell of the merchant whose request the path names; control for what is about no merchant. */
export const placeOfApproval: PlaceOf = async ({ params }, { cells }) => {
  const { id = '' } = params as { id?: string }
  const [row] = isUuid(id) ? await cells.control.rows(findPlace, [id]) : []
  refuseUnopened(row?.cell ?? 0, cells.all.length)
  return row?.cell ?? 0
}

/** Finds an approval by the id that admins know. */
export async function approvalByPublicId(sql: Sql, publicId: string): Promise<ApprovalRow | undefined> {
  return isUuid(publicId) ? (await sql.rows(findOne, [publicId]))[0] : undefined
}

/** Two admins who decide at once, or one beside its expiry, wait here for each other. */
// guard: approval-lock
const lockOne = controlStatement<ApprovalRow>(
  'lock_approval',
  `select ${approvalColumns} from ${approvalTables} where a.id = $1 for update of a`,
)

export async function lockedApproval(sql: Tx, id: bigint): Promise<ApprovalRow> {
  const [row] = await sql.rows(lockOne, [id])
  if (!row) throw new Error(`no approval ${id}`)
  return row
}

/** The approval that a request repeats: one of the same content that still waits, or one that was requested with its key. */
// guard: repeated-approval-request
export const findRepeated = controlStatement<ApprovalRow>(
  'find_repeated_approval',
  `select ${approvalColumns} from ${approvalTables}
    where a.action = $1 and a.subject = $2
      and ((a.state = 'WAITING' and a.fingerprint = $3 and a.expires_at > $5) or a.idempotency_key = $4)
    order by a.id desc limit 1`,
)

const findOperations = statement<{ id: string; state: string }>(
  'find_states_of_operations',
  `with ${sentKeys('uuid')} select o.id, o.state from sent join operation o on o.id = sent.key`,
)

/** The states of the calls to the gateway that carry out approved acts, by their ids. */
export async function operationStates(
  listed: Listed,
  approvals: readonly Pick<ApprovalRow, 'operation'>[],
): Promise<ReadonlyMap<string, string>> {
  const ids = approvals.flatMap(({ operation }) => operation ?? [])
  const found = ids.length === 0 ? [] : await rowsOfCells(listed, findOperations, [toSentKeys(ids)])
  return new Map(found.map(({ id, state }) => [id, state]))
}

/**
 * From this lock on, the admin user is neither removed nor given another role before the decision is stored. Not shared: decisions
 * that follow each other would keep an owner from removing the user.
 */
// guard: approver-lock
export const lockApprover = controlStatement(
  'lock_approver',
  'select from admin_user where id = $1 for no key update',
)
const findApprover = controlStatement<{ id: bigint }>(
  'find_approver',
  `select u.id from session s join admin_user u on u.id = s.account_id
    where s.token_hash = $1 and u.state = 'ACTIVE' and u.role = $2`,
)

/** Whether the admin may still act; a token of the settings always may. Locks what that depends on. */
export async function isStillAdmin(sql: Tx, { session }: Pick<Admin, 'session'>): Promise<boolean> {
  if (!session) return true
  await sql.rows(lockApprover, [session.id])
  // A statement of its own, so that it sees what the holder of the lock has committed.
  return (await sql.rows(findApprover, [session.tokenHash, session.role])).length > 0
}

export const insertApproval = controlStatement<{ id: bigint }>(
  'insert_approval',
  `insert into approval (public_id, action, subject, merchant_id, environment, amount_minor, currency, request, fingerprint,
                         idempotency_key, reason, requested_by, requested_owner, requested_at, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
   on conflict (action, subject, fingerprint) where state = 'WAITING' do nothing returning id`,
)

const decideOne = controlStatement<{ id: bigint }>(
  'decide_approval',
  `update approval set state = $2, decided_by = $3, decided_owner = $4, decided_at = $5, decision_reason = $6, operation = $7
    where id = $1 and state = 'WAITING' returning id`,
)

/** Moves a waiting approval, which the caller has locked. */
export async function moveApproval(
  sql: Tx,
  id: bigint,
  event: ApprovalEvent & ('approved' | 'rejected'),
  by: {
    name: string
    owner: string
    at: Temporal.Instant
    reason: string
    operation?: string | undefined
  },
): Promise<void> {
  const to = move(approvalMoves, 'WAITING', event)
  const values = [id, to, by.name, by.owner, by.at, by.reason, by.operation ?? null]
  const moved = await sql.rows(decideOne, values)
  if (moved.length === 0) throw new Error(`approval ${id} waits no more`)
}

/** Ends approvals that nobody decided in time. One that is being decided is skipped. */
// guard: approval-expiry
const expireMany = controlStatement<{ id: bigint }>(
  'expire_approvals',
  `with due as (
     select id from approval where state = 'WAITING' and expires_at <= $1 order by id limit $2 for update skip locked)
   update approval a set state = '${approvalMoves.WAITING.expired}', decided_at = $1 from due
    where a.id = due.id and a.state = 'WAITING' returning a.id`,
)

/** Ends those of one subject, so that the same act can be requested again at once. */
export const expireOfSubject = controlStatement<{ id: bigint }>(
  'expire_approvals_of_subject',
  `update approval set state = '${approvalMoves.WAITING.expired}', decided_at = $3
    where action = $1 and subject = $2 and state = 'WAITING' and expires_at <= $3 returning id`,
)

// guard: approvals-withdrawn
const withdrawOfSubject = controlStatement<{ public_id: string; requested_by: string }>(
  'withdraw_approvals_of_subject',
  `update approval set state = '${approvalMoves.WAITING.withdrawn}', decided_at = $3
    where action = $1 and subject = $2 and state = 'WAITING' returning public_id, requested_by`,
)

/** Ends the approvals of an act that is no longer needed, because its subject was decided otherwise. The caller has locked the subject. */
export async function withdrawApprovals(
  sql: Tx,
  secrets: Secrets,
  {
    action,
    subject,
    admin,
    now,
  }: { action: ApprovalAction; subject: string; admin: Admin; now: Temporal.Instant },
): Promise<void> {
  for (const { public_id: id, requested_by } of await sql.rows(withdrawOfSubject, [action, subject, now])) {
    const detail = { id, action, requested_by }
    // guard: withdrawal-audit
    audit(sql, secrets, { admin, action: 'approval.withdrawn', subject, detail, now })
  }
}

const countWaiting = controlStatement<{ waiting: bigint }>(
  'count_waiting_approvals',
  `select count(*) as waiting from approval q where q.state = 'WAITING' and ${isReadable('$1', '$2')}`,
)

/** Counts the acts that wait for a second admin, of those that the admin reads. */
export async function waitingApprovals(sql: Sql, { actions, owners }: Readable): Promise<number> {
  return Number((await sql.rows(countWaiting, [actions, owners]))[0]?.waiting ?? 0)
}

const atOnce = 500

/** Returns true when more may be due. */
export async function expireApprovals({ db, clock }: { db: Sql; clock: Clock }): Promise<boolean> {
  return (await db.rows(expireMany, [clock.now(), atOnce])).length === atOnce
}
