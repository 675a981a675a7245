// A request that cannot be served ends in a problem. Each capability lists its problems in one catalogue;
// the error handler of platform/http.ts is the only place that turns one into an answer.
import { withoutCardNumbers } from './card-number.ts'

/**
 * `detail` is what the client reads, with {names} filled in; `retry` tells whether sending it again can help; `code` is
 * its name in the catalogue of the remittance service.
 */
export type ProblemSpec = Readonly<{
  status: number
  code?: string
  detail: string
  retry: 'never' | 'later' | 'same_key'
  headers?: Readonly<Record<string, string>>
}>

/** One fault of several, told beside the problem's own words. */
export type FieldFault = Readonly<{ field: string; message: string }>

export class Problem extends Error {
  readonly spec: ProblemSpec
  readonly headers: Readonly<Record<string, string>>
  /** Every fault there is, where a request can have several. */
  readonly errors: readonly FieldFault[]

  constructor(
    spec: ProblemSpec,
    values: Record<string, string> = {},
    headers: Record<string, string> = {},
    errors: readonly FieldFault[] = [],
  ) {
    super(
      // What was sent may be among the values, and anything may have been sent.
      spec.detail.replace(/\{(\w+)\}/g, (whole, name: string) => withoutCardNumbers(values[name] ?? whole)),
    )
    this.name = 'Problem'
    this.spec = spec
    this.headers = { ...spec.headers, ...headers }
    this.errors = errors
  }
}

/** One fault of a request body: the shape of the card service's 422. `input` is what was sent there. */
export type Fault = Readonly<{ type: string; loc: (string | number)[]; msg: string; input: unknown }>

/** A body whose shape is wrong, with every fault of it. */
export class InvalidBody extends Error {
  readonly faults: readonly Fault[]

  constructor(faults: readonly Fault[]) {
    super('the body is invalid')
    this.name = 'InvalidBody'
    this.faults = faults
  }
}
