// Refusals of invalid requests. Declines are not among them: they are ordinary 201 replies.

export type FieldFault = { field: string; reason: 'MISSING_FIELD' | 'INVALID_DATA' }

const messages: Record<string, string> = {
  MISSING_FIELD: 'Declined - The request is missing one or more fields',
  INVALID_DATA: 'Declined - One or more fields in the request contains invalid data',
  DUPLICATE_REQUEST: 'Declined - The transactionId was already used within the last 60 days',
  NOT_VOIDABLE: 'Decline - The capture or refund is not voidable because it was submitted or already voided',
  EXCEEDS_AUTH_AMOUNT: 'Decline - The requested amount exceeds the originally authorized amount',
  AUTH_ALREADY_REVERSED: 'Decline - The authorization has already been reversed',
  TRANSACTION_ALREADY_SETTLED: 'Decline - The transaction has already been settled',
  INVALID_AMOUNT: 'Decline - The requested transaction amount must match or stay within the previous amount',
  MISSING_AUTH: 'Decline - There is no corresponding, unused authorization record',
  CAPTURE_ALREADY_VOIDED: 'Decline - The capture was already voided',
  INVALID_PAYMENT_ID: 'Decline - The request ID is invalid',
  NOT_SUPPORTED: 'Decline - The request is not supported for this transaction',
  CARD_TYPE_NOT_ACCEPTED: 'Decline - The card type is not accepted by the payment processor',
}

/** Thrown by operations before anything was processed. */
export class Refused extends Error {
  readonly status: number
  readonly reason: string
  readonly details: FieldFault[]

  constructor(reason: string, details: FieldFault[] = [], status = 400) {
    super(messages[reason] ?? reason)
    this.status = status
    this.reason = reason
    this.details = details
  }
}

export function invalidField(field: string): Refused {
  return new Refused('INVALID_DATA', [{ field, reason: 'INVALID_DATA' }])
}

export function notFound(): Refused {
  return new Refused('NOT_FOUND', [], 404)
}

export function refusalBody(refused: Refused, submitTimeUtc: string): object {
  if (refused.status === 404) {
    return { errors: [{ type: 'notFound', message: 'The requested resource does not exist' }] }
  }
  return {
    submitTimeUtc,
    status: 'INVALID_REQUEST',
    reason: refused.reason,
    message: refused.message,
    ...(refused.details.length > 0 && { details: refused.details }),
  }
}

export const authenticationFailed = { response: { rmsg: 'Authentication Failed' } }

export function serverError(submitTimeUtc: string): object {
  return {
    submitTimeUtc,
    status: 'SERVER_ERROR',
    reason: 'SYSTEM_ERROR',
    message: 'Error - General system failure.',
  }
}
