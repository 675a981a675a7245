// Access tokens, and proof that one merchant's token gives no access to another merchant's data.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { portalRoutes } from '../../../test/support/callers/portal.ts'
import { call, fileGoLive, stepUpOf, tokenOf } from '../../../test/support/callers/self-service.ts'
import { recount } from '../../../test/support/database/day-counts.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { exampleAttestation } from '../../accounts/passkeys/schemas.ts'
import { manualClock } from '../../platform/time/clock.ts'
import type { Credentials } from '../identity/register.ts'

const clock = manualClock()
let world: World
beforeAll(async () => {
  world = await openWorld({ clock })
})
afterAll(() => world.close())

const run = (text: string, values: unknown[] = []) => world.db.rows<any>({ name: '', text }, values)
const me = (token: string) => call(world, 'GET', 'me', { token })

describe('[R5] an access token', () => {
  test.each([
    ['is missing', {}],
    ['uses another scheme', { authorization: 'Basic TVNMLUFBQUEtQUFBQTp4' }],
    ['is malformed', { authorization: 'Bearer x' }],
    ['was never issued', { authorization: `Bearer ${'A'.repeat(43)}` }],
    ['is sent twice', { authorization: [`Bearer ${'A'.repeat(43)}`, `Bearer ${'B'.repeat(43)}`] }],
    ['is an API key', { 'x-api-key': 'pk_test_x' }],
  ] as [string, Record<string, string | string[]>][])(
    'an access token that %s is 401 with a challenge',
    async (_, headers) => {
      const response = await call(world, 'GET', 'me', { headers })
      expect([response.status, response.body, response.headers['www-authenticate']]).toEqual([
        401,
        { status: 'error', code: 'RMT-401', message: 'Access token missing, unknown or expired' },
        'Bearer',
      ])
    },
  )

  test('an access token is checked before the body is read', async () => {
    const response = await call(world, 'PUT', 'whitelist', { raw: '{' })
    assert.equal(response.status, 401)
  })

  test('an access token lives 3600 seconds by the business clock [S-61]', async () => {
    const token = await tokenOf(world, world.merchant)
    clock.forward({ seconds: 3599 })
    assert.equal((await me(token)).status, 200)
    clock.forward({ seconds: 1 })
    assert.equal((await me(token)).status, 401)
  })

  test('logout ends its own access token and no other [S-61]', async () => {
    const [one, two] = [await tokenOf(world, world.merchant), await tokenOf(world, world.merchant)]
    const out = await call(world, 'POST', 'logout', { token: one })
    expect([out.status, out.body]).toEqual([200, { status: 'success', data: {} }])
    expect([(await me(one)).status, (await me(two)).status]).toEqual([401, 200])
  })

  test('a suspension ends access tokens, and resuming does not restore them [S-61]', async () => {
    const merchant = await world.register()
    const token = await tokenOf(world, merchant)
    const act = (verb: string) =>
      world.admin('POST', `/api/v1/admin/merchants/${merchant.merchant_code}/${verb}`, {
        reason: 'fraud report',
      })
    assert.equal((await act('suspend')).status, 200)
    assert.equal((await me(token)).status, 401)
    assert.equal((await act('resume')).status, 200)
    assert.equal((await me(token)).status, 401)
    assert.equal((await me(await tokenOf(world, merchant))).status, 200)
  })

  test('requests with an access token have their own rate limit, reported in headers', async () => {
    const token = await tokenOf(world, world.merchant)
    assert.equal((await me(token)).headers['ratelimit-limit'], '99999')
  })
})

describe('[R4.13] unknown paths and methods', () => {
  test('unknown self-service paths and methods are 404 and 405 with the RMT error body', async () => {
    const absent = await call(world, 'GET', 'nothing')
    expect([absent.status, absent.body]).toEqual([
      404,
      { status: 'error', code: 'RMT-404', message: 'Not Found' },
    ])
    const method = await call(world, 'DELETE', 'whitelist')
    expect([method.status, method.body.code, method.headers.allow]).toEqual([
      405,
      'RMT-405',
      'GET, HEAD, PUT',
    ])
  })
})

/**
 * Every route behind a bearer token, with a body it accepts. The portal's routes have a test of their own.
 * `deliveries/:id` names a delivery of the other merchant.
 */
