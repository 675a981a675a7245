import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, logIn } from '../../../test/support/callers/self-service.ts'
import { orderBody } from '../../../test/support/world/bodies.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { type HashTurn, openPasswords, type Passwords } from '../../accounts/password.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ role: 'api' })
})
afterAll(() => world.close())

let count = 0
const stranger = () => ({
  name: 'Chez Ntemba',
  email: `Stranger-${++count}@Example.com`,
  password: 'kitenge rouge au marché',
})
const signUp = (body: unknown, on: World = world) => call(on, 'POST', 'signup', { body })

describe('[R5] sign-up', () => {
  test("sign-up returns a sandbox merchant's credentials once, and they work at once", async () => {
    const wanted = stranger()
    const { status, headers, body } = await signUp(wanted)
    assert.equal(status, 200)
    assert.equal(headers['cache-control'], 'no-store')
    expect(body.data).toEqual({
      merchant_code: expect.stringMatching(/^LKT-[A-Z0-9]{4}-[A-Z0-9]{4}$/),
      merchant_secret: expect.stringMatching(/^msk_test_/),
      api_key: expect.stringMatching(/^pk_test_/),
      api_secret: expect.stringMatching(/^sk_test_/),
      callback_secret: expect.stringMatching(/^whsec_/),
      email: wanted.email.toLowerCase(),
      environment: 'sandbox',
    })
    const order = await world.signed('POST', '/api/v1/payment/orders', orderBody(world.url), {
      as: body.data,
    })
    assert.equal(order.status, 200)
    const login = await logIn(world, wanted)
    assert.equal(login.body.data.merchant_code, body.data.merchant_code)
  })

  test('sign-up with an email in use, in any case, reveals nothing about the account', async () => {
    const wanted = stranger()
    const owner = await world.register({ email: wanted.email })
    const repeated = await signUp({ ...wanted, email: wanted.email.toUpperCase(), name: 'Another' })
    const fresh = await signUp({ ...stranger(), name: 'Another' })
    expect([repeated.status, Object.keys(repeated.body.data)]).toEqual([200, Object.keys(fresh.body.data)])
    // Each signs in with their own password.
    const codeOf = async (who: typeof wanted) => (await logIn(world, who)).body.data.merchant_code
    assert.equal(await codeOf({ ...wanted, password: owner.password }), owner.merchant_code)
    assert.equal(await codeOf(wanted), repeated.body.data.merchant_code)
  })

  test('a name with a character that waited the direction of text is refused', async () => {
    const turned = await signUp({ ...stranger(), name: 'Chez \u202eabmetN' })
    expect([turned.status, turned.body.errors]).toEqual([
      400,
      [{ field: 'name', message: 'Value error, text has characters that cannot be stored' }],
    ])
  })

  test.each([
    'Likuta Support',
    'Vоdacom Gombe',
    'Sup\u200bport',
    'Boutique Kivи',
    'Votre compte est bloqué appelez 0991234567',
    'Boutique www.evil.com',
  ])('the name %j, which looks like another one or advertises a contact, is refused', async (name) => {
    const refused = await signUp({ ...stranger(), name })
    expect([refused.status, refused.body.errors.map(({ field }: { field: string }) => field)]).toEqual([
      400,
      ['name'],
    ])
  })

  test('sign-up states how the merchant sells and its time zone, which it may change', async () => {
    const wanted = { ...stranger(), sells_by: 'link', time_zone: 'Africa/Lubumbashi' }
    assert.equal((await signUp(wanted)).status, 200)
    const token = (await logIn(world, wanted)).body.data.access_token
    const read = async () => (await call(world, 'GET', 'preferences', { token })).body.data
    expect(await read()).toEqual({ sells_by: 'link', time_zone: 'Africa/Lubumbashi' })
    const set = (body: object) => call(world, 'PUT', 'preferences', { token, body })
    expect((await set({ sells_by: 'site', time_zone: 'Mars/Olympus' })).body).toMatchObject({
      code: 'RMT-1005',
      errors: [{ field: 'time_zone' }],
    })
    expect((await set({ sells_by: 'barter', time_zone: 'Africa/Kinshasa' })).status).toBe(400)
    expect((await set({ sells_by: null, time_zone: 'Europe/Brussels' })).status).toBe(200)
    expect(await read()).toEqual({ sells_by: null, time_zone: 'Europe/Brussels' })
  })

  test('without preferences the days of a new merchant are those of Kinshasa', async () => {
    const wanted = stranger()
    await signUp(wanted)
    const token = (await logIn(world, wanted)).body.data.access_token
    const { body } = await call(world, 'GET', 'preferences', { token })
    expect(body.data).toEqual({ sells_by: null, time_zone: 'Africa/Kinshasa' })
  })

  test('sign-up ignores fields outside its schema [S-13]', async () => {
    const made = await signUp({
      ...stranger(),
      environment: 'production',
      status: 'suspended',
      commission_rate_bp: 0,
    })
    const response = await call(world, 'GET', 'me', {
      token: (await logIn(world, { email: made.body.data.email, password: 'kitenge rouge au marché' })).body
        .data.access_token,
    })
    expect(response.body.data).toMatchObject({ environment: 'sandbox', rates: { commission_rate: '3.50' } })
  })

  test.each([
    [{}, 'RMT-1005', ['name', 'email', 'password']],
    [{ name: ' ', email: 'nobody', password: 7 }, 'RMT-1005', ['name', 'email', 'password']],
    [{ name: 'x', email: 'a@b@c.example', password: 'x'.repeat(2000) }, 'RMT-1005', ['email', 'password']],
    [{ name: 'x', email: `${'a'.repeat(250)}@b.example`, password: 'kitenge rouge' }, 'RMT-1005', ['email']],
    [{ name: 'x', email: 'a@b.example', password: 'short' }, 'RMT-1010', undefined],
    [{ name: 'x', email: 'a@b.example', password: 'Password1234' }, 'RMT-1010', undefined],
  ])('sign-up with %j is refused', async (body, code, fields) => {
    const response = await signUp(body)
    expect([response.status, response.body.code]).toEqual([400, code])
    expect(response.body.errors?.map(({ field }: { field: string }) => field)).toEqual(fields)
  })

  test('sign-up is rate-limited by address [S-28]', async () => {
    const small = await openWorld({
      role: 'api',
      settings: { RATE_LIMIT_SIGN_UPS_PER_HOUR: '2', RATE_LIMIT_LOGINS_PER_SECOND: '1' },
    })
    try {
      const statuses: number[] = []
      for (let i = 0; i < 3; i++) statuses.push((await signUp(stranger(), small)).status)
      expect(statuses).toEqual([200, 200, 429])
      const limited = await signUp(stranger(), small)
      assert.equal(limited.body.code, 'RMT-429')
      assert.ok(Number(limited.headers['retry-after']) > 1000)
      const logins = await Promise.all(Array.from({ length: 30 }, () => logIn(small, stranger())))
      assert.ok(logins.some(({ status }) => status === 429))
    } finally {
      await small.close()
    }
  })

  test('a sign-up waits for its hash in the share of its address, as a sign-in of a stranger does [S-32]', async () => {
    const waited: HashTurn[] = []
    const real = openPasswords({ memory: 64, passes: 1, parallelism: 1 })
    const recorded =
      <Args extends unknown[], Result>(work: (...args: [...Args, HashTurn]) => Result) =>
      (...args: [...Args, HashTurn]) => {
        waited.push(args.at(-1) as HashTurn)
        return work(...args)
      }
    const passwords: Passwords = { hash: recorded(real.hash), verify: recorded(real.verify) }
    const settings = { TRUSTED_PROXIES: '127.0.0.1' }
    const behindProxy = await openWorld({ role: 'api', passwords, settings })
    try {
      waited.length = 0
      const headers = { 'x-forwarded-for': '198.51.100.7' }
      assert.equal((await call(behindProxy, 'POST', 'signup', { body: stranger(), headers })).status, 200)
      const turn = { queue: 'other', address: '198.51.100.7' }
      expect(waited).toEqual([turn])
      assert.equal((await logIn(behindProxy, stranger(), headers)).status, 401)
      // A sign-in verifies one password for each account that an email might have.
      expect(waited).toEqual(Array(waited.length).fill(turn))
      assert.ok(waited.length > 1)
    } finally {
      await behindProxy.close()
    }
  })

  test('sign-up can be closed by a setting', async () => {
    const closed = await openWorld({ role: 'api', settings: { SIGN_UP: 'off' } })
    try {
      const { status, body } = await signUp(stranger(), closed)
      expect([status, body]).toEqual([
        403,
        { status: 'error', code: 'RMT-403', message: 'Sign-up is closed on this deployment' },
      ])
    } finally {
      await closed.close()
    }
  })
})

test('who signs up says how many cards a payer may try', async () => {
  for (const [sent, expected] of [
    [{ checkout_attempts: 3 }, 3],
    [{}, null],
  ] as const) {
    const wanted = { ...stranger(), ...sent }
    assert.equal((await signUp(wanted)).status, 200)
    const [row] = await world.db.rows<{ checkout_attempts: number | null }>(
      { name: '', text: 'select checkout_attempts from merchant where email = $1' },
      [wanted.email.toLowerCase()],
    )
    assert.equal(row?.checkout_attempts, expected)
  }
  assert.equal((await signUp({ ...stranger(), checkout_attempts: 9 })).status, 400)
})
