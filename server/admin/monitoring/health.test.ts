import Fastify from 'fastify'
import { expect, test, vi } from 'vitest'
import { nobody } from '../../../test/support/callers/admins.ts'
import { orderBody } from '../../../test/support/world/bodies.ts'
import { openWorld } from '../../../test/support/world/world.ts'
import { serving } from '../../platform/http/endpoint.ts'
import { onePlace } from '../../platform/http/place.ts'
import { healthRoutes } from './health.ts'

test('a stopping process reports not ready and serves until the proxy has noticed', async () => {
  const world = await openWorld({ settings: { DRAIN_SECONDS: '1' } })
  const closing = world.close()
  const readiness = await fetch(`${world.url}/readyz`)
  expect(readiness.status).toBe(503)
  expect(await readiness.json()).toMatchObject({ status: 'not ready', checks: { database: 'ok' } })
  const response = await world.signed('POST', '/api/v1/payment/orders', orderBody(world.url))
  expect(response.status).toBe(200)
  // Closing the connection keeps the client from sending its next request into one that is about to close.
  expect(readiness.headers.get('connection')).toBe('close')
  await closing
  await expect(fetch(`${world.url}/livez`)).rejects.toThrow()
})

test('/readyz judges each worker by its own interval', async () => {
  const world = await openWorld({ role: 'api' })
  const app = Fastify()
  // Whole milliseconds: a sum of fractions and its difference may differ in the last digit.
  const lastRunAt = Math.floor(performance.now())
  const stop = async () => {}
  const worker = { name: 'w', isPrompt: false, wake() {}, stop, lastRunAt, stuckAfterMs: 180_000 }
  const needs = { ...world.system, workers: () => [worker] }
  serving(app, nobody, onePlace(needs))(() => needs, healthRoutes)
  const readyAfter = async (ms: number) => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(lastRunAt + ms)
    const response = await app.inject('/readyz').finally(() => now.mockRestore())
    return [response.statusCode, response.json().checks.workers]
  }
  expect(await readyAfter(72_000)).toEqual([200, 'ok'])
  expect(await readyAfter(179_999)).toEqual([200, 'ok'])
  expect(await readyAfter(180_000)).toEqual([503, 'stuck'])
  await app.close()
  await world.close()
})
