// Rows of batches, and the payouts that are in one or wait for one.

import { type Admin, isSamePerson } from '../../admin/access.ts'
import { audit } from '../../admin/audit.ts'
import type { Environment } from '../../kernel/environment.ts'
import { amountOf, type LocalCurrency } from '../../kernel/money.ts'
import { Problem } from '../../kernel/problem.ts'
import { answeringCells, type Cells, cellOf, inEachCell } from '../../platform/database/cells.ts'
import { type Database, type Sql, statement, type Tx } from '../../platform/database/database.ts'
import { type Listed, newestFirst, sumsOfCells } from '../../platform/database/over-cells.ts'
import { type ListingOfCells, readListingOfCells } from '../../platform/http/admin-search.ts'
import { cappedCount, readQuery } from '../../platform/http/list-query.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { type Clock, utcSecond } from '../../platform/time/clock.ts'
import { renderForAdmin } from '../payouts/admin-responses.ts'
import { payoutProblems } from '../problems.ts'
import { type BankPayout, isPublicId, owesUs, payoutColumns, payoutTables } from '../record/queries.ts'
import type { PayoutRules } from '../rules.ts'
import { endToEndId } from './payment-order.ts'
import { batchSearch, type batchStates } from './schemas.ts'

export type BatchRow = {
  id: bigint
  public_id: string
  environment: Environment
  currency: LocalCurrency
  state: (typeof batchStates)[number]
  own_name: string
  own_account: string
  own_bic: string
  created_by: string
  created_owner: string
  created_at: Temporal.Instant
  decided_by: string | null
  decided_owner: string | null
  decided_at: Temporal.Instant | null
  decision_reason: string | null
  /** The number and sum of its payouts: as approved, or as they are now. */
  payouts: bigint
  total_minor: bigint
}

const batchColumns = `b.id, b.public_id, b.environment, b.currency, b.state, b.own_name, b.own_account, b.own_bic, b.created_by,
  b.created_owner, b.created_at, b.decided_by, b.decided_owner, b.decided_at, b.decision_reason,
  coalesce(b.payouts, s.payouts) as payouts, coalesce(b.total_minor, s.total_minor) as total_minor`
const batchTables = `payout_batch b cross join lateral (
  select count(*) as payouts, coalesce(sum(p.amount_minor), 0)::bigint as total_minor
    from merchant_payout p where p.batch_id = b.id) s`

/** More are left for the next batch. */
export const maxInBatch = 500

const isToActive = `exists (select from payout_destination a where a.id = t.destination_id and a.state = 'active')`
/**
 * SQL: a payout to an active destination, whose merchant is active and owes us nothing in its currency. A debt is netted first.
 */
// guard: batch-of-debtor
export const mayBeSent = `m.status = 'active' and not ${owesUs} and ${isToActive}`

const columns = `t.id, t.created_at, ${payoutColumns}`

const findBatch = statement<BatchRow>(
  'find_payout_batch',
  `select ${batchColumns} from ${batchTables} where b.public_id = $1`,
)
const lockBatch = statement<BatchRow>(
  'lock_payout_batch',
  `select ${batchColumns} from ${batchTables} where b.public_id = $1 for update of b`,
)
// guard: payout-in-one-batch
const waitsForBatch = `t.state = 'APPROVED' and t.batch_id is null and d.type = 'bank' and t.environment = $1 and t.currency = $2
      and ${mayBeSent}`
/**
 * The merchants take turns, so that the many payouts of one do not keep the others out. Whoever waits for the lock sees a payout again
 * that another batch has taken meanwhile, and leaves it out.
 */