const walk: [
  route: string,
  body?: ((foreign: Foreign) => unknown) | undefined,
  name?: (foreign: Foreign) => string,
][] = [
  ['GET me'],
  ['GET whitelist'],
  ['PUT whitelist', () => ({ addresses: ['203.0.113.7'] })],
  ['GET callback'],
  ['PUT callback', () => ({ callback_url: 'http://localhost:1/intruder' })],
  ['POST callback/test'],
  ['GET microform'],
  [
    'PUT microform',
    () => ({ microform_enabled: true, microform_allowed_origins: ['https://intruder.example'] }),
  ],
  ['GET preferences'],
  ['PUT preferences', () => ({ sells_by: 'link', time_zone: 'Africa/Lubumbashi' })],
  ['GET notifications'],
  ['PUT notifications', () => ({ language: 'en', alerts: { payout_failed: false } })],
  ['GET confirmations'],
  ['POST confirmations', () => ({ kind: 'email', code: '000000' })],
  ['POST confirmations/send', () => ({ kind: 'email' })],
  ['GET checkout'],
  ['PUT checkout', () => ({ checkout_attempts: 5 })],
  ['GET callback/certification'],
  ['POST callback/certification'],
  ['GET go-live'],
  ['POST go-live', () => goLive],
  ['GET business'],
  ['PUT business', () => ({ kind: 'company', owners: [] })],
  ['POST business/files', () => taxPaper],
  ['GET business/files/:file_id', undefined, ({ user }) => `business/files/${user}`],
  ['PATCH business/files/:file_id', undefined, ({ user }) => `business/files/${user}`],
  ['DELETE business/files/:file_id', undefined, ({ user }) => `business/files/${user}`],
  ['GET deliveries'],
  ['POST deliveries/:id/resend', undefined, ({ delivery }) => `deliveries/${delivery}/resend`],
  ['POST deliveries/resend', () => ({ from: '2026-11-21T09:00:00Z', to: '2026-11-21T10:00:00Z' })],
  ['GET webhook-endpoints'],
  ['POST webhook-endpoints', () => ({ url: 'http://localhost:1/intruder', events: ['PAYMENT'] })],
  [
    'PUT webhook-endpoints/:id',
    () => ({ url: 'http://localhost:1/intruder' }),
    ({ endpoint }) => `webhook-endpoints/${endpoint}`,
  ],
  ['POST webhook-endpoints/:id/secret', undefined, ({ endpoint }) => `webhook-endpoints/${endpoint}/secret`],
  ['DELETE webhook-endpoints/:id', undefined, ({ endpoint }) => `webhook-endpoints/${endpoint}`],
  ['POST step-up', ({ intruder }) => ({ password: intruder.password })],
  ['POST step-up/options'],
  ['GET factors'],
  ['POST factors/totp'],
  ['POST factors/totp/confirm', () => ({ code: '123456' })],
  ['DELETE factors/totp'],
  ['POST factors/passkeys/options'],
  ['POST factors/passkeys', () => ({ name: 'Phone', passkey: exampleAttestation })],
  ['DELETE factors/passkeys/:id', undefined, ({ user }) => `factors/passkeys/${user}`],
  ['POST factors/recovery-codes'],
  ['POST users/:id/reset-factors', undefined, ({ user }) => `users/${user}/reset-factors`],
  ['POST secret'],
  ['POST api-keys'],
  ['POST callback-secret'],
  [
    'POST change-password',
    ({ intruder }) => ({ current_password: intruder.password, new_password: 'kitenge rouge au marché' }),
  ],
  ['GET users'],
  ['POST users/:id', () => ({ role: 'viewer' }), ({ user }) => `users/${user}`],
  ['DELETE users/:id', undefined, ({ user }) => `users/${user}`],
  ['GET invitations'],
  ['POST invitations', () => ({ email: 'accomplice@example.com', role: 'owner' })],
  ['DELETE invitations/:id', undefined, ({ invitation }) => `invitations/${invitation}`],
  ['GET sessions'],
  ['DELETE sessions/:id', undefined, ({ session }) => `sessions/${session}`],
  ['DELETE sessions'],
  ['POST session/mode', () => ({ mode: 'test' })],
  ['POST logout'],
]

type Foreign = {
  delivery: string
  endpoint: string
  user: string
  invitation: string
  session: string
  intruder: Credentials
}

const taxPaper = { paper: 'TAX', name: 'impot.pdf', size: 1, sha256: '0'.repeat(64) }

const goLive = {
  company_name: 'Intruder SARL',
  registration_number: 'CD/KNG/RCCM/26-B-00001',
  country: 'CD',
  contact_name: 'I. Truder',
  contact_email: 'i@intruder.example',
  contact_phone: '+243991234567',
}

/** The server's routes that require a token. */
async function routesWithToken(): Promise<string[]> {
  const open: string[] = []
  const names: string[] = []
  for (const line of world.system.app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', part = ''] = /^([│ ]*(?:[├└]── )?)(\S*)/.exec(line) ?? []
    open.length = indent.length / 4
    open.push(part)
    const [, name] = /^\/api\/v1\/merchant\/(.+)$/.exec(open.join('')) ?? []
    if (name) names.push(name)
  }
  const found: string[] = []
  for (const name of names)
    for (const method of ['GET', 'PUT', 'POST', 'PATCH', 'DELETE'])
      if ((await call(world, method, name)).status === 401) found.push(`${method} ${name}`)
  return found
}

