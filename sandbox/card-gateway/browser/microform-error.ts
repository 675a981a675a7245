// The library's error type, with the documented reasons.

export type ErrorDetail = { location: string; message: string }

export type MicroformFault = {
  reason: string
  message: string
  details?: ErrorDetail[]
  correlationId?: string
  status?: number
}

export class MicroformError extends Error {
  readonly reason: string
  readonly details: ErrorDetail[]
  readonly informationLink: string
  readonly correlationId: string | undefined
  readonly status: number | undefined

  constructor(fault: MicroformFault) {
    super(fault.message)
    this.name = 'MicroformError'
    this.reason = fault.reason
    this.details = fault.details ?? []
    this.informationLink = ''
    this.correlationId = fault.correlationId
    this.status = fault.status
  }
}

export function fail(reason: string, message: string, details: ErrorDetail[] = []): never {
  throw new MicroformError({ reason, message, details })
}
