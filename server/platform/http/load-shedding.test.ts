// Tests which requests are refused under overload, and that every accepted request is counted off.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { silentLog } from '../process/log.ts'
import { codeShape, openHttp } from './http.ts'
import { type Load, openLoad, type Priority, priorities } from './load-shedding.ts'

const most = 16
const ranks = Object.keys(priorities) as Priority[]

const of = (priority: Priority) => ({ config: { priority } })

let load: Load
let app: ReturnType<typeof openHttp>
let base: string
let port: number
/** Requests in progress, each with a function that ends it. */
let held: { end(): void; fail(): void }[]
/** Dispatches an event whenever a request starts being held. */
let arrivals: EventTarget
let guarded: number
/** The status of each response, recorded when sending begins. */
let decisions: number[]
/** The server's side of the open connections. */
let served: Set<Socket>

const mebibyte = 1024 * 1024
/** More than the kernel's buffers take from a response that nobody reads. */
const largeBody = Buffer.alloc(16 * mebibyte)

/** @param stalledReaderMs longer than any test by default, so that a busy machine does not turn readers into stalled ones. */
async function openServer(stalledReaderMs = 600_000): Promise<void> {
  load = openLoad(most)
  held = []
  arrivals = new EventTarget()
  guarded = 0
  decisions = []
  served = new Set()
  app = openHttp({
    log: silentLog,
    trustedProxies: [],
    shapes: [['/coded', codeShape]],
    shedding: { load, stalledReaderMs },
  })
  app.server.on('connection', (socket) => served.add(socket))
  // Recorded after the response is handed to the socket.
  app.addHook('onSend', (_request, reply, payload, done) => {
    done(null, payload)
    decisions.push(reply.statusCode)
    arrivals.dispatchEvent(new Event('decision'))
  })
  const guard = async () => {
    guarded += 1
  }
  for (const rank of ranks) {
    app.get(`/${rank}`, of(rank), async () => 'served')
    app.get(`/large/${rank}`, of(rank), async () => largeBody)
    app.get(`/small/${rank}`, of(rank), async () => Buffer.alloc(64 * 1024))
    app.post(`/held/${rank}`, { onRequest: guard, ...of(rank) }, async () => {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      held.push({ end: resolve, fail: () => reject(new Error('broken')) })
      arrivals.dispatchEvent(new Event('arrival'))
      await promise
      return 'served'
    })
  }
  app.get('/coded/list', of('list'), async () => 'served')
  app.refuseOtherMethods()
  base = await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as { port: number }).port
}
beforeEach(() => openServer())
afterEach(async () => {
  for (const each of held) each.end()
  await app.close()
})

