// Where a customer goes from the checkout page: the merchant's address with the outcome of section 4.3, or a page of ours.
import type { Secrets } from '../../platform/security/secrets.ts'
import { amountText } from '../transaction/amount.ts'
import type { PricedTransaction } from '../transaction/queries.ts'
import { resultLink } from './signed-link.ts'

type LinkNeeds = { baseUrl: string; secrets: Secrets }

/** Where a payment ends that has no page of the merchant to end on. `ours` is for that page alone. */
function ownPage(needs: LinkNeeds, transaction: PricedTransaction, ours: Record<string, string>): string {
  return withQuery(resultLink(needs.baseUrl, needs.secrets, transaction.transaction_uuid), ours)
}

/** The address a finished payment leads to, with the outcome of section 4.3. */
export function returnLink(
  needs: LinkNeeds,
  transaction: PricedTransaction,
  ours: Record<string, string> = {},
): string {
  const base = transaction.return_url ?? ownPage(needs, transaction, ours)
  const isVoided = transaction.status === 'VOIDED'
  // A void leaves nothing paid: a shop that goes by this address must not deliver.
  if (transaction.status === 'FAILED' || isVoided) {
    return withQuery(base, {
      status: 'FAILED',
      transaction_uuid: transaction.transaction_uuid,
      reason_code: transaction.reason_code,
      message: isVoided ? 'Payment voided' : transaction.message,
    })
  }
  return withQuery(base, {
    status: 'SUCCESS',
    transaction_uuid: transaction.transaction_uuid,
    transaction_id: transaction.cs_payment_id ?? '',
    amount: amountText(transaction),
    currency: transaction.currency,
    reference: transaction.merchant_reference,
  })
}

/** Back to the merchant while nobody knows the outcome, which the webhook tells; null without a page of theirs. */
export function pendingLink(transaction: PricedTransaction): string | null {
  return (
    transaction.return_url &&
    withQuery(transaction.return_url, {
      status: 'PENDING',
      transaction_uuid: transaction.transaction_uuid,
      reference: transaction.merchant_reference,
    })
  )
}

export function cancelLink(
  needs: LinkNeeds,
  transaction: PricedTransaction,
  ours: Record<string, string> = {},
): string {
  const base = transaction.cancel_url ?? transaction.return_url ?? ownPage(needs, transaction, ours)
  return withQuery(base, {
    status: 'CANCELLED',
    transaction_uuid: transaction.transaction_uuid,
    reference: transaction.merchant_reference,
  })
}

/** Adds to the query the address already has; ours come last. */
function withQuery(address: string, parameters: Record<string, string>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.append(name, value)
  return url.href
}
