// Rows of payouts to merchants, with and without a lock.

import { type Admin, ownerOf } from '../../admin/access.ts'
import { lockFunds } from '../../balances/lock-balance.ts'
import type { Environment } from '../../kernel/environment.ts'
import type { LocalCurrency } from '../../kernel/money.ts'
import type { Moves } from '../../kernel/moves.ts'
import type { OperatorCode } from '../../kernel/operators.ts'
import { waitingForUser } from '../../merchants/approvals.ts'
import { type Sql, statement, type Tx } from '../../platform/database/database.ts'

/** Where a payout goes: to the wallet of an operator or to an account at a bank. What belongs to the other is null. */
export type PayoutTarget =
  | {
      type: 'wallet'
      operator: OperatorCode
      number: string
      subscriber_name: string | null
      account: null
      bic: null
      holder: null
    }
  | {
      type: 'bank'
      operator: null
      number: null
      subscriber_name: null
      account: string
      bic: string
      holder: string
    }

export type PayoutRow = PayoutTarget & {
  id: bigint
  public_id: string
  merchant_id: bigint
  merchant_code: string
  merchant_name: string
  time_zone: string
  merchant_status: 'active' | 'suspended'
  /** Whether the available balance in the payout's currency is below zero. */
  is_in_debt: boolean
  environment: Environment
  currency: LocalCurrency
  reference: string
  amount_minor: bigint
  fee_minor: bigint
  state: PayoutState
  failure_code: string | null
  upstream_id: string | null
  requested_by: string
  requested_owner: string | null
  decided_by: string | null
  decision_reason: string | null
  /** The approval by a second user of the merchant that it waits for. */
  user_approval: string | null
  created_at: Temporal.Instant
  sent_at: Temporal.Instant | null
  completed_at: Temporal.Instant | null
  returned_at: Temporal.Instant | null
  /** When it was held again after it was approved. */
  held_at: Temporal.Instant | null
  /** The batch that a payout to a bank is in. */
  batch_id: bigint | null
  destination: string
  destination_state: 'waiting' | 'active' | 'removed'
  destination_added_at: Temporal.Instant
}

export type WalletPayout = Extract<PayoutRow, { type: 'wallet' }>
export type BankPayout = Extract<PayoutRow, { type: 'bank' }>

/** SQL: whether the merchant of the payout `t` owes us money in its currency. */
export const owesUs = `exists (select from merchant_balance b where b.available_minor < 0
    and (b.merchant_id, b.environment, b.currency) = (t.merchant_id, t.environment, t.currency))`

export const payoutColumns = `t.public_id, t.merchant_id, m.merchant_code, m.name as merchant_name, m.time_zone, m.status as merchant_status,
  ${owesUs} as is_in_debt,
  t.environment, t.currency,
  t.reference, t.amount_minor, t.fee_minor, t.state, t.failure_code, t.upstream_id, t.requested_by, t.requested_owner,
  t.decided_by, t.decision_reason, ${waitingForUser('payout_id', 't.id')} as user_approval, t.sent_at, t.completed_at, t.returned_at, t.held_at, t.batch_id, d.public_id as destination, d.type, d.operator,
  d.number, d.subscriber_name, d.account, d.bic, d.holder, d.state as destination_state,
  d.created_at as destination_added_at`
const columns = `t.id, t.created_at, ${payoutColumns}`
export const payoutTables = `merchant_payout t join payout_destination d on d.id = t.destination_id
  join merchant m on m.id = t.merchant_id`

const findById = statement<PayoutRow>(
  'find_merchant_payout',
  `select ${columns} from ${payoutTables} where t.id = $1`,
)
const findByPublicId = statement<PayoutRow>(
  'find_merchant_payout_by_public_id',
  `select ${columns} from ${payoutTables} where t.public_id = $1`,
)
// guard: payout-owner
const findOwn = statement<PayoutRow>(
  'find_own_merchant_payout',
  `select ${columns} from ${payoutTables} where t.merchant_id = $1 and t.environment = $2 and t.public_id = $3`,
)
const lockById = statement<PayoutRow>(
  'lock_merchant_payout',
  `select ${columns} from ${payoutTables} where t.id = $1 for update of t`,
)
const readDestinationState = statement<{ state: string }>(
  'read_destination_state_of_payout',
  'select d.state from merchant_payout t join payout_destination d on d.id = t.destination_id where t.id = $1',
)

/**
 * Whether the destination of a locked payout is active now. It is read again after the lock: whoever distrusts a destination
 * commits that before releasing the payout, and the row that waited for the lock may have an older state.
 */
// guard: payout-to-inactive
export async function isDestinationActive(sql: Tx, { id }: Pick<PayoutRow, 'id'>): Promise<boolean> {
  return (await sql.rows(readDestinationState, [id]))[0]?.state === 'active'
}

const findOperationOf = statement<{ id: string; payout: bigint }>(
  'find_operation_of_merchant_payout',
  `select id, merchant_payout_id as payout from operation where merchant_payout_id = $1`,
)
const findOfOperation = statement<{ payout: bigint }>(
  'find_merchant_payout_of_operation',
  `select merchant_payout_id as payout from operation where id = $1 and merchant_payout_id is not null`,
)