async function send(path: string, how: RequestInit = {}) {
  const response = await fetch(base + path, how)
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const statusOf = async (path: string, method = 'GET') => (await send(path, { method })).status

/** Sends requests of a rank and waits until each of them is held. */
async function hold(count: number, rank: Priority = 'charge') {
  const responses = []
  for (let i = 0; i < count; i++) {
    const arrived = once(arrivals, 'arrival')
    responses.push(statusOf(`/held/${rank}`, 'POST'))
    await arrived
  }
  return responses
}

/** Opens a connection and sends these bytes on it. */
function sent(bytes: string): Socket {
  const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
  socket.on('error', () => {})
  return socket
}
const post = (rank: Priority, rest: string) => `POST /held/${rank} HTTP/1.1\r\nHost: localhost\r\n${rest}`
const closedOnServer = () =>
  new Promise<void>((resolve) => {
    app.server.once('connection', (socket) => socket.once('close', () => resolve()))
  })

describe('an overloaded server', () => {
  test('overload refuses the least important requests first and health checks never [S-29]', async () => {
    const refused: Record<string, number> = {}
    for (let inFlight = 0; inFlight <= most; inFlight++) {
      for (const rank of ranks) if ((await statusOf(`/${rank}`)) === 503) refused[rank] ??= inFlight
      if (inFlight < most) await hold(1)
    }
    expect(refused).toEqual({ test: 1, list: 2, status: 8, order: 12, charge: 16 })
    expect([await statusOf('/nowhere'), await statusOf('/list', 'PUT')]).toEqual([404, 405])
  })

  test('a list counts as eight requests, so lists do not crowd out charges [S-29]', async () => {
    await hold(1, 'list')
    assert.equal(load.inFlight, 8)
    const statuses = ranks.map(async (rank) => [rank, await statusOf(`/${rank}`)])
    expect(Object.fromEntries(await Promise.all(statuses))).toEqual({
      always: 200,
      charge: 200,
      order: 200,
      status: 503,
      list: 503,
      test: 503,
    })
  })

  test('a refused request gets Retry-After, in the error format of its service [S-29]', async () => {
    await hold(most)
    const refusals = await Promise.all(['/list', '/coded/list'].map((path) => send(path)))
    expect(refusals.map(({ status, headers, text }) => [status, headers.get('retry-after'), text])).toEqual([
      [503, '2', '{"detail":"Service Unavailable"}'],
      [503, '2', '{"status":"error","code":"RMT-503","message":"Service Unavailable"}'],
    ])
    for (const { headers } of refusals)
      expect([headers.has('x-request-id'), headers.get('cache-control')]).toEqual([true, 'no-store'])
  })

  test('a refused request is not authenticated and its body is not read [S-29]', async () => {
    await hold(most)
    const requestCount = guarded
    const socket = sent(post('list', 'Content-Length: 1000\r\n\r\n{'))
    const [response] = await once(socket, 'data')
    assert.match(String(response), /^HTTP\/1\.1 503 /)
    assert.equal(guarded, requestCount)
    assert.equal(held.length, most)
    socket.destroy()
  })

  test('all requests are served again once the load falls [S-29]', async () => {
    const responses = await hold(most)
    assert.equal(await statusOf('/charge'), 503)
    for (const each of held) each.end()
    expect(new Set(await Promise.all(responses))).toEqual(new Set([200]))
    assert.equal(load.inFlight, 0)
    for (const rank of ranks) assert.equal(await statusOf(`/${rank}`), 200)
  })
})

describe('requests in flight', () => {
  test('a request is counted off once, by its response, an error or a refused body [S-29]', async () => {
    const [served, failed] = await hold(2)
    assert.equal(load.inFlight, 2)
    held[0]!.end()
    assert.equal(await served, 200)
    assert.equal(load.inFlight, 1)
    held[1]!.fail()
    assert.equal(await failed, 500)
    const tooLarge = await send('/held/charge', { method: 'POST', body: 'x'.repeat(70_000) })
    assert.equal(tooLarge.status, 413)
    assert.equal(load.inFlight, 0)
  })

  test('a request whose client disconnected counts until its work ends [S-29]', async () => {
    const closed = closedOnServer()
    const arrived = once(arrivals, 'arrival')
    const socket = sent(post('charge', 'Content-Length: 0\r\n\r\n'))
    await arrived
    socket.destroy()
    await closed
    assert.equal(load.inFlight, 1)
    const [other] = await hold(1)
    for (const each of held) each.end()
    await other
    assert.equal(load.inFlight, 0)
  })

  test('a request does not count while its body arrives, and is admitted again after it [S-29]', async () => {
    const slow = sent(post('list', 'Content-Length: 2\r\n\r\n{'))
    await once(app.server, 'request')
    assert.equal(load.inFlight, 0)
    await hold(most)
    assert.equal(load.inFlight, most)
    slow.write('}')
    const [response] = await once(slow, 'data')
    assert.match(String(response), /^HTTP\/1\.1 503 /)
    assert.equal(load.inFlight, most)
    slow.destroy()
  })

  test('a request whose client disconnects before its body arrived never counts [S-29]', async () => {
    const closed = closedOnServer()
    const socket = sent(post('charge', 'Content-Length: 2\r\n\r\n{'))
    await once(app.server, 'request')
    socket.destroy()
    await closed
    assert.equal(load.inFlight, 0)
  })
})

describe('slow readers', () => {
  const large = (rank: Priority) => `GET /large/${rank} HTTP/1.1\r\nHost: localhost\r\n\r\n`

  /** Connections that send a request and never read. @returns once the server has decided on the last request. */
  async function slowReaders(count: number, path: string): Promise<Socket[]> {
    const sockets: Socket[] = []
    for (let i = 0; i < count; i++) {
      const decided = once(arrivals, 'decision')
      const socket = connect(port, '127.0.0.1', () => socket.write(path))
      socket.on('error', () => {}).pause()
      sockets.push(socket)
      await decided
    }
    return sockets
  }
  const closed = (socket: Socket) =>
    new Promise<void>((resolve) => {
      if (socket.destroyed) resolve()
      else socket.once('close', () => resolve())
    })
  /** Bytes of responses that the server still buffers. */
  const bufferedBytes = () => [...served].reduce((sum, socket) => sum + socket.writableLength, 0)

  test('a response counts until it is sent, so 24 stalled readers hold only their share [S-29]', async () => {
    const sockets = await slowReaders(24, large('charge'))
    const readers = [...served]
    assert.equal(load.inFlight, most)
    assert.equal(decisions.filter((status) => status === 503).length, 24 - most)
    assert.ok(bufferedBytes() <= most * 16.01 * mebibyte, `${bufferedBytes()}`)
    assert.equal(await statusOf('/charge'), 503)
    for (const socket of sockets) socket.destroy()
    await Promise.all(readers.map(closed))
    assert.equal(load.inFlight, 0)
    assert.equal(await statusOf('/charge'), 200)
  })

  test('an unsent response counts as one, whatever the weight of its request [S-29]', async () => {
    const [socket] = await slowReaders(1, large('list'))
    assert.equal(load.inFlight, 1)
    socket!.destroy()
  })

  test('a queued response is counted off when its connection closes [S-29]', async () => {
    const twice = large('charge').repeat(2)
    const [socket] = await slowReaders(1, twice)
    while (decisions.length < 2) await once(arrivals, 'decision')
    assert.equal(load.inFlight, 2)
    const [reader] = [...served]
    const end = closed(reader!)
    socket!.destroy()
    await end
    assert.equal(load.inFlight, 0)
  })

  test('a response is counted off once when its client has received all of it [S-29]', async () => {
    const [socket] = await slowReaders(1, large('charge'))
    const [reader] = [...served]
    assert.equal(load.inFlight, 1)
    const drained = once(reader!, 'drain')
    socket!.resume()
    await drained
    assert.equal(load.inFlight, 0)
    socket!.destroy()
  })

  test('a small unsent response does not count [S-29]', async () => {
    await slowReaders(24, 'GET /small/charge HTTP/1.1\r\nHost: localhost\r\n\r\n')
    assert.equal(load.inFlight, 0)
  })

  test('the connection of a stalled reader is closed [S-29]', async () => {
    await app.close()
    await openServer(2_000)
    const [socket] = await slowReaders(1, large('charge'))
    const [reader] = [...served]
    assert.equal(load.inFlight, 1)
    await closed(reader!)
    assert.equal(load.inFlight, 0)
    socket!.destroy()
  })
})

test('a route without a priority cannot be registered [S-29]', () => {
  const other = openHttp({ log: silentLog, trustedProxies: [], shedding: { load } })
  assert.throws(() => other.get('/new', async () => 'served'), /GET \/new has no priority/)
  other.get('/livez', of('always'), async () => 'served')
})
