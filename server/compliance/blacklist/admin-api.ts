// The admin routes for the blacklist: list, add and remove numbers.

import { z } from 'zod'
import { adminOf, adminStepUpHeader, stepUpProblem } from '../../admin/access.ts'
import { admins } from '../../platform/http/access.ts'
import { environmentName, named, pageOf, success, zonelessStamp } from '../../platform/http/api.ts'
import { check, text } from '../../platform/http/body/body.ts'
import { endpoint, succeeded } from '../../platform/http/endpoint.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { paged, pageFields } from '../../platform/http/lists/list-query.ts'
import {
  audited,
  type ComplianceAdminNeeds,
  environmentField,
  environmentOf,
  reasonField,
  timeText,
} from '../admin-requests.ts'
import { complianceProblems as problems } from '../problems.ts'
import {
  addToBlacklist,
  type BlacklistedNumber,
  blacklistPage,
  msisdnOf,
  removeFromBlacklist,
} from './blacklist.ts'

const compliance = { tag: 'Admin: compliance' } as const

const number = z
  .object({
    phone: z.string().meta({ description: 'Digits with country code.' }),
    e164: z.string(),
    environment: environmentName,
    reason: z.string(),
    added_by: z.string(),
    added_at: zonelessStamp,
  })
  .meta({ id: 'BlacklistedNumber' })

const exampleNumber = {
  phone: '243810000007',
  e164: '+243810000007',
  environment: 'sandbox',
  reason: 'Reported by the operator',
  added_by: 'amina',
  added_at: '2026-11-21T09:30:00.118204',
} as const
const newNumber = z.object({
  environment: environmentField,
  phone: text({ min: 1, max: 40 }),
  reason: reasonField,
})
const firstPage = { page: 1, limit: 20, total: 1, pages: 1 }

const numberResponse = named('BlacklistedNumberResponse', success(number), {
  status: 'success',
  data: exampleNumber,
})

export const blacklistRoutes = [
  endpoint({
    ...compliance,
    id: 'listBlacklist',
    method: 'GET',
    path: '/api/v1/admin/remittance/blacklist',
    priority: 'list',
    access: admins('compliance'),
    summary: 'List blacklisted numbers',
    description: 'Newest first.',
    query: z.object({ environment: environmentField, ...pageFields }),
    responses: {
      200: named('Blacklist', success(pageOf(number)), {
        status: 'success',
        data: { items: [exampleNumber], pagination: firstPage },
      }),
    },
    handle: async (needs: ComplianceAdminNeeds, { request }) => {
      const query = z.object({ environment: environmentOf(needs), ...pageFields })
      const wanted = check(query, request.query, 'query')
      const { items, total } = await blacklistPage(needs.db, wanted.environment, wanted)
      return succeeded(paged(wanted, { items: items.map(numberJson), total }))
    },
  }),
  endpoint({
    ...compliance,
    id: 'addToBlacklist',
    method: 'POST',
    path: '/api/v1/admin/remittance/blacklist',
    priority: 'order',
    access: admins('compliance'),
    stepUp: 'emergency',
    conflictOfInterest: 'persons',
    summary: 'Blacklist a number',
    body: named('BlacklistRequest', newNumber, {
      environment: 'sandbox',
      phone: '+243810000007',
      reason: 'Reported by the operator',
    }),
    responses: { 200: numberResponse },
    problems: [problems.number_invalid, problems.number_listed],
    handle: async (needs: ComplianceAdminNeeds, { request }) => {
      const schema = newNumber.extend({ environment: environmentOf(needs) })
      const { phone, reason, environment } = check(schema, jsonBody(request), 'body')
      const msisdn = msisdnOf(phone)
      const added = await audited(needs, request, async (sql, added_at) => {
        const entry = { environment, msisdn, reason, added_by: adminOf(request).name, added_at }
        const number = await addToBlacklist(sql, entry)
        return { action: 'blacklist.added', subject: msisdn, detail: { environment, reason }, number }
      })
      return succeeded(numberJson(added.number))
    },
  }),
  endpoint({
    ...compliance,
    id: 'removeFromBlacklist',
    method: 'DELETE',
    path: '/api/v1/admin/remittance/blacklist/:phone',
    priority: 'list',
    access: admins('compliance'),
    stepUp: 'required',
    conflictOfInterest: 'persons',
    summary: 'Remove a number from the blacklist',
    params: { phone: z.string().meta({ examples: ['243810000007'] }) },
    headers: adminStepUpHeader,
    query: z.object({ environment: environmentField }),
    responses: { 200: numberResponse },
    problems: [stepUpProblem, problems.number_invalid, problems.number_unknown],
    handle: async (needs: ComplianceAdminNeeds, { request, params }) => {
      const msisdn = msisdnOf(params.phone)
      const query = z.object({ environment: environmentOf(needs) })
      const { environment } = check(query, request.query, 'query')
      const removed = await audited(needs, request, async (sql) => {
        const number = await removeFromBlacklist(sql, environment, msisdn)
        const detail = { environment, reason: number.reason, added_by: number.added_by }
        return { action: 'blacklist.removed', subject: msisdn, detail, number }
      })
      return succeeded(numberJson(removed.number))
    },
  }),
]

function numberJson({ environment, msisdn, reason, added_by, added_at }: BlacklistedNumber) {
  return { phone: msisdn, e164: `+${msisdn}`, environment, reason, added_by, added_at: timeText(added_at) }
}
