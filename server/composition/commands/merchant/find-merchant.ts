// Finds a merchant by its code, for commands.
import { merchantByCode } from '../../../merchants/directory/directory.ts'
import type { Sql } from '../../../platform/database/database.ts'

/** @throws Error if no merchant has the code. */
export async function requireMerchantByCode(sql: Sql, code: string) {
  const found = await merchantByCode(sql, code)
  if (!found) throw new Error(`no merchant has the code ${code}`)
  return { ...found, id: BigInt(found.id) }
}
