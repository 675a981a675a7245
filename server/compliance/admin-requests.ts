// What the compliance admin routes share: environments, audited actions, and how times are rendered.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { adminOf } from '../admin/access.ts'
import { type AuditNeeds, audit } from '../admin/audit.ts'
import type { Environment } from '../kernel/environment.ts'
import type { Sql } from '../platform/database/database.ts'
import { admins } from '../platform/http/access.ts'
import { environmentName } from '../platform/http/api.ts'
import { reasonText } from '../platform/http/body/body.ts'

export type ComplianceAdminNeeds = AuditNeeds & {
  /** The environments this deployment serves. A request that names none means production if it is served. */
  environments: readonly Environment[]
}

/** What most routes for compliance officers declare. */
export const complianceEndpoint = {
  tag: 'Admin: compliance',
  priority: 'list',
  access: admins('compliance'),
} as const

/** Optional: see `environmentOf` for the default. */
export const environmentField = environmentName.optional()

export const reasonField = reasonText()

/** A schema for the environment a request names; the default is production where this deployment serves it. */
export function environmentOf({ environments }: Pick<ComplianceAdminNeeds, 'environments'>) {
  return z
    .enum(['sandbox', 'production'])
    .default(environments.includes('production') ? 'production' : 'sandbox')
}

type Act = { action: string; subject: string; detail: Record<string, unknown> }

/** Runs an admin action and writes its audit entry in the same transaction. */
export function audited<Done extends Act>(
  { db, secrets, clock }: ComplianceAdminNeeds,
  request: FastifyRequest,
  work: (sql: Sql, now: Temporal.Instant) => Promise<Done>,
): Promise<Done> {
  const now = clock.now()
  return db.transaction(async (sql) => {
    const done = await work(sql, now)
    const { action, subject, detail } = done
    audit(sql, secrets, { admin: adminOf(request), action, subject, detail, now })
    return done
  })
}
