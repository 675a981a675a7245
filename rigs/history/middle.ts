// The network between clients and the service. It loses replies, and for a control it lies, which the checker must find.
import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http'
import type { Chance } from '../simulation/kernel/chance.ts'

export const controls = {
  'stale read': 'some reads of a status get the first response that was ever sent',
  'double refund': 'some refunds are sent once more under another key, and that response is passed on',
} as const
export type Control = keyof typeof controls

export type Middle = {
  url: string
  /** The share of requests whose connection is cut once the request was sent, before its reply arrives. */
  lostShare: number
  /** How often it cut a connection while the service was at work, and when the reply was there. */
  readonly cuts: Readonly<Record<'cut while working' | 'cut at the reply', number>>
  /** How often it passed on a reply that was not that of the service. */
  readonly lies: number
  close(): Promise<void>
}

type Message = { method: string; url: string; headers: IncomingHttpHeaders; body: Buffer }
type Reply = { status: number; headers: IncomingHttpHeaders; body: Buffer }

/** @param service the address of the service. */
export async function openMiddle(service: string, chance: Chance, control?: Control): Promise<Middle> {
  const cuts = { 'cut while working': 0, 'cut at the reply': 0 }
  const middle = { url: '', lostShare: 0, cuts, lies: 0, close }
  const lie = control && openLies[control](chance, () => middle.lies++)

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const message = { ...partsOf(incoming), body: await bytesOf(incoming) }
    const cut = chance.happens(middle.lostShare)
      ? chance.pick(['cut while working', 'cut at the reply'] as const)
      : undefined
    if (cut) cuts[cut] += 1
    // The connection to the service stays open, so that it is the reply alone that gets lost.
    if (cut === 'cut while working') setTimeout(() => incoming.socket.destroy(), chance.spread(1, 100))
    const forward = (changed: Message) => forwardTo(service, changed)
    const reply = await (lie?.(message, forward) ?? forward(message))
    if (cut === 'cut at the reply' || !reply) return void incoming.socket.destroy()
    outgoing.writeHead(reply.status, { ...reply.headers, connection: 'close' }).end(reply.body)
  }

  const server = createServer((incoming, outgoing) => {
    pass(incoming, outgoing).catch(() => incoming.socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  middle.url = `http://127.0.0.1:${(server.address() as { port: number }).port}`
  return middle

  async function close(): Promise<void> {
    server.close()
    server.closeAllConnections()
  }
}

const partsOf = ({ method = 'GET', url = '/', headers }: IncomingMessage) => ({ method, url, headers })

async function bytesOf(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

type Forward = (message: Message) => Promise<Reply | undefined>

/** Sends a request on a connection of its own. Returns undefined where the service closes it without a reply. */
async function forwardTo(
  service: string,
  { method, url, headers, body }: Message,
): Promise<Reply | undefined> {
  try {
    const sending = request(new URL(url, service), { method, headers, agent: false })
    sending.end(body)
    const [reply] = (await once(sending, 'response')) as [IncomingMessage]
    return { status: reply.statusCode ?? 502, headers: reply.headers, body: await bytesOf(reply) }
  } catch {
    return undefined
  }
}

type Lie = (message: Message, forward: Forward) => Promise<Reply | undefined>

const openLies: Record<Control, (chance: Chance, count: () => void) => Lie> = {
  'stale read'(chance, count) {
    const first = new Map<string, Reply>()
    return async (message, forward) => {
      const name = `${message.url} ${message.body}`
      const stored = /\/status(\?|$)/.test(message.url) ? first.get(name) : undefined
      const reply = await forward(message)
      if (reply?.status === 200 && !first.has(name)) first.set(name, reply)
      // A reply that says the same would be no lie.
      if (!stored || stored.body.equals(reply?.body ?? stored.body) || !chance.happens(0.3)) return reply
      count()
      return stored
    }
  },
  'double refund'(chance, count) {
    return async (message, forward) => {
      const reply = await forward(message)
      const key = message.headers['idempotency-key']
      const isRefund = message.method === 'POST' && message.url.includes('/payment/refunds/')
      if (!isRefund || reply?.status !== 200 || !chance.happens(0.5)) return reply
      const second = await forward({
        ...message,
        headers: { ...message.headers, 'idempotency-key': `${key}-again` },
      })
      if (second?.status !== 200) return reply
      count()
      return second
    }
  },
}
