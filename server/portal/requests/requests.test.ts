// The request log in the portal, before and after a merchant goes live.

import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Portal, portalOf } from '../../../test/support/callers/portal.ts'
import { fileGoLive } from '../../../test/support/callers/self-service.ts'
import { goLive } from '../../../test/support/callers/tenant.ts'
import { eventually } from '../../../test/support/http/eventually.ts'
import { orderBody } from '../../../test/support/world/bodies.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import type { Credentials } from '../../merchants/identity/register.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ productionGateway: true })
})
afterAll(() => world.close())

const order = (as: Credentials, callback_url = 'https://shop.example/hook') =>
  world.signed('POST', '/api/v1/payment/orders', orderBody(world.url, { callback_url }), { as })
const listed = (portal: Portal, count: number) =>
  eventually(`${count} requests`, async () => {
    const { items } = await portal.data('requests')
    return items.length >= count && items
  })

async function liveMerchant() {
  const merchant = await world.register()
  const portal = await portalOf(world, merchant)
  await order(merchant)
  await world.signed('POST', '/api/v1/payment/status', { transaction_uuid: 'LKT-TRIAL' }, { as: merchant })
  assert.equal((await listed(portal, 2)).length, 2)
  await fileGoLive(world, portal.as, portal.token, { body: goLive('moved') })
  const path = `/api/v1/admin/merchants/${merchant.merchant_code}/go-live`
  const approved = await world.admin('POST', path, { decision: 'approve', reason: 'papers seen' })
  assert.equal(approved.status, 200, approved.text)
  return { portal, merchant, live: { ...merchant, ...approved.body.data } as Credentials }
}

describe('the request log of a merchant that went live', () => {
  test('after go-live the request log has live requests and refusals of the old test keys', async () => {
    const { portal, merchant, live } = await liveMerchant()
    expect(await portal.data('requests')).toMatchObject({ items: [], pagination: { total: 0 } })
    assert.equal((await order(live)).status, 200)
    await order(merchant)
    const [refused, made] = await listed(portal, 2)
    expect([refused.reason, made.status]).toEqual(['Unauthorized environment', 200])
    expect((await portal.data('requests?status=failed')).pagination.total).toBe(1)
  })

  test('log rows without environment count as live from the day the merchant went live', async () => {
    const { portal, merchant, live } = await liveMerchant()
    assert.equal((await order(live)).status, 200)
    await listed(portal, 1)
    const forget = `update merchant_request set environment = null
                     where merchant_id = (select id from merchant where merchant_code = $1) returning id`
    expect(await world.db.rows({ name: '', text: forget }, [merchant.merchant_code])).toHaveLength(3)
    expect((await portal.data('requests')).items.map(({ path }: any) => path)).toEqual([
      '/api/v1/payment/orders',
    ])
  })
})
