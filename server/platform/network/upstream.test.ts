import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { SecureVersion } from 'node:tls'
import { afterEach, describe, expect, test } from 'vitest'
import { certificate } from '../../../test/support/http/certificate.ts'
import { openUpstream, type Upstream, type UpstreamRequest } from './upstream.ts'

const opened: { close(): unknown }[] = []

afterEach(async () => {
  for (const thing of opened.splice(0)) await thing.close()
})

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  opened.push({
    close() {
      server.closeAllConnections()
      server.close()
    },
  })
  return (server.address() as AddressInfo).port
}

async function serve(listener: RequestListener): Promise<URL> {
  return new URL(`http://127.0.0.1:${await listen(createServer(listener))}/`)
}

function open(options?: Parameters<typeof openUpstream>[1]): Upstream {
  const upstream = openUpstream('test', options)
  opened.push(upstream)
  return upstream
}

function post(url: URL, changes: Partial<UpstreamRequest> = {}): UpstreamRequest {
  return { method: 'POST', url, headers: {}, body: Buffer.from('{}'), timeoutMs: 3_000, ...changes }
}

describe('a reply from an upstream', () => {
  test('a call arrives unchanged; its reply has status, headers and bytes', async () => {
    let seen: unknown
    const url = await serve((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk) => chunks.push(chunk))
      request.on('end', () => {
        const { method, headers } = request
        seen = { method, url: request.url, x: headers['x-a'], body: Buffer.concat(chunks).toString() }
        response.writeHead(201, { 'x-b': 'two' }).end('done')
      })
    })
    const target = new URL('/a/b?c=%20d', url)
    const body = Buffer.from('{"a":1}')
    const reply = await open().call(post(target, { headers: { 'x-a': 'one' }, body }))
    expect(seen).toEqual({ method: 'POST', url: '/a/b?c=%20d', x: 'one', body: '{"a":1}' })
    expect(reply).toMatchObject({ kind: 'reply', status: 201, headers: { 'x-b': 'two' } })
    expect(reply.kind === 'reply' && Buffer.from(reply.body).toString()).toBe('done')
  })

  test('a redirect from an upstream is not followed', async () => {
    let calls = 0
    const url = await serve((_request, response) => {
      calls++
      response.writeHead(307, { location: '/elsewhere' }).end()
    })
    expect(await open().call(post(url))).toMatchObject({ kind: 'reply', status: 307 })
    expect(calls).toBe(1)
  })

  test('a reply larger than the limit is cut off', async () => {
    const chunk = Buffer.alloc(64 * 1024)
    const url = await serve((_request, response) => {
      const pour = () => {
        while (response.write(chunk));
        response.once('drain', pour)
      }
      pour()
    })
    const reply = await open().call(post(url))
    expect(reply).toEqual({ kind: 'no_reply', cause: 'REPLY_TOO_LARGE', sent: true })
  })
})

describe('without a reply the request may have been sent', () => {
  test('a call to a hanging upstream ends at its deadline', async () => {
    const url = await serve(() => {})
    const reply = await open().call(post(url, { timeoutMs: 2_000 }))
    expect(reply).toEqual({ kind: 'no_reply', cause: 'DEADLINE', sent: true })
  })

  test('the deadline covers the whole reply, even one that trickles in', async () => {
    const url = await serve((_request, response) => {
      const timer = setInterval(() => response.write('x'), 20)
      response.on('close', () => clearInterval(timer))
    })
    const reply = await open().call(post(url, { timeoutMs: 2_000 }))
    expect(reply).toEqual({ kind: 'no_reply', cause: 'DEADLINE', sent: true })
  })

  test('a call whose connection is reset before or during the reply is not sent again', async () => {
    let calls = 0
    const url = await serve((request, response) => {
      calls++
      if (request.url === '/within') response.writeHead(200, { 'content-length': '100' }).write('half')
      setTimeout(() => request.socket.resetAndDestroy(), 20)
    })
    const upstream = open()
    for (const path of ['/before', '/within']) {
      const reply = await upstream.call(post(new URL(path, url)))
      expect(reply).toMatchObject({ kind: 'no_reply', sent: true })
    }
    expect(calls).toBe(2)
  })

  test('a call on a kept-alive connection that died counts as possibly sent', async () => {
    let calls = 0
    const url = await serve((request, response) => {
      calls++
      if (calls === 2) request.socket.destroy()
      else response.end('ok')
    })
    const upstream = open()
    expect(await upstream.call(post(url))).toMatchObject({ kind: 'reply' })
    expect(await upstream.call(post(url))).toMatchObject({ kind: 'no_reply', sent: true })
    expect(calls).toBe(2)
  })
})

describe('nothing was sent for certain', () => {
  test('a call whose connection is refused was certainly not sent', async () => {
    const url = await serve(() => {})
    await opened.pop()?.close()
    const reply = await open().call(post(url))
    expect(reply).toEqual({ kind: 'no_reply', cause: 'ECONNREFUSED', sent: false })
  })

  test('a call to a name that cannot be resolved was certainly not sent', async () => {
    const reply = await open().call(post(new URL('http://nowhere.invalid/')))
    expect(reply).toMatchObject({ kind: 'no_reply', sent: false })
  })

  test('a call that cannot be encoded was certainly not sent', async () => {
    const url = await serve((_request, response) => response.end())
    const reply = await open().call(post(url, { headers: { 'x-a': 'two\r\nlines' } }))
    expect(reply).toMatchObject({ kind: 'no_reply', sent: false })
  })

  const certificates: [string, Tls][] = [
    ['expired', { until: '20210101000000Z' }],
    ['for another name', { name: 'elsewhere.example' }],
    ['from an untrusted authority', { trusted: false }],
  ]
  test.each(certificates)(
    'nothing is sent to an upstream whose certificate is %s [S-69]',
    async (_name, faults) => {
      const { reply, requests } = await callWithTls(faults)
      expect(reply).toMatchObject({ kind: 'no_reply', sent: false })
      expect(requests).toBe(0)
    },
  )

  test.each([
    ['older than TLS 1.2', 'TLSv1.1', { kind: 'no_reply', sent: false }],
    ['TLS 1.2', 'TLSv1.2', { kind: 'reply', status: 200 }],
  ] as const)(
    'an upstream whose newest protocol is %s is refused or accepted accordingly [S-69]',
    async (_name, newest, expected) => {
      expect((await callWithTls({ newest })).reply).toMatchObject(expected)
    },
  )

  test('a valid upstream certificate is accepted', async () => {
    expect((await callWithTls({})).reply).toMatchObject({ kind: 'reply', status: 200 })
  })
})

type Tls = { name?: string; until?: string; trusted?: boolean; newest?: SecureVersion }

async function callWithTls({
  name = 'localhost',
  until = '21000101000000Z',
  trusted = true,
  newest = 'TLSv1.3',
}: Tls) {
  const { key, cert } = certificate(name, until)
  let requests = 0
  // Otherwise OpenSSL on the test server's side would already refuse old versions.
  const old = { minVersion: 'TLSv1', maxVersion: newest, ciphers: 'DEFAULT:@SECLEVEL=0' } as const
  const server = createTlsServer({ key, cert, ...old }, (_request, response) => {
    requests++
    response.end('ok')
  })
  const port = await listen(server as unknown as Server)
  const upstream = open(trusted ? { ca: cert } : {})
  return { reply: await upstream.call(post(new URL(`https://localhost:${port}/`))), requests }
}
