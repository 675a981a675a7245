// The right to refund does not move from the sandbox to production when a merchant goes live.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, fileGoLive, tokenOf } from '../../../test/support/callers/self-service.ts'
import { orderBody } from '../../../test/support/world/bodies.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ role: 'api', productionGateway: true })
})
afterAll(() => world.close())

const company = {
  company_name: 'Chez Ntemba SARL',
  registration_number: 'CD/KNG/RCCM/26-B-01234',
  country: 'CD',
  contact_name: 'Grâce Mukendi',
  contact_email: 'grace@ntemba.example',
  contact_phone: '+243991234567',
}

test('a merchant that refunds by itself in the sandbox asks in production, until an admin gives it the right', async () => {
  const merchant = await world.register()
  const token = await tokenOf(world, merchant)
  const paid = async (as: typeof merchant): Promise<string> => {
    const made = await world.signed(
      'POST',
      '/api/v1/payment/orders',
      orderBody(world.url, { callback_url: 'https://shop.example/hook' }),
      { as },
    )
    assert.equal(made.status, 200, made.text)
    const { links, transaction_uuid } = made.body.data
    assert.deepEqual((await world.payByCalls(links)).body, { state: 'DONE' })
    return transaction_uuid
  }
  const read = async (uuid: string) => (await call(world, 'GET', `payments/${uuid}`, { token })).body.data
  const request = async (uuid: string) => {
    const body = { reason: 'One shirt came back' }
    const made = await call(world, 'POST', `payments/${uuid}/refund-requests`, { token, body })
    assert.equal(made.status, 200, made.text)
    return made.body.data.state
  }
  const asAdmin = async (method: 'POST' | 'PUT', name: string, body: object) => {
    const path = `/api/v1/admin/merchants/${merchant.merchant_code}/${name}`
    const done = await world.admin(method, path, body)
    assert.equal(done.status, 200, done.text)
    return done.body.data
  }

  const test = await paid(merchant)
  expect((await read(test)).refundable.at_once).toBe(true)
  expect(await request(test)).not.toBe('WAITING')

  // Stating the right in the sandbox does not reach production either.
  await asAdmin('PUT', 'refund-right', { may_refund: true, reason: 'For a test' })
  assert.equal((await fileGoLive(world, merchant, token, { body: company })).status, 200)
  const live = await asAdmin('POST', 'go-live', { decision: 'approve', reason: 'papers seen' })
  const first = await paid({ ...merchant, ...live })
  expect((await read(first)).refundable.at_once).toBe(false)
  expect(await request(first)).toBe('WAITING')
  expect((await read(first)).status).toBe('SUCCESS')

  await asAdmin('PUT', 'refund-right', { may_refund: true, reason: 'Agreed with the owner' })
  const second = await paid({ ...merchant, ...live })
  expect((await read(second)).refundable.at_once).toBe(true)
  expect(await request(second)).not.toBe('WAITING')
  // The request from before the decision still waits for an admin.
  expect((await read(first)).status).toBe('SUCCESS')
})
