// Who gets the live keys of a go-live: they move the merchant's money.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, stepUpOf, tokenOf } from '../../test/support/callers/self-service.ts'
import { openWorld, type World } from '../../test/support/world/world.ts'

let world: World
const tokens = {
  lawyer: 'token-of-the-lawyer-0123456789-abcdef',
  treasurer: 'token-of-the-treasurer-0123456789-abc',
  amina: 'token-of-amina-0123456789-abcdefghij',
}
beforeAll(async () => {
  world = await openWorld({
    role: 'api',
    productionGateway: true,
    settings: {
      ADMIN_TOKENS: Object.entries(tokens)
        .map(([name, token]) => `${name}:${token}`)
        .join(','),
      ADMIN_TOKEN_ROLES: 'lawyer=compliance,treasurer=compliance+finance',
    },
  })
})
afterAll(() => world.close())

const company = {
  company_name: 'Chez Ntemba SARL',
  registration_number: 'CD/KNG/RCCM/26-B-01234',
  country: 'CD',
  contact_name: 'Grâce Mukendi',
  contact_email: 'grace@ntemba.example',
  contact_phone: '0991234567',
}

async function approvedBy(name: keyof typeof tokens) {
  const merchant = await world.register()
  const token = await tokenOf(world, merchant)
  const headers = await stepUpOf(world, merchant, token)
  expect((await call(world, 'POST', 'go-live', { token, headers, body: company })).status).toBe(200)
  const path = `/api/v1/admin/merchants/${merchant.merchant_code}/go-live`
  const body = { decision: 'approve', reason: 'papers seen' }
  const approved = await world.admin('POST', path, body, { 'x-admin-token': tokens[name] })
  expect([approved.status, approved.body.data?.state]).toEqual([200, 'APPROVED'])
  return { merchant, live: approved.body.data }
}

test('whoever approves a go-live without the right to move money gets no keys, and the merchant makes its own', async () => {
  const { merchant, live } = await approvedBy('lawyer')
  expect(live).toMatchObject({ merchant_secret: null, api_key: null, api_secret: null })
  const old = await world.basic('GET', '/api/v1/remittance/balance', undefined, { as: merchant })
  expect(old.status).toBe(401)
  const token = await tokenOf(world, merchant)
  expect((await call(world, 'GET', 'me', { token })).body.data).toMatchObject({
    environment: 'production',
    api_key: null,
  })
  const headers = await stepUpOf(world, merchant, token)
  const made = async (what: string) => (await call(world, 'POST', what, { token, headers })).body.data
  const own = { ...merchant, ...(await made('api-keys')), ...(await made('secret')) }
  expect([own.api_key, own.merchant_secret]).toEqual([
    expect.stringMatching(/^pk_live_/),
    expect.stringMatching(/^msk_live_/),
  ])
  // Known to be those of production: their form would be refused otherwise, or the environment.
  const balance = await world.basic('GET', '/api/v1/remittance/balance', undefined, { as: own })
  expect(balance.status).not.toBe(401)
})

test.each(['treasurer', 'amina'] as const)(
  'an admin who may move money gets the live keys: %s',
  async (name) => {
    const { merchant, live } = await approvedBy(name)
    expect(live.api_secret).toMatch(/^sk_live_/)
    const as = { ...merchant, ...live }
    const balance = await world.basic('GET', '/api/v1/remittance/balance', undefined, { as })
    expect(balance.status).not.toBe(401)
  },
)