export type PayoutOwner = { merchantId: bigint; environment: Environment }

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether a text can be the public id of a payout or destination. */
export const isPublicId = (text: string): boolean => uuid.test(text)

/** Finds a payout of this merchant. */
export async function ownPayout(
  sql: Sql,
  owner: PayoutOwner,
  publicId: string,
): Promise<PayoutRow | undefined> {
  if (!isPublicId(publicId)) return undefined
  return (await sql.rows(findOwn, [owner.merchantId, owner.environment, publicId]))[0]
}

/** Finds a payout of any merchant, for admins. */
export async function payoutByPublicId(sql: Sql, publicId: string): Promise<PayoutRow | undefined> {
  return isPublicId(publicId) ? (await sql.rows(findByPublicId, [publicId]))[0] : undefined
}

export async function payoutById(sql: Sql, id: bigint): Promise<PayoutRow> {
  return existing(await sql.rows(findById, [id]))
}

/** Locks a payout until the transaction ends. Whoever also needs its operation or the balance locks those afterwards. */
export async function lockedPayout(sql: Tx, id: bigint): Promise<PayoutRow> {
  return existing(await sql.rows(lockById, [id]))
}

function existing([row]: PayoutRow[]): PayoutRow {
  if (!row) throw new Error('there is no such payout')
  return row
}

/** The id of the operation that pays it; undefined before it is approved, and for payouts to banks. */
export async function operationOf(sql: Sql, id: bigint): Promise<string | undefined> {
  return (await sql.rows(findOperationOf, [id]))[0]?.id
}

/** The payout as one to a wallet, which alone is paid by an operator. */
export function walletPayout(payout: PayoutRow): WalletPayout {
  if (payout.type !== 'wallet') throw new Error('a payout to a bank is paid by no operator')
  return payout
}

/** The id of the payout that an operation pays. */
export async function payoutOfOperation(sql: Sql, operation: string): Promise<bigint> {
  const [found] = await sql.rows(findOfOperation, [operation])
  if (!found) throw new Error('the operation pays no merchant')
  return found.payout
}

// Who approved a payout: alone, as its sum requires, or with its batch. They leave it to others to say that it was paid or came back.

const findApprovers = statement<{ of_payout: string | null; of_batch: string | null }>(
  'find_approvers_of_merchant_payout',
  `select coalesce(p.decided_owner, lower(trim(p.decided_by))) as of_payout, b.decided_owner as of_batch
     from merchant_payout p left join payout_batch b on b.id = p.batch_id where p.id = $1`,
)

/** Whether this person approved the payout or its batch, under the owner or the name of a token: files come from the command line, too. */
export async function hasApproved(
  sql: Sql,
  admin: Pick<Admin, 'name' | 'owner' | 'aliases'>,
  { id }: Pick<PayoutRow, 'id'>,
): Promise<boolean> {
  const [found] = await sql.rows(findApprovers, [id])
  const persons = [ownerOf(admin), ownerOf({ name: admin.name }), ...(admin.aliases ?? [])]
  return [found?.of_payout, found?.of_batch].some((person) => person != null && persons.includes(person))
}

// Merchants that owe us money: a dispute or a refund has taken more than was available. What is owed is netted first, so nothing is paid
// to them meanwhile.

/**
 * Whether the payout's merchant owes us money in its currency, or will once the refunds under way are made; that cannot change before
 * the transaction ends.
 */
export const lockDebt = async (
  sql: Tx,
  { merchant_id: merchantId, environment, currency }: PayoutRow,
): Promise<boolean> => (await lockFunds(sql, { merchantId, environment, currency })).available < 0n

export const payoutStates = [
  'REQUESTED',
  'APPROVED',
  'SENT',
  'PAID',
  'FAILED',
  'RETURNED',
  'CANCELLED',
] as const

export type PayoutState = (typeof payoutStates)[number]

export type PayoutEvent =
  | 'approved'
  | 'rejected'
  | 'cancelled'
  | 'held'
  | 'sent'
  | 'refused'
  | 'paid'
  | 'declined'
  | 'returned'

export const payoutMoves: Moves<PayoutState, PayoutEvent> = {
  REQUESTED: { approved: 'APPROVED', rejected: 'CANCELLED', cancelled: 'CANCELLED' },
  // SENT is recorded before the operator is called, and with the approval of a batch before its file can be downloaded, so an
  // approved payout was certainly not sent. `refused` is our own word: since it was approved, its number was blacklisted or its
  // wallet has changed hands. `held`: its destination is no longer active, so an admin approves it again.
  APPROVED: { sent: 'SENT', refused: 'FAILED', cancelled: 'CANCELLED', held: 'REQUESTED' },
  SENT: { paid: 'PAID', declined: 'FAILED' },
  PAID: { returned: 'RETURNED' },
  FAILED: {},
  RETURNED: {},
  CANCELLED: {},
}
