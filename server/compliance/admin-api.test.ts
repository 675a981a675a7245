import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nobody, tokensOnly } from '../../test/support/callers/admins.ts'
import { send } from '../../test/support/http/send.ts'
import { openTestDatabase } from '../../test/support/world/database.ts'
import { adminGuard } from '../admin/access.ts'
import { verifyAudit } from '../admin/audit.ts'
import { type Database, openDatabase } from '../platform/database/database.ts'
import { serving } from '../platform/http/endpoint.ts'
import { codeShape, openHttp } from '../platform/http/http.ts'
import { onePlace } from '../platform/http/place.ts'
import { silentLog } from '../platform/process/log.ts'
import { openSecrets } from '../platform/secrets.ts'
import { systemClock } from '../platform/time/clock.ts'
import { complianceRoutes } from './admin-api.ts'
import { importList } from './lists/import.ts'
import { rescreen } from './ongoing/rescreen.ts'
import { openListScreeners } from './screening/list-screener.ts'
import { screenParties } from './screening/screening.ts'
import { recordScreening } from './screening/screening-record.ts'

const token = 'test-admin-token-0123456789'
const secrets = openSecrets(randomBytes(32))
const prefix = '/api/v1/admin/remittance'
let database: Awaited<ReturnType<typeof openTestDatabase>>
let db: Database
let app: ReturnType<typeof openHttp>
let url: string
beforeAll(async () => {
  database = await openTestDatabase()
  db = openDatabase(database.url, { connections: 3, name: 'test' })
  app = openHttp({ log: silentLog, trustedProxies: [], shapes: [[prefix, codeShape]] })
  const admin = adminGuard({
    ...tokensOnly,
    tokens: [{ name: 'amina', token }],
    networks: ['127.0.0.0/8'],
    log: silentLog,
  })
  const needs = { db, secrets, clock: systemClock, environments: ['sandbox'] } as const
  serving(app, { ...nobody, admin }, onePlace(needs))(() => needs, complianceRoutes)
  await app.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await app.close()
  await db.close()
  await database.drop()
})

function call(method: string, path: string, body?: unknown, as = token) {
  const bytes = Buffer.from(body === undefined ? '' : JSON.stringify(body))
  const headers = { 'x-admin-token': as, ...(body !== undefined && { 'content-type': 'application/json' }) }
  return send(url, method, `${prefix}${path}`, bytes, headers)
}

const acts = async () =>
  (
    await db.rows<{ actor: string; action: string; subject: string }>({
      name: 'acts',
      text: 'select actor, action, subject from audit_log order by seq',
    })
  ).map(({ actor, action, subject }) => [actor, action, subject].join(' '))

describe('the blacklist', () => {
  test('a number is blacklisted in any form, listed first and removed, with audit entries', async () => {
    const added = await call('POST', '/blacklist', { phone: '081 000 1234', reason: 'Reported stolen' })
    expect(added).toMatchObject({
      status: 200,
      body: {
        status: 'success',
        data: { phone: '243810001234', e164: '+243810001234', environment: 'sandbox', added_by: 'amina' },
      },
    })
    expect(added.body.data.added_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/)
    const listed = await call('GET', '/blacklist?limit=2')
    expect(listed.body.data.pagination).toEqual({ page: 1, limit: 2, total: 5, pages: 3 })
    expect(listed.body.data.items[0]).toEqual(added.body.data)
    const repeated = await call('POST', '/blacklist', { phone: '+243810001234', reason: 'Reported again' })
    expect(repeated).toMatchObject({ status: 409, body: { status: 'error', code: 'RMT-1012' } })
    const removed = await call('DELETE', '/blacklist/243810001234')
    expect(removed).toMatchObject({ status: 200, body: { data: added.body.data } })
    expect(await call('DELETE', '/blacklist/243810001234')).toMatchObject({
      status: 404,
      body: { code: 'RMT-404' },
    })
    expect(await acts()).toEqual([
      'amina blacklist.added 243810001234',
      'amina blacklist.removed 243810001234',
    ])
    expect(await verifyAudit(db, secrets)).toEqual({ rows: 2 })
  })

  test.each([
    [{ phone: '12', reason: 'Reported stolen' }, 'RMT-1004', undefined],
    [{ reason: 'x' }, 'RMT-1005', ['phone', 'reason']],
    [{ phone: '0810001234', reason: 'Reported stolen', environment: 'test' }, 'RMT-1005', ['environment']],
  ])('adding %j to the blacklist is refused with %s', async (body, code, fields) => {
    const response = await call('POST', '/blacklist', body)
    expect(response).toMatchObject({ status: 400, body: { status: 'error', code } })
    expect(response.body.errors?.map(({ field }: { field: string }) => field)).toEqual(fields)
  })

  test('compliance routes refuse a request without a valid token', async () => {
    for (const [method, path] of [
      ['GET', '/blacklist'],
      ['POST', '/blacklist'],
      ['DELETE', '/blacklist/243810000007'],
      ['GET', '/screening/lists'],
      ['GET', '/screening/alerts'],
      ['POST', '/screening/alerts/1/close'],
    ] as const)
      expect((await call(method, path, undefined, 'wrong-token-0123456789')).status).toBe(403)
    expect((await call('GET', '/blacklist')).body.data.pagination.total).toBe(4)
  })
})

