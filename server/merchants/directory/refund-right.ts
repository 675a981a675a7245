// Whether a merchant may refund its payments without an admin, in its current environment. Admins set it.
import { z } from 'zod'
import type { Admin } from '../../admin/access.ts'
import { audit } from '../../admin/audit.ts'
import type { Act } from '../../approvals/decide-approval.ts'
import { type Approvals, type RequestedApproval, requestApproval } from '../../approvals/request-approval.ts'
import { applies } from '../../approvals/rules.ts'
import { parseMoney } from '../../kernel/money.ts'
import { Problem } from '../../kernel/problem.ts'
import { statement } from '../../platform/database/database.ts'
import { check } from '../../platform/http/body/body.ts'
import { reasonField } from '../pricing/pricing.ts'
import { existingMerchant, lockedMerchant, type MerchantAdminNeeds } from './administer.ts'
import type { MerchantRecord } from './directory.ts'

/** Each environment has its own right, so that one given in the sandbox does not follow the merchant into production. */
// guard: changed-refund-right
const setRight = statement(
  'set_refund_right',
  `update merchant
      set may_refund_sandbox = case environment when 'sandbox' then $2 else may_refund_sandbox end,
          may_refund_production = case environment when 'production' then $2 else may_refund_production end
    where id = $1`,
)

const limit = z
  .string()
  .regex(/^\d{1,9}(\.\d{1,2})?$/)
  .optional()
export const refundRightSchema = z.object({
  may_refund: z.boolean(),
  negative_balance_limit: limit.meta({
    description:
      'How far below zero, in USD, its refunds without an admin may take its balance. Unchanged if absent; 0.00 at first.',
  }),
  negative_balance_limit_cdf: limit.meta({ description: 'The same for its balance in CDF.' }),
  reason: reasonField,
})

const setLimit = statement(
  'set_negative_balance_limit',
  `insert into negative_balance_limit (merchant_id, environment, currency, limit_minor)
   values ($1, $2, $3, $4)
   on conflict (merchant_id, environment, currency) do update set limit_minor = excluded.limit_minor`,
)

const limitNames = [
  ['negative_balance_limit', 'USD'],
  ['negative_balance_limit_cdf', 'CDF'],
] as const

/**
 * Allows or forbids refunds without an admin, and sets how far below zero they may go, from the next request on. Higher limits wait for
 * a second admin where the deployment asks for it; the rest is in force at once.
 * @throws InvalidBody, Problem 403 if there is no second admin, 404
 */
export async function changeRefundRight(
  { db, secrets, clock, approvals }: MerchantAdminNeeds & { approvals: Approvals },
  code: string,
  { admin, body }: { admin: Admin; body: unknown },
): Promise<MerchantRecord | RequestedApproval> {
  const wanted = check(refundRightSchema, body, 'body')
  const { may_refund, reason } = wanted
  const now = clock.now()
  return db.transaction(async (sql) => {
    const id = await lockedMerchant(sql, code)
    const stored = await existingMerchant(sql, code)
    const { environment } = stored
    const waits: Record<string, string> = {}
    await sql.rows(setRight, [id, may_refund])
    for (const [name, currency] of limitNames) {
      const text = wanted[name]
      if (text === undefined) continue
      const { minor } = parseMoney(text, currency)!
      // guard: raised-negative-balance
      const isRaised = minor > parseMoney(stored[name], currency)!.minor
      if (isRaised && applies(approvals.rules, 'limits')) waits[name] = text
      else await sql.rows(setLimit, [id, environment, currency, minor])
    }
    const merchant = await existingMerchant(sql, code)
    const { negative_balance_limit, negative_balance_limit_cdf } = merchant
    const limits = { negative_balance_limit, negative_balance_limit_cdf }
    const detail = { reason, may_refund, ...limits, environment }
    const action = 'merchant.refund_right_changed'
    audit(sql, secrets, { admin, action, subject: code, detail, now })
    if (Object.keys(waits).length === 0) return merchant
    const requested = await requestApproval(sql, approvals, {
      action: 'negative_balance_limit',
      subject: code,
      owner: { merchantId: id, environment },
      request: waits,
      ...{ reason, admin, now },
    })
    if (requested instanceof Problem) throw requested
    return requested
  })
}

const requestSchema = refundRightSchema.pick({
  negative_balance_limit: true,
  negative_balance_limit_cdf: true,
})

/** Puts higher limits in force that a second admin approved. */
export function openNegativeBalanceAct({
  clock,
  secrets,
}: Pick<MerchantAdminNeeds, 'clock' | 'secrets'>): Act {
  return {
    problems: [],
    lock: async (sql, { subject }) => void (await lockedMerchant(sql, subject)),
    async perform(sql, approval, admin) {
      const { merchant_id, environment, subject, reason, requested_by } = approval
      const limits = requestSchema.parse(approval.request)
      for (const [name, currency] of limitNames) {
        const text = limits[name]
        if (text === undefined) continue
        await sql.rows(setLimit, [merchant_id, environment, currency, parseMoney(text, currency)!.minor])
      }
      const detail = { reason, requested_by, ...limits, environment }
      const action = 'merchant.refund_right_changed'
      audit(sql, secrets, { admin, action, subject, detail, now: clock.now() })
      return {}
    },
  }
}
