// What a merchant pays: percentages of its card payments, and a percentage and a fixed fee per transfer. Admins set it.
import { z } from 'zod'
import type { Admin } from '../../admin/access.ts'
import { audit } from '../../admin/audit.ts'
import type { Environment } from '../../kernel/environment.ts'
import { parseWrittenMoney } from '../../kernel/money.ts'
import { commonStatement } from '../../platform/database/database.ts'
import { check, optional, reasonText, refused } from '../../platform/http/body/body.ts'
import { numberText, plainDecimal } from '../../platform/http/body/json.ts'
import {
  existingMerchant,
  lockedMerchant,
  type MerchantAdminNeeds,
  type MerchantRecord,
} from './directory.ts'

/** Null leaves a fee unchanged; the rate of mobile money has a flag for that, since it can be null itself. */
const setRates = commonStatement(
  'set_merchant_rates',
  `update shared.merchant
      set commission_rate_bp = $2, bank_rate_bp = $3, remittance_fee_bp = coalesce($4, remittance_fee_bp),
          remittance_fee_fixed_minor = coalesce($5, remittance_fee_fixed_minor),
          mobile_money_rate_bp = case when $7 then mobile_money_rate_bp else $6 end, version = version + 1
    where id = $1`,
)

/** @param most the largest value, in hundredths. Accepts a number, or a decimal string as responses carry it. */
function hundredths(most: bigint, message: string) {
  return z
    .unknown()
    .transform((value, context) => {
      const sent = numberText(value)
      const digits = sent === undefined ? value : plainDecimal(sent)
      const parsed = typeof digits === 'string' ? parseWrittenMoney(digits.trim(), 'USD') : undefined
      if (parsed && parsed.minor <= most) return parsed.minor
      const fault =
        value === undefined ? refused('missing', 'Field required') : refused('value_error', message)
      context.addIssue({ code: 'custom', ...fault })
      return z.NEVER
    })
    .meta({ type: ['number', 'string'] as never })
}

const percentFault = 'Value error, a rate is a percentage from 0 to 100 with at most two decimal places'
const feeFault = 'Value error, a fee is an amount in USD from 0 to 10000 with at most two decimal places'
const maxPercent = 100_00n
const maxFee = 10_000_00n

export const ratesSchema = z.object({
  commission_rate: hundredths(maxPercent, percentFault),
  bank_commission_rate: hundredths(maxPercent, percentFault),
  mobile_money_rate: hundredths(maxPercent, percentFault).nullish(),
  remittance_fee_rate: optional(hundredths(maxPercent, percentFault)),
  remittance_fee_fixed: optional(hundredths(maxFee, feeFault)),
  reason: reasonText(),
})

/**
 * Sets the rates for orders and transfers created from now on. A fee that is left out keeps its value; a rate of mobile
 * money that is null follows that of cards.
 * @throws InvalidBody, Problem 404
 */
export async function changeRates(
  { db, secrets, clock }: MerchantAdminNeeds,
  code: string,
  { admin, body }: { admin: Admin; body: unknown },
): Promise<MerchantRecord> {
  const rates = check(ratesSchema, body, 'body')
  const { commission_rate, bank_commission_rate } = rates
  const fees = [
    rates.remittance_fee_rate ?? null,
    rates.remittance_fee_fixed ?? null,
    rates.mobile_money_rate ?? null,
    rates.mobile_money_rate === undefined,
  ]
  return db.transaction(async (sql) => {
    const id = await lockedMerchant(sql, code)
    const before = ratesIn(await existingMerchant(sql, code))
    await sql.rows(setRates, [id, commission_rate, bank_commission_rate, ...fees])
    const merchant = await existingMerchant(sql, code)
    const detail = { reason: rates.reason, before, after: ratesIn(merchant) }
    const now = clock.now()
    audit(sql, secrets, { admin, action: 'merchant.rates_changed', subject: code, detail, now })
    return merchant
  })
}

function ratesIn(merchant: MerchantRecord): Record<string, string | null> {
  const { commission_rate, mobile_money_rate, bank_commission_rate } = merchant
  const { remittance_fee_rate, remittance_fee_fixed } = merchant
  return {
    commission_rate,
    mobile_money_rate,
    bank_commission_rate,
    remittance_fee_rate,
    remittance_fee_fixed,
  }
}

// What quotes of its transfers may promise, which server/remittance/quotes/terms.ts reads and sets.

export type QuoteTermsRow = {
  id: bigint
  merchant_code: string
  environment: Environment
  quote_seconds: number
  quote_exposure_limit_minor: bigint
}

const byCode = `select id, merchant_code, environment, quote_seconds, quote_exposure_limit_minor
  from shared.merchant where merchant_code = $1`

export const findQuoteTerms = commonStatement<QuoteTermsRow>('find_quote_terms', byCode)
export const lockQuoteTerms = commonStatement<QuoteTermsRow>(
  'lock_quote_terms',
  `${byCode} for no key update`,
)
export const setQuoteTerms = commonStatement(
  'set_quote_terms',
  'update shared.merchant set quote_seconds = $2, quote_exposure_limit_minor = $3 where id = $1',
)
