import assert from 'node:assert/strict'
import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { raw } from '../../../test/security/raw.ts'
import { silentLog } from '../process/log.ts'
import { codeShape, jsonBody, openHttp } from './http.ts'

test('a closing server responds to requests in flight and closes idle connections', async () => {
  const app = openHttp({ log: silentLog, trustedProxies: [] })
  const arrived = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  app.get('/slow', async () => {
    arrived.resolve()
    await released.promise
    return 'done'
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true })
  const status = new Promise<number | undefined>((resolve, reject) => {
    request({ port, path: '/slow', agent }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode))
    })
      .on('error', reject)
      .end()
  })
  await arrived.promise
  const closed = app.close()
  released.resolve()
  await closed
  assert.equal(await status, 200)
})

test('an unexpected error is 500 RMT-500 in the service format, without details [R7] [S-71]', async () => {
  const app = openHttp({ log: silentLog, trustedProxies: [], shapes: [['/coded', codeShape]] })
  for (const path of ['/coded', '/plain'])
    app.get(path, async () => {
      throw new Error('connection to 10.0.0.7 refused')
    })
  const responses = await Promise.all(['/coded', '/plain'].map((url) => app.inject({ url })))
  expect(responses.map((response) => [response.statusCode, response.json()])).toEqual([
    [500, { status: 'error', code: 'RMT-500', message: 'Internal Server Error' }],
    [500, { detail: 'Internal Server Error' }],
  ])
  await app.close()
})

test('startup has no time limit of its own beyond those of the calls it waits for', () => {
  const app = openHttp({ log: silentLog, trustedProxies: [] })
  expect(app.initialConfig.pluginTimeout).toBe(0)
})

test('an error of the database after which a retry may succeed is a 503 with Retry-After', async () => {
  const app = openHttp({ log: silentLog, trustedProxies: [] })
  const codes = ['55P03', '57014', '25006', '25P03', '40001', '40P01', 'EHOSTUNREACH', 'EAI_AGAIN']
  for (const code of codes)
    app.get(`/${code}`, async () => {
      throw Object.assign(new Error('canceling statement'), { code })
    })
  const base = await app.listen({ port: 0, host: '127.0.0.1' })
  for (const code of codes) {
    const { status, headers } = await fetch(`${base}/${code}`)
    expect([status, headers.get('retry-after')]).toEqual([503, '2'])
  }
  await app.close()
})

test('an invalid Content-Type and an unknown Expect are refused in the format of the service', async () => {
  const app = openHttp({ log: silentLog, trustedProxies: [], shapes: [['/coded', codeShape]] })
  app.post('/coded', async (request) => jsonBody(request))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const post = async (line: string) =>
    (
      await raw(
        port,
        `POST /coded HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${line}\r\nContent-Length: 2\r\n\r\n{}`,
      )
    ).text
  for (const type of ['', ';', '/', 'a'.repeat(300)]) {
    const response = await post(`Content-Type: ${type}`)
    expect(response, type).toMatch(/^HTTP\/1.1 415 /)
    expect(response, type).toContain('"message":"Content-Type must be application/json"')
  }
  const type = 'Content-Type: application/json'
  const unknown = await post(`${type}\r\nExpect: 200-ok`)
  expect(unknown).toMatch(/^HTTP\/1.1 400 /)
  expect(unknown).toContain('{"status":"error","code":"RMT-1001","message":"Bad Request"}')
  expect(await post(`${type}\r\nExpect: 100-continue`)).toMatch(
    /^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 /,
  )
  await app.close()
})

test('a path with other methods is 405 with Allow, also if a more general path has the method', async () => {
  const lines: { route?: string }[] = []
  const log = { ...silentLog, info: (_message: string, fields?: object) => void lines.push({ ...fields }) }
  const app = openHttp({ log, trustedProxies: [] })
  app.post('/orders', async () => 'created')
  app.get('/:id', async () => 'found')
  app.put('/:id/notes', async () => 'noted')
  app.refuseOtherMethods()
  const base = await app.listen({ port: 0, host: '127.0.0.1' })
  const send = async (method: string, path: string) => {
    const { status, headers } = await fetch(base + path, { method })
    return [status, headers.get('allow')]
  }
  expect(await send('GET', '/orders?page=2')).toEqual([405, 'POST'])
  expect(await send('DELETE', '/orders')).toEqual([405, 'POST'])
  expect(await send('DELETE', '/1')).toEqual([405, 'GET, HEAD'])
  expect(await send('GET', '/1/notes')).toEqual([405, 'PUT'])
  expect(await send('GET', '/1/nothing')).toEqual([404, null])
  expect(await send('GET', '/1')).toEqual([200, null])
  expect(lines.map(({ route }) => route)).toEqual(['/orders', '/orders', '/:id', '/:id/notes', 'none'])
  await app.close()
})

test('a connection is closed after a thousand requests', async () => {
  const app = openHttp({ log: silentLog, trustedProxies: [] })
  let served = 0
  app.get('/', async () => {
    served += 1
    return ''
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  // Ends when the server closes the connection; without the limit, when nothing more comes.
  const { statuses } = await raw(port, 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(1_100), {
    quietMs: 5_000,
  })
  expect(served).toBe(1_000)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1_000)
  await app.close()
})
