// The only HTTP client for configured upstreams. It never throws and never follows a redirect. A call without a reply says
// whether the request can have been sent: that separates "nothing happened" from "the outcome is unknown".
import type { Dispatcher } from 'undici'
import { observed, traceHeaders } from '../process/telemetry.ts'
import type { Follower } from '../time/sandbox-clock.ts'
import { Agent } from './client.ts'

export type UpstreamRequest = {
  method: 'GET' | 'POST' | 'PUT'
  url: URL
  headers: Record<string, string>
  body?: Uint8Array
  /** For the whole call: connecting, sending, waiting and reading. */
  timeoutMs: number
  maxReplyBytes?: number
}

export type UpstreamReply =
  | { kind: 'reply'; status: number; headers: Record<string, string>; body: Uint8Array }
  /** `sent` is false only when it is certain that the upstream received nothing. */
  | { kind: 'no_reply'; cause: string; sent: boolean }

export type Upstream = {
  call(request: UpstreamRequest): Promise<UpstreamReply>
  close(): Promise<void>
}

const connectTimeoutMs = 2_000
const usualReplyBytes = 1024 * 1024

/**
 * @param name of the upstream, for metrics and traces.
 * @param options.ca PEM of a private certificate authority, which replaces the well-known ones.
 */
export function openUpstream(name: string, options: { ca?: string } = {}): Upstream {
  const agent = new Agent({
    // HTTP/1.1 only, one request per connection at a time: an HTTP/2 stream could be refused and resent without our knowing.
    allowH2: false,
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { timeout: connectTimeoutMs, rejectUnauthorized: true, minVersion: 'TLSv1.2', ...options },
  })
  const call = (request: UpstreamRequest) =>
    observed(
      { area: 'upstream', name },
      () => exchange(agent, { ...request, headers: { ...request.headers, ...traceHeaders() } }),
      (reply) => (reply.kind === 'reply' ? `${Math.floor(reply.status / 100)}xx` : 'no_reply'),
    )
  return { call, close: () => agent.destroy() }
}

function exchange(agent: Dispatcher, request: UpstreamRequest): Promise<UpstreamReply> {
  const { promise, resolve } = Promise.withResolvers<UpstreamReply>()
  const limit = request.maxReplyBytes ?? usualReplyBytes
  const chunks: Uint8Array[] = []
  let size = 0
  let status = 0
  let headers: Record<string, string> = {}
  let connection: Dispatcher.DispatchController | undefined
  let resolved = false

  function settleOnce(reply: UpstreamReply): void {
    resolved = true
    clearTimeout(timer)
    resolve(reply)
  }
  function giveUp(cause: string): void {
    if (resolved) return
    settleOnce({ kind: 'no_reply', cause, sent: connection !== undefined })
    connection?.abort(new Error(cause))
  }
  const timer = setTimeout(giveUp, request.timeoutMs, 'DEADLINE')

  try {
    agent.dispatch(dispatchOptions(request), {
      // Called when the connection is established, before the first byte is written to it.
      onRequestStart(controller) {
        if (resolved) controller.abort(new Error('DEADLINE'))
        else connection = controller
      },
      onResponseStart(_controller, statusCode, received) {
        status = statusCode
        headers = flat(received)
      },
      onResponseData(_controller, chunk) {
        size += chunk.length
        if (size > limit) giveUp('REPLY_TOO_LARGE')
        else chunks.push(chunk)
      },
      onResponseEnd() {
        if (!resolved) settleOnce({ kind: 'reply', status, headers, body: Buffer.concat(chunks) })
      },
      onResponseError(_controller, error) {
        giveUp(causeOf(error))
      },
    })
  } catch (error) {
    giveUp(causeOf(error))
  }
  return promise
}

function dispatchOptions({ method, url, headers, body }: UpstreamRequest): Dispatcher.DispatchOptions {
  return { origin: url.origin, path: url.pathname + url.search, method, headers, body: body ?? null }
}

function flat(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value ?? '')]))
}

function causeOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  return typeof code === 'string' ? code : String(name ?? 'UNKNOWN')
}

// Configures the simulators that run beside a sandbox deployment, over HTTP only, as the real systems would be reached.

export type Simulators = {
  setClock: Follower
  /** Registers where each protocol with a portal sends its callbacks; false when the simulators did not accept it. */
  setPortal(callbackUrls: Readonly<Record<string, string>>): Promise<boolean>
  close(): Promise<void>
}

/** @param origin base URL of the simulators. */
export function openSimulators(origin: string): Simulators {
  const upstream = openUpstream('simulators')
  async function notify(path: string, what: object): Promise<boolean> {
    const reply = await upstream.call({
      method: 'POST',
      url: new URL(path, origin),
      headers: { 'content-type': 'application/json' },
      body: new TextEncoder().encode(JSON.stringify(what)),
      timeoutMs: 2_000,
    })
    return reply.kind === 'reply' && reply.status === 200
  }
  return {
    setClock: (offsetSeconds) => notify('/sandbox/clock', { offset_seconds: offsetSeconds }),
    setPortal: (callbackUrls) => notify('/sandbox/operators/portal', callbackUrls),
    close: () => upstream.close(),
  }
}
