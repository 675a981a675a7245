// Every route of the admin API accepts only the right token from the right network.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminToken } from '../support/world/settings.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({
    role: 'api',
    settings: { TRUSTED_PROXIES: '127.0.0.1/32', ADMIN_ALLOWED_NETWORKS: '10.1.0.0/16' },
  })
})
afterAll(() => world.close())

const home = { 'x-forwarded-for': '10.1.2.3' }
const abroad = { 'x-forwarded-for': '203.0.113.9' }
const token = { 'x-admin-token': adminToken }

/** Methods that no route handles: they get 405, or are refused earlier. */
const used = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Read from the router's own tree, so that no route is missed. */
function adminRoutes(): [method: string, path: string][] {
  const found: [string, string][] = []
  const parents: string[] = []
  for (const line of world.system.app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', rest = ''] = /^([│ ]*)[├└]── (.*)$/.exec(line) ?? []
    const [, part, methods] = /^(\S+?)(?: \(([A-Z, ]+)\))?$/.exec(rest) ?? []
    if (part === undefined) continue
    const depth = indent.length / 4
    const path = (depth === 0 ? '' : (parents[depth - 1] ?? '')) + part
    parents[depth] = path
    for (const method of methods?.split(', ').filter((known) => used.includes(known)) ?? [])
      if (path.startsWith('/api/v1/admin/')) found.push([method, path.replaceAll(/:\w+/g, '1')])
  }
  return found
}

/** Routes by which admin users get in: from an admin network, without a token. */
const ways = [
  'POST /api/v1/admin/login',
  'POST /api/v1/admin/login/passkey',
  'POST /api/v1/admin/login/passkey/options',
  'POST /api/v1/admin/users/accept',
]

/** These always respond with 405, without reading anything. */
const isTaken = async (method: string, path: string) =>
  (await world.admin(method, path, undefined, { ...home, ...token })).status !== 405

describe('the admin API', () => {
  test('every route of the admin API is in the list that this test covers', async () => {
    const routes = adminRoutes().map((route) => route.join(' '))
    assert.ok(routes.length > 100, `${routes.length} routes`)
    for (const route of [
      'GET /api/v1/admin/overview',
      'GET /api/v1/admin/figures',
      'GET /api/v1/admin/me',
      'GET /api/v1/admin/audit',
      'GET /api/v1/admin/audit/verify',
      'GET /api/v1/admin/payments',
      'GET /api/v1/admin/payments/1',
      'GET /api/v1/admin/transfers',
      'GET /api/v1/admin/transfers/1',
      'POST /api/v1/admin/transfers/1/inquire',
      'POST /api/v1/admin/transfers/1/reverse',
      'GET /api/v1/admin/deliveries',
      'POST /api/v1/admin/deliveries/1/resend',
      'POST /api/v1/admin/deliveries/resend',
      'GET /api/v1/admin/wallets',
      'POST /api/v1/admin/wallets/1/top-ups',
      'POST /api/v1/admin/wallets/1/adjustments',
      'GET /api/v1/admin/wallets/adjustments',
      'POST /api/v1/admin/wallets/adjustments/1/approve',
      'POST /api/v1/admin/wallets/adjustments/1/reject',
      'GET /api/v1/admin/operators',
      'POST /api/v1/admin/operators/1/1/pause',
      'POST /api/v1/admin/operators/1/1/resume',
      'GET /api/v1/admin/settlements',
    ])
      expect(routes).toContain(route)
  })

  test.each([
    ['without a token', home, 'Invalid admin token'],
    ['with a wrong token', { ...home, 'x-admin-token': `${adminToken}x` }, 'Invalid admin token'],
    ['with the token twice', { ...home, 'x-admin-token': [adminToken, adminToken] }, 'Invalid admin token'],
    ['from another network', { ...abroad, ...token }, 'Admin network not allowed'],
    ['from another network, without a token', abroad, 'Admin network not allowed'],
  ])('every admin route responds with 403 %s [S-16]', async (_how, headers, texts) => {
    const open: string[] = []
    for (const [method, path] of adminRoutes()) {
      if (!(await isTaken(method, path))) continue
      if (headers !== abroad && ways.includes(`${method} ${path}`)) continue
      const response = await world.admin(
        method,
        path,
        method === 'POST' ? { reason: 'x' } : undefined,
        headers,
      )
      const output = response.body?.message ?? response.body?.detail
      // The response to a HEAD request has no body, so it cannot give the reason.
      const isRefused = response.status === 403 && (method === 'HEAD' || output === texts)
      if (!isRefused) open.push(`${method} ${path}: ${response.status} ${response.text}`)
    }
    expect(open).toEqual([])
  })

  test("every refusal of the admin API's own resources carries an error code", async () => {
    for (const path of [
      'overview',
      'figures',
      'me',
      'audit',
      'transfers',
      'deliveries',
      'wallets',
      'operators',
      'settlements',
    ]) {
      const response = await world.admin('GET', `/api/v1/admin/${path}`, undefined, home)
      expect([path, response.body]).toEqual([
        path,
        { status: 'error', code: 'RMT-403', message: 'Invalid admin token' },
      ])
    }
  })
})
