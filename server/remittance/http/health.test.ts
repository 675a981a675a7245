import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { eventually } from '../../../test/support/http/eventually.ts'
import { send } from '../../../test/support/http/send.ts'
import { openWorld } from '../../../test/support/world/world.ts'

const stamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/

test('health is 200 healthy, and 503 degraded while the database is unreachable [R4.11] [R2.6]', async () => {
  const world = await openWorld()
  const name = new URL(world.system.settings.DATABASE_URL).pathname.slice(1)
  const server = new pg.Client({ connectionString: inject('postgresUrl') })
  await server.connect()
  const call = () => send(world.url, 'GET', '/api/v1/remittance/health', Buffer.alloc(0), {})
  const body = (status: string, database: string) => ({
    status,
    service: 'remittance',
    checks: { database },
    timestamp: expect.stringMatching(stamp),
  })
  try {
    const healthy = await call()
    expect([healthy.status, healthy.body]).toEqual([200, body('healthy', 'ok')])
    expect(healthy.headers['set-cookie']).toBeUndefined()

    await server.query(`alter database ${name} with allow_connections false`)
    await server.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
    const degraded = await eventually('health reports degraded', async () => {
      const response = await call()
      return response.status !== 200 && response
    })
    expect([degraded.status, degraded.body]).toEqual([503, body('degraded', 'unreachable')])
    const balance = await world.basic('GET', '/api/v1/remittance/balance')
    expect([balance.status, balance.body.code]).toEqual([503, 'RMT-503'])

    await server.query(`alter database ${name} with allow_connections true`)
    await eventually('health reports healthy again', async () => (await call()).status === 200)
  } finally {
    await server.query(`alter database ${name} with allow_connections true`)
    await server.end()
    await world.close()
  }
})
