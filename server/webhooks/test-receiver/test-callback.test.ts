import assert from 'node:assert/strict'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../test/support/http/eventually.ts'
import { send } from '../../../test/support/http/send.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { manualClock } from '../../platform/time/clock.ts'
import { forgetTestCallbacks } from './test-callback.ts'

const base = '/api/v1/test/test-callback'
const clock = manualClock()
let world: World
beforeAll(async () => {
  world = await openWorld({ clock })
})
afterAll(() => world.close())

const json = { 'content-type': 'application/json' }
const call = (method: string, path: string, body = '', headers: Record<string, string> = {}) =>
  send(world.url, method, base + path, Buffer.from(body), headers)
const post = (body: string, channel: string, headers: Record<string, string> = json) =>
  call('POST', `?channel=${channel}`, body, headers)
const history = (channel: string) => call('GET', `/history?channel=${channel}`)
const fill = (channel: string, count: number) =>
  world.db.rows(
    {
      name: 'fill',
      text: `insert into test_callback (channel, received_at, headers, body)
             select $1, $2, '{}', n::text from generate_series(1, $3::integer) n`,
    },
    [channel, clock.now(), count],
  )
/** Stores bodies of the largest size the receiver accepts. */
const fillLarge = ({ db }: World, channel: string, count: number) =>
  db.rows(
    {
      name: 'fill_large',
      text: `insert into test_callback (channel, received_at, headers, body)
             select $1, $2, jsonb_build_object('x-number', n::text), '"' || repeat(md5(n::text), 2047) || '"'
               from generate_series(1, $3::integer) n`,
    },
    [channel, clock.now(), count],
  )

