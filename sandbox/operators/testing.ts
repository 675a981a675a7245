// A payer for tests: a sandbox with short times, and a receiver for callbacks.
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { openSandbox, type Sandbox, type SandboxOptions } from '../server.ts'
import type { Message } from './books/book.ts'

export type Reply = { status: number; headers: Headers; body: Message }

export type Received = {
  method: string
  path: string
  headers: IncomingHttpHeaders
  text: string
  body: Message
  at: number
}

export type Receiver = {
  url: string
  received: Received[]
  /** The status with which callbacks are accepted or refused from now on. */
  respondWith(status: (count: number) => number): void
  /** Resolves when this many matching callbacks have arrived. */
  waitFor(count: number, fits?: (callback: Received) => boolean): Promise<Received[]>
  close(): Promise<void>
}

export type BookEntry = Message & {
  reference: string
  upstream_id: string
  status: string
  executions: number
  pay_requests: number
  settled_at: string
  reversed_at: string
  callbacks: { said: string; forged: boolean; result: number | string }[]
}

export type OperatorWorld = {
  sandbox: Sandbox
  url: string
  receiver: Receiver
  send(
    method: string,
    path: string,
    options?: { headers?: Record<string, string>; body?: string },
  ): Promise<Reply>
  control(path: string, message: object): Promise<Reply>
  /** The operators' books, filtered by a query such as `reference=…`. */
  books(query?: string): Promise<{ payouts: BookEntry[]; [name: string]: unknown }>
  /** The payout, once the books show it in this status. */
  completed(reference: string, status: string): Promise<BookEntry>
  /** Resolves when no work is pending any more. */
  quiet(): Promise<void>
  close(): Promise<void>
}

export async function openOperatorWorld(options: Partial<SandboxOptions> = {}): Promise<OperatorWorld> {
  const sandbox = await openSandbox({
    port: 0,
    cardGatewayMerchants: [],
    ...options,
    operators: { ...quick, ...options.operators },
  })
  const receiver = await openReceiver()
  const send: OperatorWorld['send'] = async (method, path, { headers = {}, body } = {}) => {
    const signal = AbortSignal.timeout(10_000)
    const response = await fetch(sandbox.url + path, { method, headers, signal, ...(body && { body }) })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : {} }
  }
  const books: OperatorWorld['books'] = async (query = '') =>
    (await send('GET', `/sandbox/books?${query}`)).body.operators as Awaited<
      ReturnType<OperatorWorld['books']>
    >
  return {
    sandbox,
    url: sandbox.url,
    receiver,
    send,
    books,
    control: (path, message) =>
      send('POST', `/sandbox${path}`, {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(message),
      }),
    async completed(reference, status) {
      for (;;) {
        const [payout] = (await books(`reference=${reference}`)).payouts
        if (payout?.status === status) return payout
        await pause()
      }
    },
    async quiet() {
      while ((await books('reference=none')).pending_work !== 0) await pause()
    },
    async close() {
      await sandbox.close()
      await receiver.close()
    },
  }
}

const quick = {
  outcomeAfterMs: { min: 10, max: 20 },
  reverseAfterMs: 60,
  slowMs: 1_000,
  callbackGapMs: 15,
  retryGapsMs: [20, 40],
}

/** Milliseconds from one timestamp to another. */
export function between(earlier: string, later: string): number {
  return Date.parse(later) - Date.parse(earlier)
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 5))
}

async function openReceiver(): Promise<Receiver> {
  const received: Received[] = []
  const waiting = new Set<() => void>()
  let status: (count: number) => number = () => 204
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8')
      const { method = '', url: path = '', headers } = request
      received.push({ method, path, headers, text, body: JSON.parse(text), at: performance.now() })
      response.writeHead(status(received.length)).end()
      for (const check of waiting) check()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    respondWith(wanted) {
      status = wanted
    },
    waitFor: (count, fits = () => true) =>
      new Promise((resolve) => {
        const check = () => {
          const found = received.filter(fits)
          if (found.length < count) return
          waiting.delete(check)
          resolve(found)
        }
        waiting.add(check)
        check()
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
