// The audit log, read by those whose acts are in it: newest first, and the proof that nobody has laid hands on it.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Database, type Sql, statement } from '../platform/database/database.ts'
import { sendJson } from '../platform/http/http.ts'
import { mostCounted, pagedUpTo, rangeOf, readQuery } from '../platform/http/list-query.ts'
import type { Secrets } from '../platform/security/secrets.ts'
import { type Clock, zonelessMicrosecond } from '../platform/time/clock.ts'
import { type AuditRow, type AuditVerdict, verifyAudit } from './audit.ts'
import * as endpoints from './endpoints.ts'

type Guard = (request: FastifyRequest) => Promise<void>

const path = '/api/v1/admin/audit'
const wanted = `($1::text is null or actor = $1) and ($2::text is null or action = $2) and ($3::text is null or subject = $3)`
const listRows = statement<Omit<AuditRow, 'previous_hash' | 'hash'>>(
  'list_audit_rows',
  `select seq, at, actor, address, action, subject, detail, request_id from audit_log
    where ${wanted} order by seq desc limit $4 offset $5`,
)
const countRows = statement<{ counted: bigint }>(
  'count_audit_rows',
  `select count(*) as counted from (select from audit_log where ${wanted} limit ${mostCounted + 1}) found`,
)

/** @param guard lets admins pass and refuses the rest. */
export function registerAuditRoutes(
  app: FastifyInstance,
  needs: { db: Database; secrets: Secrets; clock: Clock },
  guard: Guard,
): void {
  const { db, secrets, clock } = needs
  /** The walk is long, so those who ask meanwhile get the one under way. */
  let underWay: Promise<AuditVerdict> | undefined

  app.get(path, { onRequest: guard, config: { api: endpoints.listAudit } }, async (request, reply) =>
    sendJson(reply, { status: 'success', data: await auditPage(db, request.query) }),
  )
  app.get(
    `${path}/verify`,
    { onRequest: guard, config: { api: endpoints.verifyAudit } },
    async (_request, reply) => {
      underWay ??= verifyAudit(db, secrets).finally(() => {
        underWay = undefined
      })
      const { rows, broken } = await underWay
      const verdict = { intact: broken === undefined, rows, broken: broken ?? null }
      const checked_at = zonelessMicrosecond(clock.now())
      return sendJson(reply, { status: 'success', data: { ...verdict, checked_at } })
    },
  )
}

/** Newest first. @throws InvalidBody */
export async function auditPage(sql: Sql, query: unknown) {
  const asked = readQuery(endpoints.auditSchema, query)
  const { limit, offset } = rangeOf(asked)
  const filter = [asked.actor ?? null, asked.action ?? null, asked.subject ?? null]
  const rows = await sql.rows(listRows, [...filter, limit, offset])
  const [count] = await sql.rows(countRows, filter)
  const items = rows.map(({ seq, at, detail, ...row }) => ({
    seq: Number(seq),
    at: zonelessMicrosecond(at),
    ...row,
    detail: JSON.parse(detail) as unknown,
  }))
  return pagedUpTo(asked, { items, counted: Number(count?.counted ?? 0) })
}
