// Who is refused while there is too much to do, and that nobody is forgotten in the count.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { priorityOf } from '../priorities.ts'
import { codeShape } from './code-shape.ts'
import { openHttp } from './http.ts'
import { type Load, openLoad, type Priority, priorities } from './load-shedding.ts'
import { silentLog } from './log.ts'

const most = 16
const ranks = Object.keys(priorities) as Priority[]
const rankOf = (_method: string, url: string) => url.split('/').at(-1) as Priority

let load: Load
let app: ReturnType<typeof openHttp>
let base: string
let port: number
/** Requests that are held, each with what ends it. */
let held: { end(): void; fail(): void }[]
/** Told whenever a request begins to be held. */
let arrivals: EventTarget
let guarded: number

beforeEach(async () => {
  load = openLoad(most)
  held = []
  arrivals = new EventTarget()
  guarded = 0
  app = openHttp({
    log: silentLog,
    trustedProxies: [],
    shapes: [['/coded', codeShape]],
    shedding: { load, priorityOf: rankOf },
  })
  const guard = async () => {
    guarded += 1
  }
  for (const rank of ranks) {
    app.get(`/${rank}`, async () => 'served')
    app.post(`/held/${rank}`, { onRequest: guard }, async () => {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      held.push({ end: resolve, fail: () => reject(new Error('broken')) })
      arrivals.dispatchEvent(new Event('arrival'))
      await promise
      return 'served'
    })
  }
  app.get('/coded/list', async () => 'served')
  app.refuseOtherMethods()
  base = await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as { port: number }).port
})
afterEach(async () => {
  for (const each of held) each.end()
  await app.close()
})

async function ask(path: string, how: RequestInit = {}) {
  const answer = await fetch(base + path, how)
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}
const statusOf = async (path: string, method = 'GET') => (await ask(path, { method })).status

/** Requests of a rank, each waited for until it is held. */
async function hold(count: number, rank: Priority = 'charge') {
  const answers = []
  for (let i = 0; i < count; i++) {
    const arrived = once(arrivals, 'arrival')
    answers.push(statusOf(`/held/${rank}`, 'POST'))
    await arrived
  }
  return answers
}

/** A connection on which so much was sent. */
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

describe('a server with too much to do', () => {
  test('refuses each rank from its share on, what is worth least first, and what tells of it never [S-29]', async () => {
    const refused: Record<string, number> = {}
    for (let inFlight = 0; inFlight <= most; inFlight++) {
      for (const rank of ranks) if ((await statusOf(`/${rank}`)) === 503) refused[rank] ??= inFlight
      if (inFlight < most) await hold(1)
    }
    expect(refused).toEqual({ test: 1, list: 2, status: 8, order: 12, charge: 16 })
    expect([await statusOf('/nowhere'), await statusOf('/list', 'PUT')]).toEqual([404, 405])
  })

  test('counts a list for eight: few are served at once, and what is worth more goes on [S-29]', async () => {
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

  test('says when to come back, in the shape of the service [S-29]', async () => {
    await hold(most)
    const refusals = await Promise.all(['/list', '/coded/list'].map((path) => ask(path)))
    expect(refusals.map(({ status, headers, text }) => [status, headers.get('retry-after'), text])).toEqual([
      [503, '2', '{"detail":"Service Unavailable"}'],
      [503, '2', '{"status":"error","code":"RMT-503","message":"Service Unavailable"}'],
    ])
    for (const { headers } of refusals)
      expect([headers.has('x-request-id'), headers.get('cache-control')]).toEqual([true, 'no-store'])
  })

  test('does nothing for who is refused: no guard is asked, and no body waited for [S-29]', async () => {
    await hold(most)
    const asked = guarded
    const socket = sent(post('list', 'Content-Length: 1000\r\n\r\n{'))
    const [answer] = await once(socket, 'data')
    assert.match(String(answer), /^HTTP\/1\.1 503 /)
    assert.equal(guarded, asked)
    assert.equal(held.length, most)
    socket.destroy()
  })

  test('serves all again when it has less to do [S-29]', async () => {
    const answers = await hold(most)
    assert.equal(await statusOf('/charge'), 503)
    for (const each of held) each.end()
    expect(new Set(await Promise.all(answers))).toEqual(new Set([200]))
    assert.equal(load.inFlight, 0)
    for (const rank of ranks) assert.equal(await statusOf(`/${rank}`), 200)
  })
})

describe('a request is counted off once', () => {
  test('by its answer, by an error, and by a refusal of its body [S-29]', async () => {
    const [served, failed] = await hold(2)
    assert.equal(load.inFlight, 2)
    held[0]!.end()
    assert.equal(await served, 200)
    assert.equal(load.inFlight, 1)
    held[1]!.fail()
    assert.equal(await failed, 500)
    const tooLarge = await ask('/held/charge', { method: 'POST', body: 'x'.repeat(70_000) })
    assert.equal(tooLarge.status, 413)
    assert.equal(load.inFlight, 0)
  })

  test('when its work ends, and not before, whose client has gone [S-29]', async () => {
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

  test('and not at all while its body comes; when that is there, it is asked anew [S-29]', async () => {
    const slow = sent(post('list', 'Content-Length: 2\r\n\r\n{'))
    await once(app.server, 'request')
    assert.equal(load.inFlight, 0)
    await hold(most)
    assert.equal(load.inFlight, most)
    slow.write('}')
    const [answer] = await once(slow, 'data')
    assert.match(String(answer), /^HTTP\/1\.1 503 /)
    assert.equal(load.inFlight, most)
    slow.destroy()
  })

  test('and not at all whose client goes before its body is there [S-29]', async () => {
    const closed = closedOnServer()
    const socket = sent(post('charge', 'Content-Length: 2\r\n\r\n{'))
    await once(app.server, 'request')
    socket.destroy()
    await closed
    assert.equal(load.inFlight, 0)
  })
})

test('a route that nobody has ranked cannot be registered [S-29]', () => {
  const other = openHttp({ log: silentLog, trustedProxies: [], shedding: { load, priorityOf } })
  assert.throws(
    () => other.get('/new', async () => 'served'),
    /server\/priorities\.ts does not say what GET \/new is worth/,
  )
  other.get('/livez', async () => 'served')
})
