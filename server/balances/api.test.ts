// The balance as merchants' servers, signed-in merchants and admins read it.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminsOf, tokens, twoAdmins } from '../../test/support/callers/admins.ts'
import { type Portal, paid, portalOf } from '../../test/support/callers/portal.ts'
import { openWorld, type World } from '../../test/support/world/world.ts'
import type { Credentials } from '../merchants/identity/register.ts'
import { silentLog } from '../platform/process/log.ts'
import { releaseDueMovements } from './release-movements.ts'

let world: World
let as: Credentials
let portal: Portal
let uuids: { available: string; pending: string; francs: string }
const dayOf = (days: number) =>
  world.clock.now().toZonedDateTimeISO('UTC').toPlainDate().add({ days }).toString()

beforeAll(async () => {
  // No worker runs, so that only the test releases.
  world = await openWorld({ role: 'api', settings: twoAdmins })
  as = await world.register({ name: 'Balance' })
  portal = await portalOf(world, as)
  const other = await world.register({ name: 'Another' })
  await paid(world, other, { amount: 999, currency: 'USD' })
  await paid(world, other, { amount: 900_000, currency: 'CDF' })
  const available = await paid(world, as, { amount: 100, currency: 'USD' })
  const now = world.clock.now().add({ hours: 48 })
  await releaseDueMovements({ db: world.system.db, clock: { now: () => now }, log: silentLog })
  uuids = {
    available,
    pending: await paid(world, as, { amount: 20.01, currency: 'USD' }),
    francs: await paid(world, as, { amount: 70_000, currency: 'CDF' }),
  }
  await paid(world, other, { amount: 5, currency: 'USD' })
  const { cs_payment_id } = await portal.data(`payments/${uuids.pending}`)
  await adminsOf(world).act(`payment/refunds/${cs_payment_id}`, { reason: 'not wanted', amount: 0.01 })
})
afterAll(() => world.close())

/** Reads from the merchant's path of the admin API. */
const asAdmin = (path: string, code = as.merchant_code) =>
  world.admin('GET', `/api/v1/admin/merchants/${code}/${path}`, undefined, { 'x-admin-token': tokens.amina })

/** The same read by a merchant's server, a signed-in merchant and an admin. */
async function readByAll(path: string): Promise<unknown> {
  const signed = await world.signed('GET', `/api/v1/payment/${path}`, undefined, { as })
  const admin = await asAdmin(path)
  assert.deepEqual([signed.status, admin.status], [200, 200], signed.text + admin.text)
  const read = signed.body.data
  assert.deepEqual(admin.body.data, await portal.data(path))
  const { items, ...rest } = admin.body.data
  // A signed-in merchant and an admin also read the reference and the description by which the merchant knows the payment.
  const unnamed = items?.map(({ merchant_reference, description, ...item }: Record<string, unknown>) => {
    assert.deepEqual([merchant_reference, description], ['INV-1', null])
    return item
  })
  assert.deepEqual(items ? { items: unnamed, ...rest } : rest, read)
  return read
}

test('balances have a sum in each state and currency, the same for every reader', async () => {
  expect(await readByAll('balance')).toEqual({
    balances: [
      { currency: 'CDF', pending: '67550.00', available: '0.00', reserved: '0.00' },
      { currency: 'USD', pending: '19.30', available: '96.50', reserved: '0.00' },
    ],
  })
})

test('movements have amount, fee and net, newest first, the same for every reader', async () => {
  const read = (await readByAll('balance/transactions')) as { items: Record<string, unknown>[] }
  const facts = read.items.map(({ id, created_at, ...rest }) => {
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    expect(created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    return rest
  })
  const charge = { type: 'charge', available_on: dayOf(2) }
  const usd = { ...charge, currency: 'USD' }
  expect(facts).toEqual([
    { ...usd, type: 'refund', amount: '-0.01', fee: '0.00', net: '-0.01', source: uuids.pending },
    { ...charge, amount: '70000.00', fee: '2450.00', net: '67550.00', currency: 'CDF', source: uuids.francs },
    { ...usd, amount: '20.01', fee: '0.70', net: '19.31', source: uuids.pending },
    { ...usd, amount: '100.00', fee: '3.50', net: '96.50', source: uuids.available },
  ])
  expect(read).toMatchObject({ pagination: { page: 1, limit: 20, total: 4, pages: 1 } })
})

test.each([
  ['type=refund', 1],
  ['type=payout', 0],
  ['currency=USD', 3],
  ['currency=CDF&type=charge', 1],
  ['from=2020-01-01&to=2020-01-02', 0],
])('movements are filtered by %s', async (query, count) => {
  const { items, pagination } = (await readByAll(`balance/transactions?${query}`)) as any
  expect([items.length, pagination.total]).toEqual([count, count])
})

test('movements are read page by page', async () => {
  const page = async (number: number) =>
    ((await readByAll(`balance/transactions?limit=3&page=${number}`)) as any).items.length
  expect([await page(1), await page(2), await page(3)]).toEqual([3, 1, 0])
})

test.each(['type=sale', 'currency=EUR', 'from=yesterday', 'page=0'])(
  'a list of movements with %s is refused',
  async (query) => {
    const path = `balance/transactions?${query}`
    expect((await world.signed('GET', `/api/v1/payment/${path}`, undefined, { as })).status).toBe(422)
    expect((await portal.get(path)).status).toBe(400)
  },
)

test('the next sum that becomes available has its day, in each currency', async () => {
  const next = {
    releases: [
      { currency: 'CDF', available_on: dayOf(2), net: '67550.00' },
      { currency: 'USD', available_on: dayOf(2), net: '19.30' },
    ],
  }
  expect(await portal.data('balance/next')).toEqual(next)
  const admin = await asAdmin('balance/next')
  expect(admin.body.data).toEqual(next)
})

test('a merchant without payments has balances of zero', async () => {
  const newcomer = await world.register({ name: 'Newcomer' })
  const read = await world.signed('GET', '/api/v1/payment/balance', undefined, { as: newcomer })
  const zero = { pending: '0.00', available: '0.00', reserved: '0.00' }
  expect(read.body.data).toEqual({
    balances: [
      { currency: 'CDF', ...zero },
      { currency: 'USD', ...zero },
    ],
  })
  const { body } = await world.signed('GET', '/api/v1/payment/balance/transactions', undefined, {
    as: newcomer,
  })
  expect(body.data.items).toEqual([])
})

test('the balance of an unknown merchant is not found', async () => {
  expect((await asAdmin('balance', 'LKT-0000-0000')).status).toBe(404)
})

test('the export of movements ends with the sums of each type', async () => {
  const file = await portal.get('balance-transactions.csv')
  const lines = file.text.replace('\uFEFF', '').trim().split('\r\n')
  expect(lines[0]).toBe(
    '"created_at","id","type","amount","fee","net","currency","available_on","source","merchant_reference","description","day"',
  )
  expect(lines.length).toBe(1 + 4 + 2)
  expect(lines.at(-2)).toContain('"TOTAL","3","charge","70000.00 CDF + 120.01 USD"')
  expect(lines.at(-1)).toContain(`"TOTAL","1","refund","-0.01"`)
})
