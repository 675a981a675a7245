// Whether a merchant may refund its payments without an admin, in its current environment. Admins set it.
import { z } from 'zod'
import type { Admin } from '../../admin/access.ts'
import { audit } from '../../admin/audit.ts'
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

export const refundRightSchema = z.object({ may_refund: z.boolean(), reason: reasonField })

/** Allows or forbids refunds without an admin, from the next request on. @throws InvalidBody, Problem 404 */
export async function changeRefundRight(
  { db, secrets, clock }: MerchantAdminNeeds,
  code: string,
  { admin, body }: { admin: Admin; body: unknown },
): Promise<MerchantRecord> {
  const { may_refund, reason } = check(refundRightSchema, body, 'body')
  return db.transaction(async (sql) => {
    const id = await lockedMerchant(sql, code)
    await sql.rows(setRight, [id, may_refund])
    const merchant = await existingMerchant(sql, code)
    const detail = { reason, may_refund, environment: merchant.environment }
    const action = 'merchant.refund_right_changed'
    audit(sql, secrets, { admin, action, subject: code, detail, now: clock.now() })
    return merchant
  })
}
