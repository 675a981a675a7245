// A real HTTP server that fails in the ways servers do, and a client of the SDK that calls it.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Likuta, type LikutaOptions } from '../../../sdk/likuta.ts'

export type Received = { path: string; headers: IncomingMessage['headers']; body: string }
export type Behaviour = (response: ServerResponse, request: IncomingMessage) => void

export type FailingServer = {
  url: string
  /** The requests since the plan was made. */
  received: Received[]
  /** Says what the server does with the next request, the one after it, and so on; the last one is repeated. */
  will(...plan: Behaviour[]): void
  close(): void
}

export async function openFailingServer(): Promise<FailingServer> {
  let plan: Behaviour[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const behaviour = plan[Math.min(opened.received.length, plan.length - 1)] as Behaviour
    opened.received.push({
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    })
    behaviour(response, request)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const opened: FailingServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    will(...behaviours) {
      plan = behaviours
      opened.received = []
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  return opened
}

export const errorReply =
  (status: number, headers: Record<string, string> = {}, body: object = { detail: 'no' }): Behaviour =>
  (response) =>
    response.writeHead(status, headers).end(JSON.stringify(body))
export const works = errorReply(200, {}, { status: 'success', data: { items: [], pagination: { pages: 0 } } })
export const resets: Behaviour = (_response, request) => request.socket.resetAndDestroy()
/** Ends the connection in order, without a response. */
export const closes: Behaviour = (_response, request) => void request.socket.end()
export const hangs: Behaviour = () => {}
/** Sends the headers and the beginning of a response, and then nothing more. */
export const breaksOff: Behaviour = (response) => {
  response.writeHead(200, { 'content-length': '500' }).write('{"status":')
  setImmediate(() => response.destroy())
}

/** Long enough for a request to reach the server on a busy machine. */
export const silenceMs = 1_000

export const clientOf = (url: string, options: Partial<LikutaOptions> = {}) =>
  new Likuta({
    baseUrl: url,
    apiKey: 'pk_test_a',
    apiSecret: 'sk_test_a',
    merchantCode: 'LKT-A',
    merchantSecret: 'msk_test_a',
    timeoutMs: 10_000,
    ...options,
  })
