import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, fileGoLive, tokenOf } from '../../../test/support/callers/self-service.ts'
import { orderBody } from '../../../test/support/world/bodies.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { verifyAudit } from '../../admin/audit.ts'
import type { Credentials } from '../identity/register.ts'

const path = '/api/v1/admin/merchants'
let world: World
let merchant: Credentials
let other: Credentials
beforeAll(async () => {
  world = await openWorld({ role: 'api' })
  merchant = await world.register({ name: 'Chez Ntemba 100%', email: 'Ntemba@shop.example' })
  other = await world.register({ name: 'Kivu_Café' })
})
afterAll(() => world.close())

const list = async (query = '') => (await world.admin('GET', `${path}?${query}`)).body.data
const codes = async (query: string) =>
  (await list(query)).items.map((item: { merchant_code: string }) => item.merchant_code)
const act = (code: string, verb: string, body: unknown = { reason: 'a reason' }) =>
  world.admin('POST', `${path}/${code}/${verb}`, body)
const rates = (code: string, body: object) =>
  world.admin('PUT', `${path}/${code}/rates`, { reason: 'agreed', ...body })
const order = (as: Credentials) =>
  world.signed('POST', '/api/v1/payment/orders', orderBody(world.url), { as })
const audited = (action: string) =>
  world.db.rows<any>(
    { name: '', text: 'select actor, subject, detail from audit_log where action = $1 order by seq' },
    [action],
  )

