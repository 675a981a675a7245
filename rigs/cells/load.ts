// The load: clients of each cell that write, and repeat once what failed, with a journal of the responses.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { signedHeaders } from '../bench/load/load.ts'
import { transferOf } from '../bench/suites/limits/senders.ts'
import { payment } from '../bench/workloads/charge.ts'
import { orderRequest } from '../bench/workloads/orders.ts'
import { refundRequest } from '../bench/workloads/refund.ts'
import type { Bed, Outgoing } from '../bench/workloads/workload.ts'
import { errorOf, withCallback } from '../failover/writes.ts'
import type { Cell, World } from './world.ts'

export const kinds = ['order', 'charge', 'transfer', 'refund'] as const
export type Kind = (typeof kinds)[number]

/** One request and its outcome; times are milliseconds of performance.now(). */
export type Sent = {
  cell: number
  kind: Kind
  sentAt: number
  respondedAt: number
  /** The second time that a client sends what failed the first time. */
  isRepeat: boolean
  /** The identifier in the response, by which the database is queried; absent when it was not acknowledged. */
  key?: string
  /** What was received instead of an acknowledgement. */
  error?: string
  status?: number
  /** Seconds. */
  retryAfter?: number
}

export type Load = {
  /** Every request so far, in the order of responses. */
  readonly journal: readonly Sent[]
  /** Once all requests have had a response. */
  stop(): Promise<void>
}

/** How many clients of each kind a cell has. */
export type Clients = Readonly<Record<Kind, number>>
export const usualClients: Clients = { order: 4, charge: 1, transfer: 2, refund: 1 }

/** So that drills measure servers that are gone, and not a full processor. */
const usualPauseMs = 60
const patienceMs = 60_000
/** As long as we ask clients to wait, but not longer than this. */
const longestRetrySeconds = 5
/** Each cell has senders of its own. */
const sendersOfCell = 10_000

export function startLoad(
  world: World,
  {
    clients = usualClients,
    pauseMs = usualPauseMs,
    cells = world.cells,
  }: {
    clients?: Clients
    pauseMs?: number
    cells?: readonly Cell[]
  } = {},
): Load {
  const journal: Sent[] = []
  let stopping = false
  async function client(cell: Cell, kind: Kind, n: number): Promise<void> {
    const url = world.urls[n % world.urls.length]!
    const bed = cell.beds[n % cell.beds.length]!
    while (!stopping) {
      await pause(pauseMs)
      // What leads to a charge is made of other requests, which fail like an order.
      const act = await acts[kind]({ url, cell, bed }).catch(() => undefined)
      if (!act) continue
      const sending = { url, bed, kind, cell, act, idempotencyKey: randomUUID() }
      const first = await send({ ...sending, isRepeat: false })
      journal.push(first)
      if (!first.error) continue
      await pause(1_000 * Math.min(first.retryAfter ?? 1, longestRetrySeconds))
      journal.push(await send({ ...sending, isRepeat: true }))
    }
  }
  const running = cells.flatMap((cell) =>
    kinds.flatMap((kind) => Array.from({ length: clients[kind] }, (_, n) => client(cell, kind, n))),
  )
  return {
    journal,
    async stop() {
      stopping = true
      await Promise.all(running)
    },
  }
}

type From = { url: string; cell: Cell; bed: Bed }
/** The request that is measured, and where its response has the identifier. */
type Act = { request: Outgoing; keyOf: (response: Record<string, unknown>) => unknown }

let transfers = 0
let refunds = 0

const acts: Record<Kind, (from: From) => Promise<Act>> = {
  order: async ({ url }) => ({
    request: withCallback(url, orderRequest(0)),
    keyOf: (response) => (response.data as { transaction_uuid?: string }).transaction_uuid,
  }),
  // The payer's button, after the order and the card fields.
  async charge({ bed }) {
    const request = await payment(bed, orderRequest(0))
    return { request, keyOf: () => /[^/]+-CD/.exec(request.path)?.[0] }
  },
  transfer: async ({ bed, cell }) => ({
    request: transferOf(bed.merchant, (cell.number - 1) * sendersOfCell + (transfers++ % sendersOfCell)),
    keyOf: (response) =>
      (response.data as { transaction_id?: string } | undefined)?.transaction_id ?? response.transaction_id,
  }),
  async refund({ bed, cell }) {
    const n = refunds++
    return {
      request: refundRequest(bed, cell.paid[n % cell.paid.length]!, n),
      keyOf: (response) => response.cs_refund_id,
    }
  },
}

type Sending = From & { kind: Kind; act: Act; idempotencyKey: string; isRepeat: boolean }

async function send(sending: Sending): Promise<Sent> {
  const { url, cell, bed, kind, act, idempotencyKey, isRepeat } = sending
  const { request, keyOf } = act
  const sentAt = performance.now()
  const done = (rest: Partial<Sent>): Sent => ({
    ...{ cell: cell.number, kind, sentAt, respondedAt: performance.now(), isRepeat },
    ...rest,
  })
  try {
    const response = await fetch(url + request.path, {
      method: request.method,
      // A client that waited for ever would prove nothing.
      signal: AbortSignal.timeout(patienceMs),
      // A request that is sent again has a signature of its own.
      headers: { ...signedHeaders(request, bed.merchant), 'idempotency-key': idempotencyKey },
      body: request.body.toString(),
    })
    const text = await response.text()
    const { status } = response
    if (status !== 200) {
      const retryAfter = response.headers.get('retry-after')
      const refusal = { status, error: errorOf(status, text) }
      return done(retryAfter === null ? refusal : { ...refusal, retryAfter: Number(retryAfter) })
    }
    const key = keyOf(JSON.parse(text) as Record<string, unknown>)
    return done(
      typeof key === 'string' && key !== ''
        ? { status, key }
        : { status, error: `200 without an identifier: ${text.slice(0, 80)}` },
    )
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: string; message?: string } }
    return done({ error: cause?.code ?? cause?.message ?? name })
  }
}
