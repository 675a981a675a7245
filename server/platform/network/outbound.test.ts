import assert from 'node:assert/strict'
import type dns from 'node:dns'
import { createServer as createTlsServer } from 'node:https'
import type { Socket } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, describe, expect, test } from 'vitest'
import { listen, names, openCanaries } from '../../../test/support/http/canary-servers.ts'
import { certificate } from '../../../test/support/http/certificate.ts'
import { type Delivery, type OutboundOptions, openOutbound } from './outbound.ts'

const opened: { close(): unknown }[] = []
afterEach(async () => {
  for (const thing of opened.splice(0)) await thing.close()
})

function open(options: Partial<OutboundOptions> = {}) {
  const outbound = openOutbound({ reach: 'private', connectMs: 300, totalMs: 500, ...options })
  opened.push(outbound)
  return outbound
}

/** Posts an empty object, with a timeout of half a second. */
const post = (url: string, options: Partial<OutboundOptions> = {}, headers = {}) =>
  open(options).post({ url, headers, body: '{}' })

const { serve, serveBytes, responding } = openCanaries((server) => opened.push(server))

const withoutDuration = ({ durationMs, ...rest }: Delivery) => {
  assert.equal(typeof durationMs, 'number')
  return rest
}
const refused = { kind: 'failed', error: 'refused_address', address: undefined }

describe('a reply to a delivery', () => {
  test('a delivery arrives unchanged; its result has status, body head, address and Retry-After', async () => {
    let seen: unknown
    const { port } = await serve(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      const { method, url, headers } = request
      seen = { method, url, type: headers['content-type'], connection: headers.connection, body }
      response.writeHead(429, { 'retry-after': '120' }).end('slow down')
    })
    const response = await open().post({
      url: `http://127.0.0.1:${port}/a%20b?c=d#e`,
      headers: { 'content-type': 'application/json' },
      body: '{"é":1}',
    })
    expect(seen).toEqual({
      method: 'POST',
      url: '/a%20b?c=d',
      type: 'application/json',
      connection: 'close',
      body: '{"é":1}',
    })
    expect(withoutDuration(response)).toEqual({
      kind: 'responded',
      status: 429,
      retryAfter: '120',
      head: 'slow down',
      address: '127.0.0.1',
    })
  })

  test('a redirect is recorded as the reply and not followed [S-38]', async () => {
    const canary = await responding()
    const { port } = await serve((_request, response) =>
      response.writeHead(307, { location: `http://127.0.0.1:${canary.port}/` }).end(),
    )
    expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ kind: 'responded', status: 307 })
    assert.equal(canary.connections, 0)
  })

  test('an endless reply is cut, and its head is 2 KiB of whole characters [S-38]', async () => {
    let written = 0
    const { port } = await serve((_request, response) => {
      response.on('error', () => {})
      response.write('a')
      const timer = setInterval(() => {
        written += 8192
        response.write('é'.repeat(4096))
      }, 1)
      response.on('close', () => clearInterval(timer))
    })
    const response = await post(`http://127.0.0.1:${port}/`)
    assert.ok(response.kind === 'responded')
    assert.equal(response.head, `a${'é'.repeat(1023)}`)
    assert.ok(written < 1024 * 1024)
  })

  test('the head of a binary reply can be stored as text', async () => {
    const { port } = await serve((_request, response) => response.end(Buffer.from([0x61, 0, 0xff, 0x62])))
    expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ head: 'a\ufffd\ufffdb' })
  })
})

