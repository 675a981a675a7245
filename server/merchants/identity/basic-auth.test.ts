import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApiResponse } from '../../../test/support/http/response.ts'
import { send } from '../../../test/support/http/send.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { openSystem, type System } from '../../composition/system.ts'
import { statement } from '../../platform/database/database.ts'
import { silentLog } from '../../platform/process/log.ts'
import { merchantByCode } from '../directory/directory.ts'
import { rotate } from './credentials.ts'
import type { Credentials } from './register.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ role: 'api', settings: { TRUSTED_PROXIES: '127.0.0.1' } })
})
afterAll(() => world.close())

const base = '/api/v1/remittance'
const guarded: [method: string, path: string][] = [
  ['POST', '/inbound'],
  ['POST', '/outbound'],
  ['GET', '/account-lookup?customer_number=243810000001'],
  ['GET', '/balance'],
  ['GET', '/transactions'],
  ['GET', '/transaction/status?reference=x'],
  ['GET', '/transactions/x/timeline'],
  ['GET', '/settlement/list'],
  ['GET', '/wallet/history'],
  ['GET', '/rate/live?currency=UGX'],
  ['GET', '/kyc?phone=243810000001'],
  ['POST', '/sandbox/topup'],
]

const encoded = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
const credentialsOf = ({ merchant_code, merchant_secret }: Credentials) =>
  encoded(`${merchant_code}:${merchant_secret}`)

/** Requests the balance. */
function call(
  authorization: string | string[] | undefined,
  { url = world.url, headers = {} }: { url?: string; headers?: Record<string, string> } = {},
): Promise<ApiResponse> {
  const all = { ...headers, ...(authorization !== undefined && { authorization }) }
  return send(url, 'GET', `${base}/balance`, Buffer.alloc(0), all)
}

function isUnauthorised(response: ApiResponse): void {
  expect([response.status, response.body]).toEqual([
    401,
    { status: 'error', code: 'RMT-401', message: 'Wrong merchant code or secret' },
  ])
  assert.match(response.headers['www-authenticate'] ?? '', /^Basic /)
}

/** A second process on the same database. */
async function withAnother(
  settings: Partial<System['settings']>,
  work: (url: string) => Promise<void>,
): Promise<void> {
  const other = openSystem({ ...world.system.settings, ...settings }, { role: 'api', log: silentLog })
  try {
    await work(await other.app.listen({ host: '127.0.0.1', port: 0 }))
  } finally {
    await other.close()
  }
}

describe('[R5] Basic authentication', () => {
  test.each(guarded)(
    '%s %s without Basic credentials or with a wrong secret is 401',
    async (method, path) => {
      const wrong = encoded(`${world.merchant.merchant_code}:msk_test_wrong`)
      for (const headers of [{}, { authorization: wrong }])
        isUnauthorised(await send(world.url, method, base + path, Buffer.alloc(0), headers))
    },
  )

  test("a merchant's code and secret authenticate it, whatever the case of the scheme", async () => {
    const right = credentialsOf(world.merchant)
    assert.equal((await call(right)).status, 200)
    assert.equal((await call(right.replace('Basic', 'bAsIc'))).status, 200)
  })

  test('generated merchant codes and secrets have the documented form [S-14]', () => {
    assert.match(world.merchant.merchant_code, /^LKT-[A-Z0-9]{4}-[A-Z0-9]{4}$/)
    assert.match(world.merchant.merchant_secret, /^msk_test_/)
  })

  test.each([
    ['an empty header', ''],
    ['no credentials', 'Basic'],
    ['another scheme', 'Bearer abc'],
    ['invalid Base64', 'Basic !!!!'],
    ['Base64 of an empty text', 'Basic ===='],
    ['no colon', encoded('LKT-AAAA-BBBB')],
    ['no code', encoded(':secret')],
    ['an unknown code', encoded('LKT-AAAA-BBBB:secret')],
    ['an unknown code and no secret', encoded('LKT-AAAA-BBBB:')],
    ['an oversized code', encoded(`${'x'.repeat(5_000)}:secret`)],
    ['a NUL', encoded('LKT-AAAA\0BBBB:secret')],
    ['invalid UTF-8', `Basic ${Buffer.from([0xff, 0xfe, 0x3a, 0xff]).toString('base64')}`],
  ])('Basic authentication with %s is 401', async (_, authorization) => {
    isUnauthorised(await call(authorization))
  })

  test('a merchant secret that is nearly right is 401 [S-14]', async () => {
    const { merchant_code: code, merchant_secret: secret } = world.merchant
    const other = await world.register()
    for (const near of [
      '',
      secret.slice(0, -1),
      `${secret}x`,
      ` ${secret}`,
      secret.toUpperCase(),
      other.merchant_secret,
    ])
      isUnauthorised(await call(encoded(`${code}:${near}`)))
    isUnauthorised(await call(encoded(`${code.toLowerCase()}:${secret}`)))
  })

  test('a doubled Authorization header is 401, even with equal values [S-09]', async () => {
    const right = credentialsOf(world.merchant)
    isUnauthorised(await call([right, right]))
    isUnauthorised(await call(`${right}, ${right}`))
  })

  test('a rotated merchant secret is refused at once on every process [S-14]', async () => {
    await withAnother({}, async (url) => {
      for (let i = 0; i < 3; i++) {
        const merchant = await world.register()
        const old = credentialsOf(merchant)
        const locations = [world.url, url]
        for (const path of locations) assert.equal((await call(old, { url: path })).status, 200)
        const record = await merchantByCode(world.db, merchant.merchant_code)
        const owner = { id: BigInt(record!.id), environment: record!.environment }
        const { merchant_secret } = await rotate(world.system, owner, 'merchant-secret')
        const fresh = encoded(`${merchant.merchant_code}:${merchant_secret}`)
        for (const path of locations) isUnauthorised(await call(old, { url: path }))
        for (const path of locations) assert.equal((await call(fresh, { url: path })).status, 200)
      }
    })
  })
})

