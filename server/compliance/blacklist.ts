// The blacklist: phone numbers that are never paid. Admins add and remove them, each with a reason and their name.

import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { z } from 'zod'
import { adminOf, adminStepUpHeader, stepUpProblem } from '../admin/access.ts'
import type { Environment } from '../kernel/environment.ts'
import { Problem } from '../kernel/problem.ts'
import { typedNumber } from '../kernel/text/typed-text.ts'
import { type ControlSql, commonStatement, isUniqueViolation } from '../platform/database/database.ts'
import { dataResponse, environmentName, named, pageResponse, zonelessStamp } from '../platform/http/api.ts'
import { check, text } from '../platform/http/body/body.ts'
import { endpoint, succeeded } from '../platform/http/endpoint.ts'
import { jsonBody } from '../platform/http/http.ts'
import { paged, pageFields } from '../platform/http/list-query.ts'
import { zonelessMicrosecond } from '../platform/time/clock.ts'
import {
  audited,
  type ComplianceAdminNeeds,
  complianceEndpoint,
  environmentField,
  environmentOf,
  reasonField,
} from './admin-requests.ts'
import { complianceProblems as problems } from './problems.ts'

/** `msisdn` is digits with country code. */
type BlacklistedNumber = {
  environment: Environment
  msisdn: string
  reason: string
  added_by: string
  added_at: Temporal.Instant
}

const findNumbers = commonStatement<{ environment: Environment; msisdn: string }>(
  'find_blacklisted_numbers',
  `select environment, msisdn from blacklisted_number
    where (environment, msisdn) in (select environment, msisdn from json_to_recordset($1) as n (environment text, msisdn text))`,
)
const insertNumber = commonStatement<BlacklistedNumber>(
  'insert_blacklisted_number',
  `insert into shared.blacklisted_number (environment, msisdn, reason, added_by, added_at) values ($1, $2, $3, $4, $5)
    returning environment, msisdn, reason, added_by, added_at`,
)
const deleteNumber = commonStatement<BlacklistedNumber>(
  'delete_blacklisted_number',
  `delete from shared.blacklisted_number where environment = $1 and msisdn = $2
    returning environment, msisdn, reason, added_by, added_at`,
)
const listNumbers = commonStatement<BlacklistedNumber>(
  'list_blacklisted_numbers',
  `select environment, msisdn, reason, added_by, added_at from blacklisted_number
    where environment = $1 order by added_at desc, msisdn limit $2 offset $3`,
)
const countNumbers = commonStatement<{ total: bigint }>(
  'count_blacklisted_numbers',
  'select count(*) as total from blacklisted_number where environment = $1',
)

/** @param msisdn digits with country code. */
export async function isBlacklisted(
  sql: ControlSql,
  environment: Environment,
  msisdn: string,
): Promise<boolean> {
  const [found] = await areBlacklisted(sql, [{ environment, msisdn }])
  return found === true
}

/** Checks many numbers with one query; results are in the order of `numbers`. */
export async function areBlacklisted(
  sql: ControlSql,
  numbers: readonly { environment: Environment; msisdn: string }[],
): Promise<boolean[]> {
  const rows = await sql.rows(findNumbers, [JSON.stringify(numbers)])
  const listed = new Set(rows.map(({ environment, msisdn }) => `${environment} ${msisdn}`))
  return numbers.map(({ environment, msisdn }) => listed.has(`${environment} ${msisdn}`))
}

/**
 * Adds a number and returns the stored entry.
 * @throws Problem 409 when the number is listed already. The surrounding transaction is then aborted by PostgreSQL.
 */
export async function addToBlacklist(sql: ControlSql, entry: BlacklistedNumber): Promise<BlacklistedNumber> {
  const { environment, msisdn, reason, added_by, added_at } = entry
  try {
    const [added] = await sql.rows(insertNumber, [environment, msisdn, reason, added_by, added_at])
    return added!
  } catch (error) {
    if (isUniqueViolation(error)) throw new Problem(problems.number_listed)
    throw error
  }
}

/** Removes a number and returns the removed entry. @throws Problem 404 when the number is not blacklisted. */
export async function removeFromBlacklist(
  sql: ControlSql,
  environment: Environment,
  msisdn: string,
): Promise<BlacklistedNumber> {
  const [removed] = await sql.rows(deleteNumber, [environment, msisdn])
  if (!removed) throw new Problem(problems.number_unknown)
  return removed
}

/** One page of the blacklist, newest first, with the total count. */
export async function blacklistPage(
  sql: ControlSql,
  environment: Environment,
  { page, limit }: { page: number; limit: number },
): Promise<{ total: number; items: BlacklistedNumber[] }> {
  const items = await sql.rows(listNumbers, [environment, limit, (page - 1) * limit])
  const [count] = await sql.rows(countNumbers, [environment])
  return { total: Number(count?.total ?? 0), items }
}

/**
 * Normalises a phone number in any form to digits with country code. National numbers are read as Congolese.
 * @throws Problem 400 for an invalid number.
 */
export function msisdnOf(number: string): string {
  const typed = typedNumber(number)
  for (const parsed of [parsePhoneNumberFromString(typed, 'CD'), parsePhoneNumberFromString(`+${typed}`)])
    if (parsed?.isPossible()) return parsed.number.slice(1)
  throw new Problem(problems.number_invalid)
}

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

const numberResponse = dataResponse('BlacklistedNumberResponse', number, exampleNumber)

export const blacklistRoutes = [
  endpoint({
    ...complianceEndpoint,
    id: 'listBlacklist',
    method: 'GET',
    path: '/api/v1/admin/remittance/blacklist',
    summary: 'List blacklisted numbers',
    description: 'Newest first.',
    query: z.object({ environment: environmentField, ...pageFields }),
    responses: {
      200: pageResponse('Blacklist', number, exampleNumber),
    },
    handle: async (needs: ComplianceAdminNeeds, { request }) => {
      const query = z.object({ environment: environmentOf(needs), ...pageFields })
      const wanted = check(query, request.query, 'query')
      const { items, total } = await blacklistPage(needs.db, wanted.environment, wanted)
      return succeeded(paged(wanted, { items: items.map(numberJson), total }))
    },
  }),
  endpoint({
    ...complianceEndpoint,
    id: 'addToBlacklist',
    method: 'POST',
    path: '/api/v1/admin/remittance/blacklist',
    priority: 'order',
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
    ...complianceEndpoint,
    id: 'removeFromBlacklist',
    method: 'DELETE',
    path: '/api/v1/admin/remittance/blacklist/:phone',
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
  return {
    phone: msisdn,
    e164: `+${msisdn}`,
    environment,
    reason,
    added_by,
    added_at: zonelessMicrosecond(added_at),
  }
}
