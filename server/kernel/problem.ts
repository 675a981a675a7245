// A request that cannot be served ends in a problem. Each capability lists its problems in one catalogue;
// the error handler of platform/http.ts is the only place that turns one into an answer.

/** `detail` is what the client reads, with {names} filled in; `retry` tells whether sending it again can help. */
export type ProblemSpec = Readonly<{
  status: number
  detail: string
  retry: 'never' | 'later' | 'same_key'
  headers?: Readonly<Record<string, string>>
}>

export class Problem extends Error {
  readonly spec: ProblemSpec
  readonly headers: Readonly<Record<string, string>>

  constructor(spec: ProblemSpec, values: Record<string, string> = {}, headers: Record<string, string> = {}) {
    super(spec.detail.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole))
    this.name = 'Problem'
    this.spec = spec
    this.headers = { ...spec.headers, ...headers }
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
