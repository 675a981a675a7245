// Whether a merchant may refund its payments without an admin, in its current environment. Admins set it.
import { z } from 'zod'
import type { Admin } from '../../admin/access.ts'
import { audit } from '../../admin/audit.ts'
import { parseMoney } from '../../kernel/money.ts'
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
   select id, environment, $2, $3 from merchant where id = $1
   on conflict (merchant_id, environment, currency) do update set limit_minor = excluded.limit_minor`,
)

/** Allows or forbids refunds without an admin, and sets how far below zero they may go, from the next request on. @throws InvalidBody, Problem 404 */
export async function changeRefundRight(
  { db, secrets, clock }: MerchantAdminNeeds,
  code: string,
  { admin, body }: { admin: Admin; body: unknown },
): Promise<MerchantRecord> {
  const wanted = check(refundRightSchema, body, 'body')
  const { may_refund, reason, negative_balance_limit: usd, negative_balance_limit_cdf: cdf } = wanted
  return db.transaction(async (sql) => {
    const id = await lockedMerchant(sql, code)
    await sql.rows(setRight, [id, may_refund])
    for (const [currency, text] of [
      ['USD', usd],
      ['CDF', cdf],
    ] as const)
      if (text !== undefined) await sql.rows(setLimit, [id, currency, parseMoney(text, currency)!.minor])
    const merchant = await existingMerchant(sql, code)
    const { environment, negative_balance_limit, negative_balance_limit_cdf } = merchant
    const limits = { negative_balance_limit, negative_balance_limit_cdf }
    const detail = { reason, may_refund, ...limits, environment }
    const action = 'merchant.refund_right_changed'
    audit(sql, secrets, { admin, action, subject: code, detail, now: clock.now() })
    return merchant
  })
}
