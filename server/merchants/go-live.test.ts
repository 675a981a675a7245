import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, fileGoLive, stepUpOf, tokenOf } from '../../test/support/callers/self-service.ts'
import { orderBody } from '../../test/support/world/bodies.ts'
import { openWorld, type World } from '../../test/support/world/world.ts'
import { verifyAudit } from '../admin/audit.ts'
import { manualClock } from '../platform/time/clock.ts'
import { approveGoLive } from './decide-go-live.ts'
import { type GoLiveEvent, type GoLiveState, goLiveMoves } from './go-live.ts'
import type { Credentials } from './identity/register.ts'

const clock = manualClock()
const stamp = '2026-11-21T10:00:00.000000'
let world: World
beforeAll(async () => {
  world = await openWorld({ role: 'api', clock, productionGateway: true })
})
afterAll(() => world.close())

const company = {
  company_name: 'Chez Ntemba SARL',
  registration_number: 'CD/KNG/RCCM/26-B-01234',
  country: 'cd',
  contact_name: 'Grâce Mukendi',
  contact_email: 'Grace@Ntemba.example',
  contact_phone: '0991234567',
}
const none = { state: 'NONE', requested_at: null, decided_at: null, reason: null }
const pending = { state: 'PENDING', requested_at: stamp, decided_at: null, reason: null }
const run = (text: string, values: unknown[] = []) => world.db.rows<any>({ name: '', text }, values)

async function newcomer() {
  const merchant = await world.register()
  const token = await tokenOf(world, merchant)
  const headers = await stepUpOf(world, merchant, token)
  return {
    merchant,
    token,
    headers,
    read: () => call(world, 'GET', 'go-live', { token }),
    file: (body: unknown = company) => call(world, 'POST', 'go-live', { token, body, headers }),
    me: () => call(world, 'GET', 'me', { token }),
    set: (name: string, body: unknown) => call(world, 'PUT', name, { token, body }),
  }
}
const decide = ({ merchant_code }: Credentials, body: unknown) =>
  world.admin('POST', `/api/v1/admin/merchants/${merchant_code}/go-live`, body)
const approval = { decision: 'approve', reason: 'papers seen' }
const order = (as: Credentials, overrides = {}) =>
  world.signed('POST', '/api/v1/payment/orders', orderBody(world.url, overrides), { as })

