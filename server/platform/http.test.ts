import assert from 'node:assert/strict'
import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'vitest'
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
