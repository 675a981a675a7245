// How requests are framed, and how large and slow they may be, tested with bytes on raw connections.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unixSeconds } from '../../server/platform/time/clock.ts'
import { orderBody } from '../support/world/bodies.ts'
import { openWorld, type World } from '../support/world/world.ts'
import { get, heldOpen, raw } from './raw.ts'

let world: World
let port: number
/**
 * Connections that send too slowly, opened first and checked last, so that their time passes during the other
 * tests.
 */
let slow: ReturnType<typeof heldOpen>[]
beforeAll(async () => {
  world = await openWorld({ role: 'api' })
  port = Number(new URL(world.url).port)
  slow = [
    ...Array.from({ length: 200 }, () =>
      heldOpen(port, 'GET /livez HTTP/1.1\r\nHost: localhost\r\nX-Slow: '),
    ),
    heldOpen(port, ''),
  ]
})
afterAll(async () => {
  for (const { socket } of slow) socket.destroy()
  await world.close()
})

/** A signed order as bytes; `lines` are its headers besides those of the signature. */
function order(lines: readonly string[], body = JSON.stringify(orderBody(world.url)), sent = body): string {
  const path = '/api/v1/payment/orders'
  const timestamp = String(unixSeconds(world.clock.now()))
  const signature = createHmac('sha256', world.merchant.api_secret)
    .update(`${timestamp}\nPOST\n${path}\n${body}`)
    .digest('hex')
  const proof = [
    `X-API-Key: ${world.merchant.api_key}`,
    `X-Timestamp: ${timestamp}`,
    `X-Signature: ${signature}`,
  ]
  const head = [
    `POST ${path} HTTP/1.1`,
    'Content-Type: application/json',
    'Connection: close',
    ...proof,
    ...lines,
  ]
  return `${head.join('\r\n')}\r\n\r\n${sent}`
}

async function orders(): Promise<number> {
  const [row] = await world.db.rows<{ count: bigint }>({
    name: 'count_orders_of_framing',
    text: 'select count(*) as count from card_transaction',
  })
  return Number(row!.count)
}

