// Mutants of quotes: what is promised, what becomes of it, and the limits of it.
import { type Mutant, without } from '../mutant.ts'

const prices = 'server/remittance/quotes/price.test.ts'
const quoteTests = 'server/remittance/quotes/quote.test.ts'
const races = 'server/remittance/quotes/quote-races.test.ts'

export const quotes: readonly Mutant[] = [
  without('receiver amount of a quote', ['quoted-receiver-amount', 'sourceAmount, amount, isRoundedDown', 'sourceAmount, isRoundedDown'], 'a beneficiary receives another amount than the one that was asked for', prices),
  without('rounding of a quoted source amount', ['quoted-source-rounding', '+ par - 1n', ''], 'a sender pays less than the quoted dollars cost', prices),
  without('sandbox cap of a quote', ['quote-sandbox-cap', 'remove'], 'a sandbox pays out more than its cap', quoteTests),
  without("quote of another merchant", ['quote-owner', 'q.merchant_id = $2', '$2::bigint is not null'], "a merchant uses another merchant's price", quoteTests),
  without('quote that fits', ['quote-fits', 'errors.length > 0', 'errors.length > 9'], 'a price that was quoted for one number is paid to another', quoteTests),
  without('quote used once', ['quote-used-once', "quote.state !== 'OPEN'", "quote.state === ('' as string)"], 'a quote prices two transfers', quoteTests),
  without('quote at its last moment', ['quote-expiry', '>= 0', '> 0'], 'a quote is used at the moment it expires', races),
  without('quote used once at once', ['locked-quote-state', 'if (unusable)', "if (unusable === ('' as string))"], 'transfers at once share one quote', races),
  without('lock of a quote', ['quote-lock', ' for update', ''], 'a quote expires while a transfer uses it', races),
  without('expiry of open quotes only', ['quote-expiry-state', "where state = 'OPEN' and", "where state <> 'EXPIRED' and"], 'the quote of a held transfer expires', races),
  without('lock of what is promised', ['quote-exposure-lock', 'do update set promised_minor = e.promised_minor', 'do nothing'], 'quotes at once promise more than the limit', races),
  without('end of a promise in the ledger', ['quote-exposure-end', "['quote_promised', 'quote_exposure']", "['quote_exposure', 'quote_promised']"], 'the ledger promises what was paid already', races),
  without('limit of exposure of a merchant', ['quote-exposure-limit', 'merchant + promise.receiver_minor > most', 'merchant > most + promise.receiver_minor'], 'a merchant collects promises without limit', quoteTests, races),
  without('limit of exposure in a currency', ['currency-exposure-limit', 'currency + promise.receiver_minor > maxExposure', 'currency < 0n'], 'all merchants together collect promises in one currency without limit', races),
  without('price of a held transfer', ['release-promise', 'if (promised)', 'if (promised && rateTable === null)'], 'a held transfer is paid at another price than promised', races),
  without('quote of a rejected transfer', ['rejected-quote', 'if (quote)', 'if (quote && now === undefined)'], 'what was promised to a rejected transfer counts for ever', races),
] // biome-ignore format: a table with one row per line
