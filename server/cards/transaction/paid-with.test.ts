// How a payment was made, as merchants and admins read it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Portal, portalOf } from '../../../test/support/callers/portal.ts'
import {
  type Collections,
  collectionSandbox,
  collectionSettings,
  collectionsOf,
  freshNumber,
} from '../../../test/support/collections/collections.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'

let world: World
let collections: Collections
let portal: Portal
beforeAll(async () => {
  world = await openWorld({ settings: collectionSettings, sandbox: collectionSandbox })
  collections = collectionsOf(world)
  portal = await portalOf(world)
  await collections.offer()
})
afterAll(() => world.close())

const fields = ({ payment_method, operator, customer_number }: Record<string, unknown>) => ({
  payment_method,
  operator,
  customer_number,
})

/** What the merchant's server, the portal and the console say about a payment. */
async function readEverywhere(uuid: string): Promise<Record<string, unknown>[]> {
  const { items } = await portal.data(`payments?q=${uuid}`)
  const admin = await world.admin('GET', `/api/v1/admin/payments?q=${uuid}`)
  const detail = await world.admin('GET', `/api/v1/admin/payments/${uuid}`)
  const status = await world.signed('POST', '/api/v1/payment/status', { transaction_uuid: uuid })
  return [
    status.body.data,
    items[0],
    await portal.data(`payments/${uuid}`),
    admin.body.data.items[0],
    detail.body.data,
  ]
}

test('a payment by phone is read with its operator and a masked number', async () => {
  const { transaction_uuid: uuid } = await collections.order()
  expect((await readEverywhere(uuid)).map(fields)).toEqual(
    Array(5).fill({ payment_method: null, operator: null, customer_number: null }),
  )
  const number = freshNumber('21', '97')
  const { collection_id } = await collections.asked(uuid, number)
  await collections.reaches(collection_id, 'APPROVED')
  const made = {
    payment_method: 'mobile_money',
    operator: 'airtel',
    customer_number: `*********${number.slice(-3)}`,
  }
  expect((await readEverywhere(uuid)).map(fields)).toEqual(Array(5).fill(made))
})

test('merchants that take cards alone read nothing about methods, but what was paid by phone before', async () => {
  const { transaction_uuid: paid } = await collections.order()
  const { collection_id } = await collections.asked(paid, freshNumber('21', '97'))
  await collections.reaches(collection_id, 'APPROVED')
  await collections.offer(['card'])
  const { transaction_uuid: uuid } = await collections.order()
  const read = await readEverywhere(uuid)
  expect(read.map((record) => Object.hasOwn(record, 'payment_method'))).toEqual(Array(5).fill(false))
  expect((await readEverywhere(paid)).map(fields)[0]).toMatchObject({ payment_method: 'mobile_money' })
})