const host = 'Host: localhost'
const length = (text: string) => `Content-Length: ${Buffer.byteLength(text, 'latin1')}`
const plain = () => JSON.stringify(orderBody(world.url, { bill_to_forename: 'Grace' }))
const chunked = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`

describe('a request that proxies may read in two ways is refused [S-65]', () => {
  test('control: an order with a content length is accepted, and one in chunks too', async () => {
    const body = plain()
    assert.equal((await raw(port, order([host, length(body)], body))).status, 200)
    const inChunks = order([host, 'Transfer-Encoding: chunked'], body, chunked(body))
    assert.equal((await raw(port, inChunks)).status, 200)
  })

  test.each<[what: string, lines: (body: string) => string[], sent?: (body: string) => string]>([
    ['a length and chunks', (body) => [host, length(body), 'Transfer-Encoding: chunked'], chunked],
    ['chunks and a length', (body) => [host, 'Transfer-Encoding: chunked', length(body)], chunked],
    ['two lengths', (body) => [host, length(body), 'Content-Length: 3']],
    ['the same length twice', (body) => [host, length(body), length(body)]],
    ['a list of lengths', (body) => [host, `${length(body)}, ${body.length}`]],
    ['a signed length', (body) => [host, `Content-Length: +${body.length}`]],
    ['a hexadecimal length', (body) => [host, `Content-Length: 0x${body.length.toString(16)}`]],
    ['a negative length', () => [host, 'Content-Length: -1']],
    ['a length without a number', () => [host, 'Content-Length: ']],
    ['a blank before a colon', (body) => [host, `Content-Length : ${body.length}`]],
    ['a folded header', (body) => [host, 'X-Folded: a\r\n b', length(body)]],
    ['a header without a name', (body) => [host, ': x', length(body)]],
    ['NUL in a header', (body) => [host, 'X-Nul: a\0b', length(body)]],
    ['a bare line feed between headers', (body) => [`${host}\nX-Smuggled: 1`, length(body)]],
    ['a bare carriage return in a header', (body) => [host, 'X-Bare: a\rb', length(body)]],
    ['an unknown coding', () => [host, 'Transfer-Encoding: xchunked'], chunked],
    ['a coding after chunks', () => [host, 'Transfer-Encoding: chunked, identity'], chunked],
    ['a coding before chunks', () => [host, 'Transfer-Encoding: gzip, chunked'], chunked],
    ['two codings', () => [host, 'Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'], chunked],
    ['a coding with a tab', () => [host, 'Transfer-Encoding:\tidentity,chunked'], chunked],
    [
      'chunks whose length is signed',
      () => [host, 'Transfer-Encoding: chunked'],
      (body) => `+${chunked(body)}`,
    ],
    ['chunks whose length is 0x', () => [host, 'Transfer-Encoding: chunked'], (body) => `0x${chunked(body)}`],
    [
      'chunks with bare line feeds',
      () => [host, 'Transfer-Encoding: chunked'],
      (body) => chunked(body).replaceAll('\r\n', '\n'),
    ],
    [
      'a chunk longer than its declared length',
      () => [host, 'Transfer-Encoding: chunked'],
      (body) => `2\r\n${body}\r\n0\r\n\r\n`,
    ],
    [
      'an endless chunk extension',
      () => [host, 'Transfer-Encoding: chunked'],
      (body) => `1;${'a'.repeat(40_000)}\r\n${chunked(body)}`,
    ],
    ['no Host', (body) => [length(body)]],
    ['two Hosts', (body) => [host, 'Host: evil.example', length(body)]],
    ['the same Host twice', (body) => [host, host, length(body)]],
  ])('a request with %s is refused', async (_what, lines, sent = (body) => body) => {
    const body = plain()
    const before = await orders()
    const { statuses, text } = await raw(port, order(lines(body), body, sent(body)))
    expect(
      statuses.filter((status) => status < 400),
      text,
    ).toEqual([])
    assert.equal(await orders(), before)
  })

  test.each([
    ['GET /livez HTTP/1.1\nHost: localhost\n\n', 'lines that end without a carriage return'],
    ['GET /livez HTTP/2.0\r\nHost: localhost\r\n\r\n', 'an invalid version'],
    ['GET http://evil.example/livez HTTP/1.1\r\nHost: localhost\r\n\r\n', 'a whole URL as target'],
    ['GET livez HTTP/1.1\r\nHost: localhost\r\n\r\n', 'a target without a slash'],
    ['CONNECT evil.example:443 HTTP/1.1\r\nHost: localhost\r\n\r\n', 'CONNECT'],
    ['FOO /livez HTTP/1.1\r\nHost: localhost\r\n\r\n', 'an unknown method'],
    ['get /livez HTTP/1.1\r\nHost: localhost\r\n\r\n', 'a method in lower case'],
    ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'the beginning of HTTP/2'],
    ['\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 'the beginning of TLS'],
  ])('%j: %s', async (bytes) => {
    const { statuses, text } = await raw(port, bytes)
    expect(
      statuses.filter((status) => status < 400),
      text,
    ).toEqual([])
  })

  test('TRACE responds with 405 and echoes nothing [S-52]', async () => {
    const { status, text } = await raw(port, get('/livez', ['X-Secret: canary']).replace('GET', 'TRACE'))
    expect([400, 405]).toContain(status)
    assert.doesNotMatch(text, /canary/)
  })

  test.each([
    ['/api/v1/remittance/rate?a=%00', 400, '"code":"RMT-1005"'],
    ['/api/v1/remittance/rate?a=%C2%85', 400, '"field":"a"'],
    ['/api/v1/merchant/payments?q=a%00b', 400, '"code":"RMT-1005"'],
    ['/api/v1/merchant/payments?q=a%0Ab', 400, '"field":"q"'],
    ['/api/v1/merchant/payments?%00=a', 400, '"code":"RMT-1005"'],
    ['/api/v1/payment-links?page=%E2%80%A8', 422, '"type":"value_error","loc":["query","page"]'],
    ['/api/v1/admin/payment/reports?date=%00', 422, '"type":"value_error","loc":["query","date"]'],
    ['/pl/a%00b?a=b', 404, ''],
  ])(
    'a control character is an invalid query, and an unknown path: %s',
    async (target, expected, received) => {
      const { status, text } = await raw(port, get(target))
      assert.equal(status, expected)
      assert.ok(text.includes(received), text)
    },
  )

  test('bytes after a request are parsed as the next request: nothing is smuggled in', async () => {
    const body = `GET /api/v1/admin/overview HTTP/1.1\r\n${host}\r\n\r\n`
    const bytes = `GET /livez HTTP/1.1\r\n${host}\r\nContent-Length: ${body.length}\r\n\r\n${body}${get('/livez')}`
    const { statuses, text } = await raw(port, bytes)
    assert.doesNotMatch(text, /Invalid admin token/)
    assert.ok(statuses.length <= 2, text)
  })
})

describe('a size at its limit is accepted, one more is refused [S-22]', () => {
  const status = async (bytes: string) => (await raw(port, bytes)).status

  test('a body may have 64 KiB, with a length and in chunks', async () => {
    const signed = JSON.stringify(orderBody(world.url, { bill_to_forename: 'Grace' }))
    const fill = (bytes: number) => signed.padEnd(bytes, ' ')
    for (const [bytes, expected] of [
      [64 * 1024, 200],
      [64 * 1024 + 1, 413],
    ] as const) {
      const body = fill(bytes)
      assert.equal(await status(order([host, length(body)], body)), expected)
      const inChunks = order([host, 'Transfer-Encoding: chunked'], body, chunked(body))
      assert.equal(await status(inChunks), expected)
    }
  })

  test('headers may have 16 KiB, including the path', async () => {
    assert.equal(await status(get('/livez', [`X-Long: ${'a'.repeat(15_000)}`])), 200)
    assert.equal(await status(get('/livez', [`X-Long: ${'a'.repeat(16 * 1024)}`])), 431)
    assert.equal(
      await status(
        get(
          '/livez',
          Array.from({ length: 2_000 }, (_, i) => `X-${i}: a`),
        ),
      ),
      431,
    )
    expect([414, 431]).toContain(await status(get(`/livez?${'a'.repeat(17 * 1024)}`)))
  })

  test('identifiers in a path may have 200 characters', async () => {
    for (const characters of [200, 201, 5_000])
      assert.equal(await status(get(`/pl/${'a'.repeat(characters)}`)), 404)
  })

  test('texts may have 1,024 characters, an email 254, JSON 32 levels', async () => {
    const refused = async (overrides: Record<string, unknown>) => {
      const { status: responded, body } = await world.signed(
        'POST',
        '/api/v1/payment/orders',
        orderBody(world.url, overrides),
      )
      return responded === 200 ? [] : (body.detail as { loc: string[] }[] | string)
    }
    const emailOf = (characters: number) =>
      `${'a'.repeat(60)}@${'b'.repeat(characters - 60 - 9)}.example`.slice(-characters)
    for (const value of [
      { bill_to_forename: 'x'.repeat(5_000) },
      { bill_to_email: emailOf(255) },
      { bill_to_phone: '9'.repeat(60) },
    ])
      expect((await refused(value)).length).toBeGreaterThan(0)
    const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)])
    expect(await refused({ extra: nested(30) })).toEqual([])
    expect(await refused({ extra: nested(32) })).toEqual('Malformed JSON body')
  })
})

describe('a connection that sends too slowly [S-23]', () => {
  test('201 slow connections do not delay other requests', async () => {
    // They are closed after ten seconds.
    let ended = 0
    for (const { closed } of slow) closed.then(() => ended++)
    for (let i = 0; i < 20; i += 1) assert.equal((await raw(port, get('/livez'))).status, 200)
    assert.equal(ended, 0)
  })

  test('a slow connection is closed after ten seconds with 408, however little it sent', async () => {
    const hasEnded = await Promise.all(slow.map(({ closed }) => closed))
    for (const after of hasEnded) assert.ok(after < 16_000, `${after} ms`)
    for (const { received: readOutput } of slow.slice(0, 200)) assert.match(readOutput(), /^HTTP\/1\.1 408/)
  })
})