/** Everything that is stored about a merchant. */
async function stateOf(code: string): Promise<unknown> {
  const [merchant] = await run('select * from merchant where merchant_code = $1', [code])
  const of = (table: string) => run(`select * from ${table} where merchant_id = $1 order by 1`, [merchant.id])
  const tables = [
    'api_key',
    'merchant_user',
    'invitation',
    'go_live_request',
    'webhook_event',
    'webhook_endpoint',
  ]
  const sessions = await run(
    `select t.token_hash, t.expires_at from session t join merchant_user u on u.id = t.account_id
      where u.merchant_id = $1 order by 1`,
    [merchant.id],
  )
  return [merchant, sessions, ...(await Promise.all(tables.map(of)))]
}

describe("[R5] another merchant's token", () => {
  test('the list of routes tried covers every route that requires a token', async () => {
    const walked = [...walk.map(([route]) => route), ...portalRoutes.map(({ route }) => route)]
    // The router prints one name for the parameters that routes have in one place.
    const unnamed = (routes: string[]) => routes.map((route) => route.replaceAll(/:[\w|:]+/g, ':')).sort()
    expect(unnamed(await routesWithToken())).toEqual(unnamed(walked))
  })

  test("another merchant's token reads and changes nothing on any route [S-11]", async () => {
    const [victim, intruder] = [await world.register(), await world.register({ name: 'Intruder' })]
    const own = await tokenOf(world, victim)
    const setUp: [string, string, unknown][] = [
      ['PUT', 'whitelist', { addresses: ['127.0.0.0/8'] }],
      ['PUT', 'callback', { callback_url: `${world.url}/api/v1/test/test-callback?channel=victim` }],
      [
        'PUT',
        'microform',
        { microform_enabled: true, microform_allowed_origins: ['https://victim.example'] },
      ],
    ]
    const filed = await fileGoLive(world, victim, own, { body: { ...goLive, company_name: 'Victim SARL' } })
    assert.equal(filed.status, 200)
    for (const [method, name, body] of setUp)
      assert.equal((await call(world, method, name, { token: own, body })).status, 200)
    await run(
      `insert into webhook_event (event_id, merchant_id, environment, subject, event_type, dedupe_key, url, endpoint, signed,
                                  body, state, created_at)
       select gen_random_uuid(), id, environment, 'card:0', 'PAYMENT', 'walk', 'http://localhost:1/victim', 'walk', true, '{}',
              'DELIVERED', $2 from merchant where merchant_code = $1`,
      [victim.merchant_code, clock.now()],
    )
    await recount(world.db)
    const listed = await call(world, 'GET', 'deliveries', { token: own })
    const [{ user_id: user }] = (await call(world, 'GET', 'users', { token: own })).body.data.items
    const [{ session_id: session }] = (await call(world, 'GET', 'sessions', { token: own })).body.data.items
    const headers = await stepUpOf(world, victim, own)
    const body = { email: 'colleague@victim.example', role: 'viewer' }
    const made = await call(world, 'POST', 'invitations', { token: own, body, headers })
    const { invitation_id: invitation } = made.body.data
    const delivery = listed.body.data.items[0].id
    const added = await call(world, 'POST', 'webhook-endpoints', {
      ...{ token: own, headers: await stepUpOf(world, victim, own) },
      body: { url: 'http://localhost:1/victim', events: ['PAYMENT'] },
    })
    assert.equal(added.status, 200, added.text)
    const endpoint = added.body.data.id
    const foreign = { delivery, endpoint, user, invitation, session, intruder }
    const before = await stateOf(victim.merchant_code)

    const token = await tokenOf(world, intruder)
    for (const [route, body, name] of walk) {
      const [method = '', path = ''] = route.split(' ')
      const response = await call(world, method, name?.(foreign) ?? path, { token, body: body?.(foreign) })
      assert.notEqual(response.status, 401, route)
      for (const mark of [
        victim.merchant_code,
        victim.email,
        victim.api_key,
        'victim',
        '127.0.0.0/8',
        'Victim',
      ])
        assert.ok(!response.text.includes(mark), `${route} shows ${mark}`)
    }
    expect(await stateOf(victim.merchant_code)).toEqual(before)
  })

  test("another merchant's delivery gets the same 404 as one that does not exist", async () => {
    const token = await tokenOf(world, world.merchant)
    const [foreign] = await run('select event_id as id from webhook_event order by id limit 1')
    const responses = []
    for (const id of [foreign.id, randomUUID(), '1', 'x'])
      responses.push(await call(world, 'POST', `deliveries/${id}/resend`, { token }))
    for (const response of responses)
      expect([response.status, response.body]).toEqual([
        404,
        { status: 'error', code: 'RMT-404', message: 'Delivery not found' },
      ])
  })
})
