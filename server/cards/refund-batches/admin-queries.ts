// Batches of refunds as admins find them: those that admins uploaded, of every merchant.
import { z } from 'zod'
import type { Admin } from '../../admin/access.ts'
import { batchProblems } from '../../batches/problems.ts'
import { type BatchRow, batchColumns } from '../../batches/queries.ts'
import { rendered } from '../../batches/routes/requests.ts'
import { summaryOf } from '../../batches/routes/responses.ts'
import { batchShape, batchSummary, exampleBatch, exampleSummary } from '../../batches/routes/schemas.ts'
import { batchStates } from '../../batches/states.ts'
import type { BatchNeeds } from '../../batches/upload.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Cells } from '../../platform/database/cells.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import { newestFirst } from '../../platform/database/over-cells.ts'
import { type ListingOfCells, readListingOfCells } from '../../platform/http/admin-search.ts'
import { cappedPageResponse, dataResponse } from '../../platform/http/api.ts'
import { text } from '../../platform/http/body/body.ts'
import { cappedCount, pageFields, readQuery } from '../../platform/http/list-query.ts'
import { personOf } from './admin-person.ts'
import { adminRefundBatches as kind } from './kind.ts'

type AdminBatchRow = BatchRow & { merchant_code: string; merchant_name: string; correctors: string[] }

const columns = `${batchColumns}, b.correctors, m.merchant_code, m.name as merchant_name`
const listed = `batch b join merchant m on m.id = b.merchant_id
  where b.kind = 'admin_refund' and ($1::text is null or m.merchant_code = $1) and ($2::text is null or b.state = $2)`

const findOne = statement<AdminBatchRow>(
  'find_refund_batch_for_admin',
  `select ${columns} from batch b join merchant m on m.id = b.merchant_id where b.kind = 'admin_refund' and b.batch_id = $1`,
)
const listing: ListingOfCells<AdminBatchRow> = {
  rows: statement(
    'list_refund_batches_for_admin',
    `select ${columns} from ${listed} order by b.id desc limit $3 offset $4`,
  ),
  count: cappedCount('count_refund_batches_for_admin', `from ${listed}`, statement),
  order: newestFirst,
}

export const refundBatchSearch = z.object({
  ...pageFields,
  state: z.enum(batchStates).optional(),
  merchant_code: text({ max: 40 }).optional(),
})

const ofMerchant = { merchant_code: z.string(), merchant_name: z.string() }
const example = { merchant_code: 'LKT-7K2M-9QXA', merchant_name: 'Boutique Lac Kivu' } as const
const uploaded = { kind: 'refund', name: 'Cancelled concert', uploaded_by: 'amina' } as const

export const adminRefundBatchesResponse = cappedPageResponse(
  'AdminRefundBatches',
  z.object({ ...batchSummary, ...ofMerchant }),
  { ...exampleSummary, ...uploaded, ...example },
)
export const adminRefundBatchResponse = dataResponse(
  'AdminRefundBatchResponse',
  batchShape.extend({
    ...ofMerchant,
    is_own: z
      .boolean()
      .meta({ description: 'Whether you uploaded it or corrected a row, and so cannot confirm it.' }),
  }),
  {
    ...exampleBatch,
    ...uploaded,
    ...{ fee: 0, amount: 1_270, total_debit: 1_270, available: 4_310.5, would_hold: 0 },
    ...{ changed_profiles: 0, profiles_changed_by: [], is_own: false },
    ...example,
  },
)

/** Batches of every merchant, newest first. @throws InvalidBody */
export async function searchRefundBatches(cells: Cells, query: unknown) {
  const { merchant_code, state, ...page } = readQuery(refundBatchSearch, query)
  const list = { page, filter: [merchant_code ?? null, state ?? null], merchantCode: merchant_code }
  return readListingOfCells(cells, listing, list, ({ merchant_code, merchant_name, ...batch }) => ({
    ...summaryOf(batch),
    ...{ merchant_code, merchant_name },
  }))
}

/** A batch that admins uploaded. @throws Problem 404 */
export async function findAdminBatch(sql: Sql, batchId: string): Promise<AdminBatchRow> {
  const [batch] = batchId.includes('\0') ? [] : await sql.rows(findOne, [batchId])
  if (!batch) throw new Problem(batchProblems.batch_unknown)
  return batch
}

/** A batch as this admin reads it. @throws Problem 404 */
export async function batchForAdmin(needs: BatchNeeds, batchId: string, admin: Admin) {
  const batch = await findAdminBatch(needs.db, batchId)
  const { id, aliases = [] } = personOf(admin)
  const { uploaded_by, correctors, merchant_code, merchant_name } = batch
  const is_own = [id, ...aliases].some((each) => each === uploaded_by || correctors.includes(each))
  return { ...(await rendered(needs, kind, batch)), ...{ merchant_code, merchant_name, is_own } }
}
