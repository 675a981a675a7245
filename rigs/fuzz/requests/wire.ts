// One request as bytes on its own connection, and its response, parsed without a client's leniency.
import { connect } from 'node:net'
import type { ApiResponse } from '../../../test/support/http/response.ts'

export type Sent = {
  method: string
  path: string
  headers: Readonly<Record<string, string>>
  body: Buffer | undefined
  framing: Framing
}

/** How the bytes of a request are sent on the connection. */
export type Framing =
  | { as: 'length' }
  /** In chunks of this many bytes each. */
  | { as: 'chunks'; size: number }
  /** Ends after this many bytes of a body that was announced in full. */
  | { as: 'truncated'; after: number }
  /** Repeated this many times, without waiting for a response. */
  | { as: 'pipelined'; times: number }
  /** Headers that contradict what follows them. */
  | { as: 'odd'; lines: readonly string[] }

export type Exchange = { responses: ApiResponse[]; tookMs: number; hasEnded: boolean }

const patienceMs = 20_000

/** Sends and reads until the server closes; an event stream is closed after its headers. */
export function exchange(port: number, sent: Sent): Promise<Exchange> {
  return new Promise((resolve) => {
    const started = performance.now()
    const chunks: Buffer[] = []
    const socket = connect(port, '127.0.0.1')
    const finish = (hasEnded: boolean) => {
      if (socket.destroyed && !hasEnded) return
      socket.destroy()
      const tookMs = performance.now() - started
      resolve({ responses: responsesIn(Buffer.concat(chunks), sent.method), tookMs, hasEnded })
    }
    socket.setNoDelay(true)
    socket.setTimeout(patienceMs, () => finish(false))
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      if (/^content-type: text\/event-stream/im.test(chunk.subarray(0, 2_000).toString('latin1')))
        finish(true)
    })
    // A server that refuses while the request is still being sent resets the connection; what it sent before
    // counts.
    socket.on('error', () => {})
    socket.on('close', () => finish(true))
    socket.write(bytesOf(sent))
    // The server would wait for the announced bytes unless the connection is half-closed.
    if (sent.framing.as === 'truncated' || sent.framing.as === 'odd') socket.end()
  })
}

/** The request as it goes over the wire. */
export function bytesOf({ method, path, headers, body, framing }: Sent): Buffer {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const head = (more: readonly string[], isLast = true) =>
    Buffer.from(
      [
        `${method} ${path} HTTP/1.1`,
        'host: localhost',
        ...(isLast ? ['connection: close'] : []),
        ...lines,
        ...more,
        '',
        '',
      ].join('\r\n'),
      'latin1',
    )
  const length = body === undefined ? [] : [`content-length: ${body.length}`]
  const content = body ?? Buffer.alloc(0)
  switch (framing.as) {
    case 'length':
      return Buffer.concat([head(length), content])
    case 'chunks':
      return Buffer.concat([head(['transfer-encoding: chunked']), ...chunksOf(content, framing.size)])
    case 'truncated':
      return Buffer.concat([head(length), content.subarray(0, framing.after)])
    case 'pipelined': {
      const earlier = Array.from({ length: framing.times - 1 }, () => [head(length, false), content]).flat()
      return Buffer.concat([...earlier, head(length), content])
    }
    case 'odd':
      return Buffer.concat([head([...framing.lines]), content])
  }
}

function chunksOf(content: Buffer, size: number): Buffer[] {
  const chunks: Buffer[] = []
  for (let at = 0; at < content.length; at += size) {
    const part = content.subarray(at, at + size)
    chunks.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n'))
  }
  return [...chunks, Buffer.from('0\r\n\r\n')]
}

/** Every response in the received bytes, including an incomplete one. */
function responsesIn(bytes: Buffer, method: string): ApiResponse[] {
  const responses: ApiResponse[] = []
  let rest = bytes
  for (;;) {
    const headEnd = rest.indexOf('\r\n\r\n')
    const [statusLine = '', ...lines] = rest
      .subarray(0, Math.max(headEnd, 0))
      .toString('latin1')
      .split('\r\n')
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1])
    if (headEnd < 0 || Number.isNaN(status)) return responses
    const headers = Object.fromEntries(
      lines.map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
    )
    rest = rest.subarray(headEnd + 4)
    if (status === 100) continue
    const isBare = method === 'HEAD' || status === 204 || status === 304
    const { content, used } = isBare ? { content: Buffer.alloc(0), used: 0 } : contentIn(rest, headers)
    rest = rest.subarray(used)
    const text = content.toString('utf8')
    responses.push({ status, headers, text, body: jsonOrUndefined(text) })
  }
}

function contentIn(bytes: Buffer, headers: Record<string, string>): { content: Buffer; used: number } {
  if (headers['content-length'] !== undefined) {
    const length = Number(headers['content-length'])
    return { content: bytes.subarray(0, length), used: length }
  }
  if (headers['transfer-encoding'] !== 'chunked') return { content: bytes, used: bytes.length }
  const parts: Buffer[] = []
  let at = 0
  for (;;) {
    const lineEnd = bytes.indexOf('\r\n', at)
    const size = Number.parseInt(bytes.subarray(at, lineEnd).toString('latin1'), 16)
    if (lineEnd < 0 || !(size > 0))
      return { content: Buffer.concat(parts), used: Math.min(bytes.length, lineEnd + 4) }
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size))
    at = lineEnd + 2 + size + 2
  }
}

function jsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
