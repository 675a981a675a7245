// What the adapters have in common for payments from wallets.
import { type LocalCurrency, type Money, parseMoney } from '../../kernel/money.ts'
import { type OperatorCode, operators } from '../../kernel/operators.ts'
import type {
  CollectionDecline,
  CollectionInquiryReply,
  CollectionReply,
  CollectionTerms,
  DeclinedCollection,
} from '../../operator-calls/collector.ts'
import type { CollectionSettings } from './operator-settings.ts'

/** What a code of an operator says about a collection. */
export type CollectionCode = CollectionDecline | 'misconfigured'

export function declinedCollection(said: CollectionCode, code: string, message: string): DeclinedCollection {
  if (said === 'misconfigured') {
    return { kind: 'declined', reason: 'MM_DECLINED', code, message, isMisconfigured: true }
  }
  return { kind: 'declined', reason: said === 'MM_DECLINED' ? reasonIn(message) : said, code, message }
}

/**
 * The reason in the text of a decline whose code does not distinguish a wrong PIN, a refusal and a lapsed prompt. It makes a better
 * sentence for the payer, and never decides whether the collection was declined.
 */
function reasonIn(message: string): CollectionDecline {
  if (/\bPIN\b/i.test(message) && /wrong|incorrect|invalid|erron/i.test(message)) return 'MM_WRONG_PIN'
  if (/expired|timed? ?out|no answer|without an answer/i.test(message)) return 'MM_NO_ANSWER'
  return /cancel|by the (payer|customer|subscriber)/i.test(message) ? 'MM_CANCELLED' : 'MM_DECLINED'
}

/** The outcome of a collection that the operator calls a duplicate, from an inquiry. The payer is not prompted again. */
export function collectionOfDuplicate(found: CollectionInquiryReply): CollectionReply {
  if (found.kind === 'absent') return { kind: 'unknown', cause: 'duplicate of an unknown collection' }
  if (found.kind === 'unavailable') return { kind: 'unknown', cause: `duplicate; inquiry: ${found.cause}` }
  return found
}

/** The terms of the operator's contract, or those of the catalogue. */
export function termsOf(
  { limits }: CollectionSettings,
  operator: OperatorCode,
  currency: LocalCurrency,
): CollectionTerms {
  const usual = operators[operator].collections
  const { min, max } = limits?.[currency] ?? {}
  return {
    min: amountOf(min ?? usual.limits[currency][0], currency),
    max: amountOf(max ?? usual.limits[currency][1], currency),
    decimals: currency === 'CDF' ? usual.francDecimals : 2,
    isOpen: true,
    approvalHint: usual.approval,
  }
}

function amountOf(text: string, currency: LocalCurrency): Money<LocalCurrency> {
  const amount = parseMoney(text, currency)
  if (!amount) throw new Error(`not an amount: ${text}`)
  return amount
}
