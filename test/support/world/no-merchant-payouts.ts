// Stands in for payouts to merchants and collections where a test has none: any use is an error.
import type { CollectionCalls } from '../../../server/operator-calls/collection-calls.ts'
import type { MerchantPayoutCalls } from '../../../server/operator-calls/judge-outcome.ts'

const unexpected = async (): Promise<never> => {
  throw new Error('there are no payouts to merchants here')
}

export const noMerchantPayouts: MerchantPayoutCalls = {
  process: unexpected,
  applyOutcome: unexpected,
  inquire: unexpected,
  alertAmount: unexpected,
}

export const noCollections: CollectionCalls = { process: unexpected }