describe('a failed delivery', () => {
  const hanging: [string, (socket: Socket) => void][] = [
    ['before the headers', () => {}],
    ['within the headers', (socket) => socket.write('HTTP/1.1 200 OK\r\nX-A: ')],
    ['within the body', (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc')],
    [
      'dripping',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n')
        const timer = setInterval(() => socket.write('.'), 20)
        socket.on('close', () => clearInterval(timer))
      },
    ],
  ]
  test.each(hanging)('a delivery times out when the reply hangs %s [S-38]', async (_where, onSocket) => {
    const { port, sockets } = await serveBytes(onSocket)
    const response = await post(`http://127.0.0.1:${port}/`)
    expect(response).toMatchObject({ kind: 'failed', error: 'timeout', address: '127.0.0.1' })
    assert.ok(response.durationMs >= 490 && response.durationMs < 1500, String(response.durationMs))
    await expect.poll(() => [...sockets].every((socket) => socket.closed)).toBe(true)
  })

  test('a delivery times out when the TLS handshake or the look-up hangs', async () => {
    const { port } = await serveBytes(() => {})
    const limits = { totalMs: 5_000, connectMs: 200 }
    const secure = await post(`https://127.0.0.1:${port}/`, limits)
    expect(secure).toMatchObject({ error: 'timeout', address: '127.0.0.1' })
    const lookup = (() => {}) as unknown as typeof dns.lookup
    expect(await post('http://shop.example/', { ...limits, lookup })).toMatchObject({
      error: 'timeout',
      address: undefined,
    })
  })

  test('a failed delivery reports the stage it reached', async () => {
    const closing = await serveBytes((socket) => socket.end())
    const resetting = await serveBytes((socket) => socket.once('data', () => socket.resetAndDestroy()))
    const babbling = await serveBytes((socket) => socket.end('SSH-2.0-OpenSSH\r\n'))
    const plain = await responding()
    const lookup = ((_name: string, _options: unknown, done: (error: Error) => void) =>
      done(Object.assign(new Error(), { code: 'ENOTFOUND' }))) as unknown as typeof dns.lookup
    const errorOf = async (url: string, options?: Partial<OutboundOptions>) => {
      const response = await post(url, options)
      return response.kind === 'failed' ? response.error : response.kind
    }
    assert.equal(await errorOf('http://shop.example/', { lookup }), 'dns')
    assert.equal(await errorOf(`https://127.0.0.1:${plain.port}/`), 'tls')
    for (const { port } of [closing, resetting, babbling])
      assert.equal(await errorOf(`http://127.0.0.1:${port}/`), 'reset')
    assert.equal(await errorOf('http://127.0.0.1:1/'), 'connect')
  })

  test('a request that cannot be sent is reported as a failure, not thrown', async () => {
    expect(await post('not a url')).toMatchObject(refused)
    expect(await post('http://127.0.0.1/', {}, { 'x-a': 'b\r\nc: d' })).toMatchObject({ kind: 'failed' })
  })

  test('closing the client fails a delivery in progress', async () => {
    const { port } = await serveBytes(() => {})
    const outbound = open()
    const response = outbound.post({ url: `http://127.0.0.1:${port}/`, headers: {}, body: '' })
    await outbound.close()
    expect(await response).toMatchObject({ kind: 'failed', error: 'reset' })
  })
})

describe('deliveries over TLS', () => {
  const known = getCACertificates()
  afterEach(() => setDefaultCACertificates(known))

  /** The result of a delivery to hook.test, and the number of requests that arrived there. */
  async function deliverWithTls({ name = 'hook.test', until = '21000101000000Z', trusted = true }) {
    const { key, cert } = certificate(name, until)
    let requests = 0
    const server = createTlsServer({ key, cert }, (_request, response) => {
      requests += 1
      response.end()
    })
    opened.push({ close: () => server.closeAllConnections() }, server)
    const port = await listen(server)
    if (trusted) setDefaultCACertificates([...known, cert])
    const means = { lookup: names(['127.0.0.1']), connectMs: 5_000, totalMs: 5_000 }
    return { ...withoutDuration(await post(`https://hook.test:${port}/`, means)), requests }
  }
  const failed = { kind: 'failed', error: 'tls', address: '127.0.0.1', requests: 0 }

  test.each([
    ['that has expired', { until: '20210101000000Z' }],
    ['for another name', { name: 'elsewhere.test' }],
    ['from an untrusted authority', { trusted: false }],
  ])('a certificate %s is refused before anything is sent [S-38]', async (_what, faults) => {
    expect(await deliverWithTls(faults)).toEqual(failed)
  })

  test('a valid certificate is accepted', async () => {
    expect(await deliverWithTls({})).toMatchObject({ kind: 'responded', status: 200, requests: 1 })
  })
})
