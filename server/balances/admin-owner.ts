// What the admin routes of a merchant's card money share: their path, their descriptor, and whose money it is.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Problem } from '../kernel/problem.ts'
import { merchantByCode } from '../merchants/directory/directory.ts'
import type { Environment } from '../merchants/identity/merchant.ts'
import { merchantAdminProblems } from '../merchants/problems.ts'
import type { Sql } from '../platform/database/database.ts'

export const merchantPath = '/api/v1/admin/merchants/:merchant_code'

export const adminRead = {
  tag: 'Admin: merchants',
  params: { merchant_code: z.string().meta({ examples: ['LKT-7K2M-9QXA'] }) },
  problems: [merchantAdminProblems.merchant_unknown],
} as const

/** The merchant of the path, in its current environment. @throws Problem 404. */
export async function adminOwner(
  db: Sql,
  request: FastifyRequest,
): Promise<{ merchantId: bigint; environment: Environment; merchantCode: string }> {
  const { merchant_code } = request.params as { merchant_code: string }
  const merchant = await merchantByCode(db, merchant_code)
  if (!merchant) throw new Problem(merchantAdminProblems.merchant_unknown)
  return { merchantId: BigInt(merchant.id), environment: merchant.environment, merchantCode: merchant_code }
}
