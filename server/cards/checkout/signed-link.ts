// Signed addresses of checkout pages. Anyone who has one can pay that one transaction, and nothing else.
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
