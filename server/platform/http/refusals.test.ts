// What is logged about refused requests under overload.
import { expect, test } from 'vitest'
import { eventually } from '../../../test/support/http/eventually.ts'
import { type LogFields, silentLog } from '../process/log.ts'
import { openHttp } from './http.ts'
import { openLoad } from './load-shedding.ts'

test('requests that are shed under load are counted in one warning, not logged one by one', async () => {
  const lines: [string, string, LogFields | undefined][] = []
  const log = {
    ...silentLog,
    warn: (message: string, fields?: LogFields) => void lines.push(['warn', message, fields]),
    error: (message: string, fields?: LogFields) => void lines.push(['error', message, fields]),
  }
  const shedding = { load: openLoad(0) }
  const app = openHttp({ log, trustedProxies: [], shedding })
  app.get('/page', { config: { api: 'unlisted', priority: 'order' } }, async () => 'page')
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const responses = await Promise.all(Array.from({ length: 50 }, () => fetch(`${url}/page`)))
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([503]))
  const counted = () => lines.reduce((sum, [, , fields]) => sum + (fields?.count ?? 0), 0)
  await eventually('all are counted', async () => counted() === 50)
  expect(new Set(lines.map(([level, message]) => `${level} ${message}`))).toEqual(
    new Set(['warn requests shed under load']),
  )
  // A line a second, however many there were.
  expect(lines.length).toBeLessThan(25)
  await app.close()
})
