import assert from 'node:assert/strict'
import type dns from 'node:dns'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, describe, expect, test } from 'vitest'
import { certificate } from '../../../test/support/http/certificate.ts'
import { type Delivery, isPublicUrl, type OutboundOptions, openOutbound } from './outbound.ts'
import { isMetadataUrl, isPublicAddress, isPublicPageUrl } from './public-address.ts'

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

/** Applies only the address rules, so that a canary server on any port can detect a forbidden call. */
const addressesOnly: Partial<OutboundOptions> = { reach: 'public', guard: { acceptsUrl: () => true } }

const listen = async (server: Server) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

async function serve(listener: RequestListener) {
  const server = createServer(listener)
  const canary = { port: await listen(server), connections: 0 }
  server.on('connection', () => {
    canary.connections += 1
  })
  opened.push({
    close() {
      server.closeAllConnections()
      server.close()
    },
  })
  return canary
}

const responding = () => serve((_request, response) => response.end('hello'))

/** A server that sends raw bytes instead of HTTP. */
async function serveBytes(onSocket: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = createTcpServer((socket) => {
    sockets.add(socket.on('error', () => {}).resume())
    onSocket(socket)
  })
  opened.push({
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  })
  return { port: await listen(server), sockets }
}

/** A resolver that returns the lists in turn, and the last one from then on. */
function names(...lists: string[][]): typeof dns.lookup {
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

const loopbackSpellings = [
  ...['127.0.0.1', '127.1', '127.0.1', '0x7f.1', '0x7f000001', '2130706433', '0177.0.0.1', '017700000001'],
  ...['①②⑦.⓪.⓪.①', '127.0.0.1.', '%31%32%37.0.0.1', '0', '0.0.0.0', '[::1]', '[::]', '[0:0:0:0:0:0:0:1]'],
  ...['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]', '[64:ff9b::7f00:1]', '[2002:7f00:1::]'],
]
const privateSpellings = [
  ...['10.0.0.1', '10.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '192.168.257', '0xc0a80101'],
  ...['100.64.0.1', '169.254.169.254', '2852039166', '192.0.0.8', '192.0.2.1', '192.88.99.1', '198.18.0.1'],
  ...['198.51.100.7', '203.0.113.9', '224.0.0.1', '240.0.0.1', '255.255.255.255', '[fe80::1]', '[fec0::1]'],
  ...['[fc00::1]', '[fd00:ec2::254]', '[ff02::1]', '[100::1]', '[2001::1]', '[2001:db8::1]', '[3fff::1]'],
  ...['[5f00::1]', '[64:ff9b:1::a9fe:a9fe]', '[::ffff:169.254.169.254]', '[::ffff:0:127.0.0.1]'],
]
const innerNames = [
  ...['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', 'ｌocalhost', 'printer.local', 'printer.local.'],
  ...['db.internal', 'metadata.google.internal', 'shop.onion', 'intranet', 'a..b', 'shop.example..'],
]

describe('webhook URLs of merchants [S-34]', () => {
  test.each([...loopbackSpellings, ...privateSpellings, ...innerNames])('%s is refused', async (host) => {
    const url = `https://${host}/hook`
    if (URL.canParse(url)) {
      assert.equal(isPublicUrl(new URL(url)), false)
      assert.equal(isPublicPageUrl(new URL(url)), false)
    }
    expect(withoutDuration(await post(url, { reach: 'public' }))).toEqual(refused)
  })

  test.each([
    ...['http://shop.example/', 'ftp://shop.example/', 'file:///etc/passwd', 'gopher://shop.example/'],
    ...['https://shop.example:80/', 'https://shop.example:22/', 'https://shop.example:5432/'],
    ...['https://me@shop.example/', 'https://me:secret@shop.example/', 'https://:secret@shop.example/'],
    ...['https://shop.example@127.0.0.1/', 'https://shop.example:8444/'],
  ])('%s is refused', async (url) => {
    assert.equal(isPublicUrl(new URL(url)), false)
    expect(withoutDuration(await post(url, { reach: 'public' }))).toEqual(refused)
  })

  test.each([
    ...['https://shop.example/', 'https://SHOP.example.:443/a?b#c', 'https://a.b.shop.example:8443/'],
    ...['https://8.8.8.8/', 'https://[2606:4700:4700::1111]/', 'https://localhost.example/'],
    ...['https://xn--bcher-kva.example/', 'https://boutique-été.example/'],
  ])('%s is accepted', (url) => {
    assert.equal(isPublicUrl(new URL(url)), true)
  })

  test('a page for the payer may use any port', () => {
    assert.equal(isPublicPageUrl(new URL('https://shop.example:9443/#/done')), true)
    assert.equal(isPublicPageUrl(new URL('http://shop.example/')), false)
  })
})

describe('addresses of deliveries', () => {
  test.each([...loopbackSpellings, ...privateSpellings])(
    'a delivery to %s never connects [S-35]',
    async (host) => {
      const canary = await responding()
      const url = `http://${host}:${canary.port}/`
      expect(withoutDuration(await post(url, addressesOnly))).toEqual(refused)
      assert.equal(canary.connections, 0)
    },
  )

  test('public internet addresses are accepted', () => {
    const good = ['1.1.1.1', '8.8.8.8', '41.243.7.1', '100.128.0.1', '172.32.0.1', '::ffff:8.8.8.8']
    for (const address of [...good, '2606:4700::1', '2c0f:f248::1']) assert.ok(isPublicAddress(address))
    for (const address of ['', 'shop.example', '8.8.8.8/32', 'fe80::1%eth0'])
      assert.ok(!isPublicAddress(address))
  })

  test.each([['127.0.0.1'], ['::1'], ['169.254.169.254'], ['10.0.0.1'], ['0.0.0.0'], ['::ffff:127.0.0.1']])(
    'a name that resolves to %s is refused [S-35]',
    async (address) => {
      const canary = await responding()
      const url = `http://shop.example:${canary.port}/`
      expect(withoutDuration(await post(url, { ...addressesOnly, lookup: names([address]) }))).toEqual(
        refused,
      )
      assert.equal(canary.connections, 0)
    },
  )

  test('of the addresses of a name, only the permitted ones are used [S-35]', async () => {
    const canary = await responding()
    const tried: string[] = []
    const acceptsAddress = (address: string) => {
      tried.push(address)
      return address === '127.0.0.1'
    }
    const url = `http://shop.example:${canary.port}/`
    const lookup = names(['127.0.0.2', '::1', '127.0.0.1'])
    const response = await post(url, { lookup, guard: { acceptsAddress } })
    expect(response).toMatchObject({ kind: 'responded', address: '127.0.0.1' })
    expect(tried).toEqual(['127.0.0.2', '::1', '127.0.0.1', '127.0.0.1'])

    const dead = await post(url, { ...addressesOnly, lookup: names(['192.0.2.1', '8.8.8.8', '127.0.0.1']) })
    expect(dead).toMatchObject({ kind: 'failed', address: '8.8.8.8' })
    assert.equal(canary.connections, 1)
  })

  test('a name that changes from a public to a private address is refused [S-36]', async () => {
    const canary = await responding()
    const outbound = open({ ...addressesOnly, lookup: names(['8.8.8.8'], ['127.0.0.1']) })
    const request = { url: `http://shop.example:${canary.port}/`, headers: {}, body: '{}' }
    expect(await outbound.post(request)).toMatchObject({ kind: 'failed', address: '8.8.8.8' })
    for (let i = 0; i < 20; i += 1) expect(withoutDuration(await outbound.post(request))).toEqual(refused)
    assert.equal(canary.connections, 0)
  })

  test('a socket connected to another address than resolved is refused before sending [S-36]', async () => {
    let received = 0
    const { port } = await serveBytes((socket) => socket.on('data', ({ length }) => (received += length)))
    let requestCount = 0
    const acceptsAddress = () => ++requestCount === 1
    const response = await post(`http://shop.example:${port}/`, {
      lookup: names(['127.0.0.1']),
      guard: { acceptsAddress },
    })
    expect(withoutDuration(response)).toEqual(refused)
    assert.equal(received, 0)
  })

  test('a socket opened under other rules is never reused [S-37]', async () => {
    const canary = await responding()
    const url = `http://127.0.0.1:${canary.port}/`
    await (await fetch(url)).text()
    expect(await post(url)).toMatchObject({ kind: 'responded' })
    const before = canary.connections
    expect(withoutDuration(await post(url, addressesOnly))).toEqual(refused)
    assert.equal(canary.connections, before)
  })

  test('refused addresses look alike whether the port is open, closed or silent [S-40]', async () => {
    const [open, silent] = [await responding(), await serveBytes(() => {})]
    const ports = [open.port, 1, silent.port]
    const responses = await Promise.all(
      ports.flatMap((port) => [
        post(`http://127.0.0.1:${port}/`, addressesOnly),
        post(`http://shop.example:${port}/`, { ...addressesOnly, lookup: names(['127.0.0.1']) }),
      ]),
    )
    for (const response of responses) {
      expect(withoutDuration(response)).toEqual(refused)
      assert.ok(response.durationMs < 200)
    }
  })

  test('a sandbox may call this machine and private networks, but never link-local addresses', async () => {
    const canary = await responding()
    const url = (host: string) => `http://${host}:${canary.port}/`
    const lookup = names(['127.0.0.1'])
    expect(await post(url('shop.example'), { lookup })).toMatchObject({ kind: 'responded', head: 'hello' })
    expect(await post(url('localhost'))).toMatchObject({ kind: 'responded', head: 'hello' })
    for (const host of ['169.254.169.254', '[fe80::1]', '0.0.0.0', '224.0.0.1', '[::ffff:169.254.169.254]'])
      expect(withoutDuration(await post(url(host)))).toEqual(refused)
  })
})

const metadataSpellings = [
  ...[
    '169.254.169.254',
    '169.254.43518',
    '2852039166',
    '0xa9fea9fe',
    '0xa9.0xfe.0xa9.0xfe',
    '0251.0376.0251.0376',
  ],
  ...['[::ffff:169.254.169.254]', '[::ffff:a9fe:a9fe]', '[::169.254.169.254]', '[64:ff9b::a9fe:a9fe]'],
  ...['[64:ff9b:1::a9fe:a9fe]', '[2002:a9fe:a9fe::]', '[fd00:ec2::254]', '[fd00:ec2::23]', '[fd20:ce::254]'],
  ...['169.254.170.2', '100.100.100.200', '192.0.0.192', '168.63.129.16', '[fe80::a9fe:a9fe]'],
]
const metadataNames = [
  ...['metadata.google.internal', 'METADATA.google.internal.', 'metadata.goog', 'metadata', 'instance-data'],
  ...['instance-data.ec2.internal', 'metadata.azure.internal'],
]

describe('cloud metadata addresses', () => {
  test.each([...metadataSpellings, ...metadataNames])(
    'the metadata address %s is never called, in any reach',
    async (host) => {
      const url = `http://${host}/latest/meta-data/`
      for (const reach of ['public', 'open', 'private'] as const)
        expect(withoutDuration(await post(url, { reach, lookup: names(['127.0.0.1']) }))).toEqual(refused)
      assert.ok(isMetadataUrl(new URL(url)) || /ff9b|2002|::169|::a9fe:a9fe/.test(host), host)
    },
  )

  test.each([
    [['169.254.169.254']],
    [['::ffff:169.254.169.254', 'fd00:ec2::254']],
    [['64:ff9b::a9fe:a9fe', '2002:a9fe:a9fe::1', 'fd20:ce::254', '100.100.100.200']],
  ])('a name that resolves to the metadata addresses %j is never called', async (addresses) => {
    expect(withoutDuration(await post('http://shop.example/', { lookup: names(addresses) }))).toEqual(refused)
  })

  test('metadata addresses are skipped among several addresses of a name', async () => {
    const canary = await responding()
    const lookup = names(['169.254.169.254', 'fd00:ec2::254', '127.0.0.1'])
    expect(await post(`http://shop.example:${canary.port}/`, { lookup })).toMatchObject({
      kind: 'responded',
      address: '127.0.0.1',
    })
  })
})

describe('a sandbox that accepts remote callers', () => {
  test.each([
    '127.0.0.1',
    '10.0.0.1',
    '192.168.1.1',
    '[::1]',
    '[fc00::1]',
    'localhost',
    'printer.local',
    'db.internal',
  ])('a sandbox open to others cannot be used as a proxy to %s', async (host) => {
    expect(withoutDuration(await post(`http://${host}:9/`, { reach: 'open' }))).toEqual(refused)
  })

  test('a sandbox open to others calls its own test receiver but no private names', async () => {
    const canary = await responding()
    const lookup = names(['127.0.0.1'])
    const inside = await post(`http://shop.example:${canary.port}/`, { reach: 'open', lookup })
    expect(withoutDuration(inside)).toEqual(refused)
    const ownOrigin = `http://localhost:${canary.port}`
    expect(await post(`${ownOrigin}/receiver`, { reach: 'open', ownOrigin })).toMatchObject({
      kind: 'responded',
    })
    expect(withoutDuration(await post(`http://localhost:9/`, { reach: 'open', ownOrigin }))).toEqual(refused)
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
