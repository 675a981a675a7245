// Every admin route, called by an admin user of every role: docs/roles.md says who may call it.
import assert from 'node:assert/strict'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentedRoutes } from '../../test/support/callers/roles-page.ts'
import { as, joinedStaff, type StaffMember } from '../../test/support/staff/members.ts'
import { openWorld, type World } from '../../test/support/world/world.ts'
import { adminGuard, requireAdminGuards } from '../admin/access.ts'
import {
  type AdminRight,
  type AdminRole,
  adminRights,
  adminRoles,
  rightsOfAdmins,
} from '../kernel/admin-roles.ts'
import { admins } from '../platform/http/access.ts'
import { manualClock, systemClock } from '../platform/time/clock.ts'

const documented = documentedRoutes('admins', adminRoles)

const limited = { watch: 'token-of-the-monitoring-0123', ledger: 'token-of-the-ledger-012345678' }
const own = 'test:test-admin-token-0123456789'

let world: World
const members = {} as Record<AdminRole, StaffMember>
beforeAll(async () => {
  // Codes of authenticator apps change with the time, which stands still here.
  world = await openWorld({
    role: 'api',
    clock: manualClock(systemClock.now().toString()),
    settings: {
      ADMIN_TOKENS: `${own},watch:${limited.watch},ledger:${limited.ledger}`,
      ADMIN_TOKEN_ROLES: 'watch=support, ledger=finance+compliance',
    },
  })
  for (const role of adminRoles) members[role] = await joinedStaff(world, role)
})
afterAll(() => world?.close())

const pathOf = (url: string) => url.replaceAll(/:\w+/g, '0')

/** Whether the role was refused, when the route is called without a valid body or identifier. */
async function isRefused(headers: Record<string, string>, route: string): Promise<boolean> {
  const [method = '', url = ''] = route.split(' ')
  const body = method === 'GET' || method === 'DELETE' ? undefined : {}
  const response = await as(world, undefined, method, pathOf(url), body, headers)
  assert.notEqual(response.status, 401, `${route}: ${response.text}`)
  assert.notEqual(response.status, 500, `${route}: ${response.text}`)
  const { code, message, detail } = response.body ?? {}
  if ((message ?? detail) !== 'Not allowed for your role') return false
  // The card specification fixes the error format of its own admin routes, which has no codes.
  assert.deepEqual([response.status, code ?? 'RMT-403'], [403, 'RMT-403'])
  return true
}

/** Routes that end the session that calls them. */
const ending = ['POST logout']

/** The documented routes whose response differs from what the page says of these roles. */
async function differing(headers: Record<string, string>, roles: readonly AdminRole[]): Promise<string[]> {
  const routes = documented.toSorted((a, b) => ending.indexOf(a.route) - ending.indexOf(b.route))
  const found: string[] = []
  for (const { route, roles: allowed } of routes) {
    const isAllowed = roles.some((role) => allowed.includes(role))
    if ((await isRefused(headers, route)) === isAllowed) found.push(route)
  }
  return found
}

describe('the table of roles of admins', () => {
  test('the page of roles lists every admin route', () => {
    const registered = world.system.app.described.listed
      .filter(({ endpoint }) => endpoint.access.by === 'admin')
      .map(({ method, url }) => `${method} ${url.replace('/api/v1/admin/', '')}`)
    expect(documented.map(({ route }) => route).sort()).toEqual(registered.sort())
  })

  test.each(adminRoles)(
    'an admin user with the role %s may call what docs/roles.md says and nothing else',
    async (role) => {
      const headers = { authorization: `Bearer ${members[role].token}` }
      expect(await differing(headers, [role])).toEqual([])
    },
  )

  test.each([
    ['watch', ['support']],
    ['ledger', ['finance', 'compliance']],
  ] as const)('the token %s may call what its roles %j may, and nothing else', async (name, roles) => {
    expect(await differing({ 'x-admin-token': limited[name] }, roles)).toEqual([])
  })

  test('a token without roles may call every admin route', async () => {
    const { 1: token = '' } = own.split(':')
    expect(await differing({ 'x-admin-token': token }, ['owner'])).toEqual([])
  })

  test('an owner has every right', () => {
    expect([...rightsOfAdmins(['owner'])]).toEqual([...adminRights])
  })

  test('a role can be made of rights that only read, and with them read everything', () => {
    const routes = world.system.app.described.listed.flatMap(({ method, endpoint: { access } }) =>
      access.by === 'admin' && access.right !== 'account'
        ? [{ right: access.right, reads: method === 'GET' }]
        : [],
    )
    const reading = new Set<AdminRight>(routes.filter(({ reads }) => reads).map(({ right }) => right))
    expect(routes.filter(({ right, reads }) => !reads && reading.has(right))).toEqual([])
    const writing = adminRights.filter((right) => !reading.has(right))
    expect(writing.filter((right) => right.startsWith('read'))).toEqual(['read_approvals'])
  })

  test('nobody but an owner can both make a password link and reset factors of a merchant', () => {
    const both = adminRoles.filter((role) => {
      const rights = rightsOfAdmins([role])
      return rights.has('passwords') && rights.has('factors')
    })
    expect(both).toEqual(['owner'])
  })

  test('a role of compliance or operations cannot move money', () => {
    const rights = rightsOfAdmins(['compliance', 'operator', 'support'])
    expect(
      ['move_money', 'refunds', 'pricing', 'staff'].filter((right) => rights.has(right as never)),
    ).toEqual([])
  })

  test('a route behind the admin guard names its right, and one that names a right is behind the guard', () => {
    const app = fastify()
    requireAdminGuards(app)
    const onRequest = adminGuard({} as Parameters<typeof adminGuard>[0])
    const api = {
      ...({ id: 'x', summary: '', tag: '', method: 'GET', path: '/x', priority: 'list' } as const),
      responses: {},
      access: admins('read'),
    } as const
    app.get('/declared', { onRequest, config: { api } }, () => '')
    const differs = /is declared and guarded differently/
    expect(() => app.get('/undeclared', { onRequest }, () => '')).toThrow(differs)
    expect(() => app.get('/unguarded', { config: { api } }, () => '')).toThrow(differs)
  })
})
