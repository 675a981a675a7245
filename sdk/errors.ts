// The classes of errors that calls throw. None of them ever contains a secret.
import type { Quote } from './types/remittance.ts'

/** An invalid field. `field` is a path such as `bill_to.email`. */
export type FieldFault = {
  field: string
  message: string
  /** Kind of the error, from the card service only: `missing`, `string_type` … */
  type?: string
  /** The new quote instead of one that has expired (RMT-1031). */
  quote?: Quote
}

export type ErrorFacts = {
  /** HTTP status; absent when there was no response. */
  status?: number
  /** `RMT-…`, from the remittance service and self-service; the card service has no codes. */
  code?: string
  /** The service's own message. */
  detail: string
  faults?: FieldFault[]
  /** `X-Request-Id` of the response: mention it when you contact support about a call. */
  requestId?: string
  /** How long the service asks you to wait, in seconds. */
  retryAfterSeconds?: number
  /** The key of the call: repeating the same call with it is safe for 24 hours. */
  idempotencyKey?: string
  cause?: unknown
}

export class LikutaError extends Error {
  // Set explicitly, because bundlers shorten class names.
  override readonly name: string = 'LikutaError'
  readonly status: number | undefined
  readonly code: string | undefined
  readonly detail: string
  readonly faults: readonly FieldFault[]
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined
  readonly idempotencyKey: string | undefined
  /** How many times the request was sent. */
  attempts = 1
  /** Whether the problem may be temporary, so that the same call can succeed later, and cannot be done twice by it. */
  retryable: boolean

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
/** Wait before asking again about a call that is still running, when the service names no time. */
const runningSeconds = 2

/** Whether this refusal only means that the same request is being processed at the moment. */
export function isStillRunning({ status, detail }: { status?: number | undefined; detail: string }): boolean {
  return status === 409 && /(in progress|still running)$/.test(detail)
}

/** The caller could not be authenticated: keys, secrets, signature, clock. */
export class AuthenticationError extends LikutaError {
  override readonly name: string = 'AuthenticationError'
}
/** Authenticated but not permitted: suspended, wrong network, blacklisted number, disabled endpoint. */
export class PermissionError extends LikutaError {
  override readonly name: string = 'PermissionError'
}
/** The request itself is invalid: `faults` lists the fields. */
export class ValidationError extends LikutaError {
  override readonly name: string = 'ValidationError'
}
/** The wallet's available balance is too low. */
export class InsufficientBalanceError extends LikutaError {
  override readonly name: string = 'InsufficientBalanceError'
}
export class NotFoundError extends LikutaError {
  override readonly name: string = 'NotFoundError'
}
/** The current state does not allow this (409), or it has ended (410); `retryable` while the same request is still running. */
export class ConflictError extends LikutaError {
  override readonly name: string = 'ConflictError'
}
/** Too many requests: wait `retryAfterSeconds`. */
export class RateLimitError extends LikutaError {
  override readonly name: string = 'RateLimitError'
}
/** The service, or a system behind it, failed. */
export class ServerError extends LikutaError {
  override readonly name: string = 'ServerError'
}
/** No response: it is unknown whether the request arrived. */
export class ConnectionError extends LikutaError {
  override readonly name: string = 'ConnectionError'
}
/** No response in time. */
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

/** Refusals of the signature that have another status than 401. */
const signatureRefusals = ['Invalid request signature', 'Merchant not found', 'Unauthorized environment']

/** The error for a response. @param body parsed, or undefined when it was not JSON. */
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

/** Reads `{detail}` of the card service, and `{code, message, errors}` of the others. */
function errorTextOf(body: unknown): ErrorText & { detail: string } {
  const { detail, code, message, errors } = objectOf(body)
  if (Array.isArray(detail)) {
    const faults = detail.map(cardFault)
    return { detail: faults.map(({ field, message }) => `${field}: ${message}`).join('; '), faults }
  }
  if (typeof detail === 'string') return { detail }
  return {
    detail: typeof message === 'string' ? message : 'the response has no message',
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
  const { field, message, quote } = objectOf(fault)
  return {
    field: String(field),
    message: String(message),
    ...(quote !== undefined && { quote: quote as Quote }),
  }
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
