// What admins do about compliance: the blacklist of numbers, the lists in use, and the alerts of re-screening.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { adminOf } from '../admin/access.ts'
import { audit } from '../admin/audit.ts'
import { Problem } from '../kernel/problem.ts'
import type { Environment } from '../merchants/identity/merchant.ts'
import type { Database, Sql } from '../platform/database/database.ts'
import { check, text } from '../platform/http/body/body.ts'
import { jsonBody, sendJson } from '../platform/http/http.ts'
import { pageFields } from '../platform/http/list-query.ts'
import type { Secrets } from '../platform/security/secrets.ts'
import type { Clock } from '../platform/time/clock.ts'
import * as endpoints from './admin-endpoints.ts'
import {
  addToBlacklist,
  type BlacklistedNumber,
  blacklistPage,
  msisdnOf,
  removeFromBlacklist,
} from './blacklist.ts'
import { currentLists, type ListState } from './lists/states.ts'
import { complianceProblems } from './problems.ts'
import { type AlertRow, alertPage, closeAlert } from './screening/alert.ts'
import { birthDateOf } from './screening/birth-date.ts'
import { matchViews } from './screening/match-view.ts'

export type ComplianceAdminNeeds = {
  db: Database
  secrets: Secrets
  clock: Clock
  /** Those this deployment serves; where none is named, production if it is one. */
  environments: readonly Environment[]
}

type Guard = (request: FastifyRequest) => Promise<void>

const path = '/api/v1/admin/remittance'
/** @param guard lets only admins pass. */
export function registerComplianceAdminRoutes(
  app: FastifyInstance,
  needs: ComplianceAdminNeeds,
  guard: Guard,
): void {
  const environment = z
    .enum(['sandbox', 'production'])
    .default(needs.environments.includes('production') ? 'production' : 'sandbox')
  registerBlacklistRoutes(app, needs, guard, environment)
  registerScreeningRoutes(app, needs, guard, environment)
}

type EnvironmentField = z.ZodDefault<z.ZodEnum<{ sandbox: 'sandbox'; production: 'production' }>>

function registerBlacklistRoutes(
  app: FastifyInstance,
  needs: ComplianceAdminNeeds,
  guard: Guard,
  environment: EnvironmentField,
): void {
  const listQuery = z.object({ environment, ...pageFields })
  const newNumber = z.object({ environment, phone: text({ min: 1, max: 40 }), reason: endpoints.reasonField })
  const removalQuery = z.object({ environment })

  app.get(
    `${path}/blacklist`,
    { onRequest: guard, config: { api: endpoints.listBlacklist } },
    async (request, reply) => {
      const wanted = check(listQuery, request.query, 'query')
      const { items, total } = await blacklistPage(needs.db, wanted.environment, wanted)
      return sendJson(reply, pageOf(wanted, total, items.map(numberJson)))
    },
  )

  app.post(
    `${path}/blacklist`,
    { onRequest: guard, config: { api: endpoints.addToBlacklist } },
    async (request, reply) => {
      const { phone, reason, environment } = check(newNumber, jsonBody(request), 'body')
      const msisdn = msisdnOf(phone)
      const added = await audited(needs, request, async (sql, added_at) => {
        const entry = { environment, msisdn, reason, added_by: adminOf(request).name, added_at }
        const number = await addToBlacklist(sql, entry)
        return { action: 'blacklist.added', subject: msisdn, detail: { environment, reason }, number }
      })
      return sendJson(reply, { status: 'success', data: numberJson(added.number) })
    },
  )

  app.delete(
    `${path}/blacklist/:phone`,
    { onRequest: guard, config: { api: endpoints.removeFromBlacklist } },
    async (request, reply) => {
      const msisdn = msisdnOf((request.params as { phone: string }).phone)
      const { environment } = check(removalQuery, request.query, 'query')
      const removed = await audited(needs, request, async (sql) => {
        const number = await removeFromBlacklist(sql, environment, msisdn)
        const detail = { environment, reason: number.reason, added_by: number.added_by }
        return { action: 'blacklist.removed', subject: msisdn, detail, number }
      })
      return sendJson(reply, { status: 'success', data: numberJson(removed.number) })
    },
  )
}

