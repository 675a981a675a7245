// A network between a client and a server: slow, cut again and again, or frozen. It counts what crosses it.

import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export type CuttingProxy = {
  url: string
  /** Bytes that have crossed it, to the server and back, headers included. */
  readonly sent: number
  readonly received: number
  readonly connections: number
  /** How many of the cuts have happened. */
  readonly cuts: number
  /** Nothing crosses until `thaw`, though connections are accepted. */
  freeze(): void
  thaw(): void
  close(): Promise<void>
}

export type Network = {
  /** In each direction; unlimited by default. */
  bytesPerSecond?: number
  /** Cuts all connections when so many bytes, counted from the start, have been sent. In ascending order. */
  cutAt?: readonly number[]
  /** For how long nobody can connect after a cut. */
  downMs?: number
}

/** What crosses at once: small, so that a rate is even and a cut is where it should be. */
const sliceBytes = 512

/** @param port of the server, on this machine. */
export async function openCuttingProxy(port: number, network: Network = {}): Promise<CuttingProxy> {
  const { bytesPerSecond, cutAt = [], downMs = 0 } = network
  const counted = { sent: 0, received: 0, connections: 0, cuts: 0 }
  const sockets = new Set<Socket>()
  const queues = { sent: openLane(bytesPerSecond), received: openLane(bytesPerSecond) }
  let downUntil = 0
  let frozen = Promise.resolve()
  let thaw = () => {}

  /** Carries a slice, or cuts the network if it is time. Returns whether it goes on. */
  async function carrySlice(slice: Buffer, to: Socket, direction: Direction): Promise<boolean> {
    await queues[direction](slice.length)
    await frozen
    if (to.destroyed) return false
    counted[direction] += slice.length
    if (counted.sent >= nextCut()) {
      counted.cuts += 1
      downUntil = performance.now() + downMs
      for (const socket of sockets) socket.resetAndDestroy()
      return false
    }
    if (!to.write(slice)) await Promise.race([once(to, 'drain'), once(to, 'close')])
    return true
  }
  const nextCut = () => cutAt[counted.cuts] ?? Number.POSITIVE_INFINITY

  async function carry(from: Socket, to: Socket, direction: Direction): Promise<void> {
    for await (const chunk of from as AsyncIterable<Buffer>)
      for (let at = 0; at < chunk.length; at += sliceBytes)
        if (!(await carrySlice(chunk.subarray(at, at + sliceBytes), to, direction))) return
    to.end()
  }

  const server = createServer({ allowHalfOpen: true }, (client) => {
    if (performance.now() < downUntil) return client.resetAndDestroy()
    counted.connections += 1
    const upstream = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    joinSockets(sockets, client, upstream)
    void carry(client, upstream, 'sent').catch(() => {})
    void carry(upstream, client, 'received').catch(() => {})
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: own } = server.address() as { port: number }
  return Object.assign(counted, {
    url: `http://localhost:${own}`,
    freeze() {
      frozen = new Promise((resolve) => {
        thaw = resolve
      })
    },
    thaw: () => thaw(),
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  })
}

type Direction = 'sent' | 'received'

/** If one end of a connection is closed, so is the other. */
function joinSockets(sockets: Set<Socket>, client: Socket, upstream: Socket): void {
  for (const socket of [client, upstream]) {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => {
      sockets.delete(socket)
      client.destroy()
      upstream.destroy()
    })
  }
}

/** One direction of the network, which all connections share. Returns a wait for the turn of so many bytes. */
function openLane(bytesPerSecond: number | undefined): (bytes: number) => Promise<void> {
  let freeAt = 0
  return async (bytes) => {
    if (bytesPerSecond === undefined) return
    const now = performance.now()
    freeAt = Math.max(freeAt, now) + (bytes / bytesPerSecond) * 1_000
    await new Promise((resolve) => setTimeout(resolve, freeAt - now))
  }
}
