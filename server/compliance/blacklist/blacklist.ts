// The blacklist: phone numbers that are never paid. Admins add and remove them, each with a reason and their name.
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { Environment } from '../../kernel/environment.ts'
import { Problem } from '../../kernel/problem.ts'
import { typedNumber } from '../../kernel/text/typed-text.ts'
import { isUniqueViolation, type Sql, statement } from '../../platform/database/database.ts'
import { complianceProblems } from '../problems.ts'

/** `msisdn` is digits with country code. */
export type BlacklistedNumber = {
  environment: Environment
  msisdn: string
  reason: string
  added_by: string
  added_at: Temporal.Instant
}

const findNumbers = statement<{ environment: Environment; msisdn: string }>(
  'find_blacklisted_numbers',
  `select environment, msisdn from blacklisted_number
    where (environment, msisdn) in (select environment, msisdn from json_to_recordset($1) as n (environment text, msisdn text))`,
)
const insertNumber = statement<BlacklistedNumber>(
  'insert_blacklisted_number',
  `insert into blacklisted_number (environment, msisdn, reason, added_by, added_at) values ($1, $2, $3, $4, $5)
    returning environment, msisdn, reason, added_by, added_at`,
)
const deleteNumber = statement<BlacklistedNumber>(
  'delete_blacklisted_number',
  `delete from blacklisted_number where environment = $1 and msisdn = $2
    returning environment, msisdn, reason, added_by, added_at`,
)
const listNumbers = statement<BlacklistedNumber>(
  'list_blacklisted_numbers',
  `select environment, msisdn, reason, added_by, added_at from blacklisted_number
    where environment = $1 order by added_at desc, msisdn limit $2 offset $3`,
)
const countNumbers = statement<{ total: bigint }>(
  'count_blacklisted_numbers',
  'select count(*) as total from blacklisted_number where environment = $1',
)

/** @param msisdn digits with country code. */
export async function isBlacklisted(sql: Sql, environment: Environment, msisdn: string): Promise<boolean> {
  const [found] = await areBlacklisted(sql, [{ environment, msisdn }])
  return found === true
}

/** Checks many numbers with one query; results are in the order of `numbers`. */
export async function areBlacklisted(
  sql: Sql,
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
export async function addToBlacklist(sql: Sql, entry: BlacklistedNumber): Promise<BlacklistedNumber> {
  const { environment, msisdn, reason, added_by, added_at } = entry
  try {
    const [added] = await sql.rows(insertNumber, [environment, msisdn, reason, added_by, added_at])
    return added!
  } catch (error) {
    if (isUniqueViolation(error)) throw new Problem(complianceProblems.number_listed)
    throw error
  }
}

/** Removes a number and returns the removed entry. @throws Problem 404 when the number is not blacklisted. */
export async function removeFromBlacklist(
  sql: Sql,
  environment: Environment,
  msisdn: string,
): Promise<BlacklistedNumber> {
  const [removed] = await sql.rows(deleteNumber, [environment, msisdn])
  if (!removed) throw new Problem(complianceProblems.number_unknown)
  return removed
}

/** One page of the blacklist, newest first, with the total count. */
export async function blacklistPage(
  sql: Sql,
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
  throw new Problem(complianceProblems.number_invalid)
}
