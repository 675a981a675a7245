import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { orderBody } from '../../../test/support/world/bodies.ts'
import { productionSettings } from '../../../test/support/world/settings.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import type { Credentials } from '../../merchants/identity/register.ts'

const path = '/api/v1/payment/orders'
const merchant = 'https://shop.example/hook'
const create = (world: World, overrides: Record<string, unknown>, as: Credentials) =>
  world.signed('POST', path, orderBody(world.url, { callback_url: merchant, ...overrides }), { as })

const notPublic = [
  ...[
    'http://shop.example/a',
    'https://127.0.0.1/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://10.0.0.1/',
  ],
  ...['https://169.254.169.254/latest', 'https://localhost/', 'https://db.internal/', 'https://intranet/'],
]

describe('the URLs of an order in production', () => {
  let world: World
  const merchants: Credentials[] = []
  beforeAll(async () => {
    world = await openWorld({ role: 'api', settings: productionSettings() })
    merchants.push(world.merchant, await world.register({ environment: 'production' }))
  })
  afterAll(() => world.close())

  test.each(notPublic)('order URLs in production reject %s in every field [S-34]', async (url) => {
    for (const merchant of merchants) {
      for (const field of ['callback_url', 'return_url', 'redirect_url', 'cancel_url']) {
        const { status, body } = await create(world, { [field]: url }, merchant)
        assert.equal(status, 422)
        expect(body.detail).toEqual([
          { type: 'url_parsing', loc: ['body', field], msg: 'Input should be a valid URL', input: url },
        ])
      }
    }
  })

  test('order pages may use any public port in production, callbacks only 443 and 8443', async () => {
    const pages = {
      return_url: 'https://shop.example:9443/#/done',
      cancel_url: 'https://shop.example/no?a=b',
    }
    for (const merchant of merchants) {
      assert.equal((await create(world, pages, merchant)).status, 200)
      const callback = (url: string) => create(world, { callback_url: url }, merchant)
      assert.equal((await callback('https://shop.example:8443/hook')).status, 200)
      assert.equal((await callback('https://shop.example:9443/hook')).status, 422)
    }
  })

  test('the test receiver does not exist in production [S-31]', async () => {
    const response = await fetch(`${world.url}/api/v1/test/test-callback/history`)
    assert.equal(response.status, 404)
    assert.deepEqual(await response.json(), { detail: 'Not Found' })
  })
})

describe('the URLs of an order in a sandbox', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ role: 'api' })
  })
  afterAll(() => world.close())

  const linkLocal = 'https://169.254.169.254/latest'

  test('a sandbox callback_url cannot be a link-local address', async () => {
    const refused = await create(world, { callback_url: linkLocal }, world.merchant)
    expect([refused.status, refused.body.detail[0].type]).toEqual([422, 'url_parsing'])
    assert.equal((await create(world, { return_url: linkLocal }, world.merchant)).status, 200)
  })

  test.each(notPublic.filter((url) => url !== linkLocal))('sandbox order URLs may be %s', async (url) => {
    const urls = { callback_url: url, return_url: url, cancel_url: url }
    assert.equal((await create(world, urls, world.merchant)).status, 200)
  })
})