describe('[R4.13] a request to go live', () => {
  test('go-live starts as NONE and becomes PENDING once, however often it is filed', async () => {
    const { read, file } = await newcomer()
    expect((await read()).body).toEqual({ status: 'success', data: none })
    const filed = await file()
    expect([filed.status, filed.body.data]).toEqual([200, pending])
    expect((await read()).body.data).toEqual(pending)
    const repeated = await file()
    expect([repeated.status, repeated.body]).toEqual([
      409,
      { status: 'error', code: 'RMT-409', message: 'A go-live request is already pending' },
    ])
  })

  test('a go-live request repeated with its Idempotency-Key gets the first response', async () => {
    const { token, headers } = await newcomer()
    const file = () =>
      call(world, 'POST', 'go-live', {
        token,
        body: company,
        headers: { ...headers, 'idempotency-key': 'lost' },
      })
    const [first, second] = [await file(), await file()]
    expect([second.status, second.body, second.headers['idempotency-replayed']]).toEqual([
      200,
      first.body,
      'true',
    ])
  })

  test('a session alone cannot request to go live', async () => {
    const { token, headers, read, file } = await newcomer()
    const refused = await call(world, 'POST', 'go-live', { token, body: company })
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      403,
      'RMT-1025',
      'Step-up required',
    ])
    const other = await newcomer()
    const foreign = await call(world, 'POST', 'go-live', { token: other.token, body: company, headers })
    assert.equal(foreign.status, 403)
    expect((await read()).body.data).toEqual(none)
    assert.equal((await file()).status, 200)
  })

  test('twenty simultaneous go-live requests create one', async () => {
    const { merchant, file } = await newcomer()
    const statuses = (await Promise.all(Array.from({ length: 20 }, () => file()))).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    const [row] = await run(
      'select count(*) as n from go_live_request g join merchant m on m.id = g.merchant_id where m.email = $1',
      [merchant.email],
    )
    assert.equal(row.n, 1n)
  })

  test('a go-live request is refused with all missing fields at once', async () => {
    const { file } = await newcomer()
    const { status, body } = await file({})
    expect([status, body.code]).toEqual([400, 'RMT-1005'])
    expect(body.errors.map(({ field }: any) => field)).toEqual(Object.keys(company))
  })

  test.each([
    ['company_name', ' '],
    ['registration_number', 7],
    ['country', 'ZZ'],
    ['contact_email', 'nobody'],
    ['contact_phone', '12345'],
    ['contact_phone', 'call me'],
  ])('a go-live request with %s = %j is refused', async (field, value) => {
    const { file } = await newcomer()
    const { status, body } = await file({ ...company, [field]: value })
    expect([status, body.code, body.errors.map((fault: any) => fault.field)]).toEqual([
      400,
      'RMT-1005',
      [field],
    ])
  })

  const rejection = { decision: 'reject', reason: 'papers missing' }
  const acts: Record<GoLiveEvent, (one: Awaited<ReturnType<typeof newcomer>>) => Promise<boolean>> = {
    filed: async ({ file }) => (await file()).status === 200,
    approved: async ({ merchant }) => (await decide(merchant, approval)).status === 200,
    rejected: async ({ merchant }) => (await decide(merchant, rejection)).status === 200,
    vouched: ({ merchant }) =>
      approveGoLive(world.system.merchantAdmin, merchant.merchant_code, {
        admin: { name: 'operator', address: 'command-line', requestId: 'r-3' },
        reason: 'known',
        unasked: true,
      }).then(
        () => true,
        () => false,
      ),
  }
  const ways: Record<GoLiveState, GoLiveEvent[]> = {
    NONE: [],
    PENDING: ['filed'],
    APPROVED: ['filed', 'approved'],
    REJECTED: ['filed', 'rejected'],
  }

  test.each(Object.keys(ways) as GoLiveState[])(
    'a go-live request that is %s follows its table of moves and nothing else',
    async (state) => {
      for (const event of Object.keys(acts) as GoLiveEvent[]) {
        const one = await newcomer()
        for (const before of ways[state]) assert.ok(await acts[before](one))
        // Vouching for a merchant that has a pending request approves that request.
        const to = goLiveMoves[state][event === 'vouched' && state === 'PENDING' ? 'approved' : event]
        expect([event, await acts[event](one)]).toEqual([event, to !== undefined])
        expect([event, (await one.read()).body.data.state]).toEqual([event, to ?? state])
      }
    },
  )
})

