// Merchants who are signed in to the portal. A real sign-in would verify a password hash, which takes real time.
import { createHash } from 'node:crypto'
import type { Credentials } from '../../../server/merchants/identity/register.ts'

/** The portal token of a merchant, once `insertPortalTokens` has run. */
export const portalTokenOf = ({ merchant_code }: Pick<Credentials, 'merchant_code'>): string =>
  createHash('sha256').update(merchant_code).digest('base64url')

/** Stores the portal tokens of these merchants, for longer than any rig runs. */
export async function insertPortalTokens(
  rows: (text: string, values: unknown[]) => Promise<unknown>,
  merchants: readonly Credentials[],
): Promise<void> {
  for (const merchant of merchants)
    await rows(
      `insert into access_token (token_hash, merchant_id, created_at, expires_at)
       select sha256(convert_to($1, 'UTF8')), id, created_at, created_at + interval '1 year' from merchant where merchant_code = $2`,
      [portalTokenOf(merchant), merchant.merchant_code],
    )
}
