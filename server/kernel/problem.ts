// Problems: the ways a request can be refused. Each capability lists its own in one catalogue; only the error handler of
// platform/http turns a problem into a response.
import { withoutCardNumbers } from './card-number.ts'

/**
 * A refusal. `detail` is the message for the client, with {names} replaced; `retry` says whether repeating the request can
 * help; `code` identifies it in the error catalogue of the remittance service; `sent` names the values that come from the
 * request, which no log line may contain.
 */
export type ProblemSpec = Readonly<{
  status: number
  code?: string
  detail: string
  sent?: readonly string[]
  retry: 'never' | 'later' | 'same_key'
  headers?: Readonly<Record<string, string>>
}>

/** One of several field faults, returned beside the problem's message. */
export type FieldFault = Readonly<{
  field: string
  message: string
  /** Of a limit: its rule, and the time from which it allows the request; null if it never does. */
  rule?: string
  frees_at?: string | null
  /** Of a missing step-up: the act that it must confirm, and its payee and sum. */
  confirms?: Readonly<Record<string, string>>
  /** Of an expired quote: a new one. */
  quote?: object
}>

export class Problem extends Error {
  readonly spec: ProblemSpec
  readonly headers: Readonly<Record<string, string>>
  /** The message without what the caller wrote. */
  readonly logged: string
  /** Every fault, for requests that can have several. */
  readonly errors: readonly FieldFault[]

  constructor(
    spec: ProblemSpec,
    values: Record<string, string> = {},
    headers: Record<string, string> = {},
    errors: readonly FieldFault[] = [],
  ) {
    // The values may contain text from the request, which could include a card number.
    super(filled(spec.detail, (name) => withoutCardNumbers(values[name] ?? `{${name}}`)))
    this.name = 'Problem'
    this.spec = spec
    this.logged = filled(spec.detail, (name) => (spec.sent?.includes(name) ? '…' : (values[name] ?? '…')))
    this.headers = { ...spec.headers, ...headers }
    this.errors = errors
  }
}

function filled(detail: string, textOf: (name: string) => string): string {
  return detail.replace(/\{(\w+)\}/g, (_, name: string) => textOf(name))
}

/** One fault of a request body, in the format of the card service's 422. `input` is the value that was sent. */
export type Fault = Readonly<{ type: string; loc: (string | number)[]; msg: string; input: unknown }>

/** A request body of the wrong shape, with every fault. */
export class InvalidBody extends Error {
  readonly faults: readonly Fault[]

  constructor(faults: readonly Fault[]) {
    super('the body is invalid')
    this.name = 'InvalidBody'
    this.faults = faults
  }
}
