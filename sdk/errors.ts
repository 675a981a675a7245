// Everything that can go wrong with a call is one of these classes. None of them ever carries a secret.

/** One field that is at fault. `field` is a path such as `bill_to.email`. */
export type FieldFault = {
  field: string
  message: string
  /** The kind of the fault, at the card service: `missing`, `string_type` … */
  type?: string
}

export type ErrorFacts = {
  /** HTTP status; absent when there was no answer. */
  status?: number
  /** `RMT-…` of the remittance service and of self-service; the card service has no codes. */
  code?: string
  /** The service's own words. */
  detail: string
  faults?: FieldFault[]
  /** `X-Request-Id` of the answer: tell it when you ask about a call. */
  requestId?: string
  /** Seconds the service asks to wait. */
  retryAfterSeconds?: number
  /** The key the call was made with: with it the same call can be made again, safely, for 24 hours. */
  idempotencyKey?: string
  cause?: unknown
}

export class LikutaError extends Error {
  // Written out, because bundlers shorten the names of classes.
  override readonly name: string = 'LikutaError'
  readonly status: number | undefined
  readonly code: string | undefined
  readonly detail: string
  readonly faults: readonly FieldFault[]
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined
  readonly idempotencyKey: string | undefined
  /** How often the request was sent. */
  attempts = 1
  /**
   * Whether the trouble may pass, so that the same call can succeed later. A call that writes is repeated with the same
   * key or reference, or not at all.
   */
  readonly retryable: boolean

  constructor(facts: ErrorFacts) {
    const { status, code, detail } = facts
    super([status, code, detail].filter(Boolean).join(' '), { cause: facts.cause })
    this.status = status
    this.code = code
    this.detail = detail
    this.faults = facts.faults ?? []
    this.requestId = facts.requestId
    const isRunning = isStillRunning(facts)
    this.retryAfterSeconds = facts.retryAfterSeconds ?? (isRunning ? runningSeconds : undefined)
    this.idempotencyKey = facts.idempotencyKey
    this.retryable = status === undefined || passing.has(status) || isRunning
  }
}

const passing = new Set([429, 502, 503, 504])
/** What to wait for one that still runs, where the service names no time. */
const runningSeconds = 2

/** Whether this refusal only says that the same thing is being done at the moment. */
export function isStillRunning({ status, detail }: { status?: number | undefined; detail: string }): boolean {
  return status === 409 && /(in progress|still running)$/.test(detail)
}

/** The service does not believe who asks: keys, secrets, signature, clock. */
export class AuthenticationError extends LikutaError {
  override readonly name: string = 'AuthenticationError'
}
/** It does, and refuses: suspended, wrong network, blacklisted number, disabled endpoint. */
export class PermissionError extends LikutaError {
  override readonly name: string = 'PermissionError'
}
/** The request itself is wrong: `faults` lists the fields. */
export class ValidationError extends LikutaError {
  override readonly name: string = 'ValidationError'
}
/** The wallet holds too little. */
export class InsufficientBalanceError extends LikutaError {
  override readonly name: string = 'InsufficientBalanceError'
}
export class NotFoundError extends LikutaError {
  override readonly name: string = 'NotFoundError'
}
/** The thing is in no state for it (409), or it is over (410); `retryable` where it is under way at the moment. */
export class ConflictError extends LikutaError {
  override readonly name: string = 'ConflictError'
}
/** Too many requests: `retryAfterSeconds` tells how long to wait. */
export class RateLimitError extends LikutaError {
  override readonly name: string = 'RateLimitError'
}
/** The service or somebody behind it is in trouble. */
export class ServerError extends LikutaError {
  override readonly name: string = 'ServerError'
}
/** No answer: nobody knows whether the request arrived. */
export class ConnectionError extends LikutaError {
  override readonly name: string = 'ConnectionError'
}
/** No answer within the time. */
export class TimeoutError extends ConnectionError {
  override readonly name: string = 'TimeoutError'
}

const classes: Record<number, typeof LikutaError> = {
  400: ValidationError,
  401: AuthenticationError,
  402: InsufficientBalanceError,
  403: PermissionError,
  404: NotFoundError,
  405: ValidationError,
  408: AuthenticationError,
  409: ConflictError,
  410: ConflictError,
  413: ValidationError,
  415: ValidationError,
  422: ValidationError,
  429: RateLimitError,
}

/** Refusals of the signature that have the status of something else. */
const signatureRefusals = ['Invalid request signature', 'Merchant not found', 'Unauthorized environment']

/** The error an answer stands for. @param body parsed, or undefined where it was no JSON. */
export function errorOf(
  response: { status: number; headers: Headers; body: unknown },
  facts: Pick<ErrorFacts, 'idempotencyKey'> = {},
): LikutaError {
  const { status, headers } = response
  const reported = errorTextOf(response.body)
  const isSignature = (status === 403 || status === 404) && signatureRefusals.includes(reported.detail)
  const known = isSignature ? AuthenticationError : classes[status]
  const ErrorClass = known ?? (status >= 500 ? ServerError : LikutaError)
  const requestId = headers.get('x-request-id') ?? undefined
  const retryAfter = headers.get('retry-after') ?? ''
  return new ErrorClass({
    ...reported,
    ...facts,
    status,
    ...(requestId !== undefined && { requestId }),
    ...(/^\d{1,9}$/.test(retryAfter) && { retryAfterSeconds: Number(retryAfter) }),
  })
}

type ErrorText = Pick<ErrorFacts, 'code' | 'detail' | 'faults'>

/** `{detail}` of the card service, `{code, message, errors}` of the others. */
function errorTextOf(body: unknown): ErrorText & { detail: string } {
  const { detail, code, message, errors } = objectOf(body)
  if (Array.isArray(detail)) {
    const faults = detail.map(cardFault)
    return { detail: faults.map(({ field, message }) => `${field}: ${message}`).join('; '), faults }
  }
  if (typeof detail === 'string') return { detail }
  return {
    detail: typeof message === 'string' ? message : 'the answer says nothing about it',
    ...(typeof code === 'string' && { code }),
    ...(Array.isArray(errors) && { faults: errors.map(fieldFault) }),
  }
}

function cardFault(fault: unknown): FieldFault {
  const { loc, msg, type } = objectOf(fault)
  const path = Array.isArray(loc) ? loc.slice(1) : []
  return { field: path.join('.'), message: String(msg), type: String(type) }
}

function fieldFault(fault: unknown): FieldFault {
  const { field, message } = objectOf(fault)
  return { field: String(field), message: String(message) }
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
