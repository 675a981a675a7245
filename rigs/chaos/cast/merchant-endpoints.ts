// The servers that receive webhooks, each with its own behaviour. All of them respond with 200 once the faults are
// over.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Chance } from '../../simulation/kernel/chance.ts'
import type { Received } from '../../simulation/upstreams/merchant-servers.ts'

type Manner = 'fine' | 'fails' | 'limits' | 'hangs' | 'closes' | 'redirects' | 'refuses'

/** How often each of them fails. */
const trouble: Record<Manner, number> = {
  fine: 0,
  fails: 0.5,
  limits: 0.4,
  hangs: 0.2,
  closes: 0.5,
  redirects: 0.4,
  refuses: 0.2,
}

export type MerchantEndpoints = {
  urls: readonly string[]
  inbox: Received[]
  /** The number of responses by behaviour, and how many were not a success. */
  readonly responded: Readonly<Record<string, { deliveries: number; troubled: number }>>
  /** From now on all endpoints respond with 200. */
  recover(): void
  close(): Promise<void>
}

export async function openMerchantEndpoints(chance: Chance): Promise<MerchantEndpoints> {
  const inbox: Received[] = []
  const stuck = new Set<Socket>()
  const manners = Object.keys(trouble) as Manner[]
  const responded = Object.fromEntries(manners.map((manner) => [manner, { deliveries: 0, troubled: 0 }]))
  let isWell = false

  function take(request: IncomingMessage, response: ServerResponse, body: string): void {
    const manner = (request.url ?? '').slice(1) as Manner
    const eventId = String(request.headers['x-service-event-id'] ?? '')
    const count = responded[manner]
    const receive = (status: number | undefined) => inbox.push({ eventId, body, status })
    const respond = (status: number, headers: Record<string, string> = {}) => {
      receive(status)
      response.writeHead(status, headers).end()
    }
    if (count) count.deliveries += 1
    if (isWell || !chance.happens(trouble[manner] ?? 0)) return void respond(200)
    if (count) count.troubled += 1
    if (manner === 'fails') return void respond(chance.pick([500, 502, 503]))
    if (manner === 'limits') return void respond(429, { 'retry-after': String(1 + chance.below(60)) })
    if (manner === 'redirects') return void respond(302, { location: '/fine' })
    if (manner === 'refuses') return void respond(410)
    receive(undefined)
    if (manner === 'hangs') stuck.add(request.socket)
    else request.socket.destroy()
  }

  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => {
      body += chunk
    })
    request.on('end', () => take(request, response, body))
    request.on('error', () => {})
  })
  server.listen(0, '0.0.0.0', 512)
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return {
    // Each endpoint has its own address, as a separate server would.
    urls: manners.map((manner, index) => `http://127.0.1.${index + 1}:${port}/${manner}`),
    inbox,
    responded,
    recover() {
      isWell = true
      for (const socket of stuck) socket.destroy()
      stuck.clear()
    },
    async close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
