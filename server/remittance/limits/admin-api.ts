// The admin routes of the limit rules: the rules in force, their versions, a change, and a dry run before it.

import { z } from 'zod'
import { type Admin, adminOf, adminStepUpHeader, stepUpProblem } from '../../admin/access.ts'
import { pendingApprovals } from '../../admin/approvals/pending.ts'
import { approvalProblems } from '../../admin/approvals/problems.ts'
import type { Approvals } from '../../admin/approvals/request-approval.ts'
import { applies } from '../../admin/approvals/rules.ts'
import { approvalWaitsData } from '../../admin/approvals/schemas.ts'
import {
  type ComplianceAdminNeeds,
  complianceEndpoint,
  environmentOf,
} from '../../compliance/admin-requests.ts'
import type { Environment } from '../../kernel/environment.ts'
import type { Cells } from '../../platform/database/cells.ts'
import type { Sql } from '../../platform/database/database.ts'
import { environmentName, named } from '../../platform/http/api.ts'
import { check, reasonText } from '../../platform/http/body/body.ts'
import { endpoint, respond, succeeded } from '../../platform/http/endpoint.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { dayField, paged, pageFields } from '../../platform/http/list-query.ts'
import { amountNumber, stamp } from '../transfer/formats.ts'
import { remittanceProblems as problems } from '../transfer/problems.ts'
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

const dryRunFields = { rules: rulesField, from: dayField, to: dayField }
type LimitViewNeeds = ComplianceAdminNeeds & {
  approvals: Approvals
  /** Whether limits are on. */
  limitsApply: (environment: Environment) => boolean
}

export const limitAdminRoutes = [
  endpoint({
    ...complianceEndpoint,
    id: 'readLimitRules',
    method: 'GET',
    path: '/api/v1/admin/compliance/rules',
    summary: 'Read the limit rules in force',
    query: z.object({ environment: environmentName.optional() }),
    responses: { 200: rulesResponse },
    handle: async (needs: LimitViewNeeds, { request }) => {
      const asked = check(z.object({ environment: environmentOf(needs) }), request.query, 'query')
      return succeeded(await renderInForce(needs, asked.environment, adminOf(request)))
    },
  }),
  endpoint({
    ...complianceEndpoint,
    id: 'listLimitRulesVersions',
    method: 'GET',
    path: '/api/v1/admin/compliance/rules/versions',
    summary: 'List the changes of the limit rules',
    description: 'Newest first, without the rules of a new deployment.',
    query: z.object({ environment: environmentName.optional(), ...pageFields }),
    responses: { 200: versionsResponse },
    handle: async (needs: ComplianceAdminNeeds & { cells: Cells }, { request }) => {
      const schema = z.object({ environment: environmentOf(needs), ...pageFields })
      const asked = check(schema, request.query, 'query')
      const page = { ...asked, offset: (asked.page - 1) * asked.limit }
      const { total, items } = await rulesVersions(needs.db, asked.environment, page)
      const rendered = items.map((item) => ({ ...item, changed_at: stamp(item.changed_at) }))
      return succeeded(paged(page, { total, items: rendered }))
    },
  }),
  endpoint({
    ...complianceEndpoint,
    id: 'changeLimitRules',
    method: 'PUT',
    path: '/api/v1/admin/compliance/rules',
    priority: 'order',
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
    handle: async (needs: LimitViewNeeds & ChangeNeeds, { request }) => {
      const schema = rulesRequest.extend({ environment: environmentOf(needs), reason: reasonText() })
      const { reason, ...change } = check(schema, jsonBody(request), 'body')
      const admin = adminOf(request)
      const requested = await changeRules(needs, change, { admin, reason })
      if (requested) return respond(202, succeeded(requested))
      return succeeded(await renderInForce(needs, change.environment, admin))
    },
  }),
  endpoint({
    ...complianceEndpoint,
    id: 'dryRunLimitRules',
    method: 'POST',
    path: '/api/v1/admin/compliance/rules/dry-run',
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
      },
    ),
    responses: { 200: dryRunResponse },
    problems: [problems.date, problems.period_too_long],
    handle: async (needs: ComplianceAdminNeeds & { cells: Cells }, { request }) => {
      const schema = z.object({ environment: environmentOf(needs), ...dryRunFields })
      const { rules, from, to, ...asked } = check(schema, jsonBody(request), 'body')
      const page = check(z.object(pageFields), request.query, 'query')
      const period = { from: midnight(from), to: midnight(to).add({ hours: 24 }) }
      return succeeded(renderDryRun(await dryRun(needs.cells, asked.environment, rules, period), page))
    },
  }),
]

const midnight = (day: string) => Temporal.PlainDate.from(day).toZonedDateTime('UTC').toInstant()

async function renderInForce(
  { db, clock, approvals, limitsApply }: LimitViewNeeds,
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
