// The signed address of a checkout page. Whoever holds it may pay this one transaction, and nothing else.
import { timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../platform/security/secrets.ts'

export function checkoutSignature(secrets: Secrets, transactionUuid: string): string {
  return secrets.mac('checkout-link', transactionUuid).toString('base64url')
}

export function checkoutLink(baseUrl: string, secrets: Secrets, transactionUuid: string): string {
  return `${checkoutPath(baseUrl, transactionUuid)}?sig=${checkoutSignature(secrets, transactionUuid)}`
}

export function checkoutPath(baseUrl: string, transactionUuid: string): string {
  return `${baseUrl}/api/v1/payment/${transactionUuid}`
}

/** Where a customer ends when the merchant gave no address to return to. */
export function resultLink(baseUrl: string, secrets: Secrets, transactionUuid: string): string {
  return `${checkoutPath(baseUrl, transactionUuid)}/result?sig=${checkoutSignature(secrets, transactionUuid)}`
}

/** In constant time; anything but the 43 characters we made is wrong. */
export function isCheckoutSignature(secrets: Secrets, transactionUuid: string, sent: unknown): boolean {
  const actual = Buffer.from(typeof sent === 'string' ? sent : '')
  // While the master key is being replaced, customers hold links of both.
  return secrets.codes('checkout-link', transactionUuid).some(({ code }) => {
    const expected = Buffer.from(code.toString('base64url'))
    return actual.length === expected.length && timingSafeEqual(actual, expected)
  })
}
