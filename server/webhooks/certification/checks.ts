// The checks of a merchant's webhook handler: what each expects, in the order in which reports list them.

/**
 * `2xx`: every reply to a genuine event. `4xx`: a request that we did not send is refused. `in_time`: how long the replies took.
 * An order is what the handler says of it after the last event, if it says so.
 */
export const checks = [
  { id: 'genuine', expects: '2xx' },
  { id: 'in_time', expects: 'in_time' },
  { id: 'altered_body', expects: '4xx' },
  { id: 'wrong_secret', expects: '4xx' },
  { id: 'missing_signature', expects: '4xx' },
  { id: 'malformed_signature', expects: '4xx' },
  { id: 'old_timestamp', expects: '4xx' },
  { id: 'future_timestamp', expects: '4xx' },
  { id: 'moved_timestamp', expects: '4xx' },
  { id: 'two_signatures', expects: '2xx' },
  { id: 'exact_bytes', expects: '2xx' },
  { id: 'not_json', expects: '4xx' },
  { id: 'unknown_event', expects: '2xx' },
  { id: 'unknown_fields', expects: '2xx' },
  { id: 'utf_8', expects: '2xx' },
  { id: 'large_numbers', expects: '2xx' },
  { id: 'large_body', expects: '2xx' },
  { id: 'failed_payment', expects: '2xx', order: { state: 'failed', fulfilled: 0 } },
  { id: 'doubled', expects: '2xx', order: { state: 'paid', fulfilled: 1 } },
  { id: 'doubled_at_once', expects: '2xx', order: { state: 'paid', fulfilled: 1 } },
  { id: 'late_retry', expects: '2xx', order: { state: 'paid', fulfilled: 1 } },
  { id: 'reordered', expects: '2xx', order: { state: 'reversed' } },
  { id: 'cancelled_then_paid', expects: '2xx', order: { state: 'paid', fulfilled: 1 } },
  { id: 'refund_before_payment', expects: '2xx', order: { state: 'refunded' } },
] as const satisfies readonly Check[]

type OrderState = 'paid' | 'failed' | 'refunded' | 'reversed'

/** What a shop thinks of an order. `fulfilled` is how often it has released the goods. */
export type Order = { state: OrderState; fulfilled?: number }

export type Check = { id: string; expects: '2xx' | '4xx' | 'in_time'; order?: Order }

export type CheckId = (typeof checks)[number]['id']

export const checkIds = checks.map(({ id }) => id)

/**
 * `not_observed`: the replies were right, but the handler did not say what became of the order. `not_run`: the handler gave no
 * reply to a genuine event, or the time for all checks was over.
 */
export const checkResults = ['passed', 'failed', 'not_observed', 'not_run'] as const

/** `received` names the reply that decided, such as `HTTP 500`, `timeout` or `fulfilled=2`; null without one. */
export type CheckResult = {
  id: CheckId
  result: (typeof checkResults)[number]
  expected: string
  received: string | null
}

/** Raised when checks change what they demand, so that a reader of an old report sees what it lacks. */
export const checksVersion = 1

/** Replies to genuine events that take longer are too close to the end of our patience, which is 15 seconds. */
export const maxReplyMs = 5_000

/** `mend` says how to correct the fault that a check finds, `cost` what the fault costs a shop. */
export type CheckText = { name: string; sent: string; cost: string; mend: string }
