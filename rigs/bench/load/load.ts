// Keeps a number of signed requests in flight for a while and records how long each took.
import { setTimeout } from 'node:timers/promises'
import autocannon from 'autocannon'
import type { Credentials } from '../../../server/merchants/identity/register.ts'
import { requestSignature } from '../../../server/merchants/identity/signed-request.ts'
import { quantile } from '../figures.ts'
import type { Outgoing } from '../workloads/workload.ts'

export type Load = {
  url: string
  credentials: Credentials
  request: (n: number) => Outgoing
  concurrency: number
  seconds: number
}

export type Loaded = {
  /** Costs are per request sent: those cut off at the end cost as much as those that got a response. */
  sent: number
  failed: number
  perSecond: number
  p50: number
  p99: number
}

/** The server closes a connection after 1,000 requests, and refuses what comes on it later; this tool does not notice. */
const requestsPerConnection = 900

/** Long enough for the server to finish the requests in flight at the end. */
const cutOffMs = 200

export async function load({ url, credentials, request, concurrency, seconds }: Load): Promise<Loaded> {
  const sign = signer(new URL(url).host, credentials)
  let sent = 0
  const next = () => sign(request(sent++))
  const times: number[] = []
  let refused = 0
  const started = performance.now()
  const run = autocannon({
    url: url.replace('localhost', '127.0.0.1'),
    connections: concurrency,
    duration: seconds,
    sampleInt: 50,
    timeout: 10,
    reconnectRate: requestsPerConnection,
    // The built-in builder would assemble each request again, at a cost that matters on a shared machine.
    setupClient: (client) => Object.assign(client, { getRequestBuffer: next }),
  })
  run.on('response', (_client, status, _bytes, milliseconds) => {
    if (status >= 200 && status < 300) times.push(milliseconds)
    else refused += 1
  })
  const { errors } = await run
  const elapsed = (performance.now() - started) / 1000
  await setTimeout(cutOffMs)
  times.sort((a, b) => a - b)
  return {
    sent,
    failed: refused + errors,
    perSecond: times.length / elapsed,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
  }
}

/** The bytes of a request, signed now. A signature is valid for 30 seconds, so one per second is enough. */
function signer(host: string, credentials: Credentials): (request: Outgoing) => Buffer {
  const signed = new WeakMap<Outgoing, { second: number; bytes: Buffer }>()
  return (request) => {
    const second = Math.floor(Date.now() / 1000)
    const known = signed.get(request)
    if (known?.second === second) return known.bytes
    const lines = [`${request.method} ${request.path} HTTP/1.1`, `host: ${host}`]
    const headers = signedHeaders(request, credentials, second)
    for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`)
    const head = `${lines.join('\r\n')}\r\ncontent-length: ${request.body.length}\r\n\r\n`
    const bytes = Buffer.concat([Buffer.from(head), request.body])
    signed.set(request, { second, bytes })
    return bytes
  }
}

export function signedHeaders(
  { method, path, body, headers }: Outgoing,
  credentials: Credentials,
  second = Math.floor(Date.now() / 1000),
): Record<string, string> {
  if (headers) return headers
  const timestamp = String(second)
  return {
    'content-type': 'application/json',
    'x-api-key': credentials.api_key,
    'x-timestamp': timestamp,
    'x-signature': requestSignature(credentials.api_secret, { timestamp, method, path, body }),
  }
}