describe('[R5] the admin API for merchants', () => {
  test('the merchant endpoints admit admins only and refuse with the RMT error body', async () => {
    const routes = [
      ['GET', path],
      ['GET', `${path}/${merchant.merchant_code}`],
      ['POST', `${path}/${merchant.merchant_code}/go-live`],
      ['POST', `${path}/${merchant.merchant_code}/suspend`],
      ['POST', `${path}/${merchant.merchant_code}/resume`],
      ['PUT', `${path}/${merchant.merchant_code}/rates`],
    ] as const
    for (const [method, url] of routes) {
      const response = await world.admin(method, url, undefined, {})
      expect([response.status, response.body]).toEqual([
        403,
        { status: 'error', code: 'RMT-403', message: 'Invalid admin token' },
      ])
    }
    assert.equal((await order(merchant)).status, 200)
  })

  test('the merchant list is newest first, paginated and without secrets', async () => {
    const { items, pagination } = await list('limit=2')
    expect(items.map(({ merchant_code }: any) => merchant_code)).toEqual([
      other.merchant_code,
      merchant.merchant_code,
    ])
    expect(pagination).toEqual({ page: 1, limit: 2, total: 3, pages: 2 })
    expect(items[1]).toEqual({
      id: expect.any(String),
      merchant_code: merchant.merchant_code,
      name: 'Chez Ntemba 100%',
      email: 'ntemba@shop.example',
      environment: 'sandbox',
      is_test: true,
      test_profile: null,
      live_profile: null,
      status: 'active',
      go_live: 'NONE',
      api_keys: [merchant.api_key],
      commission_rate: '3.50',
      bank_commission_rate: '1.50',
      mobile_money_rate: null,
      remittance_fee_rate: '0.00',
      remittance_fee_fixed: '0.00',
      callback_url: null,
      ip_allowlist: [],
      microform_enabled: false,
      microform_allowed_origins: [],
      may_refund: true,
      negative_balance_limit: '0.00',
      negative_balance_limit_cdf: '0.00',
      created_at: expect.any(String),
    })
  })

  test('merchants are found by literal text in code, name or email, and by state', async () => {
    expect(await codes(`search=${merchant.merchant_code.toLowerCase()}`)).toEqual([merchant.merchant_code])
    expect(await codes('search=ntemba@')).toEqual([merchant.merchant_code])
    expect(await codes('search=100%25')).toEqual([merchant.merchant_code])
    expect(await codes('search=Kivu_')).toEqual([other.merchant_code])
    expect(await codes('search=x_y')).toEqual([])
    expect(await codes('environment=production')).toEqual([])
    expect(await codes('go_live=PENDING')).toEqual([])
    expect((await codes('status=active')).length).toBe(3)
    for (const bad of ['page=0', 'limit=x', 'environment=test', 'status=gone', 'go_live=maybe'])
      expect([bad, (await world.admin('GET', `${path}?${bad}`)).body.code]).toEqual([bad, 'RMT-1005'])
  })

  test("a merchant's details include its latest go-live request", async () => {
    const token = await tokenOf(world, other)
    const company = {
      company_name: 'Kivu Café SARL',
      registration_number: 'CD/GOM/RCCM/26-B-00042',
      country: 'CD',
      contact_name: 'Marie Ilunga',
      contact_email: 'marie@kivu.example',
      contact_phone: '+243991234567',
    }
    await fileGoLive(world, other, token, { body: company })
    const { status, body } = await world.admin('GET', `${path}/${other.merchant_code}`)
    assert.equal(status, 200)
    expect(body.data).toMatchObject({
      merchant_code: other.merchant_code,
      go_live: 'PENDING',
      go_live_request: { state: 'PENDING', decided_by: null, ...company },
      allowed_actions: {
        suspend: { allowed: true, reason: null },
        resume: { allowed: false, reason: 'The merchant is already active' },
        approve: { allowed: true, reason: null },
        reject: { allowed: true, reason: null },
      },
    })
    expect(await codes('go_live=PENDING')).toEqual([other.merchant_code])
    const { data } = (await world.admin('GET', `${path}/${merchant.merchant_code}`)).body
    expect(data.go_live_request).toBeNull()
    expect(data.allowed_actions.approve).toEqual({
      allowed: false,
      reason: 'No go-live request is pending',
    })
    const absent = await world.admin('GET', `${path}/LKT-AAAA-AAAA`)
    expect([absent.status, absent.body.code]).toEqual([404, 'RMT-404'])
  })

  test('a suspension takes effect at once despite cached keys, and can be lifted', async () => {
    assert.equal((await order(merchant)).status, 200)
    const suspended = await act(merchant.merchant_code, 'suspend', { reason: 'chargebacks' })
    expect([suspended.status, suspended.body.data.status]).toEqual([200, 'suspended'])
    const refused = await order(merchant)
    expect([refused.status, refused.body.detail]).toEqual([403, 'Merchant suspended'])
    const repeated = await act(merchant.merchant_code, 'suspend')
    expect([repeated.status, repeated.body]).toEqual([
      409,
      { status: 'error', code: 'RMT-409', message: 'The merchant is already suspended' },
    ])
    expect(await codes('status=suspended')).toEqual([merchant.merchant_code])
    assert.equal((await act(merchant.merchant_code, 'resume')).body.data.status, 'active')
    assert.equal((await order(merchant)).status, 200)
    assert.equal((await act(merchant.merchant_code, 'resume')).status, 409)
    assert.equal((await act('LKT-AAAA-AAAA', 'suspend')).status, 404)
    assert.equal((await act(merchant.merchant_code, 'suspend', {})).body.code, 'RMT-1005')
    expect(await audited('merchant.suspended')).toEqual([
      { actor: 'amina', subject: merchant.merchant_code, detail: '{"reason":"chargebacks"}' },
    ])
    expect(await audited('merchant.resumed')).toHaveLength(1)
  })

  test('new rates price the next order, and fees that are left out keep their value', async () => {
    await order(merchant)
    const first = await rates(merchant.merchant_code, {
      commission_rate: 2.5,
      bank_commission_rate: '1.25',
      mobile_money_rate: '2.25',
      remittance_fee_rate: 1,
      remittance_fee_fixed: '0.30',
    })
    assert.equal(first.status, 200)
    const wanted = {
      commission_rate: '2.50',
      bank_commission_rate: '1.25',
      mobile_money_rate: '2.25',
      remittance_fee_rate: '1.00',
      remittance_fee_fixed: '0.30',
    }
    expect(first.body.data).toMatchObject(wanted)
    const priced = await order(merchant)
    expect(priced.body.data.financial_details).toMatchObject({ commission_rate: '2.50' })
    const second = await rates(merchant.merchant_code, { commission_rate: 3, bank_commission_rate: 1 })
    expect(second.body.data).toMatchObject({
      ...wanted,
      commission_rate: '3.00',
      bank_commission_rate: '1.00',
    })
    const token = await tokenOf(world, merchant)
    expect((await call(world, 'GET', 'me', { token })).body.data.rates).toMatchObject({
      remittance_fee_fixed: '0.30',
    })
    const [entry] = await audited('merchant.rates_changed')
    expect(JSON.parse(entry.detail)).toMatchObject({
      reason: 'agreed',
      before: { commission_rate: '3.50', mobile_money_rate: null },
      after: wanted,
    })
  })

  test('a rate of mobile money that is taken away follows that of cards again', async () => {
    const both = { commission_rate: 4, bank_commission_rate: 1 }
    const own = await rates(other.merchant_code, { ...both, mobile_money_rate: 0 })
    assert.equal(own.body.data.mobile_money_rate, '0.00')
    const kept = await rates(other.merchant_code, both)
    assert.equal(kept.body.data.mobile_money_rate, '0.00')
    const followed = await rates(other.merchant_code, { ...both, mobile_money_rate: null })
    assert.equal(followed.body.data.mobile_money_rate, null)
    const { body } = await call(world, 'GET', 'checkout', { token: await tokenOf(world, other) })
    expect(body.data.methods).toMatchObject([
      { method: 'card', commission_rate: '4.00' },
      { method: 'mobile_money', commission_rate: '4.00' },
    ])
  })

  test.each([
    [{}, ['commission_rate', 'bank_commission_rate']],
    [{ commission_rate: 3, bank_commission_rate: 1, reason: undefined }, ['reason']],
    [{ commission_rate: 3, bank_commission_rate: 1, reason: 'no' }, ['reason']],
    [{ commission_rate: 100.01, bank_commission_rate: -1 }, ['commission_rate', 'bank_commission_rate']],
    [{ commission_rate: 2.555, bank_commission_rate: true }, ['commission_rate', 'bank_commission_rate']],
    [
      { commission_rate: 'many', bank_commission_rate: 1, remittance_fee_fixed: 0.001 },
      ['commission_rate', 'remittance_fee_fixed'],
    ],
    [
      { commission_rate: 1e3, bank_commission_rate: '1e1', remittance_fee_rate: [] },
      ['commission_rate', 'bank_commission_rate', 'remittance_fee_rate'],
    ],
  ])('a merchant cannot be given the rates %j', async (body, fields) => {
    const { status, body: response } = await rates(other.merchant_code, body)
    expect([status, response.code, response.errors.map(({ field }: any) => field)]).toEqual([
      400,
      'RMT-1005',
      fields,
    ])
  })

  test('admin actions on merchants leave an unbroken audit log', async () => {
    expect((await verifyAudit(world.db, world.system.secrets)).broken).toBeUndefined()
  })
})
