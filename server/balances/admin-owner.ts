// What the admin routes of a merchant's card money share: their declaration, and whose money it is.
import { z } from 'zod'
import type { Environment } from '../kernel/environment.ts'
import { Problem } from '../kernel/problem.ts'
import { merchantByCode } from '../merchants/directory/directory.ts'
import { merchantAdminProblems } from '../merchants/problems.ts'
import type { Sql } from '../platform/database/database.ts'

export const adminRead = {
  tag: 'Admin: merchants',
  params: { merchant_code: z.string().meta({ examples: ['LKT-7K2M-9QXA'] }) },
  problems: [merchantAdminProblems.merchant_unknown],
} as const

/** The merchant of the path, in its current environment. @throws Problem 404. */
export async function adminOwner(
  db: Sql,
  merchantCode: string,
): Promise<{ merchantId: bigint; environment: Environment; merchantCode: string; status: string }> {
  const merchant = await merchantByCode(db, merchantCode)
  if (!merchant) throw new Problem(merchantAdminProblems.merchant_unknown)
  return {
    merchantId: BigInt(merchant.id),
    environment: merchant.environment,
    merchantCode,
    status: merchant.status,
  }
}
