// Finds the demo merchant of the sandbox in this directory, for commands that act as that merchant.
import { resolve } from 'node:path'
import { generatedAdminToken } from '../../../config/sandbox-deployment.ts'
import type { Credentials } from '../../../merchants/identity/register.ts'
import { commandSettings } from '../command-settings.ts'
import { storedDemoCredentials } from './demo-credentials.ts'
import { type DemoMerchant, openDemoMerchant } from './demo-shop.ts'

/** Returns the demo merchant of the sandbox in this directory. @throws Error if there is none, and in production. */
export function findDemoMerchant(): { demoMerchant: DemoMerchant; merchant: Credentials } {
  const settings = commandSettings()
  if (settings.production) throw new Error('this command runs against a sandbox only')
  const dataDirectory = resolve(settings.LIKUTA_DATA_DIR)
  const merchant = storedDemoCredentials(dataDirectory)
  if (!merchant) throw new Error('no demo merchant here: run likuta start first, in the same directory')
  const baseUrl = settings.BASE_URL ?? `http://localhost:${settings.PORT}`
  const adminToken = settings.ADMIN_TOKENS?.[0]?.token ?? generatedAdminToken(dataDirectory)
  return { demoMerchant: openDemoMerchant({ baseUrl, merchant, adminToken }), merchant }
}
