// The admin search over the wallets of all merchants and their adjustments.
import { z } from 'zod'
import type { Admin } from '../../admin/access.ts'
import type { Environment } from '../../kernel/environment.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import { readListing } from '../../platform/http/admin-search.ts'
import { text } from '../../platform/http/body/body.ts'
import { maxCounted, pageFields, readQuery } from '../../platform/http/list-query.ts'
import { actionOf } from '../http/endpoint-parts.ts'
import { amountNumber, stamp } from '../transfer/formats.ts'
import { type AdjustmentRow, adjustmentColumns, adjustmentStates, whyNotDecidable } from './adjustment.ts'

const merchantFields = {
  merchant_code: text({ max: 40 }).optional(),
  environment: z.enum(['sandbox', 'production']).optional(),
}
export const walletSchema = z.object({ ...pageFields, ...merchantFields })
export const adjustmentSchema = z.object({
  ...pageFields,
  ...merchantFields,
  state: z.enum(adjustmentStates).optional(),
})

type WalletRow = {
  merchant_code: string
  merchant_name: string
  environment: Environment
  currency: 'USD'
  available_minor: bigint
  reserved_minor: bigint
  pending: bigint
  checked_at: Temporal.Instant | null
}

const wanted = `($1::text is null or m.merchant_code = $1) and ($2::text is null or w.environment = $2)`
const listWallets = statement<WalletRow>(
  'list_wallets',
  `select m.merchant_code, m.name as merchant_name, w.environment, w.currency, w.available_minor, w.reserved_minor,
          c.checked_at,
          (select count(*) from wallet_adjustment a
            where a.merchant_id = w.merchant_id and a.environment = w.environment and a.state = 'PENDING') as pending
     from wallet w join merchant m on m.id = w.merchant_id left join wallet_check c on c.wallet_id = w.id
    where ${wanted} order by m.merchant_code, w.environment limit $3 offset $4`,
)
const countWallets = statement<{ counted: bigint }>(
  'count_wallets',
  `select count(*) as counted from (
     select from wallet w join merchant m on m.id = w.merchant_id where ${wanted} limit ${maxCounted + 1}) found`,
)

/**
 * Wallets ordered by merchant. `checked_at` is when the wallet was last found to match the ledger.
 * @throws InvalidBody
 */
export async function searchWallets(sql: Sql, query: unknown) {
  const requested = readQuery(walletSchema, query)
  const filter = [requested.merchant_code ?? null, requested.environment ?? null]
  return readListing(sql, { rows: listWallets, count: countWallets }, { page: requested, filter }, (row) => ({
    merchant_code: row.merchant_code,
    merchant_name: row.merchant_name,
    environment: row.environment,
    currency: row.currency,
    available: amountNumber(row.available_minor),
    reserved: amountNumber(row.reserved_minor),
    total: amountNumber(row.available_minor + row.reserved_minor),
    pending_adjustments: Number(row.pending),
    checked_at: row.checked_at && stamp(row.checked_at),
  }))
}

const wantedAdjustments = `($1::text is null or m.merchant_code = $1) and ($2::text is null or a.environment = $2)
  and ($3::text is null or a.state = $3)`
const listAdjustments = statement<AdjustmentRow>(
  'list_wallet_adjustments',
  `select ${adjustmentColumns} from wallet_adjustment a join merchant m on m.id = a.merchant_id
    where ${wantedAdjustments} order by a.id desc limit $4 offset $5`,
)
const countAdjustments = statement<{ counted: bigint }>(
  'count_wallet_adjustments',
  `select count(*) as counted from (
     select from wallet_adjustment a join merchant m on m.id = a.merchant_id
      where ${wantedAdjustments} limit ${maxCounted + 1}) found`,
)

/**
 * Adjustments, newest first.
 * @param admin the reader, for whom the allowed actions are computed.
 * @throws InvalidBody
 */
export async function searchAdjustments(sql: Sql, query: unknown, admin: Admin) {
  const requested = readQuery(adjustmentSchema, query)
  const filter = [requested.merchant_code ?? null, requested.environment ?? null, requested.state ?? null]
  const listing = { rows: listAdjustments, count: countAdjustments }
  return readListing(sql, listing, { page: requested, filter }, (row) => renderAdjustment(row, admin))
}

export function renderAdjustment(row: AdjustmentRow, admin: Admin) {
  const action = actionOf(whyNotDecidable(row, admin))
  return {
    id: row.id,
    kind: row.kind,
    merchant_code: row.merchant_code,
    merchant_name: row.merchant_name,
    environment: row.environment,
    amount: amountNumber(row.amount_minor),
    currency: 'USD' as const,
    reason: row.reason,
    state: row.state,
    requested_by: row.requested_by,
    requested_at: stamp(row.requested_at),
    decided_by: row.decided_by,
    decided_at: row.decided_at && stamp(row.decided_at),
    decision_reason: row.decision_reason,
    balance_after: amountNumber(row.balance_after_minor),
    allowed_actions: { approve: action, reject: action },
  }
}
