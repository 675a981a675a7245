import assert from 'node:assert/strict'
import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { codeShape } from './code-shape.ts'
import { openHttp } from './http.ts'
import { silentLog } from './log.ts'

test('a server that closes answers what is in flight, and does not wait for the client to hang up', async () => {
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
  const startedAt = performance.now()
  const closed = app.close()
  released.resolve()
  await closed
  assert.equal(await status, 200)
  assert.ok(performance.now() - startedAt < 10_000)
})

test('[R7] an unexpected error is 500 RMT-500 in the shape of its service, without a word of what happened', async () => {
  const app = openHttp({ log: silentLog, trustedProxies: [], shapes: [['/coded', codeShape]] })
  for (const path of ['/coded', '/plain'])
    app.get(path, async () => {
      throw new Error('connection to 10.0.0.7 refused')
    })
  const answers = await Promise.all(['/coded', '/plain'].map((url) => app.inject({ url })))
  expect(answers.map((answer) => [answer.statusCode, answer.json()])).toEqual([
    [500, { status: 'error', code: 'RMT-500', message: 'Internal Server Error' }],
    [500, { detail: 'Internal Server Error' }],
  ])
  await app.close()
})
