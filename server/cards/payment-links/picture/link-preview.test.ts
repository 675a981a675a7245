// The picture of a payment link, as a messenger loads it.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, tokenOf } from '../../../../test/support/callers/self-service.ts'
import { send } from '../../../../test/support/http/send.ts'
import { jpegImage, pngImage } from '../../../../test/support/world/images.ts'
import { openWorld, type World } from '../../../../test/support/world/world.ts'
import { plainBrand } from '../../checkout/merchant-brand.ts'
import { requireLink } from '../open-link.ts'
import { previewFacts } from './link-preview.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ role: 'api' })
})
afterAll(() => world.close())

async function newLink(overrides: Record<string, unknown> = {}): Promise<string> {
  const body = { amount: 25.5, currency: 'USD', merchant_reference: 'SECRET-REF', ...overrides }
  const response = await world.signed('POST', '/api/v1/payment-links', body)
  assert.equal(response.status, 200, response.text)
  return response.body.data.code
}
const change = (code: string, what: string) =>
  world.db.rows(
    { name: `set ${what}`.slice(0, 60), text: `update payment_link set ${what} where code = $1` },
    [code],
  )
const load = async (address: string, headers: Record<string, string> = {}) => {
  const response = await fetch(new URL(address, world.url), { headers })
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}
const factsOf = async (code: string) =>
  previewFacts(
    world.system.cards,
    await requireLink(world.system.cards, code),
    plainBrand('Boutique Kivu'),
    'fr',
  )

test('the page of a link names its picture, which is a PNG under 100 KB that anyone may load', async () => {
  const code = await newLink({ description: 'Deux pagnes' })
  const page = await send(world.url, 'GET', `/pl/${code}/checkout?lang=fr`, Buffer.alloc(0), {
    accept: 'text/html',
  })
  const [, address] = /<meta property="og:image" content="([^"]+)">/.exec(page.text) ?? []
  assert.equal(address, `${world.url}/pl/${code}/preview.fr.png`)
  assert.match(page.text, /<meta property="og:image:width" content="1200">/)
  assert.match(page.text, /<meta property="og:image:height" content="630">/)
  assert.match(page.text, /<meta property="og:image:alt" content="Boutique Test · 25,50.USD">/)
  const { response, bytes } = await load(address)
  assert.deepEqual(
    [
      response.status,
      response.headers.get('content-type'),
      response.headers.get('cross-origin-resource-policy'),
    ],
    [200, 'image/png', 'cross-origin'],
  )
  assert.match(response.headers.get('cache-control') ?? '', /max-age=300/)
  assert.equal(response.headers.get('set-cookie'), null)
  assert.equal(bytes.toString('latin1', 1, 4), 'PNG')
  assert.ok(bytes.length < 100_000, `${bytes.length} bytes`)
})

test('a picture that has not changed is not sent again', async () => {
  const code = await newLink({ description: 'Un panier' })
  const first = await load(`/pl/${code}/preview.fr.png`)
  const etag = first.response.headers.get('etag') ?? ''
  const again = await load(`/pl/${code}/preview.fr.png`, { 'if-none-match': etag })
  assert.deepEqual([again.response.status, again.bytes.length], [304, 0])
  await change(code, "status = 'CANCELLED'")
  const ended = await load(`/pl/${code}/preview.fr.png`, { 'if-none-match': etag })
  assert.equal(ended.response.status, 200)
  assert.notEqual(ended.response.headers.get('etag'), etag)
})

test.each([
  ['EXPIRED', 'Ce lien a expiré'],
  ['EXHAUSTED', 'Ce lien a déjà servi'],
  ['CANCELLED', 'Ce lien n’est plus valable'],
])('the picture of a link that is %s shows no amount', async (status, ended) => {
  const [cheap, dear] = [await newLink({ amount: 1 }), await newLink({ amount: 99_999.99, currency: 'CDF' })]
  for (const code of [cheap, dear]) await change(code, `status = '${status}'`)
  const facts = await factsOf(cheap)
  expect(facts.content).toEqual({ ended })
  expect(await factsOf(dear)).toEqual(facts)
  const pictures = await Promise.all([cheap, dear].map((code) => load(`/pl/${code}/preview.fr.png`)))
  assert.ok(pictures[0]?.bytes.equals(pictures[1]?.bytes as Buffer))
})