// guard: payout-turns
const lockWaiting = statement<BankPayout>(
  'lock_payouts_for_batch',
  `select ${columns} from ${payoutTables}
    where ${waitsForBatch} and t.id in (
      select id from (
        select t.id, row_number() over (partition by t.merchant_id order by t.id) as turn from ${payoutTables}
         where ${waitsForBatch}) waiting
       order by turn, id limit ${maxInBatch})
    order by t.id for update of t`,
)
const findOldestWaiting = statement<{ created_at: Temporal.Instant }>(
  'find_oldest_payout_for_batch',
  `select t.created_at from ${payoutTables} where ${waitsForBatch} order by t.id limit 1`,
)
const lockOfBatch = statement<BankPayout>(
  'lock_payouts_of_batch',
  `select ${columns} from ${payoutTables} where t.batch_id = $1 order by t.id for update of t`,
)
const listOfBatch = statement<BankPayout>(
  'list_payouts_of_batch',
  `select ${columns} from ${payoutTables} where t.batch_id = $1 order by t.id`,
)
const readFile = statement<{ file: string | null }>(
  'read_file_of_payout_batch',
  'select file from payout_batch where id = $1',
)

export async function batchByPublicId(sql: Sql, publicId: string): Promise<BatchRow | undefined> {
  return isPublicId(publicId) ? (await sql.rows(findBatch, [publicId]))[0] : undefined
}

/** Locks a batch. Its payouts are locked afterwards. */
export async function lockedBatch(sql: Tx, publicId: string): Promise<BatchRow | undefined> {
  return isPublicId(publicId) ? (await sql.rows(lockBatch, [publicId]))[0] : undefined
}

/** Locks the approved payouts to banks that are in no batch, the oldest of each merchant first, at most `maxInBatch`. */
export function lockedForBatch(sql: Tx, environment: Environment, currency: LocalCurrency) {
  return sql.rows(lockWaiting, [environment, currency])
}

/** The cell whose payouts are in the next batch: that where the oldest waits; any if none waits. */
export async function cellForBatch(
  cells: Cells,
  environment: Environment,
  currency: LocalCurrency,
): Promise<Database> {
  const [first, ...others] = cells.all
  if (first && others.length === 0) return first
  const oldest = await inEachCell(answeringCells(cells), async (sql) => {
    const [row] = await sql.rows(findOldestWaiting, [environment, currency])
    return row ? [{ ...row, cell: sql.cell }] : []
  })
  const [next] = oldest.flat().sort((a, b) => Temporal.Instant.compare(a.created_at, b.created_at))
  return cellOf(cells, next?.cell ?? 1)
}

/** Locks the payouts of a batch. */
export function lockedOfBatch(sql: Tx, batch: bigint): Promise<BankPayout[]> {
  return sql.rows(lockOfBatch, [batch])
}

function payoutsOfBatch(sql: Sql, batch: bigint): Promise<BankPayout[]> {
  return sql.rows(listOfBatch, [batch])
}

/** The file of an approved batch; null before. */
async function fileOfBatch(sql: Sql, batch: bigint): Promise<string | null> {
  return (await sql.rows(readFile, [batch]))[0]?.file ?? null
}

/** Why this admin cannot approve or reject the batch; undefined if they can. */
export function whyUndecidable(
  { state, created_owner }: Pick<BatchRow, 'state' | 'created_owner'>,
  admin: Admin,
  decision: 'APPROVED' | 'REJECTED',
): Problem | undefined {
  if (state !== 'WAITING') return new Problem(payoutProblems.batch_not_waiting, { state })
  // guard: batch-approver
  if (decision === 'APPROVED' && isSamePerson({ owner: created_owner }, admin))
    return new Problem(payoutProblems.own_batch)
  return undefined
}

export function renderBatch(row: BatchRow, admin: Admin) {
  const allowed = (decision: 'APPROVED' | 'REJECTED') => {
    const fault = whyUndecidable(row, admin, decision)
    return { allowed: fault === undefined, reason: fault?.message ?? null }
  }
  return {
    batch_id: row.public_id,
    environment: row.environment,
    currency: row.currency,
    state: row.state,
    payouts: Number(row.payouts),
    total: amountOf(row.total_minor, row.currency),
    account_name: row.own_name,
    account_last4: row.own_account.slice(-4),
    created_by: row.created_by,
    created_at: utcSecond(row.created_at),
    decided_by: row.decided_by,
    decided_at: row.decided_at && utcSecond(row.decided_at),
    decision_reason: row.decision_reason,
    allowed_actions: { approve: allowed('APPROVED'), reject: allowed('REJECTED') },
  }
}

