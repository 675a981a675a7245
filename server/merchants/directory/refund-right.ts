// Whether a merchant may refund its payments without an admin, in its current environment. Admins set it.
import { z } from 'zod'
import type { Admin } from '../../admin/access.ts'
import type { Act } from '../../admin/approvals/decide-approval.ts'
import type { ApprovalRow } from '../../admin/approvals/queries.ts'
import {
  type Approvals,
  type RequestedApproval,
  requestApproval,
} from '../../admin/approvals/request-approval.ts'
import { applies } from '../../admin/approvals/rules.ts'
import { audit } from '../../admin/audit.ts'
import { parseMoney } from '../../kernel/money.ts'
import { Problem } from '../../kernel/problem.ts'
import { commonStatement, type Sql } from '../../platform/database/database.ts'
import { check, reasonText } from '../../platform/http/body/body.ts'
import { merchantAdminProblems } from '../problems.ts'
import {
  existingMerchant,
  limitOf,
  lockedMerchant,
  type MerchantAdminNeeds,
  type MerchantRecord,
} from './directory.ts'

/** Each environment has its own right, so that one given in the sandbox does not follow the merchant into production. */
// guard: changed-refund-right
const setRight = commonStatement(
  'set_refund_right',
  `update shared.merchant
      set may_refund_sandbox = case environment when 'sandbox' then $2 else may_refund_sandbox end,
          may_refund_production = case environment when 'production' then $2 else may_refund_production end
    where id = $1`,
)

const limit = z
  .string()
  .regex(/^(0|[1-9]\d{0,8})(\.\d{1,2})?$/)
  .optional()
export const refundRightSchema = z.object({
  may_refund: z.boolean(),
  negative_balance_limit: limit.meta({
    description:
      'How far below zero, in USD, its refunds without an admin may take its balance. Unchanged if absent; 0.00 at first.',
  }),
  negative_balance_limit_cdf: limit.meta({ description: 'The same for its balance in CDF.' }),
  reason: reasonText(),
})

const setLimit = commonStatement(
  'set_negative_balance_limit',
  `insert into shared.negative_balance_limit (merchant_id, environment, currency, limit_minor)
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
      if (isRaised && applies(approvals.rules, 'limits'))
        Object.assign(waits, { [name]: text, [`former_${name}`]: stored[name] })
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
      request: { ...waits, may_refund },
      ...{ reason, admin, now },
    })
    if (requested instanceof Problem) throw requested
    return requested
  })
}

const limitText = z.string().optional()
const requestSchema = z.object({
  may_refund: z.boolean(),
  negative_balance_limit: limitText,
  negative_balance_limit_cdf: limitText,
  former_negative_balance_limit: limitText,
  former_negative_balance_limit_cdf: limitText,
})

const shownRight = z
  .object({
    may_refund: z.boolean(),
    negative_balance_limit: z.string(),
    negative_balance_limit_cdf: z.string(),
  })
  .meta({ id: 'RefundRightInForce' })

const findInForce = commonStatement<z.output<typeof shownRight>>(
  'find_refund_right_in_force',
  `select case $2 when 'production' then m.may_refund_production else m.may_refund_sandbox end as may_refund,
          ${limitOf('USD', '$2')} as negative_balance_limit, ${limitOf('CDF', '$2')} as negative_balance_limit_cdf
     from shared.merchant m where m.id = $1`,
)

async function rightInForce(sql: Sql, { merchant_id, environment }: ApprovalRow) {
  const [found] = await sql.rows(findInForce, [merchant_id, environment])
  if (!found) throw new Error('the merchant of an approval does not exist')
  return found
}

/** Puts higher limits in force that a second admin approved, unless the right or the limit was changed since they were requested. */
export function openNegativeBalanceAct({
  clock,
  secrets,
}: Pick<MerchantAdminNeeds, 'clock' | 'secrets'>): Act {
  return {
    problems: [merchantAdminProblems.right_changed],
    about: {
      fields: { refund_right: shownRight },
      read: async (sql, approval) => ({ refund_right: await rightInForce(sql, approval) }),
    },
    lock: async (sql, { subject }) => void (await lockedMerchant(sql, subject)),
    async perform(sql, approval, admin) {
      const { merchant_id, environment, subject, reason, requested_by } = approval
      const right = requestSchema.parse(approval.request)
      const inForce = await rightInForce(sql, approval)
      // guard: refund-right-changed-since
      if (inForce.may_refund !== right.may_refund) throw new Problem(merchantAdminProblems.right_changed)
      for (const [name, currency] of limitNames) {
        const text = right[name]
        if (text === undefined) continue
        // guard: limit-changed-since
        if (inForce[name] !== right[`former_${name}`]) throw new Problem(merchantAdminProblems.right_changed)
        await sql.rows(setLimit, [merchant_id, environment, currency, parseMoney(text, currency)!.minor])
      }
      const detail = { reason, requested_by, ...right, environment }
      const action = 'merchant.refund_right_changed'
      audit(sql, secrets, { admin, action, subject, detail, now: clock.now() })
      return {}
    },
  }
}
