import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { noApprovals, nobody, tokensOnly } from '../../../test/support/callers/admins.ts'
import { openRatesWorld, type RatesWorld } from '../../../test/support/callers/rates.ts'
import type { ApiResponse } from '../../../test/support/http/response.ts'
import { send } from '../../../test/support/http/send.ts'
import { adminToken } from '../../../test/support/world/settings.ts'
import { adminGuard } from '../../admin/access.ts'
import { verifyAudit } from '../../admin/audit.ts'
import { Problem } from '../../kernel/problem.ts'
import { type BasicAuthentication, basicProblems } from '../../merchants/identity/basic-auth.ts'
import type { Merchant } from '../../merchants/identity/merchant.ts'
import { statement } from '../../platform/database/database.ts'
import { serving } from '../../platform/http/endpoint.ts'
import { codeShape, openHttp } from '../../platform/http/http.ts'
import { onePlace } from '../../platform/http/place.ts'
import { silentLog } from '../../platform/process/log.ts'
import { openSecrets } from '../../platform/secrets.ts'
import { rateAdminRoutes, rateRoutes } from './api.ts'
import type { RateProvider } from './provider.ts'
import { currentRates } from './rate-table.ts'

let world: RatesWorld
let app: FastifyInstance
let url: string
const secrets = openSecrets(randomBytes(32))

beforeEach(async () => {
  world = await openRatesWorld()
  await openApp()
})
afterEach(async () => {
  await app.close()
  await world.close()
})

async function openApp(rateProvider: RateProvider | null = world.provider): Promise<void> {
  await app?.close()
  app = openHttp({ log: silentLog, trustedProxies: [], shapes: [['/api/v1', codeShape]] })
  const { db, clock } = world
  const tokens = [{ name: 'amina', token: adminToken }]
  const admin = adminGuard({ ...tokensOnly, tokens, networks: ['127.0.0.0/8'], log: silentLog })
  const approvals = noApprovals(secrets)
  const rateTable = () => currentRates(db)
  const needs = {
    db,
    clock,
    secrets,
    log: silentLog,
    approvals,
    basic,
    rateTable,
    idempotency: { db, clock, secrets },
  }
  const served = { ...needs, rateProvider: rateProvider ?? undefined }
  serving(app, { ...nobody, admin }, onePlace(served))(() => served, [...rateRoutes, ...rateAdminRoutes])
  app.refuseOtherMethods()
  url = await app.listen({ host: '127.0.0.1', port: 0 })
}

const credentials = `Basic ${Buffer.from('LKT-AAAA-BBBB:secret').toString('base64')}`

const basic: BasicAuthentication = {
  async authenticate({ headers }) {
    if (headers.authorization === credentials) return { id: 1n, merchantCode: 'LKT-AAAA-BBBB' } as Merchant
    throw new Problem(basicProblems.credentials_wrong)
  },
}

const get = (path: string, headers: Record<string, string> = {}) =>
  send(url, 'GET', path, Buffer.alloc(0), headers)
const live = (query: string, headers: Record<string, string> = { authorization: credentials }) =>
  get(`/api/v1/remittance/rate/live${query}`, headers)
const card = () => get('/api/v1/remittance/rate')

describe('GET /rate', () => {
  test('GET /rate needs no authentication and returns the rate table of eight currencies [R4.8]', async () => {
    await world.setRate('UGX', '3600.5')
    await world.setRate('GHS', '11.234567')
    await world.refresh()
    const response = await card()
    expect(response.status).toBe(200)
    expect(response.body).toEqual({
      status: 'success',
      data: {
        base: 'USD',
        as_of: expect.stringMatching(/^2026-11-21T10:00:\d\d$/),
        next_refresh_at: '2026-11-21T12:00:00',
        rates: ['UGX', 'NGN', 'KES', 'TZS', 'RWF', 'ZAR', 'GHS', 'CDF'].map((currency) => ({
          currency,
          rate: expect.any(Number),
        })),
      },
    })
    expect(response.text).toContain('{"currency":"UGX","rate":3600.5}')
    expect(response.text).toContain('{"currency":"GHS","rate":11.234567}')
  })

  test('GET /rate ignores an Authorization header, even a wrong one [R4.8]', async () => {
    await world.refresh()
    expect((await get('/api/v1/remittance/rate', { authorization: 'Basic !' })).status).toBe(200)
  })

  test('GET /rate returns the stored table until the next refresh, even if the provider changes [R8]', async () => {
    await world.setRate('CDF', '2250')
    await world.refresh()
    const before = (await card()).body.data
    await world.setRate('CDF', '2260')
    await world.forward({ hours: 1, minutes: 59 })
    await world.refresh()
    expect((await card()).body.data).toEqual(before)
    await world.forward({ minutes: 1 })
    await world.refresh()
    const after = (await card()).body.data
    expect(after).toMatchObject({ next_refresh_at: '2026-11-21T18:00:00' })
    expect(after.rates).toContainEqual({ currency: 'CDF', rate: 2260 })
    expect(after.as_of).toMatch(/^2026-11-21T1[12]:/)
  })

  test('the rate table keeps its original time when the provider has been down for a day [R2.3]', async () => {
    await world.refresh()
    const { as_of } = (await card()).body.data
    await world.fault({ mode: 'down' })
    await world.forward({ hours: 24 })
    await world.refresh()
    expect((await card()).body.data).toMatchObject({ as_of, next_refresh_at: '2026-11-22T12:00:00' })
  })

  test('GET /rate before any rates exist is 503 RMT-5003', async () => {
    expect(await card()).toMatchObject({ status: 503, body: { status: 'error', code: 'RMT-5003' } })
  })
})

