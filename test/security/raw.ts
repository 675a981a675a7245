// Requests as bytes that no HTTP client would send.
import { connect, type Socket } from 'node:net'

const firstBytesMs = 10_000

export type RawResponse = { status: number; text: string }

/**
 * Sends bytes on a new connection and returns everything received until it closed or was idle for a moment after the first
 * bytes, which may be late on a busy machine.
 */
export function raw(
  port: number,
  bytes: string,
  { quietMs = 400 } = {},
): Promise<RawResponse & { statuses: number[] }> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    const finish = () => {
      socket.destroy()
      const statuses = [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status))
      resolve({ status: statuses[0] ?? 0, statuses, text })
    }
    socket.setTimeout(firstBytesMs, finish)
    socket.on('data', (chunk) => {
      socket.setTimeout(quietMs)
      text += chunk.toString('latin1')
    })
    socket.on('error', () => {})
    socket.on('close', finish)
    socket.write(Buffer.from(bytes, 'latin1'))
  })
}

/** A connection that is left open; `closed` resolves with the milliseconds after which it ended. */
export function heldOpen(
  port: number,
  bytes: string,
): { socket: Socket; closed: Promise<number>; received(): string } {
  const start = performance.now()
  const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
  })
  socket.on('error', () => {})
  const closed = new Promise<number>((resolve) => {
    socket.on('close', () => resolve(performance.now() - start))
  })
  return { socket, closed, received: () => text }
}

/** One GET whose connection closes after the response. */
export const get = (target: string, headers: readonly string[] = []) =>
  `GET ${target} HTTP/1.1\r\n${['Host: localhost', 'Connection: close', ...headers].join('\r\n')}\r\n\r\n`
