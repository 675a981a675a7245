// The columns of a merchant that bound its quotes of transfers. `server/remittance/quotes/terms.ts` reads and sets them.
import type { Environment } from '../../kernel/environment.ts'
import { commonStatement } from '../../platform/database/database.ts'

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