const listing: ListingOfCells<BatchRow> = {
  rows: statement<BatchRow>(
    'list_payout_batches',
    `select ${batchColumns} from ${batchTables} where $1::text is null or b.state = $1 order by b.id desc limit $2 offset $3`,
  ),
  count: cappedCount(
    'count_payout_batches',
    'from payout_batch where $1::text is null or state = $1',
    statement,
  ),
  order: newestFirst,
}
type Waiting = { environment: Environment; currency: LocalCurrency; payouts: bigint; total_minor: bigint }
const sumWaiting = statement<Waiting>(
  'sum_payouts_waiting_for_batch',
  `select t.environment, t.currency, count(*) as payouts, sum(t.amount_minor)::bigint as total_minor
     from merchant_payout t join payout_destination d on d.id = t.destination_id join merchant m on m.id = t.merchant_id
    where t.state = 'APPROVED' and t.batch_id is null and d.type = 'bank' and ${mayBeSent}
    group by 1, 2 order by 1, 2`,
)

/** Batches, newest first. @throws InvalidBody */
export function searchBatches(listed: Listed, query: unknown, admin: Admin) {
  const { state, ...page } = readQuery(batchSearch, query)
  return readListingOfCells(listed, listing, { page, filter: [state ?? null] }, (row) =>
    renderBatch(row, admin),
  )
}

/** A batch with its payouts. @throws Problem 404 */
export async function batchDetail(sql: Sql, publicId: string, admin: Admin) {
  const batch = await anyBatch(sql, publicId)
  const payouts = await payoutsOfBatch(sql, batch.id)
  return { ...renderBatch(batch, admin), items: payouts.map((payout) => renderForAdmin(payout, admin)) }
}

const byCurrency = (a: Waiting, b: Waiting) =>
  a.environment === b.environment
    ? a.currency < b.currency
      ? -1
      : 1
    : a.environment < b.environment
      ? -1
      : 1

/** How many payouts to banks wait for a batch, and their sum, by environment and currency. */
export async function waitingForBatch(listed: Listed) {
  const rows = (await sumsOfCells(listed, sumWaiting)).toSorted(byCurrency)
  const items = rows.map(({ environment, currency, payouts, total_minor }) => ({
    environment,
    currency,
    payouts: Number(payouts),
    total: amountOf(total_minor, currency),
  }))
  return { items }
}

/** The file of an approved batch and its name. @throws Problem 404, 409 before the approval */
export async function downloadBatchFile(
  { db, clock, secrets }: Pick<BatchNeeds, 'db' | 'clock' | 'secrets'>,
  publicId: string,
  admin: Admin,
): Promise<{ name: string; content: string }> {
  const batch = await anyBatch(db, publicId)
  const content = await fileOfBatch(db, batch.id)
  if (content === null) throw new Problem(payoutProblems.batch_without_file, { state: batch.state })
  const entry = { action: 'payout_batch.downloaded', subject: batch.public_id, detail: {} }
  // guard: batch-download-audit
  await db.transaction(async (sql) => audit(sql, secrets, { admin, ...entry, now: clock.now() }))
  return { name: `payouts-${batch.currency}-${endToEndId(batch.public_id)}.xml`, content }
}

/** @throws Problem 404 */
async function anyBatch(sql: Sql, publicId: string): Promise<BatchRow> {
  const batch = await batchByPublicId(sql, publicId)
  if (!batch) throw new Problem(payoutProblems.batch_unknown)
  return batch
}

export type BatchNeeds = {
  db: Database
  clock: Clock
  secrets: Secrets
  rules: PayoutRules
  ownMerchantsAmong: OwnMerchants
}

/** Those of the merchants that the admin is or was a user of. */
type OwnMerchants = (
  sql: Sql,
  admin: Pick<Admin, 'name' | 'owner' | 'aliases'>,
  merchantIds: readonly bigint[],
) => Promise<ReadonlySet<bigint>>
