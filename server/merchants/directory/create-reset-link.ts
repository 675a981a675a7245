// The way back for a merchant who has forgotten the password begins with an admin, who makes a one-time link and hands it
// over by a safe channel.
import type { Admin } from '../../admin/access.ts'
import { audit } from '../../admin/audit.ts'
import { zonelessMicrosecond } from '../../platform/time/clock.ts'
import { saveResetLink } from '../sign-in/reset-link.ts'
import { known, lockedMerchant, type MerchantAdminNeeds } from './administer.ts'

export type ResetLink = { merchant_code: string; email: string; url: string; expires_at: string }

/**
 * Makes a one-time link, which replaces the one before. Its token stands behind `#`, so that no server, log or other page
 * is ever sent it. @throws Problem 404
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
    await audit(sql, secrets, { admin, action, subject: code, detail: { reason }, now })
    const { email } = await known(sql, code)
    const url = `${baseUrl}/portal/new-password#${token}`
    return { merchant_code: code, email, url, expires_at: zonelessMicrosecond(endsAt) }
  })
}
