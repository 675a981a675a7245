// Measures calls and requests in one place, for metrics, and opens spans for traces. Spans cost nothing until a tracer is
// loaded with the program (see docs/operations.md).
import { channel } from 'node:diagnostics_channel'
import {
  type Attributes,
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'

/** A call to the database, an upstream or a merchant's endpoint; its observation adds outcome and duration. */
export type Call = { area: 'statement' | 'transaction' | 'upstream' | 'webhook'; name: string }
export type Observation = Call & { outcome: string; seconds: number }
export type ObservedRequest = { method: string; route: string; status: number; seconds: number }

export const observedCalls = channel('likuta:call')
export const observedRequests = channel('likuta:request')

const tracer = trace.getTracer('likuta')

/** @param outcomeOf labels a result for metrics; work that throws is labelled `error`. */
export function observed<Result>(
  { area, name }: Call,
  work: () => Promise<Result>,
  outcomeOf: (result: Result) => string = () => 'ok',
): Promise<Result> {
  return tracer.startActiveSpan(`${area} ${name}`, { kind: SpanKind.CLIENT }, async (span) => {
    const start = performance.now()
    let outcome = 'error'
    try {
      const result = await work()
      outcome = outcomeOf(result)
      return result
    } finally {
      endSpan(span, { outcome }, outcome === 'error')
      if (observedCalls.hasSubscribers) {
        const seconds = (performance.now() - start) / 1000
        observedCalls.publish({ area, name, outcome, seconds } satisfies Observation)
      }
    }
  })
}

function endSpan(span: Span, attributes: Attributes, failed: boolean): void {
  span.setAttributes(attributes)
  if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}

/** The span of a received request, within the caller's trace if it sent one. */
export type RequestSpan = { context: Context; finish(responded: Omit<ObservedRequest, 'seconds'>): void }

export function requestSpan(headers: Readonly<Record<string, unknown>>, method: string): RequestSpan {
  const start = performance.now()
  const parent = propagation.extract(ROOT_CONTEXT, headers)
  const span = tracer.startSpan(method, { kind: SpanKind.SERVER }, parent)
  return {
    context: trace.setSpan(parent, span),
    finish({ method: requested, route, status }) {
      span.updateName(`${requested} ${route}`)
      const attributes = {
        'http.request.method': requested,
        'http.route': route,
        'http.response.status_code': status,
      }
      endSpan(span, attributes, status >= 500)
      if (!observedRequests.hasSubscribers) return
      const seconds = (performance.now() - start) / 1000
      observedRequests.publish({ method: requested, route, status, seconds } satisfies ObservedRequest)
    },
  }
}

/** Runs `next`, and everything it starts, with this span as the active one. */
export function within(span: RequestSpan, next: () => void): void {
  context.with(span.context, next)
}

/** Headers that propagate the current trace to another process; empty without a tracer. */
export function traceHeaders(): Record<string, string> {
  const carrier: Record<string, string> = {}
  propagation.inject(context.active(), carrier)
  return carrier
}

/** Continues a stored trace in work that runs later, perhaps in another process. @param stored from `traceHeaders`. */
export function continued<Result>(stored: Record<string, string> | null, work: () => Result): Result {
  return stored === null ? work() : context.with(propagation.extract(ROOT_CONTEXT, stored), work)
}
