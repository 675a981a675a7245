// The signed addresses of checkout pages, and where a customer goes after them: to the merchant's address with the outcome of
// section 4.3, or to our own result page. Anyone who has a signed address can pay that one transaction, and nothing else.
import { timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../platform/secrets.ts'
import { amountText } from '../transaction/amount.ts'
import type { PricedTransaction } from '../transaction/queries.ts'

/** The route of the checkout page; its calls are below it. */
export const checkoutRoutePath = '/api/v1/payment/:transaction_uuid'
/** The route to which the bank sends the customer back from a challenge. */
export const stepUpReturnPath = '/api/v1/microform/step-up/:transaction_uuid'

/** The path of a route for one payment. */
export const pathFor = (route: string, transactionUuid: string): string =>
  route.replace(':transaction_uuid', () => transactionUuid)

export function checkoutSignature(secrets: Secrets, transactionUuid: string): string {
  return secrets.mac('checkout-link', transactionUuid).toString('base64url')
}

export function checkoutLink(baseUrl: string, secrets: Secrets, transactionUuid: string): string {
  return `${checkoutPath(baseUrl, transactionUuid)}?sig=${checkoutSignature(secrets, transactionUuid)}`
}

export function checkoutPath(baseUrl: string, transactionUuid: string): string {
  return baseUrl + pathFor(checkoutRoutePath, transactionUuid)
}

/** The result page, for when the merchant gave no return address. */
export function resultLink(baseUrl: string, secrets: Secrets, transactionUuid: string): string {
  return `${checkoutPath(baseUrl, transactionUuid)}/result?sig=${checkoutSignature(secrets, transactionUuid)}`
}

/** Compares in constant time; anything but the 43 characters we issued is rejected. */
export function isCheckoutSignature(secrets: Secrets, transactionUuid: string, sent: unknown): boolean {
  const actual = Buffer.from(typeof sent === 'string' ? sent : '')
  // During a master key rotation, customers hold links signed with either key.
  return secrets.codes('checkout-link', transactionUuid).some(({ code }) => {
    const expected = Buffer.from(code.toString('base64url'))
    // guard: checkout-link-signature
    return actual.length === expected.length && timingSafeEqual(actual, expected)
  })
}

type LinkNeeds = { baseUrl: string; secrets: Secrets }

/**
 * Returns our result page, for payments whose merchant gave no return address.
 * @param ours query parameters for our page only.
 */
function ownPage(needs: LinkNeeds, transaction: PricedTransaction, ours: Record<string, string>): string {
  return withQuery(resultLink(needs.baseUrl, needs.secrets, transaction.transaction_uuid), ours)
}

/** Returns the address for a completed payment, with the outcome of section 4.3. */
export function returnLink(
  needs: LinkNeeds,
  transaction: PricedTransaction,
  ours: Record<string, string> = {},
): string {
  const base = transaction.return_url ?? ownPage(needs, transaction, ours)
  const isVoided = transaction.status === 'VOIDED'
  // A voided payment is not paid: a shop that relies on this redirect must not deliver.
  // guard: voided-payment-return-link
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

/**
 * Returns the address for a payment whose outcome is not known yet and will follow by webhook; null when the merchant
 * has no return page.
 */
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

/**
 * Returns the merchant's page for a payer who leaves without cancelling, with the order still open; null when the merchant
 * gave none.
 */
export function leaveLink(transaction: PricedTransaction): string | null {
  return pendingLink({ ...transaction, return_url: transaction.cancel_url ?? transaction.return_url })
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

/**
 * Appends parameters to the query that the address already has. The merchant's own query stays byte for byte, because shops route
 * by it (`?/checkout/done`) or sign it; only what may not stand in a header is escaped.
 */
function withQuery(address: string, parameters: Record<string, string>): string {
  const { href, hash } = new URL(address)
  const [withoutFragment = ''] = address.split('#', 1)
  const start = withoutFragment.indexOf('?')
  const own = start < 0 ? '' : escaped(withoutFragment.slice(start + 1).trimEnd())
  const separator = own === '' || own.endsWith('&') ? '' : '&'
  return `${href.split(/[?#]/, 1)[0]}?${own}${separator}${new URLSearchParams(parameters)}${hash}`
}

const escaped = (query: string) =>
  query.toWellFormed().replace(/[^\x21-\x7e]|["<>]/gu, (character) => encodeURIComponent(character))
