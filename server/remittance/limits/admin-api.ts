// The admin routes of the limit rules: the rules in force, their versions, a change, and a dry run before it.

import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type Admin, adminOf, adminStepUpHeader, stepUpProblem } from '../../admin/access.ts'
import { pendingApprovals } from '../../approvals/pending.ts'
import { approvalProblems } from '../../approvals/problems.ts'
import { applies } from '../../approvals/rules.ts'
import { approvalWaitsData } from '../../approvals/schemas.ts'
import { type ComplianceAdminNeeds, environmentOf } from '../../compliance/admin-requests.ts'
import type { Environment } from '../../merchants/identity/merchant.ts'
import type { Sql } from '../../platform/database/database.ts'
import { admins } from '../../platform/http/access.ts'
import { type Endpoint, environmentName, named } from '../../platform/http/api.ts'
import { check, reasonText } from '../../platform/http/body/body.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { dayField, pageFields } from '../../platform/http/lists/list-query.ts'
import { pageResponse } from '../http/list-parameters.ts'
import { type Guard, sendData } from '../http/routes.ts'
import { amountNumber } from '../transfer/amounts.ts'
import { remittanceProblems as problems } from '../transfer/problems.ts'
import { stamp } from '../transfer/time.ts'
import { type ChangeNeeds, changeRules, rulesSubject } from './change-rules.ts'
import { type DryRun, dryRun } from './dry-run.ts'
import type { RuleSet } from './rule.ts'
import { rulesInForce, rulesVersions } from './rule-sets.ts'
import {
  dryRunResponse,
  renderRule,
  rulesField,
  rulesRequest,
  rulesResponse,
  versionsResponse,
} from './schemas.ts'

const compliance = { tag: 'Admin: compliance' } as const
const path = '/api/v1/admin/compliance/rules'

const readRulesEndpoint: Endpoint = {
  ...compliance,
  id: 'readLimitRules',
  method: 'GET',
  path: '/api/v1/admin/compliance/rules',
  priority: 'list',
  access: admins('compliance'),
  summary: 'Read the limit rules in force',
  query: z.object({ environment: environmentName.optional() }),
  responses: { 200: rulesResponse },
}
const listVersionsEndpoint: Endpoint = {
  ...compliance,
  id: 'listLimitRulesVersions',
  method: 'GET',
  path: '/api/v1/admin/compliance/rules/versions',
  priority: 'list',
  access: admins('compliance'),
  summary: 'List the changes of the limit rules',
  description: 'Newest first, without the rules of a new deployment.',
  query: z.object({ environment: environmentName.optional(), ...pageFields }),
  responses: { 200: versionsResponse },
}
const changeRulesEndpoint: Endpoint = {
  ...compliance,
  id: 'changeLimitRules',
  method: 'PUT',
  path: '/api/v1/admin/compliance/rules',
  priority: 'order',
  access: admins('compliance'),
  // guard: step-up-of-limit-rules
  stepUp: 'required',
  conflictOfInterest: 'persons',
  summary: 'Change the limit rules',
  description:
    'All rules are replaced. Transfers accepted from then on are judged by the new version. Where the deployment asks for it, as every production does by default, a change that lets more through waits for a second admin: the response is 202, and nothing has changed.',
  headers: adminStepUpHeader,
  body: rulesRequest,
  responses: { 200: rulesResponse, 202: approvalWaitsData },
  problems: [stepUpProblem, problems.rules_changed, approvalProblems.second_admin_missing],
}
const dryRunFields = { rules: rulesField, from: dayField, to: dayField }
const dryRunEndpoint: Endpoint = {
  ...compliance,
  id: 'dryRunLimitRules',
  method: 'POST',
  path: '/api/v1/admin/compliance/rules/dry-run',
  priority: 'list',
  access: admins('compliance'),
  stepUp: 'harmless',
  conflictOfInterest: 'persons',
  summary: 'Try limit rules on past transfers',
  description:
    'Judges the transfers accepted on the days from `from` to `to` (UTC, inclusive) as if the rules had been in force. Changes nothing.',
  query: z.object(pageFields),
  body: named(
    'LimitRulesDryRunRequest',
    z.object({ environment: environmentName.optional(), ...dryRunFields }),
    {
      environment: 'sandbox',
      rules: [
        {
          id: 'number-day-sum',
          subject: 'number',
          measure: 'sum',
          window: 'day',
          limit: 2_500,
          outcome: 'refuse',
        },
      ],
      from: '2026-11-01',
      to: '2026-11-21',
    } as never,
  ),
  responses: { 200: dryRunResponse },
  problems: [problems.date, problems.period_too_long],
}

