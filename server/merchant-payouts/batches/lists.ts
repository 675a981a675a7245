// Batches as admins list and read them, and what waits for the next one.
import type { Admin } from '../../admin/access.ts'
import { audit } from '../../admin/audit.ts'
import type { Environment } from '../../kernel/environment.ts'
import type { LocalCurrency } from '../../kernel/money.ts'
import { formatMoney, money } from '../../kernel/money.ts'
import { Problem } from '../../kernel/problem.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import { type Listing, readListing } from '../../platform/http/lists/admin-search.ts'
import { maxCounted, readQuery } from '../../platform/http/lists/list-query.ts'
import { renderForAdmin } from '../payouts/admin-responses.ts'
import { payoutProblems } from '../problems.ts'
import type { BatchNeeds } from './create-batch.ts'
import { endToEndId } from './payment-order.ts'
import {
  type BatchRow,
  batchByPublicId,
  batchColumns,
  batchTables,
  fileOfBatch,
  mayBeSent,
  payoutsOfBatch,
} from './queries.ts'
import { renderBatch } from './responses.ts'
import { batchSearch } from './schemas.ts'

const listing: Listing<BatchRow> = {
  rows: statement<BatchRow>(
    'list_payout_batches',
    `select ${batchColumns} from ${batchTables} where $1::text is null or b.state = $1 order by b.id desc limit $2 offset $3`,
  ),
  count: statement<{ counted: bigint }>(
    'count_payout_batches',
    `select count(*) as counted from (
       select from payout_batch where $1::text is null or state = $1 limit ${maxCounted + 1}) found`,
  ),
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
export function searchBatches(sql: Sql, query: unknown, admin: Admin) {
  const { state, ...page } = readQuery(batchSearch, query)
  return readListing(sql, listing, { page, filter: [state ?? null] }, (row) => renderBatch(row, admin))
}

/** A batch with its payouts. @throws Problem 404 */
export async function batchDetail(sql: Sql, publicId: string, admin: Admin) {
  const batch = await anyBatch(sql, publicId)
  const payouts = await payoutsOfBatch(sql, batch.id)
  return { ...renderBatch(batch, admin), items: payouts.map((payout) => renderForAdmin(payout, admin)) }
}

/** How many payouts to banks wait for a batch, and their sum, by environment and currency. */
export async function waitingForBatch(sql: Sql) {
  const rows = await sql.rows(sumWaiting)
  const items = rows.map(({ environment, currency, payouts, total_minor }) => ({
    environment,
    currency,
    payouts: Number(payouts),
    total: formatMoney(money(total_minor, currency)),
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
