// pawaPay's failure codes. Those with an HTTP status are error replies; the others explain why a payout was refused or failed.

export const technicalStatus = {
  INVALID_INPUT: 400,
  MISSING_PARAMETER: 400,
  UNSUPPORTED_PARAMETER: 400,
  INVALID_PARAMETER: 400,
  DUPLICATE_METADATA_FIELD: 400,
  NO_AUTHENTICATION: 401,
  AUTHENTICATION_ERROR: 403,
  HTTP_SIGNATURE_ERROR: 403,
  UNKNOWN_ERROR: 500,
} as const

type TechnicalCode = keyof typeof technicalStatus

/** Replied with HTTP 200 and REJECTED: nothing was accepted, no callback follows, and the id can be used again. */
export const rejectionMessages = {
  INVALID_PHONE_NUMBER: 'The phone number is not valid for this provider',
  INVALID_AMOUNT: 'The amount is not in the form this provider supports',
  AMOUNT_OUT_OF_BOUNDS: 'The amount is outside of the limits of this provider',
  INVALID_CURRENCY: 'The currency is not supported by this provider',
  INVALID_PROVIDER: 'The provider is not valid for this request',
  PROVIDER_TEMPORARILY_UNAVAILABLE: 'The provider is closed for payouts at the moment',
  PAWAPAY_WALLET_OUT_OF_FUNDS: 'The balance of your wallet does not cover the amount',
  DEPOSIT_NOT_FOUND: 'There is no deposit with this id',
  DEPOSIT_NOT_COMPLETED: 'The deposit was not completed',
  DEPOSIT_ALREADY_REFUNDED: 'The deposit was refunded already',
  AMOUNT_TOO_LARGE: 'The amount is more than what is left of the deposit',
  REFUND_IN_PROGRESS: 'Another refund of the deposit is in progress',
  REFUNDS_NOT_ALLOWED: 'Refunds are not allowed for this provider',
  NOT_FOUND: 'There is no payment with this id',
  INVALID_STATE: 'The payment is not in a state that allows this',
} as const

export type RejectionCode = keyof typeof rejectionMessages

/** Final failures, as shown in callbacks and in the status. */
export const failureMessages = {
  RECIPIENT_NOT_FOUND: 'The phone number has no wallet at this provider',
  WALLET_LIMIT_REACHED: 'The recipient has reached a limit of the wallet',
  RECIPIENT_LIMIT_REACHED: 'The recipient has reached a limit for transactions',
  PAWAPAY_WALLET_OUT_OF_FUNDS: 'The balance of your wallet does not cover the amount',
  MANUALLY_CANCELLED: 'The payment was cancelled before it was processed',
  UNSPECIFIED_FAILURE: 'The provider gave no reason',
} as const

export type FailureCode = keyof typeof failureMessages

export type FailureReason = { failureCode: string; failureMessage: string }

/** Thrown anywhere in a call: the reply has the HTTP status of its code. */
export class CallRefused extends Error {
  readonly code: TechnicalCode

  constructor(code: TechnicalCode, message: string) {
    super(message)
    this.code = code
  }
}

/** Thrown while a payout is checked: the reply is 200 with REJECTED. */
export class Rejected extends Error {
  readonly code: RejectionCode

  constructor(code: RejectionCode) {
    super(rejectionMessages[code])
    this.code = code
  }
}

export function failureReason(code: string, message: string): FailureReason {
  return { failureCode: code, failureMessage: message }
}