test('a picture shows neither the reference of the merchant nor anything of a payer', async () => {
  const facts = await factsOf(await newLink({ description: 'Deux pagnes' }))
  assert.doesNotMatch(JSON.stringify(facts), /SECRET-REF/)
  expect(facts).toEqual({
    merchant: 'Boutique Kivu',
    description: 'Deux pagnes',
    content: { label: 'Montant à payer', amount: expect.stringMatching(/^25,50\sUSD$/) },
    logo: null,
    panel: { fill: '#0b4a47', ink: '#ffffff', soft: '#bfdcd6' },
    note: { text: 'Mode test, sans argent réel', isTest: true },
  })
})

test('pictures are drawn within a budget of their link and one of the address, and kept ones are free', async () => {
  const world = await openWorld({ role: 'api' })
  try {
    const status = async (code: string) => (await fetch(`${world.url}/pl/${code}/preview.fr.png`)).status
    const drawn = async (code: string, description: string) => {
      await world.db.rows({ name: '', text: 'update payment_link set description = $2 where code = $1' }, [
        code,
        description,
      ])
      return status(code)
    }
    const newLink = async (description: string): Promise<string> => {
      const body = { amount: 1, currency: 'USD', merchant_reference: 'BUDGET', description }
      return (await world.signed('POST', '/api/v1/payment-links', body)).body.data.code
    }
    const code = await newLink('0')
    for (let n = 0; n < 10; n++) assert.equal(await drawn(code, `n ${n}`), 200, `${n}`)
    assert.equal(await drawn(code, 'n 10'), 429)
    assert.equal(await drawn(code, 'n 9'), 200)
    // At most sixty at once from one address, however long it made no requests.
    const others = await Promise.all(Array.from({ length: 100 }, (_, n) => newLink(`other ${n}`)))
    const started = performance.now()
    const statuses = await Promise.all(others.map(status))
    const seconds = (performance.now() - started) / 1000
    const ofEach = Object.groupBy(statuses, String)
    expect(ofEach[200]?.length).toBeGreaterThan(0)
    expect(ofEach[200]?.length).toBeLessThanOrEqual(60 + 2 * seconds + 1)
  } finally {
    await world.close()
  }
})

test('the picture of a link changes with the logo of its merchant', async () => {
  const code = await newLink({ description: 'Un sac' })
  const before = await load(`/pl/${code}/preview.fr.png`)
  const token = await tokenOf(world, world.merchant)
  const setLogo = async (logo: string | null) => {
    const body = { checkout_attempts: null, brand: { logo } }
    const set = await call(world, 'PUT', 'checkout', { token, body })
    assert.equal(set.status, 200, set.text)
  }
  await setLogo(pngImage(64, 64, [224, 16, 32]).toString('base64'))
  const etag = before.response.headers.get('etag') ?? ''
  const branded = await load(`/pl/${code}/preview.fr.png`, { 'if-none-match': etag })
  expect(branded.response.status).toBe(200)
  await setLogo(`data:image/jpeg;base64,${jpegImage(64, 64).toString('base64')}`)
  expect(branded.bytes.equals(before.bytes)).toBe(false)
  const photo = await load(`/pl/${code}/preview.fr.png`)
  expect([photo.response.status, photo.bytes.equals(branded.bytes)]).toEqual([200, false])
  await setLogo(null)
  expect((await load(`/pl/${code}/preview.fr.png`)).bytes.equals(before.bytes)).toBe(true)
})

test('an unknown link has no picture', async () => {
  const { response } = await load('/pl/NOSUCHLINK00/preview.fr.png')
  assert.equal(response.status, 404)
})
