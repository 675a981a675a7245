// The address a call to the admin API comes from, and alternative spellings of its path.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminToken } from '../support/world/settings.ts'
import { openWorld, type World } from '../support/world/world.ts'
import { get, raw } from './raw.ts'

const path = '/api/v1/admin/overview'
const token = `X-Admin-Token: ${adminToken}`
const portOf = ({ url }: World) => Number(new URL(url).port)
const worlds: World[] = []
async function openWith(settings: Record<string, string>): Promise<World> {
  const world = await openWorld({ role: 'api', settings })
  worlds.push(world)
  return world
}
afterAll(async () => {
  for (const world of worlds) await world.close()
})

describe("the caller's address is determined by the connection [S-17]", () => {
  let direct: World
  let behindProxy: World
  beforeAll(async () => {
    direct = await openWith({ ADMIN_ALLOWED_NETWORKS: '10.1.0.0/16' })
    behindProxy = await openWith({
      TRUSTED_PROXIES: '127.0.0.1/32,10.9.0.0/16',
      ADMIN_ALLOWED_NETWORKS: '10.1.0.0/16',
    })
  })

  const home = '10.1.2.3'
  const spellings = [
    [`X-Forwarded-For: ${home}`],
    [`x-forwarded-for: ${home}, ${home}`],
    [`X-Forwarded-For: ${home}`, `X-Forwarded-For: ${home}`],
    [`Forwarded: for=${home}`],
    [`Forwarded: for="${home}:80";proto=https`],
    [`X-Real-IP: ${home}`],
    [`True-Client-IP: ${home}`],
    [`CF-Connecting-IP: ${home}`],
    [`X-Client-IP: ${home}`],
    [`X-Cluster-Client-IP: ${home}`],
    [`X-Forwarded: ${home}`],
    [`X-Originating-IP: ${home}`],
    [`X-Forwarded-Host: localhost`, `X-Remote-Addr: ${home}`],
  ]

  test.each(spellings)(
    "without a trusted proxy no header changes the caller's address: %s",
    async (...headers) => {
      const response = await raw(portOf(direct), get(path, [token, ...headers]))
      assert.equal(response.status, 403, response.text)
      assert.match(response.text, /Admin network not allowed/)
    },
  )

  test.each(spellings.filter(([first]) => !/^x-forwarded-for/i.test(first!)))(
    "behind a trusted proxy no header but X-Forwarded-For changes the caller's address: %s",
    async (...headers) => {
      assert.equal((await raw(portOf(behindProxy), get(path, [token, ...headers]))).status, 403)
    },
  )

  test.each([
    ['10.1.2.3', 200],
    ['::ffff:10.1.2.3', 200],
    // Entries that the caller wrote itself stand further left.
    ['10.1.2.3, 203.0.113.9', 403],
    ['10.1.2.3, 203.0.113.9, 10.9.1.1', 403],
    ['203.0.113.9, 10.1.2.3', 200],
    ['203.0.113.9, 10.1.2.3, 10.9.1.1', 200],
    ['10.1.2.3:443', 403],
    ['"10.1.2.3"', 403],
    ['[::ffff:10.1.2.3]', 403],
    ['0x0a.1.2.3', 403],
    ['10.1.515', 403],
    ['10.1.2.3%00', 403],
    ['localhost', 403],
    ['2001:db8::1', 403],
    ['unknown', 403],
    [', 10.1.2.3,', 200],
  ])('behind a trusted proxy the right end of X-Forwarded-For counts: %s is %i', async (sent, status) => {
    const response = await raw(portOf(behindProxy), get(path, [token, `X-Forwarded-For: ${sent}`]))
    assert.equal(response.status, status, response.text)
  })

  test('two X-Forwarded-For headers form one list, whose right end counts', async () => {
    const sent = (...addresses: string[]) =>
      raw(portOf(behindProxy), get(path, [token, ...addresses.map((one) => `X-Forwarded-For: ${one}`)]))
    assert.equal((await sent(home, '203.0.113.9')).status, 403)
    assert.equal((await sent('203.0.113.9', home)).status, 200)
  })
})

describe('no spelling of a path bypasses the admin guard [S-18]', () => {
  let world: World
  beforeAll(async () => {
    world = await openWith({ ADMIN_ALLOWED_NETWORKS: '10.1.0.0/16' })
  })

  const targets = [
    ...['//api/v1/admin/overview', '/api//v1/admin/overview', '/api/v1//admin/overview', '/api/v1/admin//overview'],
    ...['/./api/v1/admin/overview', '/api/./v1/admin/overview', '/api/v1/x/../admin/overview', '/api/v1/admin/./overview'],
    ...['/api/v1/%61dmin/overview', '/api/v1/admin%2foverview', '/api/v1/admin%2Foverview', '/api%2fv1%2fadmin%2foverview'],
    ...['/api/v1/%2561dmin/overview', '/api/v1/admi%6e/overview', '/%61pi/v1/admin/overview', '/api/v1/admin/%6fverview'],
    ...['/api/v1/admin;x/overview', '/api/v1/admin/overview;x', '/api/v1/admin/overview;x=1', '/api/v1/;/admin/overview'],
    ...['/api/v1/admin./overview', '/api/v1/admin/overview.', '/api/v1/admin/overview/', '/api/v1/admin/overview/.'],
    ...['/API/V1/ADMIN/OVERVIEW', '/api/v1/Admin/overview', '/api/v1/admin/Overview', '/api/v1/ad\u{131}min/overview'],
    ...['/api/v1/admin/overview%20', '/api/v1/admin/overview%00', '/api/v1/admin/overview%0a', '/api/v1/admin\\overview'],
    ...['\\api\\v1\\admin\\overview', '/api/v1/admin/overview%3f', '/api/v1/admin/overview#a', '/api/v1/admin/overview?_method=GET'],
    ...['http://evil.example/api/v1/admin/overview', 'http://localhost/api/v1/admin/overview', '*', 'api/v1/admin/overview'],
    ...['/pl/../api/v1/admin/overview', '/api/v1/merchant/../admin/overview', '/console/../api/v1/admin/overview', '/..%2fapi/v1/admin/overview'],
    ...['/%2e%2e/api/v1/admin/overview', '/api/v1/admin/overview%252f', '/api/v1/admin/%c0%afoverview', '/api/v1/%ff%fe/admin/overview'],
  ] // biome-ignore format: a table with one row per line

  test.each(targets)('the path %s does not bypass the admin guard', async (target) => {
    const methods = ['GET', 'POST', 'HEAD'] as const
    for (const method of methods) {
      const sent = get(target, [
        token,
        'X-HTTP-Method-Override: GET',
        `X-Original-URL: ${path}`,
        `X-Rewrite-URL: ${path}`,
      ])
      const { status, text } = await raw(portOf(world), sent.replace(/^GET/, method))
      expect([400, 403, 404, 405], `${method} ${status} ${text}`).toContain(status)
      assert.doesNotMatch(text, /"data"/)
    }
  })

  test('control: the normal path exists for an allowed caller', async () => {
    const open = await openWith({})
    assert.equal((await raw(portOf(open), get(path, [token]))).status, 200)
    assert.equal((await raw(portOf(world), get(path, [token]))).status, 403)
  })
})