describe('screening', () => {
  const admin = { name: 'amina', address: '127.0.0.1', requestId: 'r-1' }

  test('screening lists are shown with the file they were imported from', async () => {
    await importList(
      { db, secrets, clock: systemClock },
      { path: 'server/compliance/samples/targets.simple.csv', admin },
    )
    const { body } = await call('GET', '/screening/lists')
    expect(body.data.items).toMatchObject([
      {
        list: 'opensanctions',
        environments: ['sandbox', 'production'],
        entry_count: 6,
        imported_by: 'amina',
      },
      { list: 'sandbox-watchlist', environments: ['sandbox'], entry_count: 1, version: '1' },
    ])
    expect(body.data.pagination).toEqual({ page: 1, limit: 20, total: 2, pages: 1 })
  })

  test('an alert is listed as open, closed once with a reason, then listed as closed', async () => {
    const screeners = openListScreeners({ db, log: silentLog, checkAfterMs: 0 })
    const needs = { db, secrets, clock: systemClock, log: silentLog, ...screeners }
    const stranger = { kind: 'screened', listVersion: '0', matches: [] } as const
    const screening = await screenParties(
      {
        ...needs,
        screenerFor: () => ({ threshold: 0.8, screen: async () => stranger, listVersion: async () => '0' }),
      },
      'sandbox',
      [{ role: 'receiver', name: 'Watchlist Person', birthDate: '1990-01-01', countries: ['CD'] }],
    )
    const now = systemClock.now()
    await recordScreening(db, secrets, { environment: 'sandbox', subject: 'transfer:7', screening, now })
    await rescreen({ ...needs, environments: ['sandbox'], relationshipDays: 365 })
    const { body: runs } = await call('GET', '/screening/runs')
    expect(runs.data).toMatchObject({
      items: [{ environment: 'sandbox', state: 'ended', screened: 1, alerts: 1, remaining: 0 }],
      pagination: { total: 1 },
    })
    const { body } = await call('GET', '/screening/alerts')
    const [alert] = body.data.items
    expect(alert).toMatchObject({
      environment: 'sandbox',
      role: 'receiver',
      name: 'Watchlist Person',
      birth_date: '1990-01-01',
      subjects: ['transfer:7'],
      match: {
        list: 'sandbox-watchlist',
        entry_id: 'sandbox-1',
        score: 1,
        parts: [{ part: 'name', points: 1 }],
        listed: { name: 'Watchlist Person', birth_dates: [] },
      },
      closed_at: null,
    })
    const path = `/screening/alerts/${alert.id}/close`
    expect(await call('POST', path, {})).toMatchObject({ status: 400, body: { code: 'RMT-1005' } })
    const closed = await call('POST', path, { reason: 'Not the same person' })
    expect(closed).toMatchObject({ status: 200, body: { data: { closed_by: 'amina' } } })
    expect(await call('POST', path, { reason: 'Once more' })).toMatchObject({
      status: 409,
      body: { code: 'RMT-1013' },
    })
    for (const id of ['999', 'x', '9'.repeat(30)])
      expect(await call('POST', `/screening/alerts/${id}/close`, { reason: 'None' })).toMatchObject({
        status: 404,
        body: { code: 'RMT-404' },
      })
    expect((await call('GET', '/screening/alerts')).body.data.items).toEqual([])
    expect((await call('GET', '/screening/alerts?state=closed')).body.data.items).toMatchObject([
      { id: alert.id, close_reason: 'Not the same person' },
    ])
    expect((await acts()).at(-1)).toBe(`amina alert.closed alert:${alert.id}`)
  })

  test.each(['?page=0', '?limit=x', '?state=maybe', '?environment=x'])(
    'listing alerts with %s is refused',
    async (query) => {
      expect(await call('GET', `/screening/alerts${query}`)).toMatchObject({
        status: 400,
        body: { code: 'RMT-1005' },
      })
    },
  )
})
