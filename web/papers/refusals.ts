// How calls of the upload page fail.

/** No response, or one that says that the call may succeed later. */
export class RetryLater extends Error {
  readonly afterMs: number | undefined
  constructor(afterMs?: number) {
    super('retry later')
    this.afterMs = afterMs
  }
}

/** A refusal that a repetition would not change. */
export class Refused extends Error {
  readonly status: number
  constructor(status: number) {
    super(`refused with ${status}`)
    this.status = status
  }
}
