// Further webhook endpoints, as a merchant sets them up: who may, by which proof, how many, and whom we notify.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { call, joined, type Member, signedIn, stepUpOf } from '../../../test/support/callers/self-service.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { approveGoLive } from '../decide-go-live.ts'

let world: World
let owner: Member
let code: string
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world?.close())
beforeEach(() => newMerchant('sandbox'))

async function newMerchant(environment: 'sandbox' | 'production') {
  const merchant = await world.register({ environment })
  code = merchant.merchant_code
  owner = await signedIn(world, merchant)
}

const path = 'webhook-endpoints'
const url = 'https://erp.shop.example/likuta?key=hidden'
const asks = { url, events: ['REFUND', 'PAYMENT', 'REFUND'], description: 'Accounting' }
const send = (method: string, name: string, body?: object, { token } = owner) =>
  call(world, method, name, { token, ...(body && { body }) })
const add = (more: object = {}, by = owner) => send('POST', path, { ...asks, ...more }, by)
const list = async () => (await send('GET', path)).body.data
const run = (text: string, values: unknown[] = []) => world.db.rows<any>({ name: '', text }, values)

test('an endpoint is added with a secret that is shown once, changed, and deleted', async () => {
  const made = await add()
  expect(made.status).toBe(200)
  const { secret, ...endpoint } = made.body.data
  expect(secret).toMatch(/^whsec_[\w-]{43}$/)
  expect(endpoint).toEqual({
    id: expect.stringMatching(/^[\da-f-]{36}$/),
    url,
    events: ['PAYMENT', 'REFUND'],
    description: 'Accounting',
    enabled: true,
    created_at: expect.any(String),
    previous_valid_until: null,
  })
  expect(await list()).toEqual({ items: [endpoint], maximum: 8 })
  const changes = { url: 'https://erp.shop.example/new', events: ['DISPUTE'], enabled: false }
  const changed = await send('PUT', `${path}/${endpoint.id}`, changes)
  expect(changed.body.data).toEqual({ ...endpoint, ...changes })
  expect((await send('PUT', `${path}/${endpoint.id}`, {})).body.data).toEqual({ ...endpoint, ...changes })
  expect((await send('DELETE', `${path}/${endpoint.id}`)).status).toBe(200)
  expect((await list()).items).toEqual([])
  expect((await send('DELETE', `${path}/${endpoint.id}`)).body).toMatchObject({
    code: 'RMT-404',
    message: 'Webhook endpoint not found',
  })
})

test('a merchant has at most eight endpoints, also when several are added at once', async () => {
  const added = await Promise.all(Array.from({ length: 10 }, () => add()))
  expect(added.map(({ status }) => status).sort()).toEqual([...Array(8).fill(200), 409, 409])
  const { items } = await list()
  expect(items.length).toBe(8)
  expect((await add()).body.message).toBe('A merchant has at most 8 webhook endpoints')
  await send('DELETE', `${path}/${items[0].id}`)
  expect((await add()).status).toBe(200)
})

test.each([
  ['a URL that no browser could call', { url: 'ftp://shop.example/' }, 'url'],
  ['a private address', { url: 'http://169.254.169.254/' }, 'url'],
  ['a private address in the form of NAT64', { url: 'http://[64:ff9b::a9fe:a9fe]/' }, 'url'],
  ['port 0', { url: 'https://shop.example:0/' }, 'url'],
  ['an unknown event', { events: ['PAYMENT', 'SALE'] }, 'events.1'],
  ['no event', { events: [] }, 'events'],
  ['a description of 201 characters', { description: 'x'.repeat(201) }, 'description'],
])('an endpoint with %s is refused', async (_, more, field) => {
  const { status, body } = await add(more)
  expect([status, body.errors[0].field]).toEqual([400, field])
})

test('endpoints of another merchant are unknown', async () => {
  const { id } = (await add()).body.data
  await newMerchant('sandbox')
  expect((await list()).items).toEqual([])
  for (const [method, name, body] of [
    ['PUT', `${path}/${id}`, { enabled: false }],
    ['DELETE', `${path}/${id}`],
    ['POST', `${path}/${id}/secret`],
  ] as const)
    expect([method, (await send(method, name, body)).status]).toEqual([method, 404])
  expect(await run('select is_enabled from webhook_endpoint where id = $1', [id])).toEqual([
    { is_enabled: true },
  ])
})

test('developers change endpoints, accountants do not', async () => {
  const [developer, accountant] = [
    await joined(world, owner, 'developer'),
    await joined(world, owner, 'accountant'),
  ]
  expect((await add({}, developer)).status).toBe(200)
  expect((await add({}, accountant)).status).toBe(403)
})

test('in production every change needs the password or a step-up', async () => {
  await newMerchant('production')
  const code = async (sent: ReturnType<typeof call>) => (await sent).body.code
  const password = { current_password: owner.password }
  expect(await code(add())).toBe('RMT-1025')
  expect(await code(add({ current_password: 'another long password' }))).toBe('RMT-1009')
  const { id } = (await add(password)).body.data
  expect(await code(send('PUT', `${path}/${id}`, { enabled: false }))).toBe('RMT-1025')
  expect(await code(send('POST', `${path}/${id}/secret`))).toBe('RMT-1025')
  expect(await code(send('DELETE', `${path}/${id}`))).toBe('RMT-1025')
  expect(await code(send('PUT', `${path}/${id}`, { enabled: false, ...password }))).toBeUndefined()
  expect(await code(send('POST', `${path}/${id}/secret`, password))).toBeUndefined()
  const headers = await stepUpOf(world, owner, owner.token)
  expect((await call(world, 'DELETE', `${path}/${id}`, { token: owner.token, headers })).status).toBe(200)
})

test('owners are notified of each change, without the query of the URL', async () => {
  const { id } = (await add()).body.data
  await send('POST', `${path}/${id}/secret`, { overlap_hours: 2 })
  const sent = await run(
    `select kind, content -> 'facts' as facts from message
      where kind in ('setting_changed', 'credential_rotated')
        and merchant_id = (select id from merchant where merchant_code = $1) order by id`,
    [code],
  )
  expect(sent.map(({ kind }) => kind)).toEqual(['setting_changed', 'credential_rotated'])
  const text = JSON.stringify(sent[0].facts)
  expect(text).toContain('https://erp.shop.example/likuta, PAYMENT, REFUND, Accounting')
  expect(text).not.toContain('hidden')
})

test('a rotated secret signs on for the overlap that is asked for', async () => {
  const { id, secret } = (await add()).body.data
  const rotated = (await send('POST', `${path}/${id}/secret`, { overlap_hours: 2 })).body.data
  expect(rotated.secret).not.toBe(secret)
  expect((await list()).items[0].previous_valid_until).toBe(rotated.previous_valid_until)
  expect(rotated.previous_valid_until).toEqual(expect.any(String))
  const again = (await send('POST', `${path}/${id}/secret`)).body.data
  expect(again.previous_valid_until).toBeNull()
  expect((await list()).items[0].previous_valid_until).toBeNull()
})

test('going live deletes the endpoints that production does not accept', async () => {
  await add({ url: 'http://localhost:3000/hook' })
  const { id } = (await add()).body.data
  const admin = { name: 'operator', address: 'command-line', requestId: 'r-1' }
  await approveGoLive(world.system.merchantAdmin, code, { admin, reason: 'known for years', unasked: true })
  const left = await run(
    `select id from webhook_endpoint where deleted_at is null
        and merchant_id = (select id from merchant where merchant_code = $1)`,
    [code],
  )
  expect(left).toEqual([{ id }])
})