describe('the test receiver', () => {
  test('the test receiver stores bodies with their headers and lists them newest first', async () => {
    const first = await call('POST', '', '{"a":1}', { ...json, 'x-service-event-id': 'e-1' })
    assert.equal(first.status, 200)
    expect(first.body).toEqual({
      status: 'success',
      data: { id: expect.any(String), received_at: '2026-11-21T10:00:00Z' },
    })
    const second = await post('[true]', 'default')
    const { status, headers, body } = await call('GET', '/history')
    assert.equal(status, 200)
    assert.equal(headers['content-type'], 'application/json; charset=utf-8')
    expect(body).toEqual({
      status: 'success',
      data: {
        count: 2,
        pagination: { page: 1, limit: 500, total: 2, pages: 1 },
        items: [
          expect.objectContaining({ id: second.body.data.id, body: [true] }),
          {
            id: first.body.data.id,
            received_at: '2026-11-21T10:00:00Z',
            headers: expect.objectContaining({ ...json, 'x-service-event-id': 'e-1' }),
            body: { a: 1 },
          },
        ],
      },
    })
    const last = await call('GET', '/last')
    expect(last.body).toEqual({ status: 'success', data: body.data.items[0] })
  })

  test.each(['{}', '[]', 'null', '"é\\u0000"', '-0.10', '12345678901234567890.50', '{"b": 1e2,  "2": 1.00}'])(
    'the test receiver returns the body %s byte for byte',
    async (body) => {
      assert.equal((await post(body, 'letter')).status, 200)
      const { text } = await call('GET', '/last?channel=letter')
      assert.ok(text.endsWith(`,"body":${body}}}`), text)
    },
  )

  test.each([
    ['5,000 values', JSON.stringify(Array.from({ length: 5_000 }, (_, n) => n))],
    ['1,000 levels', `${'['.repeat(1_000)}${']'.repeat(1_000)}`],
    ['64 KiB', JSON.stringify('x'.repeat(65_534))],
  ])('the test receiver stores any JSON: %s', async (_, body) => {
    assert.equal((await post(body, 'any')).status, 200)
    const { text } = await call('GET', '/last?channel=any')
    assert.ok(text.endsWith(`,"body":${body}}}`))
  })

  test('the test receiver has no last callback in an unused channel', async () => {
    expect((await history('empty')).body).toEqual({
      status: 'success',
      data: { count: 0, items: [], pagination: { page: 1, limit: 500, total: 0, pages: 0 } },
    })
    const { status, body } = await call('GET', '/last?channel=empty')
    assert.equal(status, 404)
    expect(body).toEqual({ detail: 'No callback received' })
  })

  test('test receiver channels are separate and cleared one at a time [S-31]', async () => {
    for (const channel of ['one', 'one', 'two']) await post('{}', channel)
    expect((await call('DELETE', '/clear?channel=one')).body).toEqual({
      status: 'success',
      data: { cleared: 2 },
    })
    expect((await call('DELETE', '/clear?channel=one')).body.data).toEqual({ cleared: 0 })
    assert.equal((await history('one')).body.data.count, 0)
    assert.equal((await history('two')).body.data.count, 1)
  })

  test.each(['', 'a b', 'a/b', 'é', "a'b", 'a'.repeat(65), 'a&channel=b', 'a%0A'])(
    'the test receiver refuses the channel name "%s"',
    async (name) => {
      const path = `channel=${name.replace(/[^\x21-\x7e]/g, encodeURIComponent)}`
      for (const [method, end] of [
        ['POST', ''],
        ['GET', '/history'],
        ['GET', '/last'],
        ['DELETE', '/clear'],
      ] as const) {
        const { status, body } = await call(method, `${end}?${path}`, method === 'POST' ? '{}' : '', json)
        assert.equal(status, 422)
        expect(body.detail).toEqual([expect.objectContaining({ loc: ['query', 'channel'] })])
      }
    },
  )

  test.each(['a', 'A-Z_0.9', 'a'.repeat(64)])(
    'the test receiver accepts the channel name "%s"',
    async (name) => {
      assert.equal((await post('{}', name)).status, 200)
      assert.equal((await history(name)).body.data.count, 1)
    },
  )

  const unfinished = `[${'1,'.repeat(2_100)}`
  test.each(['', '{', '{"a":1,"a":2}', 'NaN', '\ufeff{}', '{} {}', unfinished])(
    'the test receiver refuses %j as malformed JSON',
    async (body) => {
      const response = await post(body, 'malformed')
      assert.equal(response.status, 400)
      expect(response.body).toEqual({ detail: 'Malformed JSON body' })
      assert.equal((await history('malformed')).body.data.count, 0)
    },
  )

  test('the test receiver accepts up to 64 KiB of JSON and nothing else [S-31]', async () => {
    const text = (length: number) => `"${'a'.repeat(length - 2)}"`
    assert.equal((await post(text(65_536), 'large')).status, 200)
    assert.equal((await post(text(65_537), 'large')).status, 413)
    assert.equal((await post('a=b', 'large', { 'content-type': 'text/plain' })).status, 415)
    assert.equal((await history('large')).body.data.items[0].body.length, 65_534)
  })

  test('the test receiver stores the newest 500 of a channel [S-31]', async () => {
    await fill('busy', 499)
    await fill('calm', 2)
    for (const body of ['500', '501', '502']) await post(body, 'busy')
    const { count, items } = (await history('busy')).body.data
    assert.equal(count, 500)
    assert.equal(items[0].body, 502)
    assert.equal(items[499].body, 3)
    assert.equal((await history('calm')).body.data.count, 2)
    const [row] = await world.db.rows<{ count: number }>(
      { name: 'kept', text: 'select count(*)::integer from test_callback where channel = $1' },
      ['busy'],
    )
    assert.equal(row?.count, 500)
  })

  test('the test receiver paginates its history, newest first', async () => {
    await fill('pages', 7)
    const pageOf = async (query: string) => (await call('GET', `/history?channel=pages&${query}`)).body.data
    const bodies = ({ items }: { items: { body: number }[] }) => items.map(({ body }) => body)
    expect(bodies(await pageOf('limit=3'))).toEqual([7, 6, 5])
    expect(bodies(await pageOf('limit=3&page=3'))).toEqual([1])
    expect(await pageOf('limit=3&page=4')).toEqual({
      count: 7,
      items: [],
      pagination: { page: 4, limit: 3, total: 7, pages: 3 },
    })
    expect((await pageOf('limit=9000')).pagination).toEqual({ page: 1, limit: 500, total: 7, pages: 1 })
    assert.equal((await call('GET', '/history?channel=pages&page=0')).status, 422)
  })

  test('a history page is at most 1 MiB, and all pages together have every item [S-31]', async () => {
    await fillLarge(world, 'heavy', 480)
    const sent: string[] = []
    for (let page = 1, pages = 1; page <= pages; page++) {
      const { text, body } = await call('GET', `/history?channel=heavy&page=${page}`)
      assert.ok(text.length <= 1_048_576 + 200, `page ${page} has ${text.length} bytes`)
      assert.equal(body.data.count, 480)
      sent.push(...body.data.items.map(({ id }: { id: string }) => id))
      pages = body.data.pagination.pages
    }
    const stored = await world.db.rows<{ id: string }>({
      name: 'heavy',
      text: `select public_id as id from test_callback where channel = 'heavy' order by test_callback.id desc`,
    })
    expect(sent).toEqual(stored.map(({ id }) => id))
  })

  test('simultaneous callbacks do not exceed the 500 of a channel', async () => {
    await fill('crowd', 500)
    const responses = await Promise.all(Array.from({ length: 40 }, (_, i) => post(String(i), 'crowd')))
    assert.ok(responses.every(({ status }) => status === 200))
    const { count, items } = (await history('crowd')).body.data
    assert.equal(count, 500)
    expect([items[39].body < 40, items[40].body]).toEqual([true, 500])
  })

  test('callbacks older than a day are hidden from reads and deleted', async () => {
    await post('1', 'old')
    await post('2', 'older')
    clock.forward({ hours: 23, minutes: 59 })
    assert.equal((await history('old')).body.data.count, 1)
    clock.forward({ minutes: 1 })
    assert.equal((await history('old')).body.data.count, 0)
    assert.equal((await call('GET', '/last?channel=old')).status, 404)
    await post('3', 'old')
    const left = () =>
      world.db.rows({ name: 'left', text: 'select channel, body from test_callback order by id' })
    assert.equal((await left()).filter((row) => (row as { channel: string }).channel === 'old').length, 1)
    while (await forgetTestCallbacks({ db: world.db, clock }));
    expect(await left()).toEqual([{ channel: 'old', body: '3' }])
  })

  test('the test receiver refuses other methods with 405', async () => {
    assert.equal((await call('GET', '')).status, 405)
    assert.equal((await call('POST', '/clear', '{}', json)).status, 405)
  })
})

test('24 clients that request the history and never read hold a bounded amount of memory [S-29]', async () => {
  const most = 16
  const small = await openWorld({
    clock,
    role: 'api',
    settings: { MAX_REQUESTS_IN_FLIGHT: String(most * 16) },
  })
  await fillLarge(small, 'slow', 480)
  const { server } = small.system.app
  const served: Socket[] = []
  server.on('connection', (socket) => served.push(socket))
  // The kernel buffers some megabytes for a client that does not read; responses beyond that must wait in our process.
  const requests = `GET ${base}/history?channel=slow HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(16)
  const readers = Array.from({ length: 24 }, () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1', () => socket.write(requests))
    return socket.on('error', () => {}).pause()
  })
  const { load } = small.system
  await eventually('the limit of requests in flight is reached', async () => load.inFlight === most)
  const buffered = served.reduce((sum, socket) => sum + socket.writableLength, 0)
  assert.ok(buffered <= most * (1_048_576 + 4_096), `${buffered} bytes are buffered`)
  for (const reader of readers) reader.destroy()
  await eventually('no request is in flight', async () => load.inFlight === 0)
  await small.close()
})
