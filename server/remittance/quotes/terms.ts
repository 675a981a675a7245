// How long quotes of a merchant are valid and what they may promise together: admins read and set it.
import { z } from 'zod'
import type { Admin } from '../../admin/access.ts'
import { type AuditNeeds, audit } from '../../admin/audit.ts'
import { amountOf, parseMoney } from '../../kernel/money.ts'
import { Problem } from '../../kernel/problem.ts'
import {
  findQuoteTerms,
  lockQuoteTerms,
  type QuoteTermsRow,
  setQuoteTerms,
} from '../../merchants/directory/pricing.ts'
import { merchantAdminProblems } from '../../merchants/problems.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import { check, optional, reasonText, wholeNumber } from '../../platform/http/body/body.ts'

export const quoteTermsSchema = z.object({
  quote_seconds: optional(wholeNumber({ min: 60, max: 1_800 })),
  quote_exposure_limit: optional(z.string().regex(/^(0|[1-9]\d{0,8})(\.\d{1,2})?$/)).meta({
    description: 'In USD. Unchanged if absent, as is `quote_seconds`.',
  }),
  reason: reasonText(),
})

const findPromised = statement<{ promised_minor: bigint }>(
  'find_quote_exposure',
  'select promised_minor from quote_exposure where environment = $1 and scope = $2',
)

const render = ({ merchant_code, environment, ...terms }: QuoteTermsRow) => ({
  merchant_code,
  environment,
  quote_seconds: terms.quote_seconds,
  quote_exposure_limit: amountOf(terms.quote_exposure_limit_minor, 'USD'),
})

async function withPromised(sql: Sql, row: QuoteTermsRow) {
  const [exposure] = await sql.rows(findPromised, [row.environment, `merchant:${row.id}`])
  return { ...render(row), promised: amountOf(exposure?.promised_minor ?? 0n, 'USD') }
}

/** @throws Problem 404 */
export async function quoteTerms(sql: Sql, code: string) {
  const [row] = await sql.rows(findQuoteTerms, [code])
  if (!row) throw new Problem(merchantAdminProblems.merchant_unknown)
  return withPromised(sql, row)
}

/** Sets them for the quotes that are made from now on. @throws InvalidBody, Problem 404 */
export async function changeQuoteTerms(
  { db, secrets, clock }: AuditNeeds,
  code: string,
  { admin, body }: { admin: Admin; body: unknown },
) {
  const {
    reason,
    quote_seconds: seconds,
    quote_exposure_limit: limit,
  } = check(quoteTermsSchema, body, 'body')
  return db.transaction(async (sql) => {
    const [before] = await sql.rows(lockQuoteTerms, [code])
    if (!before) throw new Problem(merchantAdminProblems.merchant_unknown)
    const after = {
      ...before,
      quote_seconds: seconds ?? before.quote_seconds,
      quote_exposure_limit_minor:
        limit === undefined ? before.quote_exposure_limit_minor : parseMoney(limit, 'USD')!.minor,
    }
    await sql.rows(setQuoteTerms, [before.id, after.quote_seconds, after.quote_exposure_limit_minor])
    const detail = { reason, before: render(before), after: render(after) }
    audit(sql, secrets, {
      admin,
      action: 'merchant.quote_terms_changed',
      subject: code,
      detail,
      now: clock.now(),
    })
    return withPromised(sql, after)
  })
}