function registerScreeningRoutes(
  app: FastifyInstance,
  needs: ComplianceAdminNeeds,
  guard: Guard,
  environment: EnvironmentField,
): void {
  const listsQuery = z.object(pageFields)
  const alertsQuery = z.object({
    environment,
    state: z.enum(['open', 'closed']).default('open'),
    ...pageFields,
  })

  app.get(
    `${path}/screening/lists`,
    { onRequest: guard, config: { api: endpoints.listScreeningLists } },
    async (request, reply) => {
      const wanted = check(listsQuery, request.query, 'query')
      const lists = await currentLists(needs.db)
      const shown = lists.slice((wanted.page - 1) * wanted.limit, wanted.page * wanted.limit)
      return sendJson(reply, pageOf(wanted, lists.length, shown.map(listJson)))
    },
  )

  app.get(
    `${path}/screening/alerts`,
    { onRequest: guard, config: { api: endpoints.listAlerts } },
    async (request, reply) => {
      const wanted = check(alertsQuery, request.query, 'query')
      const { items, total } = await alertPage(needs.db, { ...wanted, open: wanted.state === 'open' })
      const view = await matchViews(
        needs.db,
        items.map(({ match }) => match),
      )
      return sendJson(
        reply,
        pageOf(
          wanted,
          total,
          items.map((alert) => alertJson(needs.secrets, alert, view)),
        ),
      )
    },
  )

  app.post(
    `${path}/screening/alerts/:id/close`,
    { onRequest: guard, config: { api: endpoints.closeAlert } },
    async (request, reply) => {
      const { id } = request.params as { id: string }
      const { reason } = check(endpoints.closeAlertSchema, jsonBody(request), 'body')
      if (!/^\d{1,18}$/.test(id)) throw new Problem(complianceProblems.alert_unknown)
      const closed = await audited(needs, request, async (sql, now) => {
        const alert = await closeAlert(sql, BigInt(id), { closedBy: adminOf(request).name, reason, now })
        const detail = {
          reason,
          list: alert.match.list,
          entry: alert.match.entryId,
          subject: alert.subjects[0],
        }
        return { action: 'alert.closed', subject: `alert:${id}`, detail, alert }
      })
      const view = await matchViews(needs.db, [closed.alert.match])
      return sendJson(reply, { status: 'success', data: alertJson(needs.secrets, closed.alert, view) })
    },
  )
}

type Act = { action: string; subject: string; detail: Record<string, unknown> }

/** Runs what an admin does and writes it down, in one transaction. */
function audited<Done extends Act>(
  { db, secrets, clock }: ComplianceAdminNeeds,
  request: FastifyRequest,
  work: (sql: Sql, now: Temporal.Instant) => Promise<Done>,
): Promise<Done> {
  const now = clock.now()
  return db.transaction(async (sql) => {
    const done = await work(sql, now)
    const { action, subject, detail } = done
    await audit(sql, secrets, { admin: adminOf(request), action, subject, detail, now })
    return done
  })
}

function pageOf({ page, limit }: { page: number; limit: number }, total: number, items: object[]) {
  const pagination = { page, limit, total, pages: Math.ceil(total / limit) }
  return { status: 'success', data: { items, pagination } }
}

/** As all times of the remittance service: UTC without a zone. */
function timeText(time: Temporal.Instant): string {
  return time.toString({ smallestUnit: 'microsecond' }).slice(0, -1)
}

function numberJson({ environment, msisdn, reason, added_by, added_at }: BlacklistedNumber) {
  return { phone: msisdn, e164: `+${msisdn}`, environment, reason, added_by, added_at: timeText(added_at) }
}

function listJson(list: ListState) {
  const { version_id, imported_at, ...told } = list
  return { ...told, version: String(version_id), imported_at: timeText(imported_at) }
}

function alertJson(secrets: Secrets, alert: AlertRow, view: Awaited<ReturnType<typeof matchViews>>) {
  const { id, match, opened_at, closed_at, birth_date: _, birth_date_sealed, ...told } = alert
  return {
    id: String(id),
    ...told,
    birth_date: birthDateOf(secrets, alert) ?? null,
    match: view(match),
    opened_at: timeText(opened_at),
    closed_at: closed_at && timeText(closed_at),
  }
}
