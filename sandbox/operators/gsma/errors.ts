// The error object of the GSMA Mobile Money API 1.2 and the HTTP status of each category.
import type { DeclineReason, Message } from '../books/book.ts'
import type { PayoutRefusal } from '../payouts/payout.ts'

const statuses = {
  businessRule: 400,
  validation: 400,
  authorisation: 401,
  identification: 404,
  internal: 500,
  serviceUnavailable: 503,
} as const

type Category = keyof typeof statuses

export type ErrorFacts = {
  category: Category
  code: string
  description: string
  parameters?: readonly { key: string; value: string }[]
}

/** Thrown anywhere in a request before anything was done. */
export class GsmaError extends Error {
  readonly facts: ErrorFacts
  readonly status: number

  constructor(facts: ErrorFacts) {
    super(facts.description)
    this.facts = facts
    this.status = statuses[facts.category]
  }
}

export function errorObject(facts: ErrorFacts, at: number): Message {
  return {
    errorCategory: facts.category,
    errorCode: facts.code,
    // Lower-case d, as in the OpenAPI file; the prose of the specification writes errorDescription.
    errordescription: facts.description,
    errorDateTime: new Date(at).toISOString(),
    ...(facts.parameters && { errorParameters: facts.parameters }),
  }
}

export const unexpected: ErrorFacts = {
  category: 'internal',
  code: 'genericError',
  description: 'The request could not be processed.',
}

export const unauthorised: ErrorFacts = {
  category: 'authorisation',
  code: 'clientAuthorisationError',
  description: 'The client is unknown, or its token has expired.',
}

export const duplicateRequest: ErrorFacts = {
  category: 'businessRule',
  code: 'duplicateRequest',
  description: 'A request with this X-CorrelationID was accepted before.',
}

export function unknownIdentifier(key: string, value: string): ErrorFacts {
  return {
    category: 'identification',
    code: 'identifierError',
    description: 'The identifier is unknown.',
    parameters: [{ key, value }],
  }
}

export function invalid(
  code:
    | 'formatError'
    | 'lengthError'
    | 'mandatoryValueNotSupplied'
    | 'negativeValue'
    | 'currencyNotSupported',
  key: string,
  value: string,
): ErrorFacts {
  return {
    category: 'validation',
    code,
    description: 'A value is missing or invalid.',
    parameters: [{ key, value }],
  }
}

const refusals: Record<Exclude<PayoutRefusal, 'no_wallet' | 'currency'>, ErrorFacts> = {
  amount_too_small: {
    category: 'businessRule',
    code: 'lessThanTransactionMinValue',
    description: 'The amount is below the minimum.',
  },
  amount_too_large: {
    category: 'businessRule',
    code: 'greaterThanTransactionMaxValue',
    description: 'The amount is above the maximum.',
  },
  float: {
    category: 'businessRule',
    code: 'insufficientFunds',
    description: 'The debit party has insufficient funds.',
  },
}

export function refusalFacts(refusal: PayoutRefusal, msisdn: string, currency: string): ErrorFacts {
  if (refusal === 'no_wallet') return unknownIdentifier('msisdn', msisdn)
  if (refusal === 'currency') return invalid('currencyNotSupported', 'currency', currency)
  return refusals[refusal]
}

export function declineFacts(reason: DeclineReason, msisdn: string): ErrorFacts {
  if (reason === 'no_wallet') return unknownIdentifier('msisdn', msisdn)
  return { category: 'authorisation', code: 'requestDeclined', description: 'The request was declined.' }
}
