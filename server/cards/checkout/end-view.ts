// Data for the result and notice pages of a payment.

import { amountText } from '../transaction/amount.ts'
import type { PricedTransaction } from '../transaction/queries.ts'
import type { CheckoutNeeds } from './checkout.ts'
import { cancelLink, returnLink } from './return-links.ts'

export function paymentFacts(transaction: PricedTransaction) {
  return {
    transactionUuid: transaction.transaction_uuid,
    merchantName: transaction.merchant_name,
    reference: transaction.merchant_reference,
    amount: amountText(transaction),
    currency: transaction.currency,
    sandbox: transaction.environment === 'sandbox',
  }
}

/** Returns the link back to the merchant, with the outcome as after a payment; empty while there is no outcome. */
export function returnTarget(
  needs: CheckoutNeeds,
  transaction: PricedTransaction,
): { backUrl?: string | null } {
  const { status, return_url, cancel_url } = transaction
  if (status === 'CANCELLED') return { backUrl: (cancel_url ?? return_url) && cancelLink(needs, transaction) }
  if (status === 'EXPIRED') return { backUrl: cancel_url ?? return_url }
  return status === 'PENDING' ? {} : { backUrl: return_url && returnLink(needs, transaction) }
}
