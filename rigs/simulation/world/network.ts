// The network between callers and the service: requests take time on it, and get lost.
import { Readable } from 'node:stream'
import { portalTokenOf } from '../callers/portal-tokens.ts'
import type { Trace } from '../kernel/trace.ts'
import type { Wire } from '../kernel/upstream.ts'
import type { Report } from '../upstreams/operator/callbacks.ts'
import type { Merchant } from './population.ts'
import type { Service } from './service.ts'

export type Request = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  headers?: Record<string, string>
  body?: string
}
export type ClientResponse = { status: number; body: any; headers: Record<string, unknown> }

/** A request of a merchant that got no response, or one of 500 or more. */
export type Failure = {
  /** The merchant's cell. */
  cell: number
  what: string
  from: number
  until: number
  /** Absent if there was no response. */
  status?: number
  /** Whether the response says when to try again. */
  retries: boolean
}

export type Network = {
  /** The response; undefined where none came in time. */
  ask(request: Request): Promise<ClientResponse | undefined>
  /** Responses that broke off although nothing failed while they were made. */
  readonly broken: readonly string[]
  readonly failures: readonly Failure[]
  /** Delivers a callback of an operator, which tries once more where it gets no response, or every hour if it is stubborn. */
  report: Report
}

/** How long a client waits for a response. */
const patienceMs = 30_000

export function openNetwork(
  { boundary, time, chance, faults }: Wire,
  trace: Trace,
  {
    service,
    merchants,
  }: { service: () => Pick<Service, 'system' | 'isUp'>; merchants: () => readonly Merchant[] },
): Network {
  const broken: string[] = []
  const failures: Failure[] = []
  const faultsSoFar = () => [...faults.fired.values()].reduce((sum, times) => sum + times, 0)

  async function send({ method, path, headers = {}, body }: Request): Promise<ClientResponse | undefined> {
    const mine = boundary.living()
    const { promise, resolve } = Promise.withResolvers<ClientResponse | undefined>()
    const giveUp = time.after(patienceMs, () => resolve(undefined))
    const arrive = async () => {
      const { system, isUp } = service()
      if (!system || !isUp || mine !== boundary.living() || faults.happens('request lost')) return
      const lost = faults.happens('response lost')
      const before = faultsSoFar()
      const response = await system.app
        .inject({
          Request: ArrivedRequest,
          method,
          url: path,
          headers,
          ...(body !== undefined && { payload: body }),
        })
        .catch((error: Error) => void trace.note(time.now(), `client ${method} ${path} ${error.message}`))
      if (!response) {
        if (faultsSoFar() === before) broken.push(`${method} ${path}`)
        return
      }
      trace.note(
        time.now(),
        `client ${method} ${path} ${response.statusCode}${response.statusCode >= 400 ? ` ${response.body.slice(0, 200)}` : ''}`,
      )
      if (lost || mine !== boundary.living()) return
      time.after(chance.spread(2, 80), () => {
        giveUp.cancel()
        resolve({ status: response.statusCode, body: parsed(response.body), headers: response.headers })
      })
    }
    // Not awaited, because the program takes time to respond.
    time.after(chance.spread(2, 80), () => void arrive())
    return promise
  }

  return { ask: asking(send, { time, merchants, failures }), broken, failures, report: reporting(send, time) }
}

type Send = (request: Request) => Promise<ClientResponse | undefined>

/** Records what of a merchant's requests failed. */
function asking(
  send: Send,
  {
    time,
    merchants,
    failures,
  }: Pick<Wire, 'time'> & { merchants: () => readonly Merchant[]; failures: Failure[] },
): Send {
  return async (request) => {
    const from = time.now()
    const response = await send(request)
    const { headers = {}, method, path } = request
    const merchant = merchants().find((each) => isCaller(each, headers))
    if (merchant && (!response || response.status >= 500))
      failures.push({
        cell: merchant.cell,
        what: `${method} ${path}`,
        from,
        until: time.now(),
        ...(response && { status: response.status }),
        retries: response?.headers['retry-after'] !== undefined,
      })
    return response
  }
}

const reporting =
  (send: Send, time: Wire['time']): Network['report'] =>
  (url, body, isStubborn = false) => {
    const request = {
      method: 'POST',
      path: new URL(url).pathname,
      body,
      headers: { 'content-type': 'application/json' },
    } as const
    const isLost = (response: ClientResponse | undefined) => !response || response.status >= 500
    const again = async () => {
      if (isLost(await send(request)) && isStubborn) time.after(3_600_000, () => void again())
    }
    // An operator that gets no response tries once more a minute later.
    void send(request).then((response) => {
      if (isLost(response)) time.after(60_000, () => void again())
    })
  }

/** Whether a merchant sent these headers: by its API key, its secret, or as it is signed in to the portal. */
function isCaller(
  merchant: Merchant,
  { 'x-api-key': key, authorization = '' }: Record<string, string>,
): boolean {
  const { api_key, merchant_code, merchant_secret } = merchant
  const secret = Buffer.from(`${merchant_code}:${merchant_secret}`).toString('base64')
  return (
    key === api_key ||
    authorization === `Basic ${secret}` ||
    authorization === `Bearer ${portalTokenOf(merchant)}`
  )
}

/** A request as Node's server passes it on: each header with all its values. */
class ArrivedRequest extends Readable {
  declare headers: Record<string, string>
  get headersDistinct(): Record<string, string[]> {
    return Object.fromEntries(Object.entries(this.headers).map(([name, value]) => [name, [value]]))
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
