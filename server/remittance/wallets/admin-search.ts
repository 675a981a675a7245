// What admins read of wallets and their adjustments: the searches, and the shapes of the responses.
import { z } from 'zod'
import type { Admin } from '../../admin/access.ts'
import type { Environment } from '../../kernel/environment.ts'
import { statement } from '../../platform/database/database.ts'
import type { Listed } from '../../platform/database/over-cells.ts'
import { readListingOfCells } from '../../platform/http/admin-search.ts'
import { cappedPageResponse, dataResponse, environmentName, zonelessStamp } from '../../platform/http/api.ts'
import { text } from '../../platform/http/body/body.ts'
import { cappedCount, pageFields, readQuery } from '../../platform/http/list-query.ts'
import { action, actionOf, exampleMerchant, exampleTime, may, ofMerchant } from '../http/endpoint-parts.ts'
import { amountNumber, stamp } from '../transfer/formats.ts'
import {
  type AdjustmentRow,
  adjustmentColumns,
  adjustmentKinds,
  adjustmentStates,
  whyNotDecidable,
} from './adjustment.ts'
import { balance, exampleBalance } from './api.ts'

const { as_of: _, ...held } = exampleBalance

const listedWallet = z
  .object({
    ...ofMerchant,
    ...balance.omit({ as_of: true }).shape,
    pending_adjustments: z.int(),
    checked_at: zonelessStamp
      .nullable()
      .meta({ description: 'When the wallet was last found to match the ledger.' }),
  })
  .meta({ id: 'AdminWallet' })

export const walletsResponse = cappedPageResponse('AdminWallets', listedWallet, {
  ...exampleMerchant,
  ...held,
  pending_adjustments: 0,
  checked_at: exampleTime,
})

export const topUpResponse = dataResponse(
  'WalletToppedUp',
  z.object({
    merchant_code: z.string(),
    environment: environmentName,
    added: z.number(),
    ...balance.shape,
  }),
  {
    merchant_code: 'LKT-7K2M-9QXA',
    environment: 'sandbox',
    added: 50,
    ...exampleBalance,
  },
)

const adjustment = z
  .object({
    id: z.string(),
    kind: z.enum(adjustmentKinds).meta({
      description: '`TOPUP`: a top-up beyond the limit of one person. `ADJUSTMENT`: a correction.',
    }),
    ...ofMerchant,
    amount: z.number(),
    currency: z.literal('USD'),
    reason: z.string(),
    state: z.enum(['PENDING', 'APPROVED', 'REJECTED']),
    requested_by: z.string(),
    requested_at: zonelessStamp,
    decided_by: z.string().nullable(),
    decided_at: zonelessStamp.nullable(),
    decision_reason: z.string().nullable(),
    balance_after: z.number().nullable(),
    allowed_actions: z.object({ approve: action, reject: action }),
  })
  .meta({ id: 'Adjustment' })

const exampleAdjustment = {
  id: '01932f6e-5c1b-7e3a-9b1d-2f4c8a7d6e5b',
  kind: 'ADJUSTMENT',
  ...exampleMerchant,
  amount: -5,
  currency: 'USD',
  reason: 'Booked twice on 20 November',
  state: 'PENDING',
  requested_by: 'amina',
  requested_at: exampleTime,
  decided_by: null,
  decided_at: null,
  decision_reason: null,
  balance_after: null,
  allowed_actions: { approve: may, reject: may },
} as const

export const adjustmentResponse = dataResponse('AdjustmentResponse', adjustment, exampleAdjustment)

export const topUpWaitsResponse = dataResponse('WalletTopUpPending', adjustment, {
  ...exampleAdjustment,
  kind: 'TOPUP',
  amount: 5_000,
  reason: 'Bank transfer 4711',
})

export const adjustmentsResponse = cappedPageResponse('Adjustments', adjustment, exampleAdjustment)

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
const countWallets = cappedCount(
  'count_wallets',
  `from wallet w join merchant m on m.id = w.merchant_id where ${wanted}`,
  statement,
)

const byMerchant = (a: WalletRow, b: WalletRow) => {
  const [first, second] = [a, b].map((row) => `${row.merchant_code} ${row.environment}`) as [string, string]
  return first < second ? -1 : first > second ? 1 : 0
}

/**
 * Wallets ordered by merchant. `checked_at` is when the wallet was last found to match the ledger.
 * @throws InvalidBody
 */
export async function searchWallets(listed: Listed, query: unknown) {
  const requested = readQuery(walletSchema, query)
  const filter = [requested.merchant_code ?? null, requested.environment ?? null]
  const listing = { rows: listWallets, count: countWallets, order: byMerchant }
  const list = { page: requested, filter, merchantCode: requested.merchant_code }
  return readListingOfCells(listed, listing, list, (row) => ({
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
const countAdjustments = cappedCount(
  'count_wallet_adjustments',
  `from wallet_adjustment a join merchant m on m.id = a.merchant_id
      where ${wantedAdjustments}`,
  statement,
)

/** The ids begin with the time. */
const latestRequest = (a: AdjustmentRow, b: AdjustmentRow) => (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)

/**
 * Adjustments, newest first.
 * @param admin the reader, for whom the allowed actions are computed.
 * @throws InvalidBody
 */
export async function searchAdjustments(listed: Listed, query: unknown, admin: Admin) {
  const requested = readQuery(adjustmentSchema, query)
  const filter = [requested.merchant_code ?? null, requested.environment ?? null, requested.state ?? null]
  const listing = { rows: listAdjustments, count: countAdjustments, order: latestRequest }
  const list = { page: requested, filter, merchantCode: requested.merchant_code }
  return readListingOfCells(listed, listing, list, (row) => renderAdjustment(row, admin))
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
