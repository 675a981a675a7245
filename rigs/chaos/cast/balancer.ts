// A load balancer in front of the service's processes.
import { once } from 'node:events'
import { connect as connectTo, createServer, type Socket } from 'node:net'

const nobodyThere = 'HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'

export type Balancer = { url: string; close(): Promise<void> }

/** Passes each connection to the next process that accepts it, without reading it. */
export async function openBalancer(ports: () => readonly number[]): Promise<Balancer> {
  const sockets = new Set<Socket>()
  let next = 0
  const server = createServer({ allowHalfOpen: true }, (client) => {
    store(client)
    const from = next++
    const all = ports()
    hand(
      client,
      all.map((_, index) => all[(from + index) % all.length]!),
    )
  })

  function store(socket: Socket): void {
    sockets.add(socket)
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket))
  }

  function hand(client: Socket, [port, ...others]: readonly number[]): void {
    if (port === undefined) return void client.end(nobodyThere)
    const server = connectTo({ host: '127.0.0.1', port, allowHalfOpen: true })
    let isConnected = false
    store(server)
    server.once('connect', () => {
      isConnected = true
      client.pipe(server).pipe(client)
    })
    server.once('close', () => (isConnected ? client.destroy() : hand(client, others)))
    client.once('close', () => isConnected && server.destroy())
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
