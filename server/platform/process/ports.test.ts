import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { freePort, requireFreePorts } from './ports.ts'

const servers: Server[] = []
afterAll(() => servers.forEach((server) => void server.close()))

async function takenPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return (server.address() as { port: number }).port
}

test('all ports in use are reported together, each with a free alternative', async () => {
  const host = '127.0.0.1'
  const [api, simulators] = [await takenPort(), await takenPort()]
  const locations = [
    { setting: 'PORT', host, port: api },
    { setting: 'METRICS_PORT', host, port: await freePort() },
    { setting: 'SANDBOX_PORT', host, port: simulators },
  ]
  const message = await requireFreePorts(locations).then(
    () => '',
    (error: Error) => error.message,
  )
  const [, suggested] =
    /^PORT: \d+ is already in use, set another such as PORT=(\d+); SANDBOX_PORT: \d+ is already/.exec(
      message,
    ) ?? []
  assert(suggested, message)
  await requireFreePorts([{ setting: 'PORT', host, port: Number(suggested) }])
})

test('an address of another machine is reported with the setting HOST', async () => {
  const locations = [{ setting: 'PORT', host: '192.0.2.1', port: 8080 }]
  await expect(requireFreePorts(locations)).rejects.toThrow('HOST, PORT: cannot listen on 192.0.2.1:8080')
})

test('checking that ports are free leaves them free', async () => {
  const port = await freePort()
  await requireFreePorts([{ setting: 'PORT', host: '127.0.0.1', port }])
  const server = createServer().listen(port, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
})
