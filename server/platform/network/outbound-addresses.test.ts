// Which addresses merchants’ URLs may lead to, however they are written or resolved.
import assert from 'node:assert/strict'
import { afterEach, describe, expect, test } from 'vitest'
import { names, openCanaries } from '../../../test/support/http/canary-servers.ts'
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

const { serveBytes, responding } = openCanaries((server) => opened.push(server))

const withoutDuration = ({ durationMs, ...rest }: Delivery) => {
  assert.equal(typeof durationMs, 'number')
  return rest
}
const refused = { kind: 'failed', error: 'refused_address', address: undefined }

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
