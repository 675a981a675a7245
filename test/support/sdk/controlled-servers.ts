// Servers for tests in another language, which control them over HTTP and read what they received.
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json, text } from 'node:stream/consumers'
import {
  type Behaviour,
  breaksOff,
  closes,
  errorReply,
  hangs,
  openFailingServer,
  resets,
  works,
} from './failing-server.ts'

/** A name of a behaviour, a status, or a response. */
type Instruction = string | { status: number; headers?: Record<string, string>; body: unknown }

export type ControlledServers = {
  /** A server that fails as instructed. */
  failingUrl: string
  /** POST sets what it does with the next requests, GET returns those that came since. */
  failingControlUrl: string
  /** POST to any path below it keeps a webhook, GET returns all of them. */
  receiverUrl: string
  close(): void
}

const named: Record<string, Behaviour> = {
  works,
  resets,
  closes,
  hangs,
  'breaks off': breaksOff,
  /** A byte comes now and then, until the client gives up. */
  drips: (response) => {
    response.writeHead(200, { 'content-length': '500' })
    const dripping = setInterval(() => response.write(' '), 100)
    response.on('close', () => clearInterval(dripping))
  },
}

function behaviourOf(instruction: Instruction): Behaviour {
  if (typeof instruction === 'string') return named[instruction] ?? errorReply(Number(instruction))
  const { status, headers = {}, body } = instruction
  const content = typeof body === 'string' ? body : JSON.stringify(body)
  return (response) => response.writeHead(status, headers).end(content)
}

export async function openControlledServers(): Promise<ControlledServers> {
  const failing = await openFailingServer()
  const webhooks: { headers: Record<string, unknown>; body: string }[] = []
  const control = await listen(async (request, response) => {
    if (request.method === 'POST') failing.will(...((await json(request)) as Instruction[]).map(behaviourOf))
    response.end(JSON.stringify(failing.received))
  })
  const receiver = await listen(async (request, response) => {
    if (request.method !== 'POST') return response.end(JSON.stringify(webhooks))
    webhooks.push({ headers: request.headers, body: await text(request) })
    return response.writeHead(204).end()
  })
  return {
    failingUrl: failing.url,
    failingControlUrl: control.url,
    receiverUrl: receiver.url,
    close() {
      failing.close()
      for (const { server } of [control, receiver]) {
        server.closeAllConnections()
        server.close()
      }
    },
  }
}

async function listen(listener: RequestListener): Promise<{ server: Server; url: string }> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