const setAllowlist = statement(
  'test_set_allowlist',
  'update merchant set ip_allowlist = $2 where merchant_code = $1',
)
const setStatus = statement('test_set_status', 'update merchant set status = $2 where merchant_code = $1')

describe('[R5] [R7] a known merchant that may not call', () => {
  const isForbidden = (response: ApiResponse, message: string) =>
    expect([response.status, response.body]).toEqual([403, { status: 'error', code: 'RMT-403', message }])

  test('Basic authentication from an address outside the allowlist is 403 RMT-403', async () => {
    const merchant = await world.register()
    await world.db.rows(setAllowlist, [merchant.merchant_code, ['203.0.113.0/24', '2001:db8::/32']])
    const from = (address: string) =>
      call(credentialsOf(merchant), { headers: { 'x-forwarded-for': address } })
    for (const address of ['203.0.113.7', '2001:db8::1', '::ffff:203.0.113.7'])
      assert.equal((await from(address)).status, 200)
    for (const address of ['198.51.100.7', '2001:db9::1'])
      isForbidden(await from(address), 'IP address not allowed')
    isUnauthorised(
      await call(encoded(`${merchant.merchant_code}:wrong`), {
        headers: { 'x-forwarded-for': '198.51.100.7' },
      }),
    )
  })

  test('Basic authentication of a suspended merchant is 403 RMT-403', async () => {
    const merchant = await world.register()
    await world.db.rows(setStatus, [merchant.merchant_code, 'suspended'])
    const authorization = credentialsOf(merchant)
    for (const path of ['/inbound', '/sandbox/topup']) {
      const headers = { authorization, 'content-type': 'application/json' }
      isForbidden(
        await send(world.url, 'POST', `${base}${path}`, Buffer.from('{}'), headers),
        'Merchant suspended',
      )
    }
    assert.equal((await call(authorization)).status, 200)
    await world.db.rows(setStatus, [merchant.merchant_code, 'active'])
    assert.equal((await call(credentialsOf(merchant))).status, 200)
  })

  test('a production profile on a sandbox-only deployment is 403 RMT-403', async () => {
    const merchant = await world.register({ environment: 'production' })
    assert.match(merchant.merchant_secret, /^msk_live_/)
    isForbidden(await call(credentialsOf(merchant)), 'Unauthorized environment')
  })
})

describe('[R7] the rate limit of Basic authentication', () => {
  test('exceeding the rate limit is 429 with Retry-After, and wrong secrets do not count', async () => {
    await withAnother({ RATE_LIMIT_PER_SECOND: 1, RATE_LIMIT_BURST: 3 }, async (url) => {
      const [busy, calm] = await Promise.all([world.register(), world.register()])
      for (let i = 0; i < 5; i++) isUnauthorised(await call(encoded(`${busy.merchant_code}:wrong`), { url }))
      const responses: ApiResponse[] = []
      for (let i = 0; i < 6; i++) responses.push(await call(credentialsOf(busy), { url }))
      expect(responses.slice(0, 3).map(({ status }) => status)).toEqual([200, 200, 200])
      const refused = responses.find(({ status }) => status === 429)!
      expect(refused.body).toEqual({ status: 'error', code: 'RMT-429', message: 'Rate limit exceeded' })
      expect(refused.headers).toMatchObject({
        'retry-after': '1',
        'ratelimit-limit': '3',
        'ratelimit-remaining': '0',
      })
      assert.equal((await call(credentialsOf(calm), { url })).status, 200)
    })
  })
})