describe("[R4.13] [R5] an admin's decision on going live", () => {
  test('a merchant reads why its go-live request was rejected and may file another', async () => {
    const { merchant, read, file, me } = await newcomer()
    await file()
    const silent = await decide(merchant, { decision: 'reject' })
    expect([silent.status, silent.body.code, silent.body.errors]).toEqual([
      400,
      'RMT-1005',
      [{ field: 'reason', message: 'Field required' }],
    ])
    const rejected = { state: 'REJECTED', requested_at: stamp, decided_at: stamp, reason: 'no papers' }
    const response = await decide(merchant, { decision: 'reject', reason: 'no papers' })
    expect([response.status, response.body.data]).toEqual([
      200,
      { merchant_code: merchant.merchant_code, environment: 'sandbox', ...rejected },
    ])
    expect((await read()).body.data).toEqual(rejected)
    assert.equal((await me()).body.data.environment, 'sandbox')
    assert.equal((await order(merchant)).status, 200)
    expect((await file()).body.data).toEqual(pending)
  })

  test('an approval moves the profile to production with live keys and refuses its test keys', async () => {
    const { merchant, read, file, me } = await newcomer()
    assert.equal((await order(merchant)).status, 200)
    await file()
    const response = await decide(merchant, approval)
    assert.equal(response.status, 200)
    assert.equal(response.headers['cache-control'], 'no-store')
    expect(response.body.data).toEqual({
      merchant_code: merchant.merchant_code,
      environment: 'production',
      merchant_secret: expect.stringMatching(/^msk_live_/),
      api_key: expect.stringMatching(/^pk_live_/),
      api_secret: expect.stringMatching(/^sk_live_/),
      callback_url: null,
      state: 'APPROVED',
      requested_at: stamp,
      decided_at: stamp,
      reason: 'papers seen',
    })
    const refused = await order(merchant)
    expect([refused.status, refused.body.detail]).toEqual([403, 'Unauthorized environment'])
    const live = { ...merchant, ...response.body.data }
    assert.equal((await order(live, { callback_url: 'https://shop.example/hook' })).status, 200)
    expect((await me()).body.data).toMatchObject({
      environment: 'production',
      is_test: false,
      api_key: live.api_key,
    })
    expect((await read()).body.data.state).toBe('APPROVED')
    const more = [
      await file(),
      await decide(merchant, approval),
      await decide(merchant, { decision: 'reject', reason: 'too late' }),
    ]
    expect(more.map(({ status, body }) => [status, body.code])).toEqual([
      [409, 'RMT-409'],
      [409, 'RMT-1008'],
      [409, 'RMT-1008'],
    ])
  })

  test.each([
    [{ decision: 'approve' }, 'Field required'],
    [{ decision: 'approve', reason: 'ok' }, 'String should have at least 3 characters'],
    [{ decision: 'approve', reason: 'x'.repeat(501) }, 'String should have at most 500 characters'],
  ])('a go-live approval needs a reason of 3 to 500 characters: %j', async (body, message) => {
    const { merchant, file, me } = await newcomer()
    await file()
    const response = await decide(merchant, body)
    expect([response.status, response.body.code, response.body.errors]).toEqual([
      400,
      'RMT-1005',
      [{ field: 'reason', message }],
    ])
    assert.equal((await me()).body.data.environment, 'sandbox')
  })

  test('a live order under an idempotency key used in the sandbox is a new order [S-12]', async () => {
    const { merchant, file } = await newcomer()
    const live = { callback_url: 'https://shop.example/cb', return_url: undefined, cancel_url: undefined }
    const keyed = (as: Credentials) =>
      world.signed('POST', '/api/v1/payment/orders', orderBody(world.url, live), {
        as,
        headers: { 'idempotency-key': 'INV-1' },
      })
    const tried = await keyed(merchant)
    await file()
    const { body } = await decide(merchant, approval)
    const now = { ...merchant, ...body.data }
    const [first, repeated] = [await keyed(now), await keyed(now)]
    expect([first.status, first.headers['idempotency-replayed']]).toEqual([200, undefined])
    expect(first.body.data.transaction_uuid).not.toBe(tried.body.data.transaction_uuid)
    expect([repeated.text, repeated.headers['idempotency-replayed']]).toEqual([first.text, 'true'])
  })

  test('a suspended merchant cannot be approved, and the attempt changes nothing', async () => {
    const { merchant, file } = await newcomer()
    await file()
    const path = `/api/v1/admin/merchants/${merchant.merchant_code}`
    await world.admin('POST', `${path}/suspend`, { reason: 'chargebacks' })
    const refused = await decide(merchant, approval)
    const texts = 'A suspended merchant cannot go live'
    expect([refused.status, refused.body]).toEqual([
      409,
      { status: 'error', code: 'RMT-409', message: texts },
    ])
    const decision = {
      admin: { name: 'operator', address: 'command-line', requestId: 'r-2' },
      reason: 'known',
      unasked: true,
    }
    await expect(approveGoLive(world.system.merchantAdmin, merchant.merchant_code, decision)).rejects.toThrow(
      texts,
    )
    const { data } = (await world.admin('GET', path)).body
    expect(data).toMatchObject({ environment: 'sandbox', go_live: 'PENDING' })
    expect(data.allowed_actions.approve).toEqual({ allowed: false, reason: texts })
    await world.admin('POST', `${path}/resume`, { reason: 'cleared' })
    assert.equal((await decide(merchant, approval)).status, 200)
  })

  test('going live replaces the merchant secret along with the keys', async () => {
    const { merchant, file } = await newcomer()
    await file()
    const { body } = await decide(merchant, { ...approval, decision: 'APPROVED' })
    const [row] = await run('select merchant_secret_hash hash from merchant where email = $1 order by id', [
      merchant.email,
    ])
    const hash = (secret: string) => world.system.secrets.mac('merchant-secret', secret)
    expect([
      row.hash.equals(hash(body.data.merchant_secret)),
      row.hash.equals(hash(merchant.merchant_secret)),
    ]).toEqual([true, false])
  })

  test('going live keeps a callback_url that production accepts and drops any other', async () => {
    const responses: unknown[] = []
    for (const callback_url of ['http://localhost:3000/hook', 'https://shop.example/hook']) {
      const { merchant, file, set } = await newcomer()
      await set('callback', { callback_url })
      await file()
      responses.push((await decide(merchant, approval)).body.data.callback_url)
    }
    expect(responses).toEqual([null, 'https://shop.example/hook'])
  })

  test('twenty simultaneous approvals create one set of live keys', async () => {
    const { merchant, file } = await newcomer()
    await file()
    const responses = await Promise.all(Array.from({ length: 20 }, () => decide(merchant, approval)))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    const keys = await run(
      `select k.environment, k.revoked_at is null as open from api_key k join merchant m on m.id = k.merchant_id
        where m.email = $1 order by k.id`,
      [merchant.email],
    )
    expect(keys).toEqual([
      { environment: 'sandbox', open: false },
      { environment: 'production', open: true },
    ])
  })

  test('a go-live decision needs a merchant, a pending request and a decision', async () => {
    const merchant = await world.register()
    const responses = [
      await decide(merchant, approval),
      await decide(merchant, { decision: 'reject', reason: 'nothing there' }),
      await decide({ ...merchant, merchant_code: 'LKT-AAAA-AAAA' }, approval),
      await decide(merchant, { decision: 'maybe' }),
      await decide(merchant, {}),
    ]
    expect(responses.map(({ status, body }) => [status, body.code, body.message])).toEqual([
      [409, 'RMT-1008', 'No go-live request is pending'],
      [409, 'RMT-1008', 'No go-live request is pending'],
      [404, 'RMT-404', 'Merchant not found'],
      [400, 'RMT-1005', 'A required field is missing or invalid'],
      [400, 'RMT-1005', 'A required field is missing or invalid'],
    ])
    assert.equal((await order(merchant)).status, 200)
  })

  test('a go-live approval is audited with the admin and the reason, without secrets', async () => {
    const { merchant, file } = await newcomer()
    await file()
    const { body } = await decide(merchant, approval)
    const rows = await run('select actor, action, detail from audit_log where subject = $1', [
      merchant.merchant_code,
    ])
    expect(rows).toEqual([
      { actor: 'amina', action: 'merchant.go_live_approved', detail: '{"reason":"papers seen"}' },
    ])
    const log = JSON.stringify(await run('select * from audit_log'), (_, value) =>
      typeof value === 'bigint' ? String(value) : value,
    )
    assert.ok(!log.includes(body.data.api_secret) && !log.includes(body.data.merchant_secret))
    expect((await verifyAudit(world.db, world.system.secrets)).broken).toBeUndefined()
  })

  test('the command line can take a merchant live without a request', async () => {
    const { merchant, read } = await newcomer()
    const admin = { name: 'operator', address: 'command-line', requestId: 'r-1' }
    const decision = { admin, reason: 'known for years', unasked: true }
    const live = await approveGoLive(world.system.merchantAdmin, merchant.merchant_code, decision)
    assert.match(live.api_key ?? '', /^pk_live_/)
    expect((await read()).body.data).toEqual({
      state: 'APPROVED',
      requested_at: stamp,
      decided_at: stamp,
      reason: 'known for years',
    })
  })

  test('live keys are 403 Unauthorized environment on a deployment without a production gateway', async () => {
    const small = await openWorld({ role: 'api' })
    try {
      const path = `/api/v1/admin/merchants/${small.merchant.merchant_code}/go-live`
      const token = await tokenOf(small, small.merchant)
      await fileGoLive(small, small.merchant, token, { body: company })
      const approved = await small.admin('POST', path, approval)
      assert.equal(approved.status, 200, approved.text)
      const live = { ...small.merchant, ...approved.body.data }
      const order = await small.signed('POST', '/api/v1/payment/orders', {}, { as: live })
      assert.deepEqual([order.status, order.body.detail], [403, 'Unauthorized environment'])
      const balance = await small.basic('GET', '/api/v1/remittance/balance', undefined, { as: live })
      assert.deepEqual([balance.status, balance.body.code], [403, 'RMT-403'])
    } finally {
      await small.close()
    }
  })
})
