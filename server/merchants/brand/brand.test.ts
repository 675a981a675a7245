// A merchant sets its brand, and everyone may load its logo.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { call, tokenOf } from '../../../test/support/callers/self-service.ts'
import { jpegImage, pngChunk, pngImage } from '../../../test/support/world/images.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { verifyAudit } from '../../admin/audit.ts'
import type { Credentials } from '../identity/register.ts'

let world: World
let merchant: Credentials
let token: string
beforeAll(async () => {
  world = await openWorld({ role: 'api' })
})
afterAll(() => world.close())
beforeEach(async () => {
  merchant = await world.register()
  token = await tokenOf(world, merchant)
})

const none = { logo: null, accent: null, support: null }
const png = pngImage(40, 24)
const dataUri = (bytes: Buffer, type = 'image/png') => `data:${type};base64,${bytes.toString('base64')}`
const put = (brand?: object, attempts: number | null = null) =>
  call(world, 'PUT', 'checkout', { token, body: { checkout_attempts: attempts, brand } })
const brandNow = async () => (await call(world, 'GET', 'checkout', { token })).body.data.brand
const faultsOf = async (brand: object) => {
  const { status, body } = await put(brand)
  assert.equal(status, 400)
  return body.errors as { field: string; message: string }[]
}
const audited = () =>
  world.db.rows<any>(
    { name: '', text: `select actor, action, detail from audit_log where subject = $1 order by seq` },
    [merchant.merchant_code],
  )

test('a brand is empty at first, is set part by part, and each part is removed by null', async () => {
  assert.deepEqual(await brandNow(), none)
  const { body } = await put({ accent: '#0B625C', support: '+243 99 123 45 67', logo: dataUri(png) })
  const { logo } = body.data.brand
  assert.match(logo, new RegExp(`^${world.url}/brand/[A-Za-z0-9_-]{43}$`))
  const set = { logo, accent: '#0b625c', support: '+243991234567' }
  assert.deepEqual(body.data.brand, set)
  await put({ support: 'https://wa.me/243991234567' })
  assert.deepEqual(await brandNow(), { ...set, support: 'https://wa.me/243991234567' })
  await put({ logo: null })
  assert.deepEqual(await brandNow(), { ...set, logo: null, support: 'https://wa.me/243991234567' })
  await put({ accent: null, support: null })
  assert.deepEqual(await brandNow(), none)
})

test('settings that were read can be sent back, and settings without a brand leave it as it is', async () => {
  await put({ accent: '#ffcc00', logo: png.toString('base64') })
  const before = (await call(world, 'GET', 'checkout', { token })).body.data
  expect((await call(world, 'PUT', 'checkout', { token, body: before })).body.data).toEqual(before)
  await put(undefined, 2)
  assert.deepEqual(await brandNow(), before.brand)
})

test('a logo is served as an image and nothing else, by the hash of its bytes, for ever', async () => {
  const { body } = await put({ logo: dataUri(jpegImage(40, 24), 'text/html') })
  const response = await fetch(body.data.brand.logo, { headers: { accept: 'text/html' } })
  assert.equal(response.status, 200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  assert.deepEqual(Buffer.from(await response.arrayBuffer()), jpegImage(40, 24))
  const other = (await put({ logo: dataUri(pngImage(41, 24)) })).body.data.brand.logo
  assert.notEqual(other, body.data.brand.logo)
  assert.equal((await fetch(body.data.brand.logo)).status, 404)
  for (const name of ['x', 'A'.repeat(43), `${other.split('/').at(-1)}=`, '..%2f..%2fetc'])
    assert.equal((await fetch(`${world.url}/brand/${name}`)).status, 404)
})

test('a logo as large as allowed is accepted, and a body beyond that is not read', async () => {
  const bare = pngImage(40, 24, undefined, [pngChunk('IDAT', Buffer.alloc(0))]).length
  const largest = pngImage(40, 24, undefined, [pngChunk('IDAT', Buffer.alloc(65_536 - bare))])
  assert.equal(largest.length, 65_536)
  assert.equal((await put({ logo: dataUri(largest) })).status, 200)
  assert.equal((await put({ logo: 'A'.repeat(100_000) })).status, 413)
})

test.each([
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', /complete PNG, JPEG or WebP/],
  ['a page behind a PNG', Buffer.concat([png, Buffer.from('<script>alert(1)</script>')]), /complete PNG/],
  ['a picture of 65,535 by 65,535 pixels', pngImage(65_535, 65_535), /16 to 2000 pixels/],
  [
    'a moving picture',
    pngImage(40, 24, undefined, [pngChunk('acTL', Buffer.alloc(8))]),
    /must not be animated/,
  ],
  ['too large a picture', Buffer.concat([png, Buffer.alloc(65_536)]), /at most 64 KiB/],
])('%s is refused as a logo', async (_name, bytes, message) => {
  const [fault] = await faultsOf({ logo: dataUri(Buffer.from(bytes)) })
  assert.equal(fault?.field, 'brand.logo')
  assert.match(fault.message, message)
  assert.deepEqual(await brandNow(), none)
})

test('the address of any other image is refused and never fetched', async () => {
  await put({ logo: dataUri(png) })
  const before = await brandNow()
  for (const logo of ['http://169.254.169.254/', `${world.url}/brand/${'A'.repeat(43)}`, '/etc/passwd'])
    assert.match((await faultsOf({ logo }))[0]?.message ?? '', /address of the current one/)
  assert.deepEqual(await brandNow(), before)
})

test('an accent is six hexadecimal digits, and support a number in international form', async () => {
  for (const accent of ['red', '#fff', '#0b625c;}*{display:none', 'url(//evil.example)', '#0b625g', ''])
    assert.match((await faultsOf({ accent }))[0]?.message ?? '', /accent must be a colour/)
  for (const support of [
    '0991234567',
    'javascript:alert(1)',
    '"><img src=x onerror=alert(1)>',
    'https://wa.me/',
  ])
    assert.match((await faultsOf({ support }))[0]?.message ?? '', /support must be a phone number/)
  assert.match((await faultsOf({ support: '+33 899 12 34 56' }))[0]?.message ?? '', /premium-rate number/)
  const faults = await faultsOf({ accent: 'red', support: '1', logo: 'x' })
  expect(faults.map(({ field }) => field)).toEqual(['brand.logo', 'brand.accent', 'brand.support'])
  assert.deepEqual(await brandNow(), none)
})

test('a change of the brand is in the audit log once, without the image', async () => {
  await put({ accent: '#0b625c', logo: dataUri(png) })
  await put({ accent: '#0b625c' })
  const { logo } = await brandNow()
  const [reported, entry, ...others] = await audited()
  assert.equal(others.length, 0)
  expect(reported).toMatchObject({ action: 'merchant.setting_changed' })
  expect(entry).toMatchObject({ actor: merchant.merchant_code, action: 'merchant.brand_changed' })
  const detail = typeof entry.detail === 'string' ? JSON.parse(entry.detail) : entry.detail
  const by = { user: merchant.email, user_role: 'owner' }
  expect(detail).toEqual({ logo: new URL(logo).pathname, accent: '#0b625c', support: null, ...by })
  expect((await verifyAudit(world.db, world.system.secrets)).broken).toBeUndefined()
})