type Needs = ComplianceAdminNeeds &
  ChangeNeeds & {
    /** Whether limits are on. */
    limitsApply: (environment: Environment) => boolean
  }

/** @param guard rejects requests that do not come from an admin. */
export function registerLimitAdminRoutes(app: FastifyInstance, needs: Needs, guard: Guard): void {
  const { db } = needs
  const environment = environmentOf(needs)
  const onRequest = guard
  app.get(path, { onRequest, config: { api: readRulesEndpoint } }, async (request, reply) => {
    const asked = check(z.object({ environment }), request.query, 'query')
    return sendData(reply, await renderInForce(needs, asked.environment, adminOf(request)))
  })
  app.get(
    `${path}/versions`,
    { onRequest, config: { api: listVersionsEndpoint } },
    async (request, reply) => {
      const asked = check(z.object({ environment, ...pageFields }), request.query, 'query')
      const page = { ...asked, offset: (asked.page - 1) * asked.limit }
      const { total, items } = await rulesVersions(db, asked.environment, page)
      const rendered = items.map((item) => ({ ...item, changed_at: stamp(item.changed_at) }))
      return sendData(reply, pageResponse(page, { total, items: rendered }))
    },
  )
  app.put(path, { onRequest, config: { api: changeRulesEndpoint } }, async (request, reply) => {
    const schema = rulesRequest.extend({ environment, reason: reasonText() })
    const { reason, ...change } = check(schema, jsonBody(request), 'body')
    const admin = adminOf(request)
    const requested = await changeRules(needs, change, { admin, reason })
    if (requested) return sendData(reply.code(202), requested)
    return sendData(reply, await renderInForce(needs, change.environment, admin))
  })
  app.post(`${path}/dry-run`, { onRequest, config: { api: dryRunEndpoint } }, async (request, reply) => {
    const schema = z.object({ environment, ...dryRunFields })
    const { rules, from, to, ...asked } = check(schema, jsonBody(request), 'body')
    const page = check(z.object(pageFields), request.query, 'query')
    const period = { from: midnight(from), to: midnight(to).add({ hours: 24 }) }
    return sendData(reply, renderDryRun(await dryRun(db, asked.environment, rules, period), page))
  })
}

const midnight = (day: string) => Temporal.PlainDate.from(day).toZonedDateTime('UTC').toInstant()

async function renderInForce(
  { db, clock, approvals, limitsApply }: Needs,
  environment: Environment,
  admin: Admin,
) {
  const subject = rulesSubject(environment)
  const wanted = { actions: ['limit_rules'], subjects: [subject], admin, now: clock.now() } as const
  const pending = await pendingApprovals(db, wanted)
  const set = (await rulesInForce(db))[environment]
  return {
    environment,
    applied: limitsApply(environment),
    ...(await changeOf(db, environment, set)),
    rules: set.rules.map(renderRule),
    needs_approval: applies(approvals.rules, 'limits'),
    pending_approvals: pending(subject),
  }
}

async function changeOf(sql: Sql, environment: Environment, { version }: RuleSet) {
  const { items } = await rulesVersions(sql, environment, { limit: 1, offset: 0 })
  const [change] = version === 0 ? [] : items
  const { changed_by = null, reason = null } = change ?? {}
  return { version, changed_by, reason, changed_at: change ? stamp(change.changed_at) : null }
}

function renderDryRun(
  { hits, notCounted, ...counts }: DryRun,
  { page, limit }: { page: number; limit: number },
) {
  const items = hits.slice((page - 1) * limit, page * limit).map((hit) => ({
    transaction_id: hit.transaction_id,
    merchant_code: hit.merchant_code,
    reference: hit.reference,
    created_at: stamp(hit.created_at),
    amount: amountNumber(hit.limit_minor),
    outcome: hit.judgement.outcome,
    rules: hit.judgement.hits.map(({ rule }) => rule.id),
  }))
  const total = hits.length
  const pagination = { page, limit, total, pages: Math.ceil(total / limit) }
  return { ...counts, not_counted: notCounted, items, pagination }
}
