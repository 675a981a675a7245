import { expect, test } from 'vitest'
import { openWorld, orderBody } from '../../test/world.ts'

test('a process that was told to stop says so, and serves on until the proxy has seen it', async () => {
  const world = await openWorld({ settings: { DRAIN_SECONDS: '1' } })
  const closing = world.close()
  const readiness = await fetch(`${world.url}/readyz`)
  expect(readiness.status).toBe(503)
  expect(await readiness.json()).toMatchObject({ status: 'not ready', checks: { database: 'ok' } })
  const answer = await world.signed('POST', '/api/v1/payment/orders', orderBody(world.url))
  expect(answer.status).toBe(200)
  // So that nobody sends the next request into a connection that is just being closed.
  expect(readiness.headers.get('connection')).toBe('close')
  await closing
  await expect(fetch(`${world.url}/livez`)).rejects.toThrow()
})