describe('GET /rate/live', () => {
  test('GET /rate/live returns the current provider rate and calls the provider every time [R4.9]', async () => {
    await world.refresh()
    await world.setRate('UGX', '3612.345679')
    const before = await world.asked()
    const first = await live('?currency=UGX')
    expect(first.status).toBe(200)
    expect(first.body).toEqual({
      status: 'success',
      data: {
        base: 'USD',
        currency: 'UGX',
        rate: 3612.345679,
        as_of: expect.stringMatching(/^2026-11-21T10:00:\d\d$/),
        source: 'live',
      },
    })
    await world.setRate('UGX', '3613')
    expect((await live('?currency=UGX')).body.data.rate).toBe(3613)
    expect((await live('?currency=UGX')).body.data.rate).toBe(3613)
    expect((await world.asked()) - before).toBe(3)
    expect((await card()).body.data.rates).not.toContainEqual({ currency: 'UGX', rate: 3613 })
  })

  test.each(['EUR', 'JPY', 'USD', 'XAF'])(
    'a live rate is available in any currency the provider has: %s [R4.9]',
    async (currency) => {
      expect(await live(`?currency=${currency}`)).toMatchObject({ status: 200, body: { data: { currency } } })
    },
  )

  test.each([undefined, 'Basic TVNMLUFBQUEtQkJCQjp3cm9uZw=='])(
    'a live rate without valid credentials is 401 and does not call the provider: %s [R5]',
    async (authorization) => {
      expect(await live('?currency=UGX', authorization ? { authorization } : {})).toMatchObject({
        status: 401,
        body: { code: 'RMT-401' },
      })
      expect(await world.asked()).toBe(0)
    },
  )

  test.each(['', '?currency=', '?currency=UGX&currency=CDF'])(
    'a live rate without a currency, or with two, is RMT-1005: %j [R4.9]',
    async (query) => {
      expect(await live(query)).toMatchObject({
        status: 400,
        body: { status: 'error', code: 'RMT-1005', errors: [{ field: 'currency' }] },
      })
      expect(await world.asked()).toBe(0)
    },
  )

  test.each(['ugx', 'UG', 'US', 'UGXX', '1', '%20x', 'U'.repeat(1_025), 'U'.repeat(12_000)])(
    'a live rate for an invalid currency code is RMT-1003 without a provider call: %s [R4.9]',
    async (code) => {
      expect(await live(`?currency=${code}`)).toMatchObject({ status: 400, body: { code: 'RMT-1003' } })
      expect(await world.asked()).toBe(0)
    },
  )

  test.each(['ZZZ', 'MRU'])(
    'a live rate for a currency unknown to the provider is RMT-1003: %s [R4.9]',
    async (code) => {
      expect(await live(`?currency=${code}`)).toMatchObject({ status: 400, body: { code: 'RMT-1003' } })
    },
  )

  test('a live rate for a code outside ISO 4217 is RMT-1003 even if the provider has it [R4.9]', async () => {
    await world.setRate('BTC', '0.000011')
    expect(await live('?currency=BTC')).toMatchObject({ status: 400, body: { code: 'RMT-1003' } })
  })

  test.each(['down', '5xx', 'lost-reply'])(
    'a live rate while the provider is %s is 502 RMT-5002 and the table is unchanged [R4.9]',
    async (mode) => {
      await world.refresh()
      await world.fault({ mode })
      expect(await live('?currency=UGX')).toMatchObject({ status: 502, body: { code: 'RMT-5002' } })
      expect((await card()).status).toBe(200)
    },
  )

  test('a live rate without a configured provider is 502 RMT-5002', async () => {
    await openApp(null)
    expect(await live('?currency=UGX')).toMatchObject({ status: 502, body: { code: 'RMT-5002' } })
  })
})

