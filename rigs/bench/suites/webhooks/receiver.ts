// The merchants' side: a server that responds with 200 at once, under as many addresses of this machine as
// required. Addresses named in `hang` accept connections and never respond.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { serveRequests } from '../../harness/process.ts'
import { preciseNow } from './clock.ts'

export type ReceiverQuestion =
  | { kind: 'port' }
  /** Forgets the received events and drops hanging connections. */
  | { kind: 'start' }
  /** From now on these never respond. */
  | { kind: 'hang'; hosts: string[] }
  /** Replies once this many different events arrived, or after `withinSeconds`. */
  | { kind: 'wait'; events: number; withinSeconds: number }
  | { kind: 'lags' }

export type ReceiverReport = { port: number; received: number; lags: [host: string, milliseconds: number][] }

let received = new Set<string>()
let lags: [host: string, milliseconds: number][] = []
let hanging = new Set<string>()
const stuck = new Set<Socket>()
let onReceived = () => {}

function receive(request: IncomingMessage, response: ServerResponse, body: string): void {
  const host = request.headers.host?.split(':')[0] ?? ''
  if (hanging.has(host)) return void stuck.add(request.socket)
  const id = request.headers['x-service-event-id'] as string
  if (!received.has(id)) {
    received.add(id)
    const enqueued = /"enqueued":([\d.]+)/.exec(body)?.[1]
    if (enqueued) lags.push([host, preciseNow() - Number(enqueued)])
  }
  response.end()
  onReceived()
}

const server = createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8')
  request.on('data', (chunk: string) => {
    body += chunk
  })
  request.on('end', () => receive(request, response, body))
})
server.listen(0, '0.0.0.0', 1_024)
await once(server, 'listening')

async function waitFor(events: number, withinSeconds: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, withinSeconds * 1_000)
  onReceived = () => received.size >= events && resolve()
  onReceived()
  await promise
  clearTimeout(timer)
  onReceived = () => {}
}

serveRequests<ReceiverQuestion>(
  async (question) => {
    if (question.kind === 'start') {
      for (const socket of stuck) socket.destroy()
      stuck.clear()
      received = new Set()
      lags = []
      hanging = new Set()
    }
    if (question.kind === 'hang') hanging = new Set(question.hosts)
    if (question.kind === 'wait') await waitFor(question.events, question.withinSeconds)
    return {
      port: (server.address() as AddressInfo).port,
      received: received.size,
      lags: question.kind === 'lags' ? lags : [],
    } satisfies ReceiverReport
  },
  async () => void server.close(),
)
