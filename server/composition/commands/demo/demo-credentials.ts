// The demo merchant's credentials in the data directory, kept equal to those in the database when one is rotated.

import { existsSync, readFileSync } from 'node:fs'
import { merchantSecretHash } from '../../../merchants/identity/credentials.ts'
import { secretHolders } from '../../../merchants/identity/merchant.ts'
import type { Credentials } from '../../../merchants/identity/register.ts'
import { commonStatement, type Sql } from '../../../platform/database/database.ts'
import { writeWhole } from '../../../platform/process/data-directory.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { callbackSecretContext } from '../../../webhooks/receiver-credentials.ts'
import { demoMerchantFile } from '../../site/demo-checkout.ts'

/** Returns the stored credentials; undefined before the first start. */
export function storedDemoCredentials(dataDirectory: string): Credentials | undefined {
  const file = demoMerchantFile(dataDirectory)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Credentials) : undefined
}

export function storeDemoCredentials(dataDirectory: string, credentials: Credentials): void {
  writeWhole(demoMerchantFile(dataDirectory), JSON.stringify(credentials, null, 2))
}

/** Stores a rotated credential if it is the demo merchant's. */
export function storeDemoRotation(dataDirectory: string, code: string, rotated: Partial<Credentials>): void {
  const stored = storedDemoCredentials(dataDirectory)
  if (stored?.merchant_code === code) storeDemoCredentials(dataDirectory, { ...stored, ...rotated })
}

const readCallbackSecret = commonStatement<{ callback_secret_sealed: Buffer }>(
  'read_demo_callback_secret',
  'select callback_secret_sealed from merchant where id = $1',
)

/**
 * Returns the demo merchant's credentials as they are now. The merchant secret is stored as a hash only, so once it has
 * been rotated by a request it is undefined.
 */
export async function currentDemoCredentials(
  { db, secrets }: { db: Sql; secrets: Secrets },
  stored: Credentials,
): Promise<Omit<Credentials, 'merchant_secret'> & { merchant_secret: string | undefined }> {
  const [holder] = await secretHolders(db, [stored.merchant_code])
  if (!holder) return stored
  const { id } = holder.merchant
  const [row] = await db.rows(readCallbackSecret, [id])
  const isCurrent = merchantSecretHash(secrets, stored.merchant_secret).equals(holder.secretHash)
  return {
    ...stored,
    ...(row && { callback_secret: secrets.open(row.callback_secret_sealed, callbackSecretContext(id)) }),
    merchant_secret: isCurrent ? stored.merchant_secret : undefined,
  }
}
