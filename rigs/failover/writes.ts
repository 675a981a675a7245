// The load: requests that write, each with a way to verify afterwards that it was kept, and a journal of the
// responses.
import { randomUUID } from 'node:crypto'
import { signedHeaders } from '../bench/load/load.ts'
import { transfer } from '../bench/workloads/inbound.ts'
import { orderRequest } from '../bench/workloads/orders.ts'
import { refund } from '../bench/workloads/refund.ts'
import type { Bed, Outgoing } from '../bench/workloads/workload.ts'

export const kinds = ['order', 'transfer', 'refund'] as const
export type Kind = (typeof kinds)[number]

/** One request and its outcome; times are milliseconds of performance.now(). */
export type Written = {
  kind: Kind
  sentAt: number
  respondedAt: number
  /** The identifier in the response, by which the database is queried; undefined when it was not acknowledged. */
  key?: string
  /** What was received instead of an acknowledgement. */
  error?: string
}

export type Load = {
  /** Every request so far, in the order of responses. */
  readonly journal: readonly Written[]
  stop(): Promise<void>
}

type Source = {
  request: () => Outgoing
  keyOf: (response: Record<string, unknown>) => unknown
  concurrency: number
}

/** The pause between two requests of one client, so that the drill measures the failover and not the processor. */
const pauseMs = 40
const patienceMs = 60_000

/** @param url of the proxy. @param bed a funded merchant, and payments that can be refunded. */
export async function startLoad(url: string, bed: Bed): Promise<Load> {
  const release = await refund.prepare(bed)
  let refunds = 0
  const sources: Record<Kind, Source> = {
    order: {
      request: () => withCallback(url, orderRequest(0)),
      keyOf: (response) => (response.data as { transaction_uuid: string }).transaction_uuid,
      concurrency: 6,
    },
    transfer: {
      request: () => ({ ...transfer(bed, bed.merchant.merchant_code) }),
      keyOf: (response) =>
        (response.data as { transaction_id: string } | undefined)?.transaction_id ?? response.transaction_id,
      concurrency: 3,
    },
    refund: { request: () => release(refunds++), keyOf: (response) => response.cs_refund_id, concurrency: 2 },
  }
  const journal: Written[] = []
  let stopping = false
  const queue = async (kind: Kind) => {
    while (!stopping) {
      journal.push(await write(url, bed, kind, sources[kind]))
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
  const concurrency = kinds.flatMap((kind) =>
    Array.from({ length: sources[kind].concurrency }, () => queue(kind)),
  )
  return {
    journal,
    async stop() {
      stopping = true
      await Promise.all(concurrency)
    },
  }
}

/** Callbacks go to the product itself and do not leave the machine. */
export function withCallback(url: string, order: Outgoing): Outgoing {
  const text = order.body.toString()
  const callback = `"callback_url":"${url}/api/v1/test/test-callback"`
  return { ...order, body: Buffer.from(text.replace(/"callback_url":"[^"]*"/, callback)) }
}

async function write(
  url: string,
  { merchant }: Bed,
  kind: Kind,
  { request, keyOf }: Source,
): Promise<Written> {
  const sending = request()
  const headers = signedHeaders(sending, merchant)
  const sentAt = performance.now()
  const done = (rest: Pick<Written, 'key' | 'error'>): Written => ({
    kind,
    sentAt,
    respondedAt: performance.now(),
    ...rest,
  })
  try {
    const response = await fetch(url + sending.path, {
      method: sending.method,
      // A client that waited for ever would prove nothing.
      signal: AbortSignal.timeout(patienceMs),
      headers: kind === 'refund' ? { ...headers, 'idempotency-key': randomUUID() } : headers,
      body: sending.body.toString(),
    })
    const text = await response.text()
    if (response.status !== 200) return done({ error: errorOf(response.status, text) })
    const key = keyOf(JSON.parse(text) as Record<string, unknown>)
    return done(
      typeof key === 'string' && key !== ''
        ? { key }
        : { error: `200 without an identifier: ${text.slice(0, 80)}` },
    )
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: string; message?: string } }
    return done({ error: cause?.code ?? cause?.message ?? name })
  }
}

export function errorOf(status: number, text: string): string {
  if (text.startsWith('<html>')) return `${status} of the proxy`
  const { detail, message } = JSON.parse(text || '{}') as { detail?: string; message?: string }
  return `${status} ${detail ?? message ?? ''}`.trim()
}
