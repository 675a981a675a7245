// Sends single requests of a certification, genuine or forged, and reads the replies.
import { newId } from '../../kernel/id.ts'
import type { Delivery, Outbound } from '../../platform/network/outbound.ts'
import { type Clock, unixSeconds } from '../../platform/time/clock.ts'
import { attemptHeaders } from '../sign.ts'
import type { EventBody } from './events.ts'

/** The handler under test. `headers` are sent with every request, such as those of HTTP basic authentication. */
export type Handler = { url: string; secrets: readonly string[]; headers: Record<string, string> }

export type Event = { id: string; body: string }

/** How a request differs from a genuine first attempt. */
export type Changes = {
  attempt?: number
  /** Seconds between now and the time of the signature. */
  age?: number
  secrets?: readonly string[]
  /** Changes the headers after they were signed; undefined removes one. */
  headers?: Record<string, string | undefined>
  /** Replaces the body after it was signed. */
  sentBody?: string
  signed?: boolean
}

export type Attempts = {
  send(event: Event, changes?: Changes): Promise<Delivery>
  /** The slowest reply so far to a genuine event, in milliseconds. */
  slowestMs(): number
}

export function eventOf(body: EventBody | string): Event {
  return { id: newId(), body: typeof body === 'string' ? body : JSON.stringify(body) }
}

export function openAttempts(needs: { outbound: Outbound; wallClock: Clock }, handler: Handler): Attempts {
  let slowest = 0
  return {
    async send(event, changes = {}) {
      const signed = attemptHeaders(
        { event_id: event.id, signed: changes.signed ?? true, body: event.body },
        {
          attempt: changes.attempt ?? 1,
          unixSeconds: unixSeconds(needs.wallClock.now()) - (changes.age ?? 0),
          signingSecrets: () => changes.secrets ?? handler.secrets,
        },
      )
      const headers = without(undefined, { ...signed, ...handler.headers, ...changes.headers })
      const delivery = await needs.outbound.post({
        url: handler.url,
        body: changes.sentBody ?? event.body,
        headers,
      })
      slowest = Math.max(slowest, delivery.durationMs)
      return delivery
    },
    slowestMs: () => slowest,
  }
}

function without(removed: undefined, headers: Record<string, string | undefined>): Record<string, string> {
  const kept = Object.entries(headers).filter(([, value]) => value !== removed)
  return Object.fromEntries(kept) as Record<string, string>
}

/** The reply in words that need no translation: `HTTP 204`, or the name of the failure. */
export const nameOf = (delivery: Delivery): string =>
  delivery.kind === 'responded' ? `HTTP ${delivery.status}` : delivery.error

export const isAccepted = (delivery: Delivery): boolean =>
  delivery.kind === 'responded' && delivery.status >= 200 && delivery.status < 300

/** Whether the handler refused the request for good. 429 is a limit, and says nothing of the request. */
export const isRefused = (delivery: Delivery): boolean =>
  delivery.kind === 'responded' && delivery.status >= 400 && delivery.status < 500 && delivery.status !== 429

/** The order as a handler reports it in its reply: `{"order": {"state": "paid", "fulfilled": 1}}`; undefined if it does not. */
export function reportedOrder(delivery: Delivery): { state: string; fulfilled?: number } | undefined {
  if (delivery.kind !== 'responded') return undefined
  try {
    const { order } = JSON.parse(delivery.head)
    if (typeof order?.state !== 'string') return undefined
    const { state, fulfilled } = order
    return { state: state.toLowerCase().slice(0, 40), ...(Number.isInteger(fulfilled) && { fulfilled }) }
  } catch {
    return undefined
  }
}
