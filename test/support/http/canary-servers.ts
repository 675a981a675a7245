// Servers on this machine that count who connects, to detect calls that must not happen.
import type dns from 'node:dns'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'

export const listen = async (server: Server) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** @param keep is given what must be closed after the test. */
export function openCanaries(keep: (opened: { close(): unknown }) => void) {
  async function serve(listener: RequestListener) {
    const server = createServer(listener)
    const canary = { port: await listen(server), connections: 0 }
    server.on('connection', () => {
      canary.connections += 1
    })
    keep({
      close() {
        server.closeAllConnections()
        server.close()
      },
    })
    return canary
  }

  /** A server that sends raw bytes instead of HTTP. */
  async function serveBytes(onSocket: (socket: Socket) => void) {
    const sockets = new Set<Socket>()
    const server = createTcpServer((socket) => {
      sockets.add(socket.on('error', () => {}).resume())
      onSocket(socket)
    })
    keep({
      close() {
        for (const socket of sockets) socket.destroy()
        server.close()
      },
    })
    return { port: await listen(server), sockets }
  }

  return { serve, serveBytes, responding: () => serve((_request, response) => response.end('hello')) }
}

/** A resolver that returns the lists in turn, and the last one from then on. */
export function names(...lists: string[][]): typeof dns.lookup {
  let requestCount = 0
  const lookup = (
    _name: string,
    _options: unknown,
    done: (error: null, found: dns.LookupAddress[]) => void,
  ) => {
    const list = lists[Math.min(requestCount, lists.length - 1)] ?? []
    requestCount += 1
    setImmediate(() =>
      done(
        null,
        list.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      ),
    )
  }
  return lookup as unknown as typeof dns.lookup
}
