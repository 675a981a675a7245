// The reasons for which a payment can fail, with their English `message` in redirects, webhooks and payment records.
// What the payer reads is in checkout/en.ts and fr.ts. The gateway's own wording is never passed on.

import { collectionDeclineMessages } from '../../operator-calls/collector.ts'

/** Each `reason_code` with its English message. */
export const refusals = {
  AUTHENTICATION_FAILED: 'Authentication failed',
  NON_3DS: 'Rejected: non-3-D-Secure transaction',
  REVIEW: 'Declined after review',
  INSUFFICIENT_FUND: 'Insufficient funds',
  EXPIRED_CARD: 'Card expired',
  STOLEN_LOST_CARD: 'Card reported lost or stolen',
  INVALID_CVN: 'Incorrect security code',
  INVALID_ACCOUNT: 'Invalid card number',
  EXCEEDS_CREDIT_LIMIT: 'Card limit reached',
  UNAUTHORIZED_CARD: 'Card not enabled for online payments',
  SUSPENDED_ACCOUNT: 'Card blocked by the bank',
  CARD_TYPE_NOT_ACCEPTED: 'Card type not accepted',
  ISSUER_UNAVAILABLE: 'Card issuer unavailable',
  GENERAL_DECLINE: 'Declined by the bank',
  RISK_DECLINE: 'Declined by the fraud rules',
  CONFIGURATION: 'Card payments unavailable',
  GATEWAY_ERROR: 'Not processed by the payment gateway',
  NOT_COMPLETED: 'Payment not completed',
  AMOUNT_MISMATCH: 'Approved for a different amount, charge reversed',
  CUSTOMER_CANCELLED: 'Cancelled by customer',
  ...collectionDeclineMessages,
} as const

export type RefusalReason = keyof typeof refusals

/** `cavv_message` for each `auth_cavv_result`, which is the card scheme's validation of the authentication. */
const cavvMessages: Readonly<Record<string, string>> = {
  '0': 'Not validated: invalid data',
  '1': 'Validation and authentication failed',
  '2': 'Validated and authenticated',
  '3': 'Attempt validated',
  '4': 'Attempt validation failed',
  '6': 'Not validated: issuer not enrolled in 3-D Secure',
  '7': 'Attempt validation failed, issuer available',
  '8': 'Attempt validated, issuer available',
  '9': 'Attempt validation failed, issuer unavailable',
  A: 'Attempt validated, issuer unavailable',
  B: 'Validated for information only',
  C: 'Attempted, not validated',
  D: 'Not validated',
  I: 'Invalid security data',
  U: 'Issuer not enrolled in 3-D Secure',
}

export function cavvMessage(result: string): string {
  return result === '' ? '' : (cavvMessages[result] ?? 'Unknown result')
}

/** Whether the payer declined on the phone, or the operator did. */
export const isDeclineByPhone = (reason: string): boolean => Object.hasOwn(collectionDeclineMessages, reason)
