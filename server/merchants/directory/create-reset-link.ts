// Password reset for merchants: an admin creates a one-time link and sends it to the merchant over a secure channel.
import type { Admin } from '../../admin/access.ts'
import { audit } from '../../admin/audit.ts'
import { zonelessMicrosecond } from '../../platform/time/clock.ts'
import { saveResetLink } from '../sign-in/reset-link.ts'
import { existingMerchant, lockedMerchant, type MerchantAdminNeeds } from './administer.ts'

export type ResetLink = { merchant_code: string; email: string; url: string; expires_at: string }

/**
 * Creates a one-time link that replaces any earlier one. The token is in the URL fragment, which browsers never send, so it
 * cannot end up on another server, in a log or in a referrer. @throws Problem 404
 */
export async function createResetLink(
  { db, secrets, clock, baseUrl }: MerchantAdminNeeds & { baseUrl: string },
  code: string,
  { admin, reason }: { admin: Admin; reason: string },
): Promise<ResetLink> {
  return db.transaction(async (sql) => {
    const id = await lockedMerchant(sql, code)
    const now = clock.now()
    const { token, endsAt } = await saveResetLink(sql, id, now)
    const action = 'merchant.password_reset_link_created'
    audit(sql, secrets, { admin, action, subject: code, detail: { reason }, now })
    const { email } = await existingMerchant(sql, code)
    const url = `${baseUrl}/portal/new-password#${token}`
    return { merchant_code: code, email, url, expires_at: zonelessMicrosecond(endsAt) }
  })
}