describe('quarantined rates', () => {
  const rates = '/api/v1/admin/remittance/rates'
  const list = async () => (await get(rates, { 'x-admin-token': adminToken })).body.data
  const approve = (
    id: unknown,
    body: object = { reason: 'checked with the central bank' },
    token = adminToken,
  ) =>
    send(url, 'POST', `${rates}/${id}/approve`, Buffer.from(JSON.stringify(body)), {
      'content-type': 'application/json',
      'x-admin-token': token,
    })
  /** Publishes rates at 12:00 and fetches rates at 18:00 that jumped. Returns the id of the quarantined ones. */
  async function quarantined(): Promise<number> {
    await world.setRate('CDF', '2250')
    await world.forward({ hours: 2 })
    await world.refresh()
    await world.setRate('CDF', '2812.5')
    await world.forward({ hours: 6 })
    await world.refresh()
    return (await list()).items[0].id
  }

  test('admins see quarantined rates with what moved, the current table and the refresh state', async () => {
    const id = await quarantined()
    const data = await list()
    expect(data).toMatchObject({
      current_id: data.items[1].id,
      fresh: true,
      next_refresh_at: '2026-11-22T00:00:00',
      refresh: { slot: '2026-11-21T18:00:00', attempts: 1, failure: null, next_attempt_at: null },
    })
    expect(data.items[0]).toMatchObject({
      id,
      state: 'QUARANTINED',
      source: 'open-exchange-rates',
      moved: [{ currency: 'CDF', from: 2250, to: 2812.5, percent: 25 }],
      approved_by: null,
    })
    expect(data.items[0].rates).toContainEqual({ currency: 'CDF', rate: 2812.5 })
    expect(data.items[0].fetched_at).toBe('2026-11-21T18:00:00.000000')
    expect(data.items[1]).toMatchObject({ state: 'PUBLISHED', moved: [] })
  })

  test('quarantined rates are published when an admin approves them, once, with an audit entry', async () => {
    const id = await quarantined()
    expect((await card()).body.data.rates).toContainEqual({ currency: 'CDF', rate: 2250 })
    const response = await approve(id)
    expect(response).toMatchObject({
      status: 200,
      body: {
        status: 'success',
        data: {
          id,
          state: 'PUBLISHED',
          approved_by: 'amina',
          approval_reason: 'checked with the central bank',
        },
      },
    })
    expect((await card()).body.data.rates).toContainEqual({ currency: 'CDF', rate: 2812.5 })
    expect(await approve(id)).toMatchObject({ status: 409, body: { code: 'RMT-1008' } })
    const logged = await world.db.rows(readLog)
    expect(logged).toMatchObject([{ actor: 'amina', action: 'rates.approved', subject: `rates:${id}` }])
    expect(logged[0]?.detail).toContain('checked with the central bank')
    expect(await verifyAudit(world.db, secrets)).toEqual({ rows: 1 })
    // The approved rates are now the reference for the next refresh.
    await world.forward({ hours: 6 })
    await world.refresh()
    expect((await list()).items[0]).toMatchObject({ state: 'PUBLISHED' })
  })

  test('quarantined rates are approved once when several admins approve concurrently', async () => {
    const id = await quarantined()
    const responses = await Promise.all([approve(id), approve(id), approve(id)])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await world.db.rows(readLog)).toHaveLength(1)
  })

  test('quarantined rates cannot be approved after later rates have been published', async () => {
    const id = await quarantined()
    await world.setRate('CDF', '2260')
    await world.forward({ hours: 6 })
    await world.refresh()
    const refused = await approve(id)
    expect(refused).toMatchObject({ status: 409, body: { code: 'RMT-1008', message: /Later/ } })
    expect((await card()).body.data.rates).toContainEqual({ currency: 'CDF', rate: 2260 })
    expect(await world.db.rows(readLog)).toEqual([])
  })

  test.each(['999', '0', 'x', '1e3', '9'.repeat(30)])(
    'approving unknown rates is 404 RMT-404: %s',
    async (id) => {
      expect(await approve(id)).toMatchObject({ status: 404, body: { code: 'RMT-404' } })
    },
  )

  test.each([{}, { reason: 'ok' }, { reason: 5 }])(
    'approving rates without a valid reason is RMT-1005: %j',
    async (body) => {
      const response: ApiResponse = await approve(await quarantined(), body)
      expect(response).toMatchObject({
        status: 400,
        body: { code: 'RMT-1005', errors: [{ field: 'reason' }] },
      })
    },
  )

  test('quarantined rates are visible to admins only', async () => {
    const refused = { status: 403, body: { code: 'RMT-403', message: 'Invalid admin token' } }
    expect(await get(rates)).toMatchObject(refused)
    expect(await approve(1, { reason: 'let me' }, 'wrong')).toMatchObject(refused)
  })

  test('while rates wait for approval the old table stays published and becomes stale', async () => {
    await quarantined()
    await world.forward({ hours: 7 })
    expect(await list()).toMatchObject({ fresh: false })
    expect((await card()).status).toBe(200)
  })
})

const readLog = statement<{ actor: string; action: string; subject: string; detail: string }>(
  'read_log_of_rates_test',
  'select actor, action, subject, detail from audit_log order by seq',
)
