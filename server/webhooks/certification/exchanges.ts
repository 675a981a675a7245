// What each check sends, and which replies decide it.
import type { Delivery } from '../../platform/network/outbound.ts'
import { type Attempts, type Changes, type Event, eventOf, isRefused } from './attempts.ts'
import type { CheckId } from './checks.ts'
import {
  cancellationBody,
  failedBody,
  foreignSecret,
  paidBody,
  refundBody,
  rewritten,
  type Subject,
  transferBody,
} from './events.ts'

export type Exchange = {
  attempts: Attempts
  subject: Subject
  secrets: readonly string[]
  now: Temporal.Instant
}

/** Replies in the order in which they were asked for; the last one tells the state of the order. */
type Replies = Promise<readonly Delivery[]>

/** Older and younger than every tolerance in use: receivers accept five minutes. */
const tenMinutes = 600
const atOnce = 4
/** More than any event has, and less than the 64 KiB that our examples accept. */
const largeNoteLength = 32_000

/** One request about a payment. */
const paid =
  (changes: (exchange: Exchange, event: Event) => Changes) =>
  async (exchange: Exchange): Replies => {
    const event = eventOf(paidBody(exchange.subject))
    return [await exchange.attempts.send(event, changes(exchange, event))]
  }

const genuine =
  (body: (subject: Subject, now: Temporal.Instant) => Parameters<typeof eventOf>[0], changes?: Changes) =>
  async ({ attempts, subject, now }: Exchange): Replies => [
    await attempts.send(eventOf(body(subject, now)), changes),
  ]

/** Genuine events, one after the other. */
async function inTurn({ attempts }: Exchange, events: readonly Event[]): Replies {
  const replies: Delivery[] = []
  for (const event of events) replies.push(await attempts.send(event))
  return replies
}

/** By check; `in_time` sends nothing of its own. */
export const exchanges: Record<Exclude<CheckId, 'in_time'>, (exchange: Exchange) => Replies> = {
  genuine: paid(() => ({})),
  altered_body: paid((_, { body }) => ({ sentBody: body.replace('25.50', '26.50') })),
  wrong_secret: paid(() => ({ secrets: [foreignSecret()] })),
  missing_signature: paid(() => ({
    headers: { 'X-Service-Signature': undefined, 'webhook-signature': undefined },
  })),
  malformed_signature: paid(() => ({
    headers: { 'X-Service-Signature': 't=;v1=nothing', 'webhook-signature': 'nothing' },
  })),
  old_timestamp: paid(() => ({ age: tenMinutes })),
  future_timestamp: paid(() => ({ age: -tenMinutes })),
  moved_timestamp: paid(({ now }) => {
    const recent = String(Math.floor(now.epochMilliseconds / 1_000))
    return { age: tenMinutes, headers: { 'X-Service-Timestamp': recent, 'webhook-timestamp': recent } }
  }),
  two_signatures: paid(({ secrets }) => ({ secrets: [foreignSecret(), secrets.at(-1) as string] })),
  exact_bytes: genuine((subject) => rewritten(paidBody(subject))),
  not_json: paid(() => ({ secrets: [foreignSecret()], sentBody: '{"status":"SUCCESS' })),
  unknown_event: genuine(({ reference }, now) => ({
    event_type: 'CERTIFICATION',
    reference,
    timestamp: now.toString({ smallestUnit: 'second' }),
  })),
  unknown_fields: genuine((subject) =>
    paidBody(subject, { certification: { nested: [1, null, true] }, certification_note: null }),
  ),
  utf_8: genuine((subject) => paidBody(subject, { customer_name: 'Mbúyi Ngɔ́ndɔ Œuvré 𝒦ivu 🛶' })),
  large_numbers: genuine((subject) =>
    paidBody(subject, {
      amount: '99999999.99',
      currency: 'CDF',
      cs_payment_id: '99999999999999999999999999999999',
    }),
  ),
  large_body: genuine((subject) => paidBody(subject, { certification_note: 'x'.repeat(largeNoteLength) })),
  failed_payment: genuine((subject) => failedBody(subject)),
  doubled: async (exchange) => {
    const event = eventOf(paidBody(exchange.subject))
    return inTurn(exchange, [event, event])
  },
  doubled_at_once: async ({ attempts, subject }) => {
    const event = eventOf(paidBody(subject))
    const first = await Promise.all(Array.from({ length: atOnce }, () => attempts.send(event)))
    // With 5xx a handler asks for a later attempt while another one is under way; that one it has to accept.
    return [...first.filter(isRefused), await attempts.send(event, { attempt: 2 })]
  },
  late_retry: genuine((subject) => paidBody(subject), { attempt: 12 }),
  reordered: async (exchange) => {
    const { subject, now } = exchange
    const later = now.add({ minutes: 5 })
    const events = [transferBody(subject, 'Reversed', later), transferBody(subject, 'Successful', now)]
    return inTurn(exchange, events.map(eventOf))
  },
  cancelled_then_paid: async ({ attempts, subject, now }) => {
    // Handlers refuse the unsigned cancellation, or take it for what it is: no outcome.
    await attempts.send(eventOf(cancellationBody(subject, now)), { signed: false })
    return [await attempts.send(eventOf(paidBody(subject)))]
  },
  refund_before_payment: async (exchange) => {
    const { subject, now } = exchange
    return inTurn(exchange, [refundBody(subject, now), paidBody(subject)].map(eventOf))
  },
}
