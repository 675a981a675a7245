// How a payment was made, as merchants and admins read it.
import { parse } from 'csv-parse/sync'
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

test('a payment by phone is found by its collection, also a declined one, and by the names of the wallet', async () => {
  const { transaction_uuid: uuid } = await collections.order()
  const { collection_id: declined } = await collections.asked(uuid, freshNumber('25', '97'))
  await collections.reaches(declined, 'DECLINED')
  const found = async (q: string) => {
    const { items } = await portal.data(`payments?q=${encodeURIComponent(q)}`)
    const { body } = await world.admin('GET', `/api/v1/admin/payments?q=${encodeURIComponent(q)}`)
    const list = (rows: { transaction_uuid: string }[]) => rows.map((row) => row.transaction_uuid)
    return [list(items), list(body.data.items)]
  }
  expect(await found(declined.toLowerCase())).toEqual([[uuid], [uuid]])
  const { collection_id: approved } = await collections.asked(uuid, freshNumber('21', '81'))
  await collections.reaches(approved, 'APPROVED')
  for (const q of [declined, approved]) expect(await found(q)).toEqual([[uuid], [uuid]])
  for (const q of ['vodacom', 'M-Pesa', 'mpesa', 'mobile money']) {
    const [own, all] = await found(q)
    expect([own![0], all![0]], q).toEqual([uuid, uuid])
  }
  const [own, all] = await found('Orange Money')
  expect([own, all]).toEqual([[], []])
  const stranger = await portalOf(world, await world.register())
  expect((await stranger.data(`payments?q=${approved}`)).items).toEqual([])
})

test('the export of payments names method, operator and masked number, only for merchants with mobile money', async () => {
  const { transaction_uuid: uuid } = await collections.order()
  const number = freshNumber('21', '97')
  const { collection_id } = await collections.asked(uuid, number)
  await collections.reaches(collection_id, 'APPROVED')
  const lines = async () => {
    const { text } = await portal.get(`payments.csv?q=${uuid}`)
    return parse(text, { bom: true, relax_column_count: false }) as string[][]
  }
  const [head, row, total] = await lines()
  const at = head!.indexOf('payment_method')
  expect(head!.slice(at - 1, at + 4)).toEqual([
    'card_last4',
    'payment_method',
    'operator',
    'customer_number',
    'origin',
  ])
  expect(row!.slice(at, at + 3)).toEqual(['mobile_money', 'airtel', `*********${number.slice(-3)}`])
  expect(total!.slice(at, at + 3)).toEqual(['', '', ''])
  await collections.offer(['card'])
  expect((await lines())[0]).not.toContain('payment_method')
  await collections.offer()
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
