// The servers of merchants that receive webhooks: what each really received, and how it responded.
import type { Delivery, Outbound } from '../../../server/platform/network/outbound.ts'
import type { Wire } from '../kernel/upstream.ts'

export type Received = { eventId: string; body: string; status: number | undefined }

const timeoutMs = 15_000

/** @param inbox filled with what arrived, in order. */
export function openMerchantServers(wire: Wire, inbox: Received[]): Outbound {
  const { boundary, chance, faults } = wire
  const responseWith = (status: number, retryAfter?: string): Delivery => ({
    kind: 'responded',
    status,
    retryAfter,
    head: '',
    address: '203.0.113.7',
    durationMs: 20,
  })
  const failed = (error: 'timeout' | 'reset'): Delivery => ({
    kind: 'failed',
    error,
    address: '203.0.113.7',
    durationMs: 20,
  })
  return {
    post({ headers, body }) {
      const eventId = headers['X-Service-Event-Id'] ?? ''
      const receive = (status: number | undefined) => inbox.push({ eventId, body, status })
      const [replyMs, respond] = draw(receive)
      return boundary.cross({
        name: 'webhook post',
        detail: eventId,
        waitMs: chance.spread(5, 300),
        replyMs,
        apply: respond,
        survives: true,
      })
    },
    close: async () => {},
  }

  function draw(receive: (status: number | undefined) => void): [replyMs: number, respond: () => Delivery] {
    const soon = chance.spread(5, 500)
    const notify = (status: number, retryAfter?: string): [number, () => Delivery] => [
      soon,
      () => {
        receive(status)
        return responseWith(status, retryAfter)
      },
    ]
    if (faults.happens('merchant hangs')) return [timeoutMs, () => failed('timeout')]
    if (faults.happens('merchant closes after reading'))
      return [
        soon,
        () => {
          receive(undefined)
          return failed('reset')
        },
      ]
    if (faults.happens('merchant responds 5xx')) return notify(503)
    if (faults.happens('merchant responds 429')) return notify(429, String(1 + chance.below(120)))
    if (faults.happens('merchant responds 4xx')) return notify(410)
    return notify(200)
  }
}
