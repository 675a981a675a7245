// The load: requests that write, each with what proves afterwards that it was kept, and a journal of what was answered.
import { randomUUID } from 'node:crypto'
import { signedHeaders } from '../bench/harness/load.ts'
import { transfer } from '../bench/workloads/inbound.ts'
import { orderRequest } from '../bench/workloads/orders.ts'
import { refund } from '../bench/workloads/refund.ts'
import type { Bed, Outgoing } from '../bench/workloads/workload.ts'

export const kinds = ['order', 'transfer', 'refund'] as const
export type Kind = (typeof kinds)[number]

/** One request and what became of it; milliseconds of performance.now(). */
export type Written = {
  kind: Kind
  sentAt: number
  respondedAt: number
  /** What the answer named, by which the database is asked; undefined when it was not acknowledged. */
  key?: string
  /** What came instead of an acknowledgement. */
  error?: string
}

export type Load = {
  /** Everything that was sent so far, in the order of the answers. */
  readonly journal: readonly Written[]
  stop(): Promise<void>
}

type Source = {
  request: () => Outgoing
  keyOf: (response: Record<string, unknown>) => unknown
  concurrency: number
}

/** Between two requests of one lane, so that the drill measures the failover and not the cores. */
const pauseMs = 40
const patienceMs = 60_000

/** @param url of the proxy. @param bed a rich merchant, and payments that can be given back. */
export async function startLoad(url: string, bed: Bed): Promise<Load> {
  const release = (await refund.prepare(bed)) as (n: number) => Outgoing
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

/** Callbacks go to the product itself, and not out of the machine. */
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
      // A lane that is answered by nobody any more would prove nothing.
      signal: AbortSignal.timeout(patienceMs),
      headers: kind === 'refund' ? { ...headers, 'idempotency-key': randomUUID() } : headers,
      body: sending.body.toString(),
    })
    const text = await response.text()
    if (response.status !== 200) return done({ error: errorOf(response.status, text) })
    const key = keyOf(JSON.parse(text) as Record<string, unknown>)
    return done(
      typeof key === 'string' && key !== '' ? { key } : { error: `200 without a name: ${text.slice(0, 80)}` },
    )
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: string; message?: string } }
    return done({ error: cause?.code ?? cause?.message ?? name })
  }
}

function errorOf(status: number, text: string): string {
  if (text.startsWith('<html>')) return `${status} of the proxy`
  const { detail, message } = JSON.parse(text || '{}') as { detail?: string; message?: string }
  return `${status} ${detail ?? message ?? ''}`.trim()
}
