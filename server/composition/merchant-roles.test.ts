// Every route behind a bearer token, called by a user of every role: docs/roles.md says who may call it.
import assert from 'node:assert/strict'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentedRoutes } from '../../test/support/callers/roles-page.ts'
import { call, joined, type Member, signedIn } from '../../test/support/callers/self-service.ts'
import { openWorld, type World } from '../../test/support/world/world.ts'
import { type MerchantRole, merchantRights, merchantRoles, rightsOfUsers } from '../kernel/merchant-roles.ts'
import { bearerGuard, type GuardNeeds, requireBearerGuards } from '../merchants/sign-in/bearer.ts'
import { users } from '../platform/http/access.ts'

const documented = documentedRoutes("merchants' users", merchantRoles)

let world: World
const members = {} as Record<MerchantRole, Member>
beforeAll(async () => {
  world = await openWorld({ role: 'api' })
  members.owner = await signedIn(world, world.merchant)
  for (const role of merchantRoles.slice(1)) members[role] = await joined(world, members.owner, role)
})
afterAll(() => world?.close())

const refusal = { status: 'error', code: 'RMT-403', message: 'Not allowed for your role' }

/** Calls a route without a valid body or identifier, so that it changes as little as possible. */
async function attempt({ token }: Member, route: string): Promise<unknown> {
  const [method = '', url = ''] = route.split(' ')
  const body = method === 'GET' ? undefined : {}
  const response = await call(world, method, url.replaceAll(/:\w+/g, '0'), { token, body })
  assert.notEqual(response.status, 401, `${route}: ${response.text}`)
  return response.body
}

/** Routes that end the session that calls them. */
const ending = ['POST logout']

describe('the table of roles', () => {
  test('the page of roles lists every route behind a bearer token', () => {
    const registered = world.system.app.described.listed
      .filter(({ endpoint }) => endpoint.access.by === 'bearer')
      .map(({ method, url }) => `${method} ${url.replace('/api/v1/merchant/', '')}`)
    // A stream for our own pages, which the API document does not list.
    registered.push('GET updates')
    expect(documented.map(({ route }) => route).sort()).toEqual(registered.sort())
  })

  test.each(merchantRoles)(
    'a user with the role %s may call what docs/roles.md says and nothing else',
    async (role) => {
      const routes = documented.toSorted((a, b) => ending.indexOf(a.route) - ending.indexOf(b.route))
      const differing: string[] = []
      for (const { route, roles } of routes) {
        const body = await attempt(members[role], route)
        const isRefused = JSON.stringify(body) === JSON.stringify(refusal)
        if (isRefused === roles.includes(role)) differing.push(`${route}: ${JSON.stringify(body)}`)
      }
      expect(differing).toEqual([])
    },
  )

  test('an owner has every right, and a cashier those of the till', () => {
    expect(rightsOfUsers('owner')).toEqual([...merchantRights])
    expect(rightsOfUsers('cashier')).toEqual(['account', 'sell', 'links'])
  })

  test('a route behind a bearer token names its right, and one that names a right is behind a token', () => {
    const app = fastify()
    requireBearerGuards(app)
    const onRequest = bearerGuard({} as GuardNeeds)
    const api = {
      ...({ id: 'x', summary: '', tag: '', method: 'GET', path: '/x', priority: 'list' } as const),
      responses: {},
      access: users('account'),
    } as const
    app.get('/declared', { onRequest, config: { api } }, () => '')
    const differs = /is declared and guarded differently/
    expect(() => app.get('/undeclared', { onRequest }, () => '')).toThrow(differs)
    expect(() => app.get('/unguarded', { config: { api } }, () => '')).toThrow(differs)
  })
})
